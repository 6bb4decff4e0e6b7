/** Anthropic messages: the request. */
import type { Json, JsonObject } from '../../core/json.ts';
import type { Endpoint } from '../endpoints.ts';
import { claudeRules, type ClaudeRules } from '../modelRules.ts';
import type { AssistantMessage, ChatRequest, JsonRecord, Thinking, ToolChoice } from '../types.ts';
import { decode } from './anthropicAnswer.ts';
import { AnthropicStream } from './anthropicStream.ts';
import { NO_ANSWER, nothingSent, type EncodedRequest, type WireFormat } from './format.ts';
import { objects } from './reading.ts';
import { ownMessage } from './replay.ts';

export const anthropic: WireFormat = { encode, decode, readStream: (context) => new AnthropicStream(context) };

const thinkingBudgets = { low: 2048, medium: 8192, high: 24_576 } as const;

function encode(request: ChatRequest, endpoint: Endpoint, stream: boolean): EncodedRequest {
  const { model, system, tools, temperature, topP, maxOutputTokens, toolChoice } = request;
  const rules = claudeRules(model);
  const sent = nothingSent();
  const body: JsonRecord = { model, max_tokens: maxOutputTokens ?? rules.usualMaxTokens, messages: encodeMessages(request, endpoint) };
  sent.maxOutputTokens = maxOutputTokens !== undefined;
  if (system !== '') body['system'] = system;
  if (tools.length > 0) {
    body['tools'] = tools.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters }));
    if (toolChoice !== undefined) {
      body['tool_choice'] = encodeToolChoice(toolChoice);
      sent.toolChoice = true;
    }
  }
  const mayThink = rules.thinking !== 'budget' || !continuesForeignCall(request, endpoint);
  sent.thinking = request.thinking !== undefined && mayThink && addThinking(body, request.thinking, rules);
  // With thinking of a fixed budget, too, the sampling must be left alone.
  if (rules.sampling && !(sent.thinking && rules.thinking === 'budget')) {
    if (temperature !== undefined) {
      body['temperature'] = temperature;
      sent.temperature = true;
    } else if (topP !== undefined) {
      body['top_p'] = topP; // one of the two only
      sent.topP = true;
    }
  }
  if (stream) body['stream'] = true;
  return { path: '/messages', body, sent };
}

/** Returns whether anything is sent. */
function addThinking(body: JsonRecord, thinking: Thinking, rules: ClaudeRules): boolean {
  if (thinking === 'off') {
    // A model that thinks only when asked to need not be told, and may refuse to be.
    if (rules.thinksUnasked) body['thinking'] = { type: 'disabled' };
    return rules.thinksUnasked;
  }
  if (rules.thinking === 'adaptive') {
    body['thinking'] = { type: 'adaptive' };
    body['output_config'] = { effort: thinking };
  } else if (rules.thinking === 'budget') {
    const budget = thinkingBudgets[thinking];
    body['thinking'] = { type: 'enabled', budget_tokens: budget };
    body['max_tokens'] = Number(body['max_tokens']) + budget; // the budget counts as output
  }
  return rules.thinking !== 'none';
}

/** Thinking on a budget cannot begin between another model's call and its result. */
function continuesForeignCall({ messages, model }: ChatRequest, { family }: Endpoint): boolean {
  const last = messages.filter(({ role }) => role !== 'toolResult').at(-1);
  return last?.role === 'assistant' && last.toolCalls.length > 0 && ownMessage(last, family, model) === null;
}

function encodeToolChoice(choice: ToolChoice): Json {
  if (typeof choice === 'object') return { type: 'tool', name: choice.name };
  return { type: choice === 'required' ? 'any' : choice };
}

function encodeMessages(request: ChatRequest, endpoint: Endpoint): Json[] {
  const messages: { role: string; content: Json[] }[] = [];
  // Tool results belong into one user message right after their calls, before any text.
  const add = (role: string, block: Json): void => {
    const last = messages.at(-1);
    if (last?.role === role && role === 'user') last.content.push(block);
    else messages.push({ role, content: [block] });
  };
  for (const message of request.messages) {
    if (message.role === 'user') {
      add('user', { type: 'text', text: message.text === '' ? NO_ANSWER : message.text }); // empty blocks are refused
    } else if (message.role === 'toolResult') {
      const failed = message.isError === true ? { is_error: true } : {};
      add('user', { type: 'tool_result', tool_use_id: allowedId(message.callId), content: message.text, ...failed });
    } else {
      const own = ownMessage(message, endpoint.family, request.model);
      messages.push({ role: 'assistant', content: own ? sendable(own) : rebuilt(message) });
    }
  }
  return messages;
}

function sendable({ content }: JsonObject): Json[] {
  const blocks = objects(content);
  return blocks.length === 0 ? [{ type: 'text', text: NO_ANSWER }] : blocks;
}

function rebuilt({ text, toolCalls }: AssistantMessage): Json[] {
  const calls = toolCalls.map(({ id, name, arguments: input }) => ({ type: 'tool_use', id: allowedId(id), name, input }));
  const said = text !== '' ? text : calls.length === 0 ? NO_ANSWER : '';
  return said === '' ? calls : [{ type: 'text', text: said }, ...calls];
}

/** Ids from other providers may hold characters that are refused here. */
function allowedId(id: string): string {
  return id.replace(/[^\w-]/g, '_') || '_';
}
