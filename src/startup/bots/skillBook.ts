/** Who is good at what: read where skills are listed, inferred from progress where they are hidden. */
import type { Instant } from '../../core/calendar.ts';
import type { Domain } from '../domains.ts';
import type { Employee, Offer, PerDomain, TaskView } from './answers.ts';
import { apparentRates, hoursWorked, rateOf } from './hours.ts';

/** An accepted task at work. */
export interface Job {
  readonly offer: Offer;
  readonly team: readonly Employee[];
  readonly startedAt: Instant;
}

/** One look at progress says how fast a team is, not who of it; so a guess is corrected a little at a time. */
const TRUST_IN_A_LOOK = 0.7;

export class SkillBook {
  readonly #rates = new Map<string, PerDomain>();

  /** To be shown the staff whenever it may have changed. */
  noteStaff(staff: readonly Employee[]): void {
    for (const employee of staff) {
      if (employee.rates || !this.#rates.has(employee.ref)) this.#rates.set(employee.ref, apparentRates(employee));
    }
  }

  rates({ ref }: Employee): PerDomain {
    const rates = this.#rates.get(ref);
    if (!rates) throw new Error(`nobody has shown the employee ${ref}`);
    return rates;
  }

  /** A task done on time makes its team better at what it took. */
  noteSuccess({ offer, team }: Job): void {
    for (const { domain } of offer.work) this.#scale(team, domain, 1 + offer.skillBoost);
  }

  /** Compares a job's progress with what was expected of its team. */
  noteProgress({ team, startedAt }: Job, { work, done }: TaskView, now: Instant): void {
    const hours = hoursWorked(startedAt, now);
    work.forEach(({ domain, quantity }, i) => {
      const units = done[i] ?? 0;
      // Work that is finished does not tell when it was.
      if (hours <= 0 || units <= 0 || units >= quantity) return;
      const expected = rateOf(team.map((employee) => this.rates(employee)), domain);
      this.#scale(team, domain, 1 + TRUST_IN_A_LOOK * (units / hours / expected - 1));
    });
  }

  #scale(team: readonly Employee[], domain: Domain, factor: number): void {
    for (const employee of team) {
      const rates = this.rates(employee);
      this.#rates.set(employee.ref, { ...rates, [domain]: rates[domain] * factor });
    }
  }
}
