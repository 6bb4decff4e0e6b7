/** Asks the worker again whenever the run may have changed: one question at a time, and the last change is never missed. */
import type { StartupRuns } from './runs.svelte.ts';

/** While a run plays there is news up to 20 times a second. */
const PAUSE_MS = 250;

export class Refresher {
  readonly #runs: Pick<StartupRuns, 'phase'>;
  readonly #fetch: () => Promise<void>;
  #isFetching = false;
  #isStale = false;

  constructor(runs: Pick<StartupRuns, 'phase'>, fetch: () => Promise<void>) {
    this.#runs = runs;
    this.#fetch = fetch;
  }

  async refresh(): Promise<void> {
    this.#isStale = true;
    if (this.#isFetching) return;
    this.#isFetching = true;
    while (this.#isStale) {
      this.#isStale = false;
      await this.#fetch();
      if (this.#runs.phase === 'playing') await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    this.#isFetching = false;
  }
}
