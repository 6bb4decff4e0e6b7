/** A run as this browser keeps it: what a list shows, and what its turns are recomputed from. */
import type { BareRun } from '../../rollout/bare.ts';
import type { Driver, RunHead } from '../../rollout/format.ts';
import type { Ending, ModelSetup, SimTime, Snapshot } from '../../../workers/startup/messages.ts';

export interface SavedRun {
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  /** Milliseconds since 1970, by the user's clock. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly head: RunHead;
  /** How a model drives; never its key. */
  readonly setup: ModelSetup | null;
  /** The run it was forked from, and the last turn in common. */
  readonly parent: { readonly id: string; readonly turn: number } | null;
  /** Of a turn that is under way. */
  readonly openLines: readonly string[];
  readonly standing: SavedStanding;
  /** About, as JSON. */
  readonly bytes: number;
}

/** What can be shown of a run without replaying it. Nothing is scored by it. */
export interface SavedStanding {
  readonly turns: number;
  readonly time: SimTime;
  /** Null, here and for tasks: not known before the run is opened. */
  readonly fundsCents: number | null;
  /** Null: it can go on. */
  readonly ending: Ending | null;
  readonly tasksOnTime: number | null;
  readonly tasksLate: number | null;
  /** Normalized funds; null before the end. */
  readonly normalized: number | null;
  /** What the models have cost, in USD; null: unknown, which is something else than nothing. */
  readonly cost: number | null;
}

export type LoadedRun = BareRun & { readonly saved: SavedRun };

/** What the user calls it, as against how far it has come: two tabs may change one each. */
export type Labels = Pick<SavedRun, 'name' | 'tags'>;

export function standingOf({ turn, time, fundsCents, ending, counts, outcome, spent }: Snapshot): SavedStanding {
  return {
    turns: turn,
    time,
    fundsCents,
    ending,
    tasksOnTime: counts.onTime,
    tasksLate: counts.late,
    normalized: outcome?.normalized_funds ?? null,
    cost: spent === null ? 0 : spent.callsOfUnknownCost > 0 ? null : spent.costUsd,
  };
}

/** `paper · seed 1 · careful`, which is the same in every language. */
export function defaultName({ preset, seed }: RunHead, driver: Driver): string {
  return `${preset.name} · ${seed} · ${driver.name}`;
}

export function newestFirst(runs: Iterable<SavedRun>): SavedRun[] {
  return [...runs].sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1));
}
