/** The timeline of the run that is shown, asked for again as the run goes on: one call at a time, and not too often. */
import type { TimelineView } from '../../../workers/startup/timeline.ts';

const EMPTY: TimelineView = { tasks: [], payrolls: [], turns: [] };
const SHORTEST_INTERVAL_MS = 400;

export class TimelineFeed {
  view = $state.raw<TimelineView>(EMPTY);
  readonly #ask: () => Promise<TimelineView | null>;
  #run: unknown = null;
  #isBusy = false;
  #isStale = false;

  /** `ask` returns null if there is nothing to be had. */
  constructor(ask: () => Promise<TimelineView | null>) {
    this.#ask = ask;
  }

  /** `run` tells runs apart: of another one nothing is kept. */
  refresh(run: unknown): void {
    if (run !== this.#run) this.view = EMPTY;
    this.#run = run;
    this.#isStale = true;
    if (!this.#isBusy) void this.#fetch();
  }

  async #fetch(): Promise<void> {
    this.#isBusy = true;
    while (this.#isStale) {
      this.#isStale = false;
      const run = this.#run;
      const view = await this.#ask();
      if (view && run === this.#run) this.view = view;
      if (this.#isStale && run !== this.#run) continue;
      await new Promise((resolve) => setTimeout(resolve, SHORTEST_INTERVAL_MS));
    }
    this.#isBusy = false;
  }
}
