/** What passes between the customer, the assistant and the tools (spec vita §4). */
import type { JsonObject } from '../core/json.ts';
import type { RowChange } from './world/journal.ts';

/** Either side writes it when there is nothing more to be done. */
export const STOP_MARK = '###STOP###';

export const TERMINATIONS = ['user_stop', 'agent_stop', 'max_steps', 'too_many_errors', 'invalid_agent_message'] as const;
export type Termination = (typeof TERMINATIONS)[number];

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonObject;
}

export type Message =
  | { readonly role: 'assistant'; readonly content: string; readonly calls: readonly ToolCall[] }
  | { readonly role: 'user'; readonly content: string }
  | ToolMessage;

export interface ToolMessage {
  readonly role: 'tool';
  /** Of the call. */
  readonly id: string;
  readonly name: string;
  readonly content: string;
  readonly isError: boolean;
  readonly changes: readonly RowChange[];
}
