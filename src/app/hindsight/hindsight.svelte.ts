/** The truth about the run that is shown, once it is over: asked for once a run. */
import type { Failure } from '../../core/result.ts';
import type { Truth } from '../../startup/hindsight/truth.ts';
import type { StartupRuns } from '../startup/runs.svelte.ts';

export class Hindsight {
  truth = $state.raw<Truth | null>(null);
  /** Why there is none. */
  failure = $state.raw<Failure | null>(null);
  readonly #runs: StartupRuns;
  /** What was asked about last: the run, and how it had ended. */
  #asked: { readonly facts: unknown; readonly ending: string | null } = { facts: null, ending: null };

  constructor(runs: StartupRuns) {
    this.#runs = runs;
  }

  /** To be called whenever the run may have changed. */
  async refresh(): Promise<void> {
    const { shown, shownSource } = this.#runs;
    const asked = { facts: shown?.facts ?? null, ending: shown?.latest.ending ?? null };
    if (asked.facts === this.#asked.facts && asked.ending === this.#asked.ending) return;
    this.#asked = asked;
    this.truth = null;
    this.failure = null;
    if (asked.ending === null) return;
    const truth = await this.#runs.ask((host) => host.hindsight(shownSource));
    if (!truth || asked !== this.#asked) return;
    if (truth.ok) this.truth = truth.value;
    else this.failure = truth;
  }
}
