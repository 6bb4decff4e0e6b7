/** Anthropic messages: the answer. */
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { success } from '../../core/result.ts';
import { malformedAnswer, type Outcome } from '../failures.ts';
import { readProviderError } from '../providerError.ts';
import type { ChatAnswer, Finish, Usage } from '../types.ts';
import { callIds, type AnswerContext } from './format.ts';
import { object, objects, sum, text, tokens, withoutNulls } from './reading.ts';

export function decode(body: JsonObject, context: AnswerContext): Outcome<ChatAnswer> {
  const { endpoint, model, sent } = context;
  const error = readProviderError(body);
  if (error) return context.reported(error);
  if (!Array.isArray(body['content'])) return malformedAnswer(endpoint, 'an answer without content');
  const blocks = withIds(objects(body['content']).map(tidied).filter(isSaying), context);
  const calls = blocks.filter(({ type }) => type === 'tool_use');
  const finishReason = text(body['stop_reason']);
  return success({
    message: {
      role: 'assistant',
      text: blocks.map((block) => (block['type'] === 'text' ? (text(block['text']) ?? '') : '')).join(''),
      toolCalls: calls.map((call) => ({ id: text(call['id']) ?? '', name: text(call['name']) ?? '', arguments: object(call['input']) })),
      provider: { family: endpoint.family, model, message: { role: 'assistant', content: blocks } },
    },
    thinking: blocks.map((block) => (block['type'] === 'thinking' ? (text(block['thinking']) ?? '') : '')).join(''),
    finish: finishes.get(finishReason ?? '') ?? (calls.length > 0 ? 'tool_calls' : 'other'),
    finishReason,
    usage: readUsage(object(body['usage'])),
    costUsd: null,
    answeredBy: text(body['model']),
    sent,
  });
}

const finishes: ReadonlyMap<string, Finish> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['tool_use', 'tool_calls'],
  ['max_tokens', 'length'],
  ['refusal', 'refusal'],
  ['pause_turn', 'pause_turn'],
  ['model_context_window_exceeded', 'context_window'],
]);

function tidied(block: JsonObject): JsonObject {
  const tidy = withoutNulls(block);
  if (block['type'] !== 'tool_use') return tidy;
  const input: Json = isObject(block['input']) ? block['input'] : { malformed: JSON.stringify(block['input'] ?? null) };
  return { ...tidy, input };
}

/** An empty text says nothing and would be refused when sent back. */
function isSaying(block: JsonObject): boolean {
  return block['type'] !== 'text' || block['text'] !== '';
}

function withIds(blocks: JsonObject[], context: AnswerContext): JsonObject[] {
  const idOf = callIds(context);
  return blocks.map((block) => (block['type'] === 'tool_use' ? { ...block, id: idOf(text(block['id'])) } : block));
}

function readUsage(usage: JsonObject): Usage {
  const cachedTokens = tokens(usage['cache_read_input_tokens']);
  const fresh = tokens(usage['input_tokens']);
  return {
    // Told in three parts here.
    promptTokens: fresh === null ? null : sum(fresh, cachedTokens, tokens(usage['cache_creation_input_tokens'])),
    completionTokens: tokens(usage['output_tokens']),
    cachedTokens,
    reasoningTokens: tokens(object(usage['output_tokens_details'])['thinking_tokens']),
  };
}
