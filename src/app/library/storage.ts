/** Where runs are kept: in the browser's database, or in memory where the browser denies one. */
import type { BareTurn } from '../../rollout/bare.ts';
import { isWhole, withNewTurns, type Change, type StoredRun } from './changes.ts';

export interface RunStorage {
  runs(): Promise<readonly StoredRun[]>;
  turns(id: string): Promise<readonly BareTurn[]>;
  /** All of it or nothing. Answers what is kept then; null if the run is gone. */
  write(id: string, change: Change): Promise<StoredRun | null>;
  delete(ids: readonly string[]): Promise<void>;
}

export function memoryStorage(): RunStorage {
  const runs = new Map<string, StoredRun>();
  const turns = new Map<string, readonly BareTurn[]>();
  return {
    runs: async () => [...runs.values()],
    turns: async (id) => turns.get(id) ?? [],
    write: async (id, change) => {
      const run = changed(runs.get(id), change);
      if (run === null) return null;
      runs.set(id, run);
      turns.set(id, withNewTurns(turns.get(id) ?? [], change.turns));
      return run;
    },
    delete: async (ids) => {
      for (const id of ids) {
        runs.delete(id);
        turns.delete(id);
      }
    },
  };
}

export function changed(run: StoredRun | undefined, { fields }: Change): StoredRun | null {
  const whole = { ...run, ...fields };
  return isWhole(whole) ? { ...whole, revision: (run?.revision ?? 0) + 1 } : null;
}
