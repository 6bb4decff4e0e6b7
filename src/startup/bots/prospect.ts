/**
 * What things are worth, seen from now to the end of the horizon. Values are cents, work is in
 * units, hours are hours of work credited.
 */
import { DOMAINS } from '../domains.ts';
import type { Rules } from '../preset.ts';
import type { Employee, Offer, PerDomain, Status, Work } from './answers.ts';
import type { ClientBook } from './clientBook.ts';
import type { DeadlineBook } from './deadlineBook.ts';
import { HOURS_CREDITED_A_DAY, hoursWorked } from './hours.ts';
import type { Load, PaceBook } from './paceBook.ts';
import type { SkillBook } from './skillBook.ts';

/**
 * The most tasks to start between two paydays where skills grow without bound and tasks soon take
 * minutes: the limit keeps a year within some thousand commands. Under the paper's rules skills are
 * capped, and time is the limit.
 */
export const MOST_TASKS_A_MONTH: Readonly<Record<Rules, number>> = { paper: Infinity, classic: 25 };

/** A rate above this does not help: capped, or tasks are no longer limited by work. Units an hour. */
const USEFUL_RATE: Readonly<Record<Rules, number>> = { paper: 10, classic: 60 };

/** What a task on time adds to the salary of everybody on it (spec §5, `salary_bump_pct` in most presets). */
const RAISE = 0.01;

/** How much better paid a task is for each level of prestige it asks for. Under the paper's rules its work grows as much. */
const PAY_PER_LEVEL: Readonly<Record<Rules, number>> = { paper: 0, classic: 0.15 };

const HOURS_A_MONTH = 21 * HOURS_CREDITED_A_DAY;

/** What putting somebody on a task means. */
export interface Member {
  readonly employee: Employee;
  /** Units an hour in each domain of the task. */
  readonly rates: readonly number[];
  /** Units an hour this person could do in the domain that suits best. */
  readonly capacity: number;
  /** What the practice will earn, less what the raise will cost. */
  readonly value: number;
}

/** What experience has taught. */
export interface Books {
  readonly clients: ClientBook;
  readonly skills: SkillBook;
  readonly deadlines: DeadlineBook;
  readonly pace: PaceBook;
}

/** All that a prospect is judged by. */
export interface Situation {
  readonly rules: Rules;
  readonly status: Status;
  readonly staff: readonly Employee[];
  readonly offers: readonly Offer[];
  readonly books: Books;
}

export class Prospect {
  /** What a task takes up besides its work, in units: its share of the tasks that may be started. */
  readonly attention: number;
  readonly #situation: Situation;
  readonly #hoursLeft: number;
  readonly #monthsLeft: number;
  readonly #meanReward: number;
  readonly #centsPerUnit: number;

  constructor(situation: Situation) {
    const { rules, status, staff, offers, books } = situation;
    const mean = (measure: (offer: Offer) => number) => offers.reduce((sum, offer) => sum + measure(offer), 0) / offers.length;
    this.#situation = situation;
    this.#hoursLeft = hoursWorked(status.now, status.horizonEnd);
    this.#monthsLeft = this.#hoursLeft / HOURS_A_MONTH;
    this.#meanReward = mean(({ rewardCents }) => rewardCents);
    this.#centsPerUnit = this.#meanReward / mean(({ work }) => Math.max(...work.map(({ quantity }) => quantity)));
    const capacity = staff.reduce((sum, employee) => sum + this.#capacity(books.skills.rates(employee)), 0);
    this.attention = (capacity * HOURS_A_MONTH) / MOST_TASKS_A_MONTH[rules];
  }

  /** What the work will be, going by the client's record. */
  expectedWork({ client, work }: Offer): Work[] {
    const share = this.#situation.books.clients.expectedShare(client);
    return work.map(({ domain, quantity }) => ({ domain, quantity: quantity * share }));
  }

  /** The most hours that work may take if its deadline is to be met. */
  latestHours(work: readonly Work[], load: Load): number {
    const { deadlines, pace } = this.#situation.books;
    // An idle company asks for a deadline rather than assume it is too short.
    const hours = load.idle ? this.#hoursLeft : Math.min(this.#hoursLeft, deadlines.expectedHours(work));
    return hours * pace.shareToCountOn(load);
  }

  /** The reward, and what the prestige will let later tasks pay. */
  valueOf({ rewardCents, prestigeDelta, work }: Offer): number {
    const { rules } = this.#situation;
    if (PAY_PER_LEVEL[rules] === 0) return rewardCents;
    const tasksLeft = this.#monthsLeft * MOST_TASKS_A_MONTH[rules];
    const levels = (prestigeDelta * work.length) / DOMAINS.length;
    return rewardCents + levels * PAY_PER_LEVEL[rules] * this.#meanReward * tasksLeft;
  }

  member(employee: Employee, { work, skillBoost }: Offer): Member {
    const skills = this.#situation.books.skills.rates(employee);
    const rates = work.map(({ domain }) => skills[domain]);
    const gained = rates.reduce((sum, rate) => sum + this.#useful(rate * (1 + skillBoost)) - this.#useful(rate), 0);
    // Whoever knows one domain of four better will be working in it a fourth of the time.
    const practice = (gained * this.#hoursLeft * this.#centsPerUnit) / DOMAINS.length;
    const raise = employee.salaryCents * RAISE * Math.floor(this.#monthsLeft);
    return { employee, rates, capacity: this.#capacity(skills), value: practice - raise };
  }

  #capacity(rates: PerDomain): number {
    return this.#useful(Math.max(...DOMAINS.map((domain) => rates[domain])));
  }

  #useful(rate: number): number {
    return Math.min(rate, USEFUL_RATE[this.#situation.rules]);
  }
}
