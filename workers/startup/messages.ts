/** What crosses between the page and the startup worker. Plain data: structured clone carries all of it. */
import type { Caps, Spent } from '../../src/models/budget.ts';
import type { Endpoint } from '../../src/models/endpoints.ts';
import type { Outcome as Answered } from '../../src/models/failures.ts';
import type { RolePlan } from '../../src/models/estimate.ts';
import type { Price } from '../../src/models/prices.ts';
import type { Retry } from '../../src/models/retry.ts';
import type { ChatAnswer, ChatRequest } from '../../src/models/types.ts';
import type { CompleteOptions } from '../../src/models/client.ts';
import type { Driver, Rollout, Turn } from '../../src/rollout/format.ts';
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

export type DriverChoice = { readonly kind: 'bot'; readonly name: string } | { readonly kind: 'model'; readonly setup: ModelSetup };

/** What the worker asks the page, which alone has keys and the network, to do for a model's run. */
export interface ModelCalls {
  /** Retries are shown by the page as they happen, and recorded by the worker afterwards. */
  complete(id: number, request: ChatRequest, options: Pick<CompleteOptions, 'turn' | 'timeoutMs' | 'retry'>): Promise<AnsweredCall>;
  /** The call ends as `cancelled`, if it has not ended yet. */
  cancel(id: number): void | Promise<void>;
}

export interface AnsweredCall {
  readonly outcome: Answered<ChatAnswer>;
  readonly retries: readonly Retry[];
}

/** What a run is recomputed from, apart from its turns: kept by the page while a model drives, so that nothing paid for is lost. */
export type RunHead = Pick<Rollout, 'preset' | 'seed' | 'driver' | 'episode'>;

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
  /** A turn that takes its time is being played. */
  readonly turning: boolean;
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
  /** Those in which a model was asked. */
  readonly newTurns: readonly Turn[];
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

/** A rollout that was opened, as the engine recomputed it. */
export interface OpenedRollout {
  readonly file: string;
  readonly verdict: 'match' | 'diverged' | 'edited';
  /** Where something that looks like a key was taken out. */
  readonly removed: readonly string[];
  /** What `longrun score` prints about it. */
  readonly report: readonly string[];
  readonly facts: RunFacts;
  readonly end: Snapshot;
}

/** Which of the worker's two runs is meant: the one it plays, or the one opened from a file. */
export type RunSource = 'live' | 'opened';

export type ExportKind = 'rollout' | 'rollout-gzip' | 'database';
