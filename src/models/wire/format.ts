/** What a wire format must be able to do. A stream is put together into the body of a whole answer, and read as that. */
import type { JsonObject } from '../../core/json.ts';
import type { Endpoint } from '../endpoints.ts';
import type { ModelFailure, Outcome } from '../failures.ts';
import type { ProviderError } from '../providerError.ts';
import type { ChatAnswer, ChatRequest, Delta, Sent } from '../types.ts';

export interface EncodedRequest {
  /** Below the base URL. */
  readonly path: string;
  readonly body: JsonObject;
  readonly sent: Sent;
}

export interface AnswerContext {
  readonly endpoint: Endpoint;
  readonly model: string;
  readonly sent: Sent;
  /** The id of a tool call that came without one: the same for the same request. */
  readonly callId: (index: number) => string;
  /** A failure for an error that the provider reports inside a 200. */
  readonly reported: (error: ProviderError) => ModelFailure;
}

export interface StreamReader {
  /** Takes the data of one event. Returns a failure if the stream reports one. */
  push(data: JsonObject, onDelta: (delta: Delta) => void): ModelFailure | null;
  /** The stream said all that matters, even if the connection stays open. */
  readonly ended: boolean;
  /** The body of a whole answer, or null if the stream broke off. `sawDone`: it said `[DONE]`. */
  whole(sawDone: boolean): JsonObject | null;
}

export interface WireFormat {
  encode(request: ChatRequest, endpoint: Endpoint, stream: boolean): EncodedRequest;
  decode(body: JsonObject, context: AnswerContext): Outcome<ChatAnswer>;
  readStream(context: AnswerContext): StreamReader;
}

/** Gives the calls of a message, one after the other, ids of their own: what a provider gave, if it did and only once. */
export function callIds({ callId }: AnswerContext): (given: string | null) => string {
  const taken = new Set<string>();
  let index = 0;
  return (given) => {
    const id = given !== null && given !== '' && !taken.has(given) ? given : callId(index);
    taken.add(id);
    index++;
    return id;
  };
}

/** Where a provider wants some content and there is none. */
export const NO_ANSWER = '(no answer)';

export function nothingSent(): Record<keyof Sent, boolean> {
  return { seed: false, temperature: false, topP: false, thinking: false, toolChoice: false, maxOutputTokens: false };
}
