/** One attempt at one call: encode, send, decode. */
import { canonicalJson, isObject, type Json, type JsonObject } from '../core/json.ts';
import { sha256Hex } from '../core/hash.ts';
import { failureOf } from './classify.ts';
import { familyOf, headersFor, type Endpoint } from './endpoints.ts';
import { brokenOff, malformedAnswer, modelFailure, type ModelFailure, type Outcome } from './failures.ts';
import { BrokenOff, exchange, readText, type OpenResponse } from './http.ts';
import type { Platform } from './platform.ts';
import { readProviderError } from './providerError.ts';
import { readRetryAfter } from './retry.ts';
import { withoutKey } from './secrets.ts';
import { eventData } from './sse.ts';
import type { ChatAnswer, ChatRequest, Delta } from './types.ts';
import type { AnswerContext, WireFormat } from './wire/format.ts';
import { wireFormats } from './wire/index.ts';
import { parseJson } from './wire/reading.ts';

export interface Attempt {
  readonly platform: Platform;
  readonly endpoint: Endpoint;
  readonly key: string | null;
  readonly request: ChatRequest;
  readonly stream: boolean;
  readonly onDelta: (delta: Delta) => void;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}

const LONGEST_ERROR_BODY = 100_000;

export function attempt(options: Attempt): Promise<Outcome<ChatAnswer>> {
  const { platform, endpoint, key, request, stream, onDelta } = options;
  const wire = wireFormats[familyOf(endpoint).wire];
  const { path, body, sent } = wire.encode(request, endpoint, stream);
  const text = JSON.stringify(body);
  let hash: string | null = null;
  const context: AnswerContext = {
    endpoint,
    model: request.model,
    sent,
    callId: (index) => `call_${(hash ??= sha256Hex(canonicalJson({ path, body })).slice(0, 24))}_${index}`,
    reported: (error) => failureOf(error, { endpoint, key, model: request.model, status: null, retryAfterMs: null }),
  };
  const headers = headersFor(endpoint, key, { browser: platform.browser, json: true });
  return exchange({ method: 'POST', url: endpoint.baseUrl + path, headers, body: text }, options, async (response) => {
    if (response.status < 200 || response.status > 299) return refusedWith(response, options, request.model);
    const type = response.header('content-type') ?? '';
    const streamed = /event-stream/i.test(type) || (stream && !/json/i.test(type)); // some answer whole all the same
    const outcome = await (streamed ? readStream(response, wire, context, onDelta) : readWhole(response, wire, context));
    return withoutKey(outcome, key);
  });
}

/** The failure that an answer other than 200 stands for. */
export async function refusedWith(
  response: OpenResponse,
  { platform, endpoint, key }: Pick<Attempt, 'platform' | 'endpoint' | 'key'>,
  model: string | null,
): Promise<ModelFailure> {
  const body = parseJson(await readText(response, LONGEST_ERROR_BODY));
  const retryAfterMs = readRetryAfter((name) => response.header(name), platform.now());
  return failureOf(body === undefined ? null : readProviderError(body), { endpoint, key, model, status: response.status, retryAfterMs });
}

async function readWhole(response: OpenResponse, wire: WireFormat, context: AnswerContext): Promise<Outcome<ChatAnswer>> {
  const body = parseBody(await readText(response), context.endpoint);
  return body.ok ? wire.decode(body.value, context) : body;
}

/** An object, or a failure that says what came instead. */
export function parseBody(source: string, endpoint: Endpoint): Outcome<JsonObject> {
  const value: Json | undefined = parseJson(source);
  if (isObject(value)) return { ok: true, value };
  if (Array.isArray(value) && isObject(value[0])) return { ok: true, value: value[0] };
  if (source.trimStart().startsWith('<')) return malformedAnswer(endpoint, 'a web page instead of an answer', false);
  return malformedAnswer(endpoint, source.trim() === '' ? 'an empty answer' : 'an answer that is no JSON object');
}

async function readStream(
  response: OpenResponse,
  wire: WireFormat,
  context: AnswerContext,
  onDelta: (delta: Delta) => void,
): Promise<Outcome<ChatAnswer>> {
  const reader = wire.readStream(context);
  let sawDone = false;
  let sawData = false;
  try {
    for await (const data of eventData(response.chunks())) {
      if (data === '[DONE]') {
        sawDone = true;
        break;
      }
      const value = parseBody(data, context.endpoint);
      if (!value.ok) return value;
      sawData = true;
      const failure = reader.push(value.value, onDelta);
      if (failure) return failure;
      if (reader.ended) break;
    }
  } catch (error) {
    // A connection that breaks after the last word took nothing away.
    if (!(error instanceof BrokenOff) || reader.whole(false) === null) throw error;
  }
  const whole = reader.whole(sawDone && sawData);
  return whole ? wire.decode(whole, context) : brokenOff(context.endpoint);
}

/** A failure if no header could carry the key, or if there is none where one is needed. */
export function checkKey(endpoint: Endpoint, key: string | null): ModelFailure | null {
  const { label, needsKey, keyVariable } = familyOf(endpoint);
  if (key === null) {
    return needsKey ? modelFailure('bad-key', `${label} needs a key.`, `Enter one, or set ${keyVariable} for the command line.`) : null;
  }
  if (/^[\x21-\x7e]+$/.test(key)) return null;
  return modelFailure('bad-key', 'The key holds spaces or characters that no key has.', 'Copy it again, without anything around it.');
}
