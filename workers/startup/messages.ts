/** What crosses between the page and the startup worker. Plain data: structured clone carries all of it. */
import type { Domain } from '../../src/startup/domains.ts';
import type { Outcome } from '../../src/startup/outcome.ts';
import type { Rules } from '../../src/startup/preset.ts';

/** Milliseconds of UTC since 1970-01-01, on the world's clock. */
export type SimTime = number;

export interface PresetCard {
  readonly name: string;
  readonly description: string;
  readonly rules: Rules;
  readonly horizonYears: number;
}

export interface BotCard {
  readonly name: string;
  readonly summary: string;
}

export interface Catalogue {
  readonly presets: readonly PresetCard[];
  readonly bots: readonly BotCard[];
}

/** A preset that comes with Longrun, or a file of the user's own. */
export type PresetChoice = { readonly name: string } | { readonly file: string; readonly text: string };

export interface RunRequest {
  readonly preset: PresetChoice;
  /** 0 or above. */
  readonly seed: number;
  readonly bot: string;
  /** In place of the preset's own horizon. */
  readonly horizonYears?: number;
}

/** What stays the same over a whole run. */
export interface RunFacts {
  readonly presetName: string;
  readonly rules: Rules;
  readonly seed: number;
  readonly driver: string;
  readonly startedAt: SimTime;
  readonly horizonEnd: SimTime;
}

/** Turns a second; `max` is as fast as the engine goes. */
export type Speed = 2 | 10 | 50 | 'max';

export interface Point {
  readonly x: SimTime;
  readonly y: number;
}

/** Funds in dollars, and the ledger category that changed them. */
export interface FundsPoint extends Point {
  readonly event: string;
}

/** Each value holds until the next point. Money in dollars. */
export interface Curves {
  readonly funds: readonly FundsPoint[];
  readonly prestige: Readonly<Record<Domain, readonly Point[]>>;
  readonly payroll: readonly Point[];
}

/**
 * `late`: past its deadline. `will_be_late`: its team cannot make the deadline as things stand.
 * `stalled`: some domain has work left and nobody on the team who can do it.
 */
export type Outlook = 'planned' | 'on_track' | 'will_be_late' | 'late' | 'stalled';

/** A task that has been accepted and is not over. */
export interface OpenTask {
  readonly id: string;
  readonly title: string;
  readonly client: string | null;
  readonly domains: readonly Domain[];
  readonly rewardCents: number;
  /** 0 to 1. */
  readonly progress: number;
  readonly deadline: SimTime;
  readonly team: readonly string[];
  readonly outlook: Outlook;
}

export type LogEntry = { readonly turn: number; readonly time: SimTime } & (
  | { readonly kind: 'payroll'; readonly fundsCents: number }
  | { readonly kind: 'started'; readonly task: string }
  | { readonly kind: 'milestone'; readonly task: string; readonly percent: number }
  | { readonly kind: 'on_time'; readonly task: string; readonly client: string | null; readonly fundsDeltaCents: number }
  | { readonly kind: 'late'; readonly task: string; readonly client: string | null; readonly fundsDeltaCents: number }
  | { readonly kind: 'cancelled'; readonly task: string }
  | { readonly kind: 'bankruptcy'; readonly fundsCents: number }
  | { readonly kind: 'horizon_end' }
  | { readonly kind: 'refused'; readonly command: string; readonly reason: string }
);

/** Why a run goes no further. `gave_up`: its driver had nothing more to do. */
export type Ending = 'bankruptcy' | 'horizon_end' | 'turn_limit' | 'gave_up' | 'stopped';

export interface TaskCounts {
  readonly planned: number;
  readonly active: number;
  readonly onTime: number;
  readonly late: number;
  readonly cancelled: number;
}

/** The run as it stands. Curves and log hold only what is new since the snapshot before. */
export interface Snapshot {
  readonly playing: boolean;
  readonly time: SimTime;
  readonly turn: number;
  readonly fundsCents: number;
  readonly payrollCents: number;
  /** Funds over monthly payroll; null without payroll. */
  readonly runwayMonths: number | null;
  readonly counts: TaskCounts;
  readonly openTasks: readonly OpenTask[];
  readonly newPoints: Curves;
  readonly newEntries: readonly LogEntry[];
  /** Null while the run can go on. */
  readonly ending: Ending | null;
  /** Known once the run is over. */
  readonly outcome: Outcome | null;
}

export interface StartedRun {
  readonly facts: RunFacts;
  readonly start: Snapshot;
}

/** A rollout that was opened, as the engine recomputed it. */
export interface OpenedRollout {
  readonly file: string;
  readonly verdict: 'match' | 'diverged' | 'edited';
  /** What `longrun score` prints about it. */
  readonly report: readonly string[];
  readonly facts: RunFacts;
  readonly end: Snapshot;
}

/** Which of the worker's two runs is meant: the one it plays, or the one opened from a file. */
export type RunSource = 'live' | 'opened';

export type ExportKind = 'rollout' | 'rollout-gzip' | 'database';
