/** What crosses between the page and the service worker. Plain data: structured clone carries all of it. */
import type { ToolCall, Termination } from '../../src/service/message.ts';
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

/** The customer: a script, or the person at the page. */
export type UserChoice = ScriptedUser | 'person';

export interface ConversationRequest extends TaskRef {
  readonly seed: string;
  readonly user: UserChoice;
}

export type ShownMessage =
  | { readonly role: 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly calls: readonly ToolCall[] }
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

/** Where a conversation stands. */
export interface ConversationView {
  readonly task: TaskCard;
  readonly seed: string;
  readonly user: UserChoice;
  readonly messages: readonly ShownMessage[];
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
