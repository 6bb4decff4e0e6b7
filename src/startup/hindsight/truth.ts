/** What was hidden while a run lasted: true skills, true loyalty, and what it cost. Only what rows and ledger give. */
import { DOMAINS, type Domain } from '../domains.ts';
import type { Tier } from '../preset.ts';
import { isAdversarial } from '../trust.ts';
import type { ClientRow, EmployeeRow, TaskRow, World } from '../world.ts';
import type { Acceptance, PerDomain } from './acceptances.ts';

export interface PersonTruth {
  readonly name: string;
  readonly tier: Tier;
  /** A month, at the end. */
  readonly salaryCents: number;
  /** Units an hour. */
  readonly ratesAtStart: PerDomain;
  readonly ratesAtEnd: PerDomain;
}

export interface ClientTruth {
  readonly name: string;
  readonly tier: string;
  /** −1 to 1; adversarial below −0.3. */
  readonly loyalty: number;
  readonly isAdversarial: boolean;
  readonly rewardMultiplier: number;
  readonly trustAtEnd: number;
  readonly accepted: number;
  readonly onTime: number;
  readonly late: number;
  readonly cancelled: number;
  /** Of the accepted tasks: what the market listed, and what there was to do. */
  readonly listedUnits: number;
  readonly realUnits: number;
  /** Of the tasks that were started: what the difference took their teams, undisturbed; below zero where trust saved work. */
  readonly extraHours: number;
  /** What late tasks cost in cents: their shares of the reward and whatever the ledger calls a dispute. */
  readonly lateCents: number;
  /** What late and cancelled tasks took in prestige, summed over their domains; where prestige stood at its least, less was lost. */
  readonly prestigePenalty: number;
}

export interface Truth {
  readonly people: readonly PersonTruth[];
  /** None under the classic rules. */
  readonly clients: readonly ClientTruth[];
}

/** From the worlds at both ends of a run, and its acceptances. */
export function truthOf(start: World, end: World, acceptances: readonly Acceptance[]): Truth {
  return {
    people: end.employees.all().map((employee) => personTruth(start, end, employee)),
    clients: end.clients.all().map((client) => clientTruth(end, client, acceptances)),
  };
}

function personTruth(start: World, end: World, { id, name, tier, salary_cents }: EmployeeRow): PersonTruth {
  const rates = (world: World) =>
    Object.fromEntries(DOMAINS.map((domain: Domain) => [domain, world.skills.need(id, domain).rate])) as PerDomain;
  return { name, tier, salaryCents: salary_cents, ratesAtStart: rates(start), ratesAtEnd: rates(end) };
}

function clientTruth(world: World, client: ClientRow, acceptances: readonly Acceptance[]): ClientTruth {
  const own = acceptances.filter(({ taskId }) => world.tasks.need(taskId).client_id === client.id);
  const tasks = own.map(({ taskId }) => world.tasks.need(taskId));
  const count = (status: TaskRow['status']) => tasks.filter((task) => task.status === status).length;
  const sum = <Item>(items: readonly Item[], measure: (item: Item) => number) => items.reduce((total, item) => total + measure(item), 0);
  const ids = new Set(tasks.map(({ id }) => id));
  const lost = world.ledger.all().filter(({ ref_id, amount_cents }) => ids.has(ref_id) && amount_cents < 0);
  return {
    name: client.name,
    tier: client.tier,
    loyalty: client.loyalty,
    isAdversarial: isAdversarial(client),
    rewardMultiplier: client.reward_multiplier,
    trustAtEnd: client.trust,
    accepted: tasks.length,
    onTime: count('completed_success'),
    late: count('completed_fail'),
    cancelled: count('cancelled'),
    listedUnits: sum(own, ({ listed }) => sum(listed, ({ required_qty }) => required_qty)),
    realUnits: sum(tasks, ({ id }) => sum(world.requirementsOf(id), ({ required_qty }) => required_qty)),
    extraHours: sum(own, (acceptance) => extraHours(world, acceptance)),
    lateCents: sum(lost, ({ amount_cents }) => -amount_cents),
    prestigePenalty: sum(tasks, (task) => prestigePenalty(world, task)),
  };
}

function extraHours(world: World, { taskId, listed, rates }: Acceptance): number {
  if (!rates) return 0;
  const hours = (rows: typeof listed) => Math.max(...rows.map(({ domain, required_qty }) => (rates[domain] > 0 ? required_qty / rates[domain] : 0)));
  return hours(world.requirementsOf(taskId)) - hours(listed);
}

function prestigePenalty(world: World, { id, status, reward_prestige_delta }: TaskRow): number {
  const { penalty_fail_multiplier, penalty_cancel_multiplier } = world.preset.world;
  const multiplier = status === 'completed_fail' ? penalty_fail_multiplier : status === 'cancelled' ? penalty_cancel_multiplier : 0;
  return multiplier * reward_prestige_delta * world.requirementsOf(id).length;
}
