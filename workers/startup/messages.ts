/** What crosses between the page and the startup worker. Plain data: structured clone carries all of it. */
import type { JsonObject } from '../../src/core/json.ts';
import type { Caps, Spent } from '../../src/models/budget.ts';
import type { Endpoint } from '../../src/models/endpoints.ts';
import type { RolePlan } from '../../src/models/estimate.ts';
import type { Price } from '../../src/models/prices.ts';
import type { BareTurn } from '../../src/rollout/bare.ts';
import type { Branch, Driver, RunHead } from '../../src/rollout/format.ts';
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
  readonly driver: DriverChoice;
  /** In place of the preset's own horizon. */
  readonly horizonYears?: number;
}

/** How a model drives: all but its key, which stays on the page. */
export interface ModelSetup {
  readonly endpoint: Endpoint;
  readonly model: string;
  /** Null: unknown. */
  readonly price: Price | null;
  readonly caps: Caps;
  /** A system prompt of the user's own; null: the preset's, or ours. */
  readonly rules: string | null;
  /** What the rollout says of who drives. */
  readonly driver: Driver;
}

export type DriverChoice =
  | { readonly kind: 'bot'; readonly name: string }
  | { readonly kind: 'model'; readonly setup: ModelSetup }
  /** A person at this page. */
  | { readonly kind: 'human'; readonly name: string };

/** What a run of this preset with a model takes, as far as it is known before: see `RolePlan`. */
export interface RunPlan {
  readonly agent: RolePlan;
  /** The system prompt, unless the user has one of their own. */
  readonly rules: string;
}

/** Why a run stands still though nobody paused it; it can go on. */
export interface Halt {
  readonly message: string;
  readonly advice: string;
}

/** What stays the same over a whole run. */
export interface RunFacts {
  readonly presetName: string;
  /** It bears the name of a built-in preset, and differs from it. */
  readonly isChanged: boolean;
  readonly rules: Rules;
  readonly seed: number;
  readonly driver: Driver;
  /** Where it branched off earlier runs, the first branching first. */
  readonly lineage: readonly Branch[];
  readonly startedAt: SimTime;
  readonly horizonEnd: SimTime;
  readonly horizonYears: number;
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
  /** By client; empty under rules that know none. */
  readonly trust: Readonly<Record<string, readonly Point[]>>;
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

/** The company as it stands at some time. */
export interface Standing {
  readonly time: SimTime;
  readonly turn: number;
  readonly fundsCents: number;
  readonly payrollCents: number;
  /** Funds over monthly payroll; null without payroll. */
  readonly runwayMonths: number | null;
  readonly counts: TaskCounts;
  readonly openTasks: readonly OpenTask[];
}

/** The run as it stands. Curves, log and turns hold only what is new since the snapshot before. */
export interface Snapshot extends Standing {
  readonly playing: boolean;
  /** A turn that takes its time is being played. */
  readonly turning: boolean;
  /** Who is at the wheel. */
  readonly driver: Driver;
  readonly newPoints: Curves;
  readonly newEntries: readonly LogEntry[];
  /** What it takes to recompute them. */
  readonly newTurns: readonly BareTurn[];
  /** The commands of the turn under way, where it is a person's. */
  readonly openLines: readonly string[];
  /** What models have used; null if none has. */
  readonly spent: Spent | null;
  readonly halt: Halt | null;
  /** Null while the run can go on. */
  readonly ending: Ending | null;
  /** Known once the run is over. */
  readonly outcome: Outcome | null;
}

export interface StartedRun {
  readonly facts: RunFacts;
  readonly start: Snapshot;
  readonly head: RunHead;
}

/** What the world answered a person. */
export interface Answered {
  /** 0 done, 1 refused, 2 not understood. */
  readonly exit: 0 | 1 | 2;
  /** A text for help, and for lines that were not understood. */
  readonly answer: JsonObject | string;
}

/** A run that was opened, from a file, a link or this browser, as the engine recomputed it. */
export interface OpenedRollout {
  readonly file: string;
  readonly head: RunHead;
  readonly verdict: 'match' | 'diverged' | 'edited';
  /** Where something that looks like a key was taken out. */
  readonly removed: readonly string[];
  /** What `longrun score` prints about it. */
  readonly report: readonly string[];
  readonly facts: RunFacts;
  readonly end: Snapshot;
}

/** Which of the worker's two runs is meant: the one it plays, or the one that was opened. */
export type RunSource = 'live' | 'opened';

export type ExportKind = 'rollout' | 'rollout-gzip' | 'database';
