/** Anthropic messages: a streamed answer, put together into a whole one. */
import type { JsonObject } from '../../core/json.ts';
import type { ModelFailure } from '../failures.ts';
import { readProviderError } from '../providerError.ts';
import type { Delta, JsonRecord } from '../types.ts';
import type { AnswerContext, StreamReader } from './format.ts';
import { count, object, text, withoutNulls } from './reading.ts';
import { readArguments } from './toolArguments.ts';

interface Block {
  readonly index: number | null;
  readonly start: JsonRecord;
  /** The input of a tool call, as text. */
  json: string;
}

export class AnthropicStream implements StreamReader {
  ended = false;
  readonly #context: AnswerContext;
  #message: JsonObject = {};
  readonly #blocks: Block[] = [];
  #stop: JsonObject = {};
  #usage: JsonObject = {};

  constructor(context: AnswerContext) {
    this.#context = context;
  }

  push(data: JsonObject, onDelta: (delta: Delta) => void): ModelFailure | null {
    const error = readProviderError(data);
    if (error) return this.#context.reported(error);
    // Events not listed here (ping, and whatever is added later) are passed over.
    switch (text(data['type']) ?? '') {
      case 'message_start':
        this.#message = object(data['message']);
        this.#addUsage(this.#message['usage']);
        break;
      case 'content_block_start':
        this.#start(count(data['index']), object(data['content_block']), onDelta);
        break;
      case 'content_block_delta':
        this.#continue(count(data['index']), object(data['delta']), onDelta);
        break;
      case 'message_delta':
        this.#stop = { ...this.#stop, ...withoutNulls(object(data['delta'])) };
        this.#addUsage(data['usage']);
        break;
      case 'message_stop':
        this.ended = true;
        break;
    }
    return null;
  }

  whole(): JsonObject | null {
    if (!this.ended && this.#stop['stop_reason'] === undefined) return null;
    const content = this.#blocks.map(({ start, json }) => {
      if (start['type'] !== 'tool_use' && start['type'] !== 'server_tool_use') return start;
      return json === '' ? start : { ...start, input: readArguments(json) };
    });
    return { ...this.#message, ...this.#stop, content, usage: this.#usage };
  }

  /** The counts at the end are totals, not additions. */
  #addUsage(usage: unknown): void {
    this.#usage = { ...this.#usage, ...withoutNulls(object(usage)) };
  }

  #start(index: number | null, block: JsonObject, onDelta: (delta: Delta) => void): void {
    this.#blocks.push({ index, start: { ...block }, json: '' });
    if (block['type'] === 'tool_use') onDelta(this.#callDelta(block, ''));
    const said = text(block['text']);
    if (said) onDelta({ type: 'text', text: said });
  }

  #continue(index: number | null, delta: JsonObject, onDelta: (delta: Delta) => void): void {
    const block = this.#blocks.filter((one) => index === null || one.index === null || one.index === index).at(-1);
    if (!block) return;
    const { start } = block;
    const append = (field: string, piece: string): void => {
      start[field] = (text(start[field]) ?? '') + piece;
    };
    const [said, thought, signature, json] = [delta['text'], delta['thinking'], delta['signature'], delta['partial_json']].map(text);
    if (said) {
      append('text', said);
      onDelta({ type: 'text', text: said });
    }
    if (thought) {
      append('thinking', thought);
      onDelta({ type: 'thinking', text: thought });
    }
    if (signature) append('signature', signature);
    if (json) {
      block.json += json;
      if (start['type'] === 'tool_use') onDelta(this.#callDelta(start, json));
    }
    if (delta['type'] === 'citations_delta' && delta['citation'] !== undefined) {
      const citations = Array.isArray(start['citations']) ? (start['citations'] as JsonObject[]) : [];
      start['citations'] = [...citations, object(delta['citation'])];
    }
  }

  #callDelta(block: JsonObject, piece: string): Delta {
    const calls = this.#blocks.filter(({ start }) => start['type'] === 'tool_use');
    const index = calls.findIndex(({ start }) => start === block);
    return { type: 'tool-call', index: index < 0 ? calls.length - 1 : index, name: text(block['name']) ?? '', text: piece };
  }
}
