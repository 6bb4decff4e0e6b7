/** Changes of a run on their way to the storage. Those that wait are put together into one. */
import { invariant } from '../../core/result.ts';
import type { BareTurn } from '../../rollout/bare.ts';
import type { SavedRun } from './savedRun.ts';

/** What a storage holds of a run, besides its turns. */
export interface StoredRun extends SavedRun {
  /** It is to go for good, unless that is undone. */
  readonly removed?: boolean;
  /** How often it has been written, by whichever tab: the higher one is the newer. */
  readonly revision?: number;
}

export interface NewTurns {
  /** Counted from 1. They take the place of everything from here on. */
  readonly from: number;
  readonly turns: readonly BareTurn[];
}

export interface Change {
  /** The whole run where it is new: a change of a run that is gone brings nothing back. */
  readonly fields: Partial<StoredRun>;
  readonly turns: NewTurns | null;
}

export function isWhole(fields: Partial<StoredRun>): fields is StoredRun {
  return fields.id !== undefined;
}

export function joinChanges(earlier: Change, later: Change): Change {
  return {
    fields: { ...earlier.fields, ...later.fields },
    turns: earlier.turns && later.turns ? joinTurns(earlier.turns, later.turns) : (later.turns ?? earlier.turns),
  };
}

function joinTurns(earlier: NewTurns, later: NewTurns): NewTurns {
  if (later.from <= earlier.from) return later;
  invariant(later.from <= earlier.from + earlier.turns.length, 'turns follow one another');
  return { from: earlier.from, turns: [...earlier.turns.slice(0, later.from - earlier.from), ...later.turns] };
}

/** The turns with the change made. */
export function withNewTurns(turns: readonly BareTurn[], change: NewTurns | null | undefined): readonly BareTurn[] {
  return change ? [...turns.slice(0, change.from - 1), ...change.turns] : turns;
}
