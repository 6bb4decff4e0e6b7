import { defineCommand } from './command.ts';
import { clientName, taskName } from './format.ts';
import type { TaskRow, World } from '../world.ts';

export const marketBrowse = defineCommand({
  group: 'market',
  name: 'browse',
  summary: 'Tasks on offer, best paid first.',
  options: {
    domain: { flag: '--domain', kind: 'domain', help: 'only tasks that need this domain' },
    prestige: {
      flag: '--required-prestige-lte',
      kind: 'integer',
      rules: 'classic',
      help: 'only tasks that ask for at most this prestige',
    },
    reward: { flag: '--reward-min-cents', kind: 'integer', help: 'only tasks that pay at least this' },
    limit: { flag: '--limit', kind: 'integer', help: 'how many to list' },
    offset: { flag: '--offset', kind: 'integer', help: 'how many to pass over first' },
  },
  run(world, { domain, prestige, reward, limit, offset = 0 }) {
    const count = limit ?? world.preset.world.market_browse_default_limit;
    const matches = world.tasks
      .where('status', 'market')
      .filter(
        (task) =>
          (world.preset.rules === 'classic' || isOpenTo(world, task)) &&
          (prestige === undefined || task.required_prestige <= prestige) &&
          (reward === undefined || task.reward_funds_cents >= reward) &&
          (domain === undefined || world.requirementsOf(task.id).some((requirement) => requirement.domain === domain)),
      )
      .sort((a, b) => b.reward_funds_cents - a.reward_funds_cents || a.number - b.number);
    const listed = matches.slice(offset, offset + count).map((task) => offer(world, task));
    const total = world.preset.rules === 'classic' ? matches.length : listed.length;
    return { total, offset, limit: count, tasks: listed };
  },
});

/** True if prestige in every required domain and the client's trust allow accepting the task now. */
function isOpenTo(world: World, task: TaskRow): boolean {
  if (task.client_id !== null && world.clients.need(task.client_id).trust < task.required_trust) return false;
  return world
    .requirementsOf(task.id)
    .every(({ domain }) => Math.floor(world.prestige.need(domain).level) >= task.required_prestige);
}

function offer(world: World, task: TaskRow) {
  const paper = world.preset.rules === 'paper';
  return {
    task_id: taskName(world, task),
    ...(paper ? clientName(world, task) : { title: task.title }),
    required_prestige: task.required_prestige,
    ...(paper ? { required_trust: task.required_trust } : {}),
    reward_funds_cents: task.reward_funds_cents,
    reward_prestige_delta: task.reward_prestige_delta,
    skill_boost_pct: task.skill_boost,
    requirements: world.requirementsOf(task.id).map(({ domain, required_qty }) => ({ domain, required_qty })),
  };
}
