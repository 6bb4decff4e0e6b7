/** Gemini generateContent: the answer. */
import type { JsonObject } from '../../core/json.ts';
import { isObject } from '../../core/json.ts';
import { success } from '../../core/result.ts';
import { familyOf } from '../endpoints.ts';
import { malformedAnswer, modelFailure, type Outcome } from '../failures.ts';
import { readProviderError } from '../providerError.ts';
import type { ChatAnswer, Finish, ToolCall, Usage } from '../types.ts';
import { callIds, type AnswerContext } from './format.ts';
import { object, objects, sum, text, tokens } from './reading.ts';

export function decode(body: JsonObject, context: AnswerContext): Outcome<ChatAnswer> {
  const { endpoint, model, sent } = context;
  const error = readProviderError(body);
  if (error) return context.reported(error);
  const candidate = objects(body['candidates'])[0];
  if (!candidate) {
    const reason = text(object(body['promptFeedback'])['blockReason']);
    if (reason === null) return malformedAnswer(endpoint, 'an answer without candidates');
    const message = `${familyOf(endpoint).label} refused the prompt (${reason.slice(0, 60)}).`;
    return modelFailure('refused', message, 'Change the prompt, or choose another model.');
  }
  const parts = objects(object(candidate['content'])['parts']).filter(isSaying);
  const idOf = callIds(context);
  const toolCalls = parts.flatMap(({ functionCall }) => (isObject(functionCall) ? [readCall(functionCall, idOf)] : []));
  const finishReason = text(candidate['finishReason']);
  return success({
    message: {
      role: 'assistant',
      text: textOf(parts, false),
      toolCalls,
      provider: { family: endpoint.family, model, message: { role: 'model', parts } },
    },
    thinking: textOf(parts, true),
    finish: finishOf(finishReason, toolCalls.length > 0),
    finishReason,
    usage: readUsage(object(body['usageMetadata'])),
    costUsd: null,
    answeredBy: text(body['modelVersion']),
    sent,
  });
}

/** An empty text is refused when sent back, unless it carries something else, such as a signature. */
export function isSaying(part: JsonObject): boolean {
  return part['text'] !== '' || Object.keys(part).some((field) => field !== 'text' && field !== 'thought');
}

function textOf(parts: readonly JsonObject[], thought: boolean): string {
  return parts.map((part) => ((part['thought'] === true) === thought ? (text(part['text']) ?? '') : '')).join('');
}

function readCall(call: JsonObject, idOf: (given: string | null) => string): ToolCall {
  const { args } = call;
  const given = isObject(args) ? args : args === undefined || args === null ? {} : { malformed: JSON.stringify(args) };
  return { id: idOf(text(call['id'])), name: text(call['name']) ?? '', arguments: given };
}

const filtered = new Set(['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'LANGUAGE', 'IMAGE_SAFETY']);

function finishOf(reason: string | null, calls: boolean): Finish {
  if (reason === 'MAX_TOKENS') return 'length';
  if (reason !== null && filtered.has(reason)) return 'content_filter';
  if (/^MALFORMED|TOOL_CALL|THOUGHT_SIGNATURE/.test(reason ?? '')) return 'malformed_call';
  return calls ? 'tool_calls' : reason === 'STOP' ? 'stop' : 'other'; // a call has no word of its own
}

function readUsage(usage: JsonObject): Usage {
  const thoughts = tokens(usage['thoughtsTokenCount']);
  return {
    promptTokens: sum(tokens(usage['promptTokenCount']), tokens(usage['toolUsePromptTokenCount'])),
    // Thoughts are counted apart here, and paid like the rest.
    completionTokens: sum(tokens(usage['candidatesTokenCount']), thoughts),
    cachedTokens: tokens(usage['cachedContentTokenCount']),
    reasoningTokens: thoughts,
  };
}
