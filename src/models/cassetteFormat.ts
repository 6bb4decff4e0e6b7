/**
 * The cassette file, format v1: recorded requests and answers, to be replayed without network and key. Messages, prompts and
 * tools are stored once, in a pool, since every request of a run repeats most of the one before.
 */
import * as v from 'valibot';
import { canonicalJson, isObject, type Json, type JsonObject } from '../core/json.ts';
import { sha256Hex } from '../core/hash.ts';
import { failure, success, type Result } from '../core/result.ts';
import { familyNames } from './families.ts';
import { cleanForeign } from './secrets.ts';
import type { ChatRequest } from './types.ts';

const json: v.GenericSchema<Json> = v.lazy(() =>
  v.union([v.string(), v.number(), v.boolean(), v.null(), v.array(json), v.record(v.string(), json)]),
);
const jsonObject: v.GenericSchema<JsonObject> = v.record(v.string(), json);
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const nullableCount = v.nullable(count);

const answerSchema = v.strictObject({
  message: v.strictObject({
    role: v.literal('assistant'),
    text: v.string(),
    toolCalls: v.array(v.strictObject({ id: v.string(), name: v.string(), arguments: jsonObject })),
    provider: v.nullable(v.strictObject({ family: v.picklist(familyNames), model: v.string(), message: jsonObject })),
  }),
  thinking: v.string(),
  finish: v.picklist(['stop', 'tool_calls', 'length', 'refusal', 'context_window', 'malformed_call', 'pause_turn', 'content_filter', 'other']),
  finishReason: v.nullable(v.string()),
  usage: v.strictObject({
    promptTokens: nullableCount,
    completionTokens: nullableCount,
    cachedTokens: nullableCount,
    reasoningTokens: nullableCount,
  }),
  costUsd: v.nullable(v.pipe(v.number(), v.minValue(0))),
  answeredBy: v.nullable(v.string()),
  sent: v.strictObject({
    seed: v.boolean(),
    temperature: v.boolean(),
    topP: v.boolean(),
    thinking: v.boolean(),
    toolChoice: v.boolean(),
    maxOutputTokens: v.boolean(),
  }),
});

export const cassetteSchema = v.strictObject({
  format: v.literal('longrun-cassette'),
  version: v.literal(1),
  label: v.string(),
  /** What gave the answers: "scripted driver", or a model's name. Shown wherever the cassette is played. */
  made_with: v.string(),
  pool: v.array(json),
  entries: v.array(
    v.strictObject({
      /** SHA-256 of the request's canonical JSON, 64 hex digits. */
      request_hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
      /** Numbers are places in the pool. */
      request: v.strictObject({ model: v.string(), system: count, tools: count, messages: v.array(count), settings: jsonObject }),
      answer: answerSchema,
    }),
  ),
});

export type Cassette = v.InferOutput<typeof cassetteSchema>;
export type CassetteEntry = Cassette['entries'][number];

/** What is hashed: the request without the provider's own messages, which differ with every key and day, and without keys. */
export function neutralRequest(request: ChatRequest, liveKeys: readonly string[] = []): JsonObject {
  const messages = request.messages.map((message): JsonObject => {
    if (message.role !== 'assistant') return { ...message };
    return { role: message.role, text: message.text, toolCalls: message.toolCalls.map((call) => ({ ...call })) };
  });
  const neutral = { ...request, messages, tools: request.tools.map((tool) => ({ ...tool })) };
  return cleanForeign(neutral, liveKeys).value as JsonObject;
}

export function hashOf(neutral: JsonObject): string {
  return sha256Hex(canonicalJson(neutral));
}

/** The neutral request of an entry; undefined parts where its places are not in the pool. */
export function expand({ pool }: Pick<Cassette, 'pool'>, { request }: Pick<CassetteEntry, 'request'>): JsonObject {
  const { model, system, tools, messages, settings } = request;
  return { ...settings, model, system: pool[system] as Json, tools: pool[tools] as Json, messages: messages.map((place) => pool[place] as Json) };
}

/** Error codes: `cassette-foreign`, `cassette-version`, `cassette-invalid`, `cassette-damaged`. */
export function readCassette(value: unknown): Result<Cassette> {
  if (!isObject(value) || value['format'] !== 'longrun-cassette') {
    return failure('cassette-foreign', 'this is no cassette: it must have "format": "longrun-cassette"');
  }
  const { version } = value;
  if (typeof version === 'number' && version > 1) {
    return failure('cassette-version', `format version ${version} is newer than this program reads (1); update Longrun`);
  }
  const parsed = v.safeParse(cassetteSchema, value);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return failure('cassette-invalid', `must be ${issue.expected ?? issue.message}, got ${issue.received}`, v.getDotPath(issue) ?? undefined);
  }
  const cassette = parsed.output;
  const damaged = cassette.entries.findIndex((entry) => {
    const { system, tools, messages } = entry.request;
    return [system, tools, ...messages].some((place) => place >= cassette.pool.length) || hashOf(expand(cassette, entry)) !== entry.request_hash;
  });
  if (damaged >= 0) return failure('cassette-damaged', 'the request does not match its hash; the file was edited or cut', `entries[${damaged}]`);
  return success(cassette);
}
