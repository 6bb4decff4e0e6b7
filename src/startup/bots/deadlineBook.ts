/** How much time tasks get: nobody lists deadlines, accepting a task fixes one. Hours are hours of work credited. */
import type { Instant } from '../../core/calendar.ts';
import type { Work } from './answers.ts';
import { HOURS_CREDITED_A_DAY, hoursWorked } from './hours.ts';

/** What presets commonly grant at least, until one that grants less is met. */
const USUAL_LEAST_DAYS = 7;

export class DeadlineBook {
  #leastDays = USUAL_LEAST_DAYS;
  /** The least seen for a unit of a task large enough to get more than the least days. */
  #daysPerUnit = Infinity;

  /** To be told what accepting a task brought. */
  note(work: readonly Work[], acceptedAt: Instant, deadline: Instant): void {
    // Whole days, but one that starts with the day ends with it and is not credited the night.
    const days = Math.round(hoursWorked(acceptedAt, deadline) / HOURS_CREDITED_A_DAY);
    if (days <= this.#leastDays) this.#leastDays = days;
    else this.#daysPerUnit = Math.min(this.#daysPerUnit, days / largest(work));
  }

  expectedHours(work: readonly Work[]): number {
    const forSize = Number.isFinite(this.#daysPerUnit) ? largest(work) * this.#daysPerUnit : 0;
    return Math.max(this.#leastDays, forSize) * HOURS_CREDITED_A_DAY;
  }
}

/** Only the largest domain counts (spec §4). */
function largest(work: readonly Work[]): number {
  return Math.max(...work.map(({ quantity }) => quantity));
}
