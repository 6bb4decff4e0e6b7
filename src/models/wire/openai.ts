/** OpenAI-compatible chat completions: the request. */
import type { Json, JsonObject } from '../../core/json.ts';
import { familyOf, type Endpoint } from '../endpoints.ts';
import { followsOpenAiRules, isOpenAiReasoningModel } from '../modelRules.ts';
import type { AssistantMessage, ChatRequest, JsonRecord, Tool, ToolChoice } from '../types.ts';
import { nothingSent, type EncodedRequest, type WireFormat } from './format.ts';
import { decode } from './openaiAnswer.ts';
import { OpenAiStream } from './openaiStream.ts';
import { thinkingFields } from './openaiThinking.ts';
import { object, objects, text } from './reading.ts';
import { ownMessage } from './replay.ts';
import { sendableArguments } from './toolArguments.ts';

export const openai: WireFormat = { encode, decode, readStream: (context) => new OpenAiStream(context) };

function encode(request: ChatRequest, endpoint: Endpoint, stream: boolean): EncodedRequest {
  const { model, tools, temperature, topP, seed, maxOutputTokens, thinking, toolChoice } = request;
  const family = familyOf(endpoint);
  const reasoning = followsOpenAiRules(endpoint.family) && isOpenAiReasoningModel(model);
  const sent = nothingSent();
  const body: JsonRecord = { model, messages: encodeMessages(request, endpoint), ...family.extraBody };
  if (tools.length > 0) {
    body['tools'] = tools.map(encodeTool);
    if (toolChoice !== undefined) {
      body['tool_choice'] = encodeToolChoice(toolChoice, family.objectToolChoice);
      sent.toolChoice = true;
    }
  }
  if (maxOutputTokens !== undefined) {
    body[reasoning ? 'max_completion_tokens' : 'max_tokens'] = maxOutputTokens;
    sent.maxOutputTokens = true;
  }
  if (temperature !== undefined && !reasoning) {
    body['temperature'] = temperature;
    sent.temperature = true;
  }
  if (topP !== undefined && !reasoning) {
    body['top_p'] = topP;
    sent.topP = true;
  }
  if (seed !== undefined && family.seed) {
    body['seed'] = seed;
    sent.seed = true;
  }
  const thinkingSetting = thinking === undefined ? null : thinkingFields(endpoint, model, thinking);
  if (thinkingSetting) {
    Object.assign(body, thinkingSetting);
    sent.thinking = true;
  }
  if (stream) {
    body['stream'] = true;
    if (family.streamUsage) body['stream_options'] = { include_usage: true };
  }
  return { path: '/chat/completions', body, sent };
}

function encodeMessages(request: ChatRequest, endpoint: Endpoint): Json[] {
  const messages: Json[] = request.system === '' ? [] : [{ role: 'system', content: request.system }];
  for (const message of request.messages) {
    if (message.role === 'user') messages.push({ role: 'user', content: message.text });
    else if (message.role === 'toolResult') messages.push({ role: 'tool', tool_call_id: message.callId, content: message.text });
    else messages.push(sendable(ownMessage(message, endpoint.family, request.model) ?? rebuilt(message, endpoint)));
  }
  return messages;
}

/** As the provider sent it, but for what it would refuse to take back: no content at all, and arguments that are no JSON. */
function sendable(message: JsonObject): JsonObject {
  const calls = objects(message['tool_calls']);
  if (calls.length === 0) return { ...message, content: message['content'] ?? '' };
  return { ...message, tool_calls: calls.map(sendableCall) };
}

function sendableCall(call: JsonObject): JsonObject {
  const called = object(call['function']);
  return { ...call, function: { ...called, arguments: sendableArguments(text(called['arguments']) ?? '') } };
}

function rebuilt({ text: content, toolCalls }: AssistantMessage, { family }: Endpoint): JsonObject {
  if (toolCalls.length === 0) return { role: 'assistant', content };
  const calls = toolCalls.map(({ id, name, arguments: given }) => ({ id, type: 'function', function: { name, arguments: JSON.stringify(given) } }));
  // DeepSeek, when it thinks, refuses a call without any, whoever made it.
  const thoughts = family === 'deepseek' ? { reasoning_content: '' } : {};
  return { role: 'assistant', content: content === '' ? null : content, ...thoughts, tool_calls: calls };
}

function encodeTool({ name, description, parameters }: Tool): Json {
  return { type: 'function', function: { name, description, parameters } };
}

function encodeToolChoice(choice: ToolChoice, takesObject: boolean): Json {
  if (typeof choice === 'string') return choice;
  return takesObject ? { type: 'function', function: { name: choice.name } } : 'required';
}
