/** Gemini streamGenerateContent: every event is a small answer; together they are one. */
import type { Json, JsonObject } from '../../core/json.ts';
import type { ModelFailure } from '../failures.ts';
import { readProviderError } from '../providerError.ts';
import type { Delta } from '../types.ts';
import type { AnswerContext, StreamReader } from './format.ts';
import { isSaying } from './geminiAnswer.ts';
import { object, objects, text, withoutNulls } from './reading.ts';

export class GeminiStream implements StreamReader {
  /** The stream ends by ending. */
  readonly ended = false;
  readonly #context: AnswerContext;
  readonly #parts: JsonObject[] = [];
  #calls = 0;
  #finishReason: string | null = null;
  #rest: JsonObject = {};

  constructor(context: AnswerContext) {
    this.#context = context;
  }

  push(data: JsonObject, onDelta: (delta: Delta) => void): ModelFailure | null {
    const error = readProviderError(data);
    if (error) return this.#context.reported(error);
    const { candidates, ...rest } = data;
    this.#rest = { ...this.#rest, ...withoutNulls(rest) }; // the usage of the last event is that of all
    const candidate = objects(candidates)[0] ?? {};
    this.#finishReason = text(candidate['finishReason']) ?? this.#finishReason;
    for (const part of objects(object(candidate['content'])['parts'])) this.#add(part, onDelta);
    return null;
  }

  whole(): JsonObject | null {
    const blocked = this.#rest['promptFeedback'] !== undefined && this.#parts.length === 0;
    if (this.#finishReason === null && !blocked) return null;
    const candidates: Json = this.#finishReason === null ? [] : [{ content: { role: 'model', parts: this.#parts }, finishReason: this.#finishReason }];
    return { ...this.#rest, candidates };
  }

  #add(part: JsonObject, onDelta: (delta: Delta) => void): void {
    if (!isSaying(part)) return;
    const said = text(part['text']);
    if (said) onDelta({ type: part['thought'] === true ? 'thinking' : 'text', text: said });
    const call = part['functionCall'];
    if (call !== undefined) {
      onDelta({ type: 'tool-call', index: this.#calls++, name: text(object(call)['name']) ?? '', text: JSON.stringify(object(call)['args'] ?? {}) });
    }
    const last = this.#parts.at(-1);
    if (said !== null && last && isPlain(last) && isPlain(part) && last['thought'] === part['thought']) {
      this.#parts[this.#parts.length - 1] = { ...last, text: `${text(last['text'])}${said}` };
    } else this.#parts.push(part);
  }
}

/** Text and nothing else. A part with a signature stays as it is: joined with another, the signature no longer fits. */
function isPlain(part: JsonObject): boolean {
  return typeof part['text'] === 'string' && Object.keys(part).every((field) => field === 'text' || field === 'thought');
}
