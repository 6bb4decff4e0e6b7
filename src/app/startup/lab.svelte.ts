/** What the pages share: the runs, the library, how the next run is set up, and what has to be said. It outlives each page. */
import { describeFailure } from '../../core/result.ts';
import type { DriverChoice } from '../../../workers/startup/messages.ts';
import { Comparison } from '../compare/comparison.svelte.ts';
import { Lessons } from '../lessons/lessons.svelte.ts';
import { Library } from '../library/library.svelte.ts';
import type { SavedRun } from '../library/savedRun.ts';
import { Notices } from '../parts/notices.svelte.ts';
import { ModelsOnDemand } from './modelsOnDemand.svelte.ts';
import { StartupRuns } from './runs.svelte.ts';
import { Challenges } from '../share/challenge.svelte.ts';
import { text } from '../texts.ts';
import type { DriverKind } from './link.ts';
import { Setup } from './setup.svelte.ts';

export class Lab {
  readonly models = new ModelsOnDemand();
  readonly library = new Library(() => this.models.desk?.keys.live ?? []);
  readonly runs = new StartupRuns(() => this.models.desk, this.library);
  readonly setup = new Setup(() => this.runs.catalogue, (kind) => this.#setUp(kind));
  readonly notices = new Notices();
  readonly comparison = new Comparison(this.library);
  readonly challenge = new Challenges();
  readonly lessons = new Lessons(this.runs);
  readonly isUnderWay = $derived(this.runs.phase === 'playing' || this.runs.phase === 'pausing' || this.runs.phase === 'paused');
  readonly canSetUp = $derived(this.runs.phase === 'ready' || this.runs.phase === 'over');

  /** The run shown stands where it can go on: another driver may take the wheel, without a fork. */
  readonly canHandOver = $derived(this.runs.opened === null && this.runs.visited === null && this.runs.phase === 'paused');

  /** A driver goes on from the turn that is shown, in a run of its own if it must. Returns what is wrong. */
  async goOn(kind: DriverKind, driver: DriverChoice): Promise<string | null> {
    const { runs, setup } = this;
    const turn = runs.standing?.turn ?? 0;
    const problem = this.canHandOver ? await runs.hand(driver) : await runs.fork(turn, driver);
    if (problem !== null) return problem;
    if (runs.live) setup.take(runs.live.facts, kind);
    return null;
  }

  /** Takes up a run of the library: a bot goes on by itself, and so does a person; a model needs what it was set up with. */
  async takeUp(saved: SavedRun): Promise<void> {
    const loaded = await this.library.load(saved.id);
    if (!loaded.ok) return this.report('run', text('resumeFailed'), describeFailure(loaded));
    const { preset, seed } = saved.head;
    if (saved.setup) {
      const opened = await this.models.load();
      if (!opened) return;
      opened.form.take(saved.setup);
    }
    const next = this.#nextDriver(saved);
    this.setup.take({ presetName: preset.name, horizonYears: preset.sim.horizon_years, seed }, next.kind);
    if (next.kind === 'bot') this.setup.bot = next.name;
    this.report('run', text('resumeFailed'), await this.runs.resume(saved.id, loaded.value, saved.name, next));
  }

  /** Shows a run of the library, recomputed; the one that is played here needs no opening. */
  async openSaved(id: string): Promise<void> {
    if (id === this.runs.savedId && !this.runs.isLost) return this.runs.closeOpened();
    const loaded = await this.library.load(id);
    if (!loaded.ok) return this.report('rollout', '', describeFailure(loaded));
    const { name } = loaded.value.saved;
    this.report('rollout', text('openFailed', { file: name }), await this.runs.openBare(loaded.value, name, id));
  }

  /** Shows what is wrong, or takes away what was said of the topic before. */
  report(topic: Parameters<Notices['show']>[0], title: string, problem: string | null): void {
    if (problem === null) this.notices.clear(topic);
    else this.notices.show(topic, title, problem);
  }

  #nextDriver({ setup, head: { driver } }: SavedRun): DriverChoice {
    if (setup) return { kind: 'model', setup };
    if (driver.kind === 'bot' || driver.kind === 'human') return { kind: driver.kind, name: driver.name };
    // A model that has handed the wheel on.
    return { kind: 'human', name: this.setup.personName };
  }

  #setUp(kind: 'model' | 'recording'): DriverChoice | null {
    const { desk } = this.models;
    const chosen = kind === 'model' ? desk?.setup : desk?.cassetteSetup;
    return chosen ? { kind: 'model', setup: chosen } : null;
  }
}
