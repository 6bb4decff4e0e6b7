/** The transcript of the run that is shown: its lines, what of it is open, and what was searched. Texts come as they are looked at. */
import { SvelteMap } from 'svelte/reactivity';
import type { RunFacts } from '../../../workers/startup/messages.ts';
import type { Found, FullTurn, Hit, Marks, PartName, TurnLine } from '../../../workers/startup/transcriptView.ts';
import { Refresher } from '../startup/refresher.ts';
import type { StartupRuns } from '../startup/runs.svelte.ts';

/** Turns kept after they were looked at. */
const MOST_KEPT = 100;

export class Transcript {
  lines = $state.raw<readonly TurnLine[]>([]);
  marks = $state.raw<Marks | null>(null);
  /** As typed. */
  query = $state('');
  found = $state.raw<Found | null>(null);
  /** Which of the hits is looked at; -1: none yet. */
  hitIndex = $state(-1);
  readonly hit: Hit | null = $derived(this.found?.hits[this.hitIndex] ?? null);
  /** What the reader opened or folded, by turn, or turn and part. */
  readonly #choices = new SvelteMap<string, boolean>();
  readonly #runs: StartupRuns;
  readonly #refresher: Refresher;
  readonly #full = new Map<number, Promise<FullTurn | null>>();
  #searching: { readonly query: string; readonly done: Promise<void> } | null = null;
  #facts: RunFacts | null = null;

  constructor(runs: StartupRuns) {
    this.#runs = runs;
    this.#refresher = new Refresher(runs, () => this.#fetch());
  }

  get newest(): number {
    return this.lines.length;
  }

  /** To be called whenever the run may have changed. */
  refresh(): Promise<void> {
    return this.#refresher.refresh();
  }

  /** Until the reader has said otherwise, the newest turn is open. */
  isOpen(turn: number, part?: PartName): boolean {
    return this.#choices.get(keyOf(turn, part)) ?? (part === undefined && turn === this.newest);
  }

  setOpen(isOpen: boolean, turn: number, part?: PartName): void {
    // The event of a fold comes for changes of ours, too.
    if (isOpen !== this.isOpen(turn, part)) this.#choices.set(keyOf(turn, part), isOpen);
  }

  /** A turn with its texts, long ones cut; null if it cannot be had. */
  full(turn: number): Promise<FullTurn | null> {
    const known = this.#full.get(turn);
    if (known) return known;
    if (this.#full.size >= MOST_KEPT) this.#full.clear();
    const source = this.#runs.shownSource;
    const asked = this.#runs.ask((host) => host.transcriptTurns(source, turn, turn)).then((turns) => (turns?.ok ? (turns.value[0] ?? null) : null));
    this.#full.set(turn, asked);
    return asked;
  }

  /** All of a text; null if it cannot be had. */
  async text(turn: number, part: PartName): Promise<string | null> {
    const source = this.#runs.shownSource;
    const whole = await this.#runs.ask((host) => host.transcriptText(source, turn, part));
    return whole?.ok ? whole.value : null;
  }

  /** Finds what is typed, once: who asks again meanwhile waits with the first. A newer search makes an older one void. */
  async search(): Promise<void> {
    if (this.#searching?.query !== this.query) this.#searching = { query: this.query, done: this.#search(this.query) };
    const searching = this.#searching;
    await searching.done;
    if (this.#searching === searching) this.#searching = null;
  }

  /** To the next hit or the one before, round the end. Its turn and part are open then. */
  stepHit(direction: 1 | -1): Hit | null {
    const count = this.found?.hits.length ?? 0;
    if (count === 0 || this.found?.query !== this.query) return null;
    this.hitIndex = this.hitIndex < 0 ? (direction === 1 ? 0 : count - 1) : (this.hitIndex + direction + count) % count;
    const { hit } = this;
    if (hit) this.setOpen(true, hit.turn);
    if (hit) this.setOpen(true, hit.turn, hit.part);
    return hit;
  }

  /** The first turn after one in which something was refused, round the end; null if there is none. */
  failureAfter(turn: number): number | null {
    const failures = this.lines.filter(({ refused }) => refused > 0);
    return (failures.find((line) => line.turn > turn) ?? failures[0])?.turn ?? null;
  }

  async #fetch(): Promise<void> {
    const { shown, shownSource: source } = this.#runs;
    if (shown?.facts !== this.#facts) this.#reset(shown?.facts ?? null);
    if (!shown || (shown.latest.turn === this.newest && this.marks !== null)) return;
    const { newest } = this;
    const lines = await this.#runs.ask((host) => host.transcriptIndex(source, newest));
    const marks = await this.#runs.ask((host) => host.transcriptMarks(source));
    // Meanwhile another run may be shown.
    if (this.#runs.shown?.facts !== this.#facts || this.#runs.shownSource !== source) return;
    if (lines?.ok) this.lines = [...this.lines, ...lines.value];
    if (marks?.ok) this.marks = marks.value;
  }

  async #search(query: string): Promise<void> {
    const source = this.#runs.shownSource;
    const facts = this.#facts;
    const found = await this.#runs.ask((host) => host.searchTranscript(source, query));
    if (!found?.ok || !found.value || query !== this.query || facts !== this.#facts) return;
    this.found = query === '' ? null : found.value;
    this.hitIndex = -1;
  }

  #reset(facts: RunFacts | null): void {
    this.#facts = facts;
    this.#full.clear();
    this.#choices.clear();
    this.lines = [];
    this.marks = null;
    this.found = null;
    this.hitIndex = -1;
    this.#searching = null;
  }
}

function keyOf(turn: number, part: PartName | undefined): string {
  return part === undefined ? String(turn) : `${turn} ${part}`;
}
