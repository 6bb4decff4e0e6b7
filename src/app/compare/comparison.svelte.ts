/** The runs that are compared: each is recomputed by a worker, one after the other. It outlives its page. */
import type { Remote } from 'comlink';
import { describeFailure, success, type Result } from '../../core/result.ts';
import type { ComparedRun, ComparerHost } from '../../../workers/comparer/host.ts';
import { readBytes } from '../files.ts';
import { defaultName, type LoadedRun, type SavedRun } from '../library/savedRun.ts';
import { text } from '../texts.ts';
import { WorkerLink } from '../workerLink.svelte.ts';
import { linksIn } from './pasted.ts';

export type Source =
  | { readonly kind: 'saved'; readonly id: string }
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'link'; readonly fragment: string };

export type EntryState =
  | { readonly kind: 'waiting' }
  | ({ readonly kind: 'ready' } & ComparedRun)
  | { readonly kind: 'failed'; readonly problem: string };

export interface Entry {
  /** Counted from 1, and never used again. */
  readonly id: number;
  /** Null: called by what it turns out to be. */
  readonly name: string | null;
  readonly source: Source;
  readonly state: EntryState;
}

export type ReadyEntry = Entry & { readonly state: Extract<EntryState, { kind: 'ready' }> };

interface SavedRuns {
  readonly runs: readonly SavedRun[];
  load(id: string): Promise<Result<LoadedRun>>;
}

/** Showing fifty results one by one would make the page busier than the worker. */
const SHOW_EVERY_MS = 400;

type Link = Pick<WorkerLink<ComparerHost>, 'crash' | 'call' | 'restart'>;

export class Comparison {
  entries = $state.raw<readonly Entry[]>([]);
  /** Nothing more is replayed until somebody goes on. */
  isStopped = $state(false);
  /** What stopped the worker; null while it is well. */
  crash = $state.raw<string | null>(null);
  readonly #library: SavedRuns;
  readonly #connect: () => Link;
  /** Not before there is something to replay. */
  #link: Link | null = null;
  #isAtWork = false;
  /** Results that are not shown yet, by entry. */
  readonly #results = new Map<number, EntryState>();
  #lastShown = -Infinity;
  #lastId = 0;

  readonly ready: readonly ReadyEntry[] = $derived(this.entries.filter(isReady));
  readonly done: number = $derived(this.entries.filter(({ state }) => state.kind === 'ready' || state.kind === 'failed').length);
  readonly isBusy: boolean = $derived(this.done < this.entries.length && !this.isStopped);
  /** By entry, the one before it that is the same run. */
  readonly duplicates: ReadonlyMap<number, ReadyEntry> = $derived.by(() => {
    const first = new Map<string, ReadyEntry>();
    const found = new Map<number, ReadyEntry>();
    for (const entry of this.ready) {
      const before = first.get(entry.state.fingerprint);
      if (before) found.set(entry.id, before);
      else first.set(entry.state.fingerprint, entry);
    }
    return found;
  });

  constructor(library: SavedRuns, connect: () => Link = connectWorker) {
    this.#library = library;
    this.#connect = connect;
  }

  /** One that is in the list already is taken anew: it may have gone on meanwhile. */
  addSaved(ids: readonly string[]): void {
    const listed = new Set(this.entries.map(({ source }) => (source.kind === 'saved' ? source.id : null)));
    this.entries = this.entries.map((entry) =>
      entry.source.kind === 'saved' && ids.includes(entry.source.id) && isDone(entry) ? { ...entry, state: { kind: 'waiting' } } : entry,
    );
    const wanted = ids.filter((id) => !listed.has(id));
    this.#add(wanted.map((id) => ({ name: this.#library.runs.find((run) => run.id === id)?.name ?? null, source: { kind: 'saved', id } })));
  }

  addFiles(files: readonly File[]): void {
    this.#add(files.map((file) => ({ name: file.name.replace(/(\.json)?(\.gz)?$/i, ''), source: { kind: 'file', file } })));
  }

  /** Every run link in a text. How many there were. */
  addPasted(pasted: string): number {
    const links = linksIn(pasted);
    this.#add(links.map(({ name, fragment }) => ({ name, source: { kind: 'link', fragment } })));
    return links.length;
  }

  rename(id: number, name: string): void {
    this.entries = this.entries.map((entry) => (entry.id === id ? { ...entry, name } : entry));
  }

  remove(id: number): void {
    this.entries = this.entries.filter((entry) => entry.id !== id);
  }

  clear(): void {
    this.entries = [];
    this.isStopped = false;
  }

  /** After the run that is being replayed. */
  stop(): void {
    this.isStopped = true;
  }

  goOn(): void {
    this.isStopped = false;
    if (this.crash !== null) {
      this.crash = null;
      this.#link?.restart();
    }
    void this.#work();
  }

  #add(added: readonly Pick<Entry, 'name' | 'source'>[]): void {
    this.entries = [...this.entries, ...added.map((entry): Entry => ({ ...entry, id: ++this.#lastId, state: { kind: 'waiting' } }))];
    if (this.crash === null) this.goOn();
  }

  async #work(): Promise<void> {
    if (this.#isAtWork) return;
    this.#isAtWork = true;
    for (let next = this.#next(); next; next = this.#next()) {
      this.#results.set(next.id, await this.#replayed(next.source));
      if (performance.now() - this.#lastShown >= SHOW_EVERY_MS) this.#showResults();
    }
    this.#showResults();
    this.#isAtWork = false;
  }

  #next(): Entry | undefined {
    return this.isStopped ? undefined : this.entries.find(({ id, state }) => state.kind === 'waiting' && !this.#results.has(id));
  }

  #showResults(): void {
    this.entries = this.entries.map((entry) => ({ ...entry, state: this.#results.get(entry.id) ?? entry.state }));
    this.#results.clear();
    this.#lastShown = performance.now();
  }

  async #replayed(source: Source): Promise<EntryState> {
    this.#link ??= this.#connect();
    const link = this.#link;
    const ask = async (question: (host: Remote<ComparerHost>) => Promise<Result<ComparedRun>>): Promise<EntryState> => {
      const answer = await link.call(question);
      if (answer) return answer.ok ? { kind: 'ready', ...answer.value } : failed(describeFailure(answer));
      this.isStopped = true;
      this.crash = link.crash;
      return failed(text('compareCrashedHere', { reason: link.crash ?? '' }));
    };
    switch (source.kind) {
      case 'link':
        return ask((host) => host.link(source.fragment));
      case 'file': {
        const bytes = await readBytes(source.file);
        return bytes ? ask((host) => host.file(bytes, source.file.name)) : failed(text('fileUnreadable'));
      }
      case 'saved': {
        const loaded = await this.#library.load(source.id);
        if (!loaded.ok) return failed(describeFailure(loaded));
        const { head, turns, openLines } = loaded.value;
        return ask(async (host) => success(await host.bare({ head, turns, openLines })));
      }
    }
  }
}

export function nameOf({ id, name, state }: Entry): string {
  if (name !== null) return name;
  return state.kind === 'ready' ? defaultName(state.run.head, state.facts.driver) : text('compareUnnamed', { number: id });
}

function isReady(entry: Entry): entry is ReadyEntry {
  return entry.state.kind === 'ready';
}

function isDone({ state }: Entry): boolean {
  return state.kind === 'ready' || state.kind === 'failed';
}

function failed(problem: string): EntryState {
  return { kind: 'failed', problem };
}

function connectWorker(): Link {
  return new WorkerLink<ComparerHost>(
    () => new Worker(new URL('../../../workers/comparer.ts', import.meta.url), { type: 'module', name: 'comparer' }),
    () => {},
  );
}
