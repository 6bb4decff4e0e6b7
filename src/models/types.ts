/** What is asked of a model and what comes back, in no provider's terms. All of it is JSON. */
import type { Json, JsonObject } from '../core/json.ts';
import type { FamilyName } from './families.ts';

export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameters: JsonObject;
}

/** Effort of thinking before the answer; without it the model does as it does by default. */
export type Thinking = 'off' | 'low' | 'medium' | 'high';

/** `required`: some tool; a name: that one. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly name: string };

export interface ChatRequest {
  readonly model: string;
  readonly system: string;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly Tool[];
  readonly toolChoice?: ToolChoice;
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly seed?: number;
  readonly thinking?: Thinking;
}

export type ChatMessage = UserMessage | AssistantMessage | ToolResult;

export interface UserMessage {
  readonly role: 'user';
  readonly text: string;
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** Null for a message that no provider sent (a scripted one, say). */
  readonly provider: ProviderMessage | null;
}

/**
 * The provider's own message, sent back as it came while endpoint family and model stay the same: it carries signed or
 * encrypted thoughts that the model needs to go on, and that another model refuses.
 */
export interface ProviderMessage {
  readonly family: FamilyName;
  /** As requested, which may be an alias of what answered. */
  readonly model: string;
  readonly message: JsonObject;
}

export interface ToolResult {
  readonly role: 'toolResult';
  readonly callId: string;
  readonly name: string;
  readonly text: string;
  readonly isError?: boolean;
}

export interface ToolCall {
  /** Unique in its message. */
  readonly id: string;
  readonly name: string;
  /** `{malformed: text}` if the model sent no JSON object; see `malformedArguments`. */
  readonly arguments: JsonObject;
}

/** The text that was no JSON object, or null if the arguments are fine. */
export function malformedArguments({ arguments: given }: ToolCall): string | null {
  const { malformed } = given;
  return typeof malformed === 'string' && Object.keys(given).length === 1 ? malformed : null;
}

export type Finish =
  | 'stop'
  | 'tool_calls'
  | 'length'
  | 'refusal'
  /** The context window was full before the answer was. */
  | 'context_window'
  /** The provider itself could not read the model's tool call. */
  | 'malformed_call'
  /** To be continued: send the message back as it is. */
  | 'pause_turn'
  | 'content_filter'
  | 'other';

/** Null: the provider did not say. */
export interface Usage {
  /** All of the prompt, cached or not. */
  readonly promptTokens: number | null;
  /** All that was generated, thoughts included. */
  readonly completionTokens: number | null;
  /** The part of the prompt that was read from a cache. */
  readonly cachedTokens: number | null;
  /** The part of the completion that was thought. */
  readonly reasoningTokens: number | null;
}

/** What of the request's wishes was sent; an endpoint without a `seed`, say, is not sent one. */
export interface Sent {
  readonly seed: boolean;
  readonly temperature: boolean;
  readonly topP: boolean;
  readonly thinking: boolean;
  readonly toolChoice: boolean;
  readonly maxOutputTokens: boolean;
}

export interface ChatAnswer {
  readonly message: AssistantMessage;
  /** Readable thoughts, to be shown; what goes back to the model is in `message.provider`. */
  readonly thinking: string;
  readonly finish: Finish;
  /** The provider's own word for the finish. */
  readonly finishReason: string | null;
  readonly usage: Usage;
  /** As stated by the provider; null if it does not say. */
  readonly costUsd: number | null;
  /** The model that answered by its own account, where told. */
  readonly answeredBy: string | null;
  readonly sent: Sent;
}

/** A piece of an answer under way. After a retry the answer starts anew. */
export type Delta =
  | { readonly type: 'text' | 'thinking'; readonly text: string }
  /** `text` continues the arguments of the call at `index`. */
  | { readonly type: 'tool-call'; readonly index: number; readonly name: string; readonly text: string };

export type JsonRecord = Record<string, Json>;
