/** Plans who works on what, learns whom to trust, and takes on only what it can finish. */
import type { Rules } from '../preset.ts';
import {
  isRefused, readDeadline, readTask, readTrust, type Employee, type Offer, type Status, type Wake, type Work,
} from './answers.ts';
import type { Bot } from './bot.ts';
import { ClientBook } from './clientBook.ts';
import { DeadlineBook } from './deadlineBook.ts';
import { dispatch, letTimePass, lookAtCompany, lookAtMarket, lookAtStaff, type Move } from './desk.ts';
import { hoursFor, hoursWorked } from './hours.ts';
import { PaceBook, type Load } from './paceBook.ts';
import { bestPlan, type Plan } from './plan.ts';
import { MOST_TASKS_A_MONTH, Prospect, type Books } from './prospect.ts';
import { SkillBook, type Job } from './skillBook.ts';

export const careful: Bot = {
  name: 'careful',
  summary: 'Plans capacity, learns which clients to avoid, builds trust, and refuses what it cannot finish.',
  *play({ rules }) {
    const office = new Office(rules);
    let news = true;
    for (;;) {
      if (news) yield* office.assignWork();
      const wake = yield* letTimePass();
      if (wake.ended || wake.refused) return;
      yield* office.learn(wake);
      news = wake.payday || wake.completions.length > 0;
    }
  },
};

/**
 * How often an idle company accepts a task only to learn its deadline, before it waits for another
 * day. Rarely needed; without an end it would draw new tasks from the market until all are easy.
 */
const MOST_INQUIRIES = 20;

/** What the bot knows, and what it does with it. */
class Office {
  readonly #rules: Rules;
  readonly #books: Books;
  readonly #jobs = new Map<string, Job>();
  /** Jobs whose progress has not been looked at. */
  readonly #unmeasured = new Set<string>();
  /** Titles can repeat, and then name another task than we mean. */
  readonly #namesUsed = new Set<string>();
  #startedThisMonth = 0;

  constructor(rules: Rules) {
    this.#rules = rules;
    this.#books = {
      clients: new ClientBook(),
      skills: new SkillBook(),
      deadlines: new DeadlineBook(),
      pace: new PaceBook(rules),
    };
  }

  /** Finds work for everybody who has none. */
  *assignWork(): Move<void> {
    const rules = this.#rules;
    const staff = yield* lookAtStaff();
    this.#books.skills.noteStaff(staff);
    let bench = staff.filter(({ activeTasks }) => activeTasks === 0);
    if (bench.length === 0) return;
    const status = yield* lookAtCompany();
    if (rules === 'paper') this.#books.clients.noteTrust(readTrust(yield ['client', 'list']));
    const market = yield* lookAtMarket(rules, status);
    let offers = market.filter((offer) => this.#isOpen(offer));
    const prospect = new Prospect({ rules, status, staff, offers, books: this.#books });
    let inquiries = 0;
    while (bench.length > 0 && this.#startedThisMonth < MOST_TASKS_A_MONTH[rules]) {
      const load = { running: this.#jobs.size + 1, idle: bench.length === staff.length };
      let plan = bestPlan(offers, bench, prospect, { ...load, idle: false });
      if (!plan && load.idle && inquiries++ < MOST_INQUIRIES) plan = bestPlan(offers, bench, prospect, load);
      if (!plan) break;
      const { team } = plan;
      if (yield* this.#undertake(plan, status, load)) bench = bench.filter((employee) => !team.includes(employee));
      offers = offers.filter((offer) => this.#isOpen(offer));
    }
    if (rules === 'paper' && bench.length === staff.length) yield* this.#keepTheClockRunning(offers, bench, status);
  }

  #isOpen({ ref, client }: Offer): boolean {
    return !this.#namesUsed.has(ref) && !this.#books.clients.isAvoided(client);
  }

  /**
   * Accepts a task, looks at what it really is, and starts it if it can be finished in time. If
   * not, it stays planned: that costs nothing, while a late or cancelled task does. True if started.
   */
  *#undertake({ offer, team }: Plan, { now }: Status, load: Load): Move<boolean> {
    this.#namesUsed.add(offer.ref);
    const accepted = yield ['task', 'accept', '--task-id', offer.ref];
    if (isRefused(accepted)) return false;
    const work = yield* this.#actualWork(offer);
    if (!work || this.#books.clients.isAvoided(offer.client)) return false;
    const deadline = readDeadline(accepted);
    this.#books.deadlines.note(work, now, deadline);
    const hours = hoursFor(work, team.map((employee) => this.#books.skills.rates(employee)));
    if (hours > hoursWorked(now, deadline) * this.#books.pace.shareToCountOn(load)) return false;
    if (!(yield* dispatch(this.#rules, offer.ref, team))) return false;
    this.#startedThisMonth++;
    this.#jobs.set(offer.ref, { offer, team, startedAt: now });
    this.#unmeasured.add(offer.ref);
    return true;
  }

  /** What an accepted offer turned out to be; null if its name now means another task. */
  *#actualWork(offer: Offer): Move<readonly Work[] | null> {
    // Without clients nobody changes the work.
    if (offer.client === null) return offer.work;
    const task = readTask(yield ['task', 'inspect', '--task-id', offer.ref]);
    if (task.status !== 'planned') return null;
    this.#books.clients.noteWork(offer, task.work);
    return task.work;
  }

  /** Draws conclusions from what happened. */
  *learn(wake: Wake): Move<void> {
    if (wake.payday) this.#startedThisMonth = 0;
    for (const { ref, onTime } of wake.completions) {
      const job = this.#jobs.get(ref);
      if (!onTime) this.#books.pace.noteLate();
      else if (job) this.#books.skills.noteSuccess(job);
      this.#jobs.delete(ref);
      this.#unmeasured.delete(ref);
    }
    if (this.#rules === 'paper') return;
    for (const ref of this.#unmeasured) {
      const job = this.#jobs.get(ref);
      if (job) this.#books.skills.noteProgress(job, readTask(yield ['task', 'inspect', '--task-id', ref]), wake.now);
    }
    this.#unmeasured.clear();
  }

  /**
   * The paper's clock runs only while a task is active. When nothing can be finished before the
   * horizon any more, something that will not be finished brings the year to its end.
   */
  *#keepTheClockRunning(offers: readonly Offer[], staff: readonly Employee[], status: Status): Move<void> {
    const hoursLeft = hoursWorked(status.now, status.horizonEnd);
    for (const offer of offers) {
      const slowest = staff.find((employee) => hoursFor(offer.work, [this.#books.skills.rates(employee)]) > 2 * hoursLeft);
      if (!slowest || isRefused(yield ['task', 'accept', '--task-id', offer.ref])) continue;
      this.#namesUsed.add(offer.ref);
      if (yield* dispatch(this.#rules, offer.ref, [slowest])) return;
    }
  }
}
