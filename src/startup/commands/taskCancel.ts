import { changePrestige } from '../completion.ts';
import { Decimal } from '../../core/decimal.ts';
import { storedTrust, trustAfterCancelling } from '../trust.ts';
import { dropEvents, project, tasksTouched } from '../work.ts';
import { defineCommand, refusal } from './command.ts';
import { taskName } from './format.ts';
import { findTask } from './lookup.ts';
import type { JsonObject } from '../../core/json.ts';
import type { TaskRow, World } from '../world.ts';

/** The original crashes here; what follows is the rule as intended (spec §9). */
export const taskCancel = defineCommand({
  group: 'task',
  name: 'cancel',
  summary: 'Give up a planned or active task, at a cost in prestige and trust.',
  options: {
    task: { flag: '--task-id', kind: 'text', required: true, help: 'the task' },
    reason: { flag: '--reason', kind: 'text', help: 'why, for the record' },
  },
  run(world, { task: name, reason }) {
    const found = findTask(world, name);
    if (typeof found === 'string') return refusal(found);
    if (found.status !== 'planned' && found.status !== 'active') {
      return refusal(`Task ${name} cannot be cancelled (current: ${found.status}).`);
    }
    const { penalty_cancel_multiplier: multiplier } = world.preset.world;
    const before = prestigeIn(world, found);
    changePrestige(world, found, -multiplier);
    const changes = Object.entries(prestigeIn(world, found)).map(([domain, level]) => {
      const old = before[domain] ?? level;
      return [domain, { old, new: level, delta: new Decimal(level).minus(old).toNumber() }];
    });
    const trustDelta = lowerTrust(world, found);
    world.tasks.update(found, { status: 'cancelled', completed_at: world.now });
    dropEvents(world, found);
    project(world, tasksTouched(world, world.team(found.id).map(({ id }) => id)));
    return {
      task_id: taskName(world, found),
      status: 'cancelled',
      reason: reason ?? null,
      cancel_penalty_per_domain: new Decimal(found.reward_prestige_delta).times(multiplier).toNumber(),
      prestige_changes: Object.fromEntries(changes) as JsonObject,
      ...(trustDelta === null ? {} : { trust_delta: trustDelta }),
      bankrupt: world.company.funds_cents < 0,
    };
  },
});

function prestigeIn(world: World, found: TaskRow): Record<string, number> {
  return Object.fromEntries(world.requirementsOf(found.id).map(({ domain }) => [domain, world.prestige.need(domain).level]));
}

/** The change in the client's trust; null under the classic rules. */
function lowerTrust(world: World, { client_id }: TaskRow): number | null {
  if (world.preset.rules === 'classic' || client_id === null) return null;
  const client = world.clients.need(client_id);
  const trust = storedTrust(world.preset.world, trustAfterCancelling(world.preset.world, client.trust));
  world.clients.update(client, { trust });
  return new Decimal(trust).minus(client.trust).toNumber();
}
