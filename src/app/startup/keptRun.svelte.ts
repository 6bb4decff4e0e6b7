/** A model's run is kept in this browser as it goes: what was paid for outlives a crash and a reload. One run, and never a key. */
import type { Json } from '../../core/json.ts';
import { cleanForeign } from '../../models/secrets.ts';
import type { Turn } from '../../rollout/format.ts';
import type { ModelSetup, RunHead } from '../../../workers/startup/messages.ts';

export interface KeptRun {
  readonly head: RunHead;
  readonly setup: ModelSetup;
  readonly turns: readonly Turn[];
}

const DATABASE = 'longrun';
const BEGINNING = 'beginning';
const TURNS = 'turns';

export class RunKeeper {
  /** The run that was left behind by an earlier visit. */
  found = $state.raw<KeptRun | null>(null);
  /** Why nothing is kept, or null. */
  problem = $state.raw<string | null>(null);
  readonly #liveKeys: () => readonly string[];
  /** One write after the other; a failed one does not keep the others from trying. */
  #writes: Promise<void> = Promise.resolve();

  constructor(liveKeys: () => readonly string[]) {
    this.#liveKeys = liveKeys;
  }

  async look(): Promise<void> {
    try {
      const database = await open();
      const reading = database.transaction([BEGINNING, TURNS]);
      const [beginnings, turns] = await Promise.all([
        all<Omit<KeptRun, 'turns'>>(reading.objectStore(BEGINNING)),
        all<Turn>(reading.objectStore(TURNS)),
      ]);
      database.close();
      const [beginning] = beginnings;
      this.found = beginning && turns.length > 0 ? { ...beginning, turns } : null;
    } catch {
      // Nothing to go on with; whether a run can be kept shows when there is one.
    }
  }

  /** In place of the run kept before. */
  begin(head: RunHead, setup: ModelSetup): void {
    this.found = null;
    this.#write((beginnings, turns) => {
      turns.clear();
      beginnings.put(this.#clean({ head, setup }), 0);
    });
  }

  /** The same run goes on under other terms. */
  change(head: RunHead, setup: ModelSetup): void {
    this.#write((beginnings) => beginnings.put(this.#clean({ head, setup }), 0));
  }

  add(added: readonly Turn[]): void {
    this.#write((_, turns) => {
      for (const turn of added) turns.put(this.#clean(turn), turn.turn);
    });
  }

  discard(): void {
    this.found = null;
    this.#write((beginnings, turns) => {
      beginnings.clear();
      turns.clear();
    });
  }

  #clean(value: unknown): Json {
    return cleanForeign(value as Json, this.#liveKeys()).value;
  }

  #write(work: (beginnings: IDBObjectStore, turns: IDBObjectStore) => void): void {
    this.#writes = this.#writes
      .then(async () => {
        const database = await open();
        const writing = database.transaction([BEGINNING, TURNS], 'readwrite');
        work(writing.objectStore(BEGINNING), writing.objectStore(TURNS));
        await done(writing);
        database.close();
        this.problem = null;
      })
      .catch((error: unknown) => {
        this.problem = error instanceof Error ? error.message : String(error);
      });
  }
}

function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(BEGINNING);
    opening.result.createObjectStore(TURNS);
  };
  return answer(opening);
}

function all<Value>(store: IDBObjectStore): Promise<Value[]> {
  return answer(store.getAll() as IDBRequest<Value[]>);
}

function answer<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no answer'));
  });
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
  });
}
