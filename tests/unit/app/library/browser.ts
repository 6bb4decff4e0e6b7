/** A browser with tabs, for tests: one database, one set of locks, one channel, and a storage that can be made to fail. */
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { databaseStorage } from '../../../../src/app/library/database.ts';
import { Library } from '../../../../src/app/library/library.svelte.ts';
import type { Change } from '../../../../src/app/library/changes.ts';
import type { SavedStanding } from '../../../../src/app/library/savedRun.ts';
import type { Channel, Surroundings } from '../../../../src/app/library/surroundings.ts';
import type { Locks, Message } from '../../../../src/app/library/tabs.ts';
import { presetByName } from '../../../../src/startup/presets.ts';
import type { BareTurn } from '../../../../src/rollout/bare.ts';
import type { RunHead } from '../../../../src/rollout/format.ts';

export const KEY = 'sk-test-0123456789abcdefghijklmnopqrstuv';

export class Browser {
  /** What a write throws, while there is something. */
  failure: Error | null = null;
  /** Every write that reached the storage, in order. */
  readonly writes: { readonly id: string; readonly change: Change }[] = [];
  readonly #locks = new Set<string>();
  readonly #channels = new Set<Channel>();
  #time = 1_700_000_000_000;

  constructor() {
    globalThis.indexedDB = new IDBFactory();
  }

  /** A tab; `close` is what happens to one that crashes. */
  open(changes: Partial<Surroundings> = {}): { library: Library; close: () => void } {
    const held = new Set<string>();
    const channel: Channel = {
      onmessage: null,
      postMessage: (message: Message) => {
        const copy = structuredClone(message);
        for (const other of this.#channels) {
          if (other !== channel) queueMicrotask(() => other.onmessage?.({ data: copy } as MessageEvent<Message>));
        }
      },
    };
    this.#channels.add(channel);
    const library = new Library(() => [KEY], {
      openStorage: async () => {
        const storage = await databaseStorage();
        return {
          ...storage,
          write: async (id, change) => {
            if (this.failure) throw this.failure;
            this.writes.push({ id, change });
            return storage.write(id, change);
          },
        };
      },
      locks: this.#lockManager(held),
      channel,
      space: null,
      now: () => ++this.#time,
      onReturn: () => {},
      ...changes,
    });
    const close = () => {
      this.#channels.delete(channel);
      for (const name of held) this.#locks.delete(name);
    };
    return { library, close };
  }

  #lockManager(held: Set<string>): Locks {
    return {
      request: async (name, _, work) => {
        if (this.#locks.has(name)) return work(null);
        this.#locks.add(name);
        held.add(name);
        await work({ name });
        this.#locks.delete(name);
        held.delete(name);
      },
      query: async () => ({ held: [...this.#locks].map((name) => ({ name })) }),
    };
  }
}

export function full(): Error {
  return new DOMException('no space', 'QuotaExceededError');
}

export const head: RunHead = (() => {
  const preset = presetByName('paper');
  if (!preset.ok) throw new Error(preset.message);
  return { preset: preset.value, seed: 1, driver: { kind: 'bot', name: 'careful' } };
})();

export function turn(number: number): BareTurn {
  return { lines: [`yc-bench sim resume # ${number}`], hash: number.toString(16).padStart(32, '0'), details: {} };
}

/** Turns from one number to another, both included. */
export function turns(from: number, to: number): BareTurn[] {
  return Array.from({ length: to - from + 1 }, (_, i) => turn(from + i));
}

export function standing(turnsPlayed: number, changes: Partial<SavedStanding> = {}): SavedStanding {
  return {
    turns: turnsPlayed,
    // Of microseconds, as the world's clock.
    time: Date.UTC(2025, 0, 1 + turnsPlayed) + 0.277,
    fundsCents: 20_000_000 + turnsPlayed,
    ending: null,
    tasksOnTime: 0,
    tasksLate: 0,
    normalized: null,
    cost: 0,
    ...changes,
  };
}

/** A run of this many turns, as the page writes it: begun, then turn after turn. */
export function play(library: Library, name: string, count: number): string {
  const { id } = library.begin({ name, head, standing: standing(0) });
  for (let number = 1; number <= count; number++) addTurn(library, id, number);
  return id;
}

export function addTurn(library: Library, id: string, number: number): void {
  library.write(id, { newTurns: { from: number, turns: [turn(number)] }, standing: standing(number) });
}

/** The turns that the library gives back. */
export async function turnsOf(library: Library, id: string): Promise<readonly BareTurn[]> {
  const run = await library.load(id);
  if (!run.ok) throw new Error(run.message);
  return run.value.turns;
}

/** Everything that was said and written between tabs has arrived. */
export async function quiet(...libraries: Library[]): Promise<void> {
  for (let round = 0; round < 8; round++) {
    for (const library of libraries) await library.settled();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
