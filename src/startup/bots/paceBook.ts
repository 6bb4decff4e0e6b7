/** Of the hours credited until a deadline, how many to count on. */
import type { Rules } from '../preset.ts';
import { HOURS_A_DAY, HOURS_CREDITED_A_DAY } from './hours.ts';

/** Kept in hand for what estimates miss; more where skills are guesses. */
const MARGIN: Readonly<Record<Rules, number>> = { paper: 0.87, classic: 0.57 };

/** The same when the alternative is an idle company, which only pays salaries. */
const MARGIN_WHEN_IDLE: Readonly<Record<Rules, number>> = { paper: 0.97, classic: 0.83 };

/** How often a task interrupts the clock: once when done, under most classic presets at three milestones too. */
const WAKES_A_TASK: Readonly<Record<Rules, number>> = { paper: 1, classic: 4 };

/** How the company stands as it takes on one more task. */
export interface Load {
  /** Tasks that will be running, with this one. */
  readonly running: number;
  /** True if the company would be idle without it. */
  readonly idle: boolean;
}

/** Each task that was late for all that teaches to keep more in hand. */
const AFTER_LATE = 0.92;

export class PaceBook {
  readonly #rules: Rules;
  #lesson = 1;

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  noteLate(): void {
    this.#lesson *= AFTER_LATE;
  }

  /**
   * A share of the hours. Projections count the business day only; a night's hours come on top,
   * when the clock passes the night on the way to some other event. So the more tasks run, the more nights count.
   */
  shareToCountOn({ running, idle }: Load): number {
    const days = HOURS_A_DAY / HOURS_CREDITED_A_DAY;
    const nights = 1 - 1 / (running * WAKES_A_TASK[this.#rules]);
    const margin = (idle ? MARGIN_WHEN_IDLE : MARGIN)[this.#rules];
    return this.#lesson * margin * (days + (1 - days) * nights);
  }
}
