/** OpenAI-compatible chat completions: the answer. */
import type { Json, JsonObject } from '../../core/json.ts';
import { success } from '../../core/result.ts';
import { malformedAnswer, type Outcome } from '../failures.ts';
import { readProviderError } from '../providerError.ts';
import type { ChatAnswer, Finish, ToolCall, Usage } from '../types.ts';
import { callIds, type AnswerContext } from './format.ts';
import { count, object, objects, sum, text, tokens } from './reading.ts';
import { readArguments } from './toolArguments.ts';

export function decode(body: JsonObject, context: AnswerContext): Outcome<ChatAnswer> {
  const { endpoint, model, sent } = context;
  const choice = objects(body['choices'])[0];
  const error = readProviderError(body) ?? (choice ? readProviderError(choice) : null);
  if (error) return context.reported(error);
  if (!choice) return malformedAnswer(endpoint, 'an answer without choices');
  const finishReason = text(choice['finish_reason']);
  const trouble = finishReason === null ? undefined : troubles.get(finishReason);
  if (trouble !== undefined) {
    return context.reported({ message: `the answer ended with "${finishReason}"`, kinds: [], status: trouble, retryAfterMs: null });
  }

  const message = tidied(object(choice['message']), context);
  const toolCalls = objects(message['tool_calls']).map(readCall);
  const refusal = text(message['refusal']) ?? '';
  const usage = object(body['usage'] ?? object(body['x_groq'])['usage']);
  return success({
    message: {
      role: 'assistant',
      text: contentText(message['content']) || refusal,
      toolCalls,
      provider: { family: endpoint.family, model, message },
    },
    thinking: thinkingText(message),
    finish: refusal !== '' ? 'refusal' : finishOf(finishReason, toolCalls.length > 0),
    finishReason,
    usage: readUsage(usage),
    costUsd: readCost(usage),
    answeredBy: text(body['model']),
    sent,
  });
}

/** Finish reasons that are failures, with the HTTP status they amount to. */
const troubles: ReadonlyMap<string, number> = new Map([['error', 502], ['network_error', 502], ['insufficient_system_resource', 503]]);

const finishes: ReadonlyMap<string, Finish> = new Map([
  ['stop', 'stop'],
  ['eos', 'stop'],
  ['tool_calls', 'tool_calls'],
  ['function_call', 'tool_calls'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['content_filter', 'content_filter'],
  ['sensitive', 'content_filter'],
  ['refusal', 'refusal'],
  ['model_context_window_exceeded', 'context_window'],
  ['malformed_function_call', 'malformed_call'],
  ['pause_turn', 'pause_turn'],
]);

function finishOf(reason: string | null, calls: boolean): Finish {
  const finish = reason === null ? 'other' : (finishes.get(reason) ?? 'other');
  return calls && (finish === 'stop' || finish === 'other') ? 'tool_calls' : finish; // some servers always say "stop"
}

/** Without what says nothing, so that it equals the message of a stream; every call has an id of its own. */
function tidied(message: JsonObject, context: AnswerContext): JsonObject {
  // An empty reasoning_content must go back, too; an empty list of calls is refused.
  const saying = Object.entries(message).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0));
  const tidy: JsonObject = { role: 'assistant', content: null, ...Object.fromEntries(saying) };
  const idOf = callIds(context);
  const calls = objects(message['tool_calls']).map((call): Json => {
    const { index: _, ...rest } = call;
    const id = idOf(text(call['id']));
    const called = object(call['function']);
    const source = called['arguments'];
    const written = typeof source === 'string' ? source : JSON.stringify(source ?? {}); // some send an object
    return { ...rest, id, type: 'function', function: { ...called, name: text(called['name']) ?? '', arguments: written } };
  });
  return calls.length === 0 ? tidy : { ...tidy, tool_calls: calls };
}

function readCall(call: JsonObject): ToolCall {
  const called = object(call['function']);
  return { id: text(call['id']) ?? '', name: text(called['name']) ?? '', arguments: readArguments(text(called['arguments']) ?? '') };
}

function contentText(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  return objects(content).map((part) => (part['type'] === 'text' ? (text(part['text']) ?? '') : '')).join('');
}

function thinkingText(message: JsonObject): string {
  const plain = text(message['reasoning_content']) ?? text(message['reasoning']);
  return plain ?? objects(message['reasoning_details']).map((part) => text(part['text']) ?? text(part['summary']) ?? '').join('');
}

function readUsage(usage: JsonObject): Usage {
  return {
    promptTokens: tokens(usage['prompt_tokens']),
    completionTokens: tokens(usage['completion_tokens']),
    cachedTokens: tokens(object(usage['prompt_tokens_details'])['cached_tokens']) ?? tokens(usage['prompt_cache_hit_tokens']),
    reasoningTokens: tokens(object(usage['completion_tokens_details'])['reasoning_tokens']),
  };
}

/** OpenRouter's, in USD; with a key of one's own for the provider behind it, that provider's bill comes on top. */
function readCost(usage: JsonObject): number | null {
  const cost = count(usage['cost']);
  return cost !== null && usage['is_byok'] === true ? sum(cost, count(object(usage['cost_details'])['upstream_inference_cost'])) : cost;
}
