/** What crosses between the page and the service worker. Plain data: structured clone carries all of it. */
import type { Spent } from '../../src/models/budget.ts';
import type { Exchange } from '../../src/rollout/exchange.ts';
import type { Driver } from '../../src/rollout/format.ts';
import type { Judgement, JudgeMethod, Score } from '../../src/rollout/service/judgement.ts';
import type { Reading } from '../../src/service/judge/answer.ts';
import type { Span } from '../../src/service/judge/windows.ts';
import type { ToolCall, Termination } from '../../src/service/message.ts';
import type { Role, Speaker } from '../../src/service/roles.ts';
import type { ScriptedUser } from '../../src/service/scriptedUser.ts';
import type { StateVerdict } from '../../src/service/stateCheck.ts';
import type { Domain, Language } from '../../src/service/types.ts';

/** A task as a list of them shows it. */
export interface TaskCard {
  readonly id: string;
  readonly domains: readonly Domain[];
  readonly language: Language;
  /** What the customer wants, in full. */
  readonly instructions: string;
  /** `yyyy-mm-dd HH:MM:SS` */
  readonly time: string;
  /** The customer's, as tools take it. */
  readonly userId: string;
  /** Who the customer is: names and values as texts. */
  readonly profile: readonly (readonly [name: string, value: string])[];
  /** How many there are; they themselves are shown when asked for. */
  readonly rubrics: number;
  /** Rows of all tables when the world is loaded. */
  readonly records: number;
}

/** A task of a set that the worker has read. */
export interface TaskRef {
  readonly set: string;
  readonly id: string;
}

/** The customer: a script, the person at the page, or a model that the page's roles name. */
export type UserChoice = ScriptedUser | 'person' | 'model';

export interface ConversationRequest extends TaskRef {
  readonly seed: string;
  readonly user: UserChoice;
}

export type ShownMessage =
  | { readonly role: 'user'; readonly content: string; readonly call: ShownCall | null }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly calls: readonly ToolCall[];
      readonly call: ShownCall | null;
      /** The customer was told it. */
      readonly isSeen: boolean;
    }
  | {
      readonly role: 'tool';
      readonly id: string;
      readonly name: string;
      readonly content: string;
      readonly isError: boolean;
      /** How many rows it changed. */
      readonly changes: number;
      /** Milliseconds of the worker's clock; null for one that was replayed. */
      readonly elapsed: number | null;
    };

/** What a model's message took; null: the provider did not say, or the price is unknown. */
export interface ShownCall {
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly costUsd: number | null;
  readonly hasThinking: boolean;
  readonly retries: number;
}

/** What else is kept of a model's message, for whoever asks. */
export interface MessageDetails {
  /** Readable thoughts; empty where there are none. */
  readonly thinking: string;
  readonly finish: string;
  /** Milliseconds, retries and their waits included. */
  readonly elapsed: number;
  readonly retries: Exchange['retries'];
}

/** What a side's model is shown now. */
export interface SideView {
  readonly prompt: string;
  /** Names of the tools that it is told of. */
  readonly tools: readonly string[];
  /** `by`: as the side itself is told; its own messages are those of `assistant`. */
  readonly parts: readonly { readonly by: 'assistant' | 'user' | 'tool'; readonly text: string }[];
}

/** A judgement, as far as it is. */
export interface ShownJudgement {
  readonly judge: Driver;
  readonly method: JudgeMethod;
  readonly rubrics: readonly string[];
  readonly windows: readonly ShownWindow[];
  /** How many there are to judge. */
  readonly windowsInAll: number;
  /** Null while it is not complete, or failed. */
  readonly score: Score | null;
  readonly failure: Judgement['failure'];
}

export interface ShownWindow extends Span, Pick<Reading, 'quality' | 'ignored'> {
  /** By rubric. */
  readonly states: readonly { readonly isMet: boolean; readonly justification: string }[];
}

/** Why nobody spoke or judged. */
export interface ServiceHalt {
  readonly by: Role;
  readonly message: string;
  /** What to do about it; may be empty. */
  readonly advice: string;
  /** Called off, by the reader or by another move. */
  readonly isCancelled: boolean;
}

export interface Moved {
  readonly view: ConversationView;
  /** Null: it was said or judged, or it is a person's turn, or all is done. */
  readonly halt: ServiceHalt | null;
}

/** Where a conversation stands. */
export interface ConversationView {
  readonly task: TaskCard;
  readonly seed: string;
  /** Who the customer was when it began. */
  readonly user: UserChoice;
  /** Who they are, or were when they last spoke. */
  readonly drivers: Readonly<Record<Speaker, Driver>>;
  readonly messages: readonly ShownMessage[];
  /** `most`: where it ends at the latest; null where a person may take as many as they like. */
  readonly steps: { readonly done: number; readonly most: number | null };
  /** The first one first. */
  readonly judgements: readonly ShownJudgement[];
  readonly spent: Readonly<Record<Role, Spent>>;
  readonly turn: 'user' | 'assistant' | null;
  /** The task's own solution can go on from here. */
  readonly isOnSolution: boolean;
  readonly termination: Termination | null;
  /** Of the world now: 32 hex digits. */
  readonly hash: string;
  readonly state: StateVerdict;
  readonly tables: readonly TableCard[];
}

export interface TableCard {
  readonly name: string;
  readonly rows: number;
}

export interface TableRequest {
  readonly table: string;
  /** Rows that hold these words somewhere; empty: all. */
  readonly words: string;
  readonly sort: { readonly column: string; readonly descending: boolean } | null;
  readonly offset: number;
  readonly limit: number;
}

export interface TablePage {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** That match. */
  readonly total: number;
}

/** One row that is new, changed or gone. */
export interface ShownChange {
  readonly table: string;
  readonly place: number;
  readonly kind: 'added' | 'changed' | 'removed';
  readonly cells: readonly ShownCell[];
}

export interface ShownCell {
  readonly column: string;
  /** As text; null: there was no row, or no value. */
  readonly before: string | null;
  readonly after: string | null;
  readonly isDifferent: boolean;
}

export interface PlacePoint {
  /** The table it stands in. */
  readonly kind: string;
  readonly label: string;
  readonly address: string;
  readonly longitude: number;
  readonly latitude: number;
}

export interface WorldMap {
  readonly places: readonly PlacePoint[];
  /** Where the customer is, if the world says so: the task's first location. */
  readonly home: PlacePoint | null;
}

/** A conversation from a file, with what scoring it found. */
export interface OpenedConversation {
  readonly view: ConversationView;
  readonly verdict: 'match' | 'diverged' | 'edited';
  readonly report: readonly string[];
  /** Keys that were taken out, a sentence each. */
  readonly removed: readonly string[];
}
