/** The score of a run (spec §10), read from the world as it stands. */
import * as v from 'valibot';
import { formatInstant, MICROSECONDS_PER_HOUR } from '../core/calendar.ts';
import { roundHalfEven } from '../core/rounding.ts';
import { naturalLog } from '../core/transcendental.ts';
import { DOMAINS, DOMAINS_BY_NAME } from './domains.ts';
import { timeSchema } from './series.ts';
import { isAdversarial } from './trust.ts';
import { TASK_STATUSES, type TaskRow, type TaskStatus, type World } from './world.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const cents = v.pipe(v.number(), v.integer());

const taskOutcomeSchema = v.strictObject({
  title: v.string(),
  client_name: v.nullable(v.string()),
  domains: v.array(v.picklist(DOMAINS)),
  reward_cents: cents,
  accepted_at: timeSchema,
  deadline: timeSchema,
  /** When it was completed or cancelled; null while it is open. */
  ended_at: v.nullable(timeSchema),
  /** Wall-clock hours before the deadline; negative if late, null while open. */
  deadline_margin_hours: v.nullable(v.number()),
  team_size: count,
  status: v.picklist(TASK_STATUSES),
});

export const outcomeSchema = v.strictObject({
  /** Null: stopped before any of these. */
  terminal_reason: v.nullable(v.picklist(['bankruptcy', 'horizon_end', 'turn_limit'])),
  final_funds_cents: cents,
  survived: v.boolean(),
  /** 0 to 1: log10 of final over initial funds, from a tenth (0) to a hundredfold (1). */
  normalized_funds: v.number(),
  sim_time: timeSchema,
  turns: count,
  prestige: v.record(v.string(), v.number()),
  trust: v.record(v.string(), v.number()),
  tasks_succeeded: count,
  tasks_failed: count,
  tasks_cancelled: count,
  /** Share of accepted tasks whose client is adversarial; null if none was accepted or there are no clients. */
  adversarial_share: v.nullable(v.number()),
  /** Over accepted tasks that had a team; null if there was none. */
  mean_team_size: v.nullable(v.number()),
  scratchpad_writes: count,
  tasks: v.array(taskOutcomeSchema),
});

export type Outcome = v.InferOutput<typeof outcomeSchema>;
export type TaskOutcome = v.InferOutput<typeof taskOutcomeSchema>;

export interface RunFacts {
  readonly turns: number;
  readonly scratchpadWrites: number;
  readonly turnLimitReached: boolean;
}

export function outcomeOf(world: World, { turns, scratchpadWrites, turnLimitReached }: RunFacts): Outcome {
  const { company, preset } = world;
  const accepted = world.tasks
    .all()
    .filter(({ accepted_order }) => accepted_order !== null)
    .sort((a, b) => (a.accepted_order ?? 0) - (b.accepted_order ?? 0));
  const count = (status: TaskStatus) => world.tasks.where('status', status).length;
  const tasks = accepted.map((task) => taskOutcome(world, task));
  const teams = tasks.map(({ team_size }) => team_size).filter((size) => size > 0);
  const withClient = accepted.filter(({ client_id }) => client_id !== null);
  const adversarial = withClient.filter(({ client_id }) => isAdversarial(world.clients.need(client_id ?? '')));
  return {
    terminal_reason: company.terminal_reason ?? (turnLimitReached ? 'turn_limit' : null),
    final_funds_cents: company.funds_cents,
    survived: company.funds_cents >= 0,
    normalized_funds: normalizedFunds(company.funds_cents, preset.world.initial_funds_cents),
    sim_time: formatInstant(company.sim_time),
    turns,
    prestige: Object.fromEntries(DOMAINS_BY_NAME.map((domain) => [domain, world.prestige.need(domain).level])),
    trust: Object.fromEntries(world.clients.all().map(({ name, trust }) => [name, trust])),
    tasks_succeeded: count('completed_success'),
    tasks_failed: count('completed_fail'),
    tasks_cancelled: count('cancelled'),
    adversarial_share: withClient.length > 0 ? roundHalfEven(adversarial.length / withClient.length, 4) : null,
    mean_team_size: teams.length > 0 ? roundHalfEven(teams.reduce((sum, size) => sum + size, 0) / teams.length, 4) : null,
    scratchpad_writes: scratchpadWrites,
    tasks,
  };
}

function taskOutcome(world: World, task: TaskRow): TaskOutcome {
  const { accepted_at, deadline, completed_at } = task;
  return {
    title: task.title,
    client_name: task.client_id === null ? null : world.clients.need(task.client_id).name,
    domains: world.requirementsOf(task.id).map(({ domain }) => domain),
    reward_cents: task.reward_funds_cents,
    accepted_at: formatInstant(accepted_at ?? 0),
    deadline: formatInstant(deadline ?? 0),
    ended_at: completed_at === null ? null : formatInstant(completed_at),
    deadline_margin_hours: completed_at === null ? null : roundHalfEven(((deadline ?? 0) - completed_at) / MICROSECONDS_PER_HOUR, 2),
    team_size: world.team(task.id).length,
    status: task.status,
  };
}

/** 0 at a tenth of the initial funds or less, 1/3 at the initial funds, 1 at a hundredfold or more. */
function normalizedFunds(funds: number, initial: number): number {
  if (funds <= 0 || initial <= 0) return 0;
  const decades = naturalLog(funds / initial) / naturalLog(10);
  return roundHalfEven(Math.min(1, Math.max(0, (decades + 1) / 3)), 4);
}
