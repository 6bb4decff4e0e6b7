/** Tasks on the market: generation and replacement (spec §§2, 6). */
import type { PythonRandom } from '../core/pythonRandom.ts';
import { randomStream } from '../core/pythonRandom.ts';
import { roundHalfEven } from '../core/rounding.ts';
import { draw } from './distribution.ts';
import { DOMAINS, type Domain } from './domains.ts';
import { drawRequiredTrust } from './trust.ts';
import type { ClientRow, TaskRow, World } from './world.ts';

/** Tasks of the first market up to this number ask for prestige 1. */
const OPENING_TASKS = 10;

interface NewTask {
  readonly random: PythonRandom;
  readonly title: string;
  readonly slot: number;
  /** The accepted task whose place it takes; null when the market is first filled. */
  readonly replaces: TaskRow | null;
}

export function addMarketTask(world: World, { random, title, slot, replaces }: NewTask): TaskRow {
  const { preset } = world;
  const { dist, prestige_qty_scale, reward_prestige_scale } = preset.world;
  const number = world.tasks.size + 1;
  const prestige = replaces?.required_prestige ?? (number <= OPENING_TASKS ? 1 : Math.trunc(draw(dist.required_prestige, random)));
  const clients = world.clients.all();
  const client = clients.length > 0 ? (clients[slot % clients.length] ?? null) : null;

  const domains = drawDomains(world, client, random);
  const quantities = domains.map(() => scaled(Math.trunc(draw(dist.required_qty, random)), prestige_qty_scale, prestige));
  let reward = scaled(Math.trunc(draw(dist.reward_funds_cents, random)), reward_prestige_scale, prestige);
  let requiredTrust = 0;
  if (preset.rules === 'paper') {
    requiredTrust = drawRequiredTrust(preset, reward, random);
    if (requiredTrust > 0) reward = Math.trunc(reward * (1 + preset.world.trust_gated_reward_boost * requiredTrust));
    if (client && !replaces) reward = Math.trunc(reward * client.reward_multiplier);
  }
  const task: TaskRow = {
    id: world.idOf('task', number),
    number,
    slot,
    title,
    status: 'market',
    client_id: client?.id ?? null,
    required_prestige: prestige,
    required_trust: requiredTrust,
    reward_funds_cents: reward,
    reward_prestige_delta: roundHalfEven(draw(dist.reward_prestige_delta, random), 3),
    skill_boost: roundHalfEven(draw(dist.skill_boost, random), 4),
    accepted_order: null,
    accepted_at: null,
    deadline: null,
    completed_at: null,
    milestone_reported: 0,
  };
  world.tasks.put(task);
  domains.forEach((domain, i) => {
    world.requirements.put({ task_id: task.id, domain, required_qty: quantities[i] as number, completed_qty: 0 });
  });
  return task;
}

/** Refills the market slot of a task that has just been accepted (spec §6). */
export function replaceTask(world: World, accepted: TaskRow): TaskRow {
  const { slot } = accepted;
  const timesTaken = world.tasks.where('slot', slot).length - 1;
  const key = world.preset.rules === 'paper' ? slot * 1000 + timesTaken : world.company.accepts - 1;
  const random = randomStream(world.seed, `replenish_${key}`);
  return addMarketTask(world, { random, title: `Task-${key}`, slot, replaces: accepted });
}

function drawDomains(world: World, client: ClientRow | null, random: PythonRandom): Domain[] {
  const { preset } = world;
  const count = Math.trunc(draw(preset.world.dist.domain_count, random));
  if (preset.rules === 'classic' || !client) return random.sample(DOMAINS, count);
  const specialties = DOMAINS.filter((domain) => client.specialties.split(',').includes(domain));
  const favoured = random.random() < preset.world.task_specialty_domain_bias;
  const first = random.choice(favoured ? specialties : DOMAINS);
  return [first, ...random.sample(DOMAINS.filter((domain) => domain !== first), count - 1)];
}

/** Prestige above 1 makes a task larger and better paid. */
function scaled(base: number, scale: number, prestige: number): number {
  return Math.trunc(base * (1 + scale * (prestige - 1)));
}
