/** Gemini generateContent: the request. */
import type { Json, JsonObject } from '../../core/json.ts';
import type { Endpoint } from '../endpoints.ts';
import { geminiGeneration } from '../modelRules.ts';
import type { AssistantMessage, ChatRequest, JsonRecord, Thinking, ToolChoice } from '../types.ts';
import { NO_ANSWER, nothingSent, type EncodedRequest, type WireFormat } from './format.ts';
import { decode } from './geminiAnswer.ts';
import { GeminiStream } from './geminiStream.ts';
import { object, objects, text } from './reading.ts';
import { ownMessage } from './replay.ts';

export const gemini: WireFormat = { encode, decode, readStream: (context) => new GeminiStream(context) };

const thinkingBudgets = { off: 0, low: 2048, medium: 8192, high: 24_576 } as const;

/** Stands in for the signature of a call that another model made; Gemini 3 refuses calls without one. */
const FOREIGN_SIGNATURE = 'skip_thought_signature_validator';

function encode(request: ChatRequest, endpoint: Endpoint, stream: boolean): EncodedRequest {
  const { system, tools, temperature, topP, seed, maxOutputTokens, thinking, toolChoice } = request;
  const sent = nothingSent();
  const settings: JsonRecord = {};
  const set = (field: 'temperature' | 'topP' | 'seed' | 'maxOutputTokens', value: number | undefined): void => {
    if (value === undefined) return;
    settings[field] = value;
    sent[field] = true;
  };
  set('temperature', temperature);
  set('topP', topP);
  set('seed', seed);
  set('maxOutputTokens', maxOutputTokens);
  const thinkingConfig = thinking === undefined ? null : encodeThinking(request.model, thinking);
  if (thinkingConfig) {
    settings['thinkingConfig'] = thinkingConfig;
    sent.thinking = true;
  }
  const body: JsonRecord = { contents: encodeContents(request, endpoint) };
  if (system !== '') body['systemInstruction'] = { parts: [{ text: system }] };
  if (tools.length > 0) {
    const functionDeclarations = tools.map(({ name, description, parameters }) => ({ name, description, parametersJsonSchema: parameters }));
    body['tools'] = [{ functionDeclarations }];
    if (toolChoice !== undefined) {
      body['toolConfig'] = { functionCallingConfig: encodeToolChoice(toolChoice) };
      sent.toolChoice = true;
    }
  }
  if (Object.keys(settings).length > 0) body['generationConfig'] = settings;
  const model = request.model.replace(/^models\//, '').split('/').map(encodeURIComponent).join('/');
  const method = stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
  return { path: `/models/${model}:${method}`, body, sent };
}

/** Null where the wish cannot be sent: from generation 3 on, and in the larger models, thinking has no off. */
function encodeThinking(model: string, thinking: Thinking): JsonObject | null {
  const off = thinking === 'off';
  const generation = geminiGeneration(model);
  if (generation >= 3) return off ? null : { thinkingLevel: thinking, includeThoughts: true };
  if (generation < 2 || model.includes('2.0') || (off && model.includes('pro'))) return null;
  return { thinkingBudget: thinkingBudgets[thinking], ...(off ? {} : { includeThoughts: true }) };
}

function encodeToolChoice(choice: ToolChoice): JsonObject {
  if (typeof choice === 'object') return { mode: 'ANY', allowedFunctionNames: [choice.name] };
  return { mode: { auto: 'AUTO', none: 'NONE', required: 'ANY' }[choice] };
}

function encodeContents(request: ChatRequest, endpoint: Endpoint): Json[] {
  const contents: { role: string; parts: JsonObject[] }[] = [];
  const ownIds = new Set<string>(); // ids that Gemini gave, and so expects back
  for (const message of request.messages) {
    if (message.role === 'user') {
      contents.push({ role: 'user', parts: [{ text: message.text === '' ? NO_ANSWER : message.text }] });
    } else if (message.role === 'assistant') {
      const own = ownMessage(message, endpoint.family, request.model);
      const parts = own ? objects(own['parts']) : rebuilt(message, geminiGeneration(request.model));
      for (const part of parts) ownIds.add(text(object(part['functionCall'])['id']) ?? '');
      contents.push({ role: 'model', parts: parts.length === 0 ? [{ text: NO_ANSWER }] : parts });
    } else {
      const id = ownIds.has(message.callId) ? { id: message.callId } : {};
      const response = message.isError === true ? { error: message.text } : { output: message.text };
      const part = { functionResponse: { ...id, name: message.name, response } };
      // All results of one message's calls go back in one content.
      const last = contents.at(-1);
      if (last?.parts[0]?.['functionResponse'] !== undefined) last.parts.push(part);
      else contents.push({ role: 'user', parts: [part] });
    }
  }
  return contents;
}

function rebuilt({ text: said, toolCalls }: AssistantMessage, generation: number): JsonObject[] {
  const calls = toolCalls.map(({ name, arguments: args }, i) => ({
    functionCall: { name, args },
    ...(generation >= 3 && i === 0 ? { thoughtSignature: FOREIGN_SIGNATURE } : {}),
  }));
  return said === '' ? calls : [{ text: said }, ...calls];
}
