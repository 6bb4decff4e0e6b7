/**
 * What there is to decide on at one moment, with nothing hidden. Work is in units, hours are business hours unless they
 * are called credited, values are cents from now to the end of the horizon.
 */
import { addBusinessHours, creditedHours, type Instant } from '../../core/calendar.ts';
import { Decimal } from '../../core/decimal.ts';
import { MOST_TASKS_A_MONTH } from '../bots/prospect.ts';
import { DOMAINS } from '../domains.ts';
import { tierOf } from '../preset.ts';
import { nextPayday } from '../resume.ts';
import { creptQuantity, isAdversarial, reducedQuantity, trustAfterSuccess, withinTrustBounds } from '../trust.ts';
import type { ClientRow, EmployeeRow, TaskRow, World } from '../world.ts';
import { listingOf } from './listing.ts';
import type { Weights } from './weights.ts';

/** Classic skills grow without bound; beyond this, work is not what limits a company. Units an hour. */
const USEFUL_RATE = 60;
const CREDITED_HOURS_A_MONTH = 21 * 15;
/** Where their number is not limited. */
const USUAL_TASKS_A_MONTH = 40;

/** Somebody without work. */
export interface Person {
  readonly row: EmployeeRow;
  /** Units an hour by domain, in the order of `DOMAINS`. */
  readonly rates: readonly number[];
  /** Units an hour in the domain that suits best. */
  readonly capacity: number;
  /** What a raise costs in salaries. */
  readonly raiseCents: number;
}

/** Work that may be set going. */
export interface Job {
  readonly task: TaskRow;
  readonly domains: readonly number[];
  /** What will have to be done, by domain of `domains`. */
  readonly units: readonly number[];
  /** Whoever is on it already. */
  readonly team: readonly Person[];
  /** The most hours that it may take. */
  readonly latest: number;
  /** Reward, prestige and trust. */
  readonly valueCents: number;
}

export class Scene {
  readonly bench: readonly Person[];
  readonly jobs: readonly Job[];
  /** Units that a task takes up besides its work. */
  readonly attention: number;
  readonly #world: World;
  readonly #weights: Weights;
  readonly #creditedLeft: number;
  readonly #centsPerUnit: number;
  readonly #meanReward: number;
  readonly #latestByDays = new Map<number, number>();

  constructor(world: World, weights: Weights) {
    this.#world = world;
    this.#weights = weights;
    const { horizon_end } = world.company;
    this.#creditedLeft = creditedHours(world.now, horizon_end, world.working).toNumber();
    const paydays = countPaydays(world);
    const staff = world.employees.all().map((row) => this.#person(row, paydays));
    this.bench = staff.filter(({ row }) => world.activeTasksOf(row.id).length === 0);
    const open = world.tasks.where('status', 'market').filter((task) => this.#mayAccept(task));
    const mean = (measure: (task: TaskRow) => number) => open.reduce((sum, task) => sum + measure(task), 0) / Math.max(1, open.length);
    this.#meanReward = mean(({ reward_funds_cents }) => reward_funds_cents);
    this.#centsPerUnit = this.#meanReward / Math.max(1, mean((task) => Math.max(...listingOf(this.#world, task).quantities)));
    const capacity = staff.reduce((sum, person) => sum + person.capacity, 0);
    const most = Math.min(USUAL_TASKS_A_MONTH, MOST_TASKS_A_MONTH[world.preset.rules]);
    this.attention = (weights.attention * capacity * CREDITED_HOURS_A_MONTH) / most;
    this.jobs = [...open.map((task) => this.#offer(task)), ...this.#planned()];
  }

  /** What the practice will earn, less what the raise will cost. */
  gainOf({ rates, raiseCents }: Person, { domains, task }: Job): number {
    let gained = 0;
    for (const domain of domains) {
      const rate = rates[domain] as number;
      gained += this.#useful(rate * (1 + task.skill_boost)) - this.#useful(rate);
    }
    const practice = (gained * this.#creditedLeft * this.#centsPerUnit) / DOMAINS.length;
    return this.#weights.practice * practice - raiseCents;
  }

  #person(row: EmployeeRow, paydays: number): Person {
    const { preset, skills } = this.#world;
    const rates = DOMAINS.map((domain) => skills.need(row.id, domain).rate);
    const { min_cents, max_cents } = tierOf(preset, row.tier);
    const raised = preset.rules === 'paper' ? (min_cents + max_cents) / 2 : row.salary_cents;
    return { row, rates, capacity: this.#useful(Math.max(...rates)), raiseCents: raised * preset.world.salary_bump_pct * paydays };
  }

  #useful(rate: number): number {
    const { preset } = this.#world;
    return Math.min(rate, preset.rules === 'paper' ? preset.world.skill_rate_max : USEFUL_RATE);
  }

  #mayAccept(task: TaskRow): boolean {
    const { prestige } = this.#world;
    const client = this.#clientOf(task);
    if (client && client.trust < task.required_trust) return false;
    return listingOf(this.#world, task).domains.every((domain) => prestige.need(DOMAINS[domain] as string).level >= task.required_prestige);
  }

  #clientOf({ client_id }: TaskRow): ClientRow | null {
    return client_id === null ? null : this.#world.clients.need(client_id);
  }

  /** A market task as accepting it would make it (spec §6). */
  #offer(task: TaskRow): Job {
    const { preset } = this.#world;
    const { domains, quantities } = listingOf(this.#world, task);
    const client = this.#clientOf(task);
    let units = quantities;
    if (client && preset.rules === 'paper') units = quantities.map((quantity) => reducedQuantity(preset.world, client, quantity));
    const { deadline_min_biz_days, deadline_qty_per_day } = preset.world;
    const days = Math.max(deadline_min_biz_days, Math.trunc(Math.max(...units) / deadline_qty_per_day));
    if (client && preset.rules === 'paper' && isAdversarial(client)) {
      units = units.map((quantity) => creptQuantity(preset.world, client, quantity));
    }
    return { task, domains, units, team: [], latest: this.#latestIn(days), valueCents: this.#valueOf(task, domains.length, client) };
  }

  /** Tasks accepted before whose team, if they have one, has no other work. */
  #planned(): Job[] {
    const { tasks } = this.#world;
    return tasks.where('status', 'planned').flatMap((task) => {
      if ((task.deadline ?? 0) <= this.#world.now) return [];
      const requirements = this.#world.requirementsOf(task.id);
      const members = this.#world.team(task.id);
      const team = this.bench.filter(({ row }) => members.includes(row));
      if (team.length < members.length) return [];
      return {
        task,
        domains: requirements.map(({ domain }) => DOMAINS.indexOf(domain)),
        units: requirements.map(({ required_qty, completed_qty }) => required_qty - completed_qty),
        team,
        latest: this.#latestUntil(task.deadline ?? 0),
        valueCents: this.#valueOf(task, requirements.length, this.#clientOf(task)),
      };
    });
  }

  #valueOf(task: TaskRow, domainCount: number, client: ClientRow | null): number {
    const { preset } = this.#world;
    const monthsLeft = this.#creditedLeft / CREDITED_HOURS_A_MONTH;
    const revenueLeft = this.#meanReward * monthsLeft * Math.min(USUAL_TASKS_A_MONTH, MOST_TASKS_A_MONTH[preset.rules]);
    const levels = (task.reward_prestige_delta * domainCount) / DOMAINS.length;
    let value = task.reward_funds_cents + this.#weights.prestige * levels * revenueLeft;
    if (client && preset.rules === 'paper' && !isAdversarial(client)) {
      const { trust_max, trust_work_reduction_max } = preset.world;
      const gain = withinTrustBounds(preset.world, trustAfterSuccess(preset.world, client.trust)) - client.trust;
      const loyal = this.#world.clients.all().filter((other) => !isAdversarial(other)).length;
      value += (this.#weights.trust * (gain / trust_max) * trust_work_reduction_max * revenueLeft) / loyal;
    }
    return value;
  }

  #latestIn(days: number): number {
    let latest = this.#latestByDays.get(days);
    if (latest === undefined) {
      const { working, now } = this.#world;
      latest = this.#latestUntil(addBusinessHours(now, new Decimal(days * (working.endHour - working.startHour)), working));
      this.#latestByDays.set(days, latest);
    }
    return latest;
  }

  /** Business hours until then or the horizon, and the share of the night hours that is counted on. */
  #latestUntil(deadline: Instant): number {
    const { now, working, company } = this.#world;
    const until = Math.min(deadline, company.horizon_end);
    if (until <= now) return 0;
    const credited = creditedHours(now, until, working).toNumber();
    const nights = creditedHours(now, until, { ...working, startHour: working.endHour }).toNumber();
    return credited - (1 - this.#weights.nights) * nights;
  }
}

/** Until the horizon. */
function countPaydays(world: World): number {
  const { horizon_end } = world.company;
  let count = 0;
  for (let payday = nextPayday(world, world.now, horizon_end); payday !== null; count++) payday = nextPayday(world, payday, horizon_end);
  return count;
}
