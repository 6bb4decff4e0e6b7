/** OpenAI-compatible chat completions: a streamed answer, put together into a whole one. */
import type { Json, JsonObject } from '../../core/json.ts';
import type { ModelFailure } from '../failures.ts';
import { readProviderError } from '../providerError.ts';
import type { Delta } from '../types.ts';
import type { AnswerContext, StreamReader } from './format.ts';
import { count, object, objects, text } from './reading.ts';
import { mergeReasoningDetails } from './reasoningDetails.ts';
import { ToolCallDeltas } from './toolCallDeltas.ts';

/** Fields whose text comes in pieces. */
const pieces = new Set(['content', 'reasoning_content', 'reasoning', 'refusal']);

export class OpenAiStream implements StreamReader {
  /** The stream says so by a line of its own, `[DONE]`. */
  readonly ended = false;
  readonly #context: AnswerContext;
  readonly #message = new Map<string, Json>();
  readonly #calls = new ToolCallDeltas();
  #finishReason: string | null = null;
  #usage: JsonObject | null = null;
  #model: string | null = null;

  constructor(context: AnswerContext) {
    this.#context = context;
  }

  push(data: JsonObject, onDelta: (delta: Delta) => void): ModelFailure | null {
    const choice = objects(data['choices']).find(({ index }) => (count(index) ?? 0) === 0) ?? {};
    const error = readProviderError(data) ?? readProviderError(choice);
    if (error) return this.#context.reported(error);
    this.#finishReason = text(choice['finish_reason']) ?? this.#finishReason;
    this.#model = text(data['model']) || this.#model;
    const usage = object(data['usage'] ?? object(data['x_groq'])['usage']);
    if (Object.keys(usage).length > 0) this.#usage = usage; // some repeat it, growing

    const delta = object(choice['delta']);
    for (const [field, value] of Object.entries(delta)) this.#take(field, value);
    for (const call of objects(delta['tool_calls'])) onDelta({ type: 'tool-call', ...this.#calls.push(call) });
    const thought = text(delta['reasoning_content']) || text(delta['reasoning']);
    if (thought) onDelta({ type: 'thinking', text: thought });
    const said = text(delta['content']);
    if (said) onDelta({ type: 'text', text: said });
    return null;
  }

  whole(sawDone: boolean): JsonObject | null {
    if (this.#finishReason === null && !sawDone) return null;
    const calls = this.#calls.whole();
    const message: JsonObject = { ...Object.fromEntries(this.#message), ...(calls.length === 0 ? {} : { tool_calls: calls }) };
    return { model: this.#model, choices: [{ index: 0, message, finish_reason: this.#finishReason }], usage: this.#usage };
  }

  #take(field: string, value: Json): void {
    const before = this.#message.get(field);
    if (value === null || field === 'role' || field === 'tool_calls') return;
    if (pieces.has(field) && typeof value === 'string') this.#message.set(field, (text(before) ?? '') + value);
    else if (field === 'reasoning_details') this.#message.set(field, mergeReasoningDetails(objects(before), objects(value)));
    else if (Array.isArray(value)) this.#message.set(field, [...(Array.isArray(before) ? (before as Json[]) : []), ...(value as Json[])]);
    else this.#message.set(field, value);
  }
}
