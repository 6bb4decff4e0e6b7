/** What the page shows of a transcript. Only what is in sight crosses: a long run's transcript has tens of megabytes. */
import type { Driver } from '../../src/rollout/format.ts';
import type { SimTime } from './messages.ts';

/** A turn in a line. */
export interface TurnLine {
  readonly turn: number;
  /** At its end. */
  readonly time: SimTime;
  /** Where it was not the run's driver. */
  readonly driver: Driver | null;
  readonly commands: number;
  /** Of the commands and tool calls, those refused or not understood. */
  readonly refused: number;
  readonly fundsDeltaCents: number;
  /** Of a model: null where nobody was asked. What is unknown is null in it. */
  readonly usage: { readonly inputTokens: number | null; readonly outputTokens: number | null; readonly costUsd: number | null } | null;
  readonly elapsedMs: number | null;
  readonly retries: number;
}

/** A text of a turn. `command` and `answer` bear the number of the step, from 0. */
export type PartName = 'told' | 'thinking' | 'said' | `command ${number}` | `answer ${number}`;

/** The start of a text, and how long all of it is, in UTF-16 units. */
export interface CutText {
  readonly start: string;
  readonly length: number;
}

/** A command, or a tool call that was none. */
export interface Step {
  readonly command: CutText;
  /** 0 done, 1 refused, 2 not understood. */
  readonly exit: 0 | 1 | 2;
  readonly answer: CutText;
}

export interface FullTurn {
  readonly turn: number;
  /** The exchange with a model; null where nobody was asked. */
  readonly exchange: {
    readonly told: CutText;
    readonly thinking: CutText;
    readonly said: CutText;
    readonly finish: string;
    readonly retries: readonly { readonly message: string; readonly waitedMs: number }[];
  } | null;
  readonly steps: readonly Step[];
  /** The last step was the rule's, not the driver's (spec §8). */
  readonly forced: boolean;
}

export interface Hit {
  readonly turn: number;
  readonly part: PartName;
  /** Where in the whole text, and how many UTF-16 units of it. */
  readonly at: number;
  readonly length: number;
  /** The words around it; the hit begins at `snippetAt`. */
  readonly snippet: string;
  readonly snippetAt: number;
}

export interface Found {
  readonly query: string;
  /** The first ones, in the order of reading. */
  readonly hits: readonly Hit[];
  readonly total: number;
}

/** A turn that cost much. */
export interface Mistake {
  readonly turn: number;
  readonly late: number;
  readonly cancelled: number;
  /** Rewards of these tasks that were not earned, and penalties. */
  readonly lostCents: number;
  /** Over all domains, before its floor. */
  readonly prestigeLost: number;
}

export interface Marks {
  /** Turns in which something was refused or not understood. */
  readonly failures: readonly number[];
  /** The first turn with a late task, or in which funds fell other than by payroll. */
  readonly firstLoss: number | null;
  /** The worst first. */
  readonly mistakes: readonly Mistake[];
  /** Turns in which a model had to be asked again. */
  readonly retried: readonly number[];
}
