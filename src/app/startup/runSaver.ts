/** Saves the live run in the library as it goes, and holds the claim that says so to other tabs. */
import type { ModelSetup, Snapshot, StartedRun } from '../../../workers/startup/messages.ts';
import type { Library } from '../library/library.svelte.ts';
import { defaultName, standingOf, type SavedRun } from '../library/savedRun.ts';
import type { Claim } from '../library/tabs.ts';

export class RunSaver {
  readonly #library: Library;
  #id: string | null = null;
  #claim: Promise<Claim | null> | null = null;

  constructor(library: Library) {
    this.#library = library;
  }

  /** Of the run that is saved now; null before there is one. */
  get id(): string | null {
    return this.#id;
  }

  begin({ head, start }: StartedRun, setup: ModelSetup | null, parent: SavedRun['parent']): void {
    const { newTurns: turns, openLines } = start;
    const run = this.#library.begin({ name: defaultName(head, head.driver), head, standing: standingOf(start), setup, parent, turns, openLines });
    this.takeUp(run.id);
  }

  /** The one before is left behind: nobody goes on with it here. */
  takeUp(id: string): void {
    const [left, claim] = [this.#library.runs.find((run) => run.id === this.#id), this.#claim];
    if (left && left.id !== id && left.standing.ending === null) {
      this.#library.write(left.id, { standing: { ...left.standing, ending: 'stopped' } });
    }
    if (left?.id === id) return;
    void claim?.then((held) => held?.release());
    this.#id = id;
    this.#claim = this.#library.claim(id);
  }

  save(snapshot: Snapshot): void {
    if (this.#id === null) return;
    const { turn, newTurns: turns, openLines } = snapshot;
    const newTurns = turns.length > 0 ? { newTurns: { from: turn - turns.length + 1, turns } } : {};
    this.#library.write(this.#id, { ...newTurns, openLines, standing: standingOf(snapshot) });
  }

  /** Another model, or other terms. */
  change(setup: ModelSetup | null): void {
    if (this.#id !== null) this.#library.write(this.#id, { setup });
  }
}
