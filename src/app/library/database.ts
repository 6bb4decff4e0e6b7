/** Runs in IndexedDB: what is listed in one store, the turns in another. */
import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb';
import type { BareTurn } from '../../rollout/bare.ts';
import type { StoredRun } from './changes.ts';
import { keptRun, type Beginning, type KeptTurn } from './keptRun.ts';
import { changed, type RunStorage } from './storage.ts';

const NAME = 'longrun';
const VERSION = 2;

interface Runs extends DBSchema {
  runs: { key: string; value: StoredRun };
  /** By run and number of the turn, counted from 1. */
  turns: { key: [string, number]; value: BareTurn };
}

/** Throws where the browser denies storage. */
export async function databaseStorage(): Promise<RunStorage> {
  let connection: IDBPDatabase<Runs> | null = await open();

  /** The browser may close a connection, and a later version of this page asks for it. */
  async function open(): Promise<IDBPDatabase<Runs>> {
    const opened = await openDB<Runs>(NAME, VERSION, {
      upgrade: (database, oldVersion, _, transaction) => void upgrade(database, oldVersion, transaction),
      blocking: () => {
        opened.close();
        connection = null;
      },
      terminated: () => {
        connection = null;
      },
    });
    return opened;
  }

  async function database(): Promise<IDBPDatabase<Runs>> {
    return (connection ??= await open());
  }

  return {
    runs: async () => (await database()).getAll('runs'),
    turns: async (id) => (await database()).getAll('turns', turnsOf(id)),
    write: async (id, change) => {
      const transaction = (await database()).transaction(['runs', 'turns'], 'readwrite');
      const [runs, turns] = [transaction.objectStore('runs'), transaction.objectStore('turns')];
      const work = async () => {
        const run = changed(await runs.get(id), change);
        if (run === null) return null;
        const { from, turns: added } = change.turns ?? { from: Infinity, turns: [] };
        const writes = [
          () => runs.put(run, id),
          ...added.map((turn, i) => () => turns.put(turn, [id, from + i])),
          () => turns.delete(turnsOf(id, from + added.length)),
        ];
        // Some fail by throwing, some by rejecting.
        await Promise.all(writes.map(async (write) => write()));
        return run;
      };
      try {
        return (await Promise.all([work(), transaction.done]))[0];
      } catch (error) {
        abort(transaction);
        // The requests know only that they were aborted; the transaction knows why.
        throw transaction.error ?? error;
      }
    },
    delete: async (ids) => {
      const transaction = (await database()).transaction(['runs', 'turns'], 'readwrite');
      const deletions = ids.flatMap((id) => [
        transaction.objectStore('runs').delete(id),
        transaction.objectStore('turns').delete(turnsOf(id)),
      ]);
      await Promise.all([...deletions, transaction.done]);
    },
  };
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // It is aborted already.
  }
}

function turnsOf(id: string, from = 1): IDBKeyRange {
  return IDBKeyRange.bound([id, from], [id, Infinity]);
}

/** Version 1 kept the one run of a model that was under way; it comes along. */
async function upgrade(
  database: IDBPDatabase<Runs>,
  oldVersion: number,
  transaction: IDBPTransaction<Runs, StoreNames<Runs>[], 'versionchange'>,
): Promise<void> {
  let kept: ReturnType<typeof keptRun> = null;
  if (oldVersion === 1) {
    const old = transaction as unknown as IDBPTransaction<unknown, string[], 'versionchange'>;
    try {
      const [beginning] = (await old.objectStore('beginning').getAll()) as Beginning[];
      kept = keptRun(beginning, (await old.objectStore('turns').getAll()) as KeptTurn[]);
    } catch {
      // What cannot be read must not keep new runs from being saved.
    }
    for (const name of ['beginning', 'turns']) old.db.deleteObjectStore(name);
  }
  const [runs, turns] = [database.createObjectStore('runs'), database.createObjectStore('turns')];
  if (!kept) return;
  const { run, turns: list } = kept;
  await Promise.all([runs.put(run, run.id), ...list.map((turn, i) => turns.put(turn, [run.id, i + 1]))]);
}
