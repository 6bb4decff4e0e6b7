/** Rollout files: JSON, plain or gzipped. Reading names what is wrong with a file that is none. */
import { gunzipSync, gzipSync } from 'fflate';
import * as v from 'valibot';
import { isObject, type JsonObject } from '../core/json.ts';
import { failure, success, type Result } from '../core/result.ts';
import { rolloutSchema, type Rollout } from './format.ts';
import { serviceRolloutSchema, type ServiceRollout } from './service/format.ts';

const ARENAS = ['startup', 'service'] as const;
type Arena = (typeof ARENAS)[number];

const NEWEST_VERSION = 1;
const MOST_PROBLEMS_SHOWN = 5;

export function encodeRollout(rollout: Rollout | ServiceRollout, options: { gzip: boolean }): Uint8Array {
  return encodeJson(rollout, options);
}

export function encodeJson(value: unknown, { gzip }: { gzip: boolean }): Uint8Array {
  const bytes = new TextEncoder().encode(`${JSON.stringify(value)}\n`);
  return gzip ? gzipSync(bytes, { mtime: 0 }) : bytes; // no clock in the file
}

/** Error codes: those of `decodeJson` and `readRollout`. */
export function decodeRollout(bytes: Uint8Array, name: string): Result<Rollout> {
  const json = decodeJson(bytes, name);
  return json.ok ? readRollout(json.value, name) : json;
}

/** A run of the startup arena. Error codes: those of `readAs`. */
export function readRollout(value: JsonObject, name: string): Result<Rollout> {
  return readAs(rolloutSchema, 'startup', value, name);
}

/** A conversation of the service arena. Error codes: those of `readAs`. */
export function readServiceRollout(value: JsonObject, name: string): Result<ServiceRollout> {
  return readAs(serviceRolloutSchema, 'service', value, name);
}

/** Error codes: `rollout-foreign`, `rollout-version`, `rollout-arena`, `rollout-invalid`. */
function readAs<Schema extends v.GenericSchema>(
  schema: Schema,
  wanted: Arena,
  value: JsonObject,
  name: string,
): Result<v.InferOutput<Schema>> {
  if (value['format'] !== 'longrun-rollout') {
    const keys = Object.keys(value).slice(0, 5).join(', ');
    return failure('rollout-foreign', `this is JSON, but no rollout: it must have "format": "longrun-rollout" (its keys: ${keys || 'none'})`, name);
  }
  const { version, arena } = value;
  if (typeof version === 'number' && version > NEWEST_VERSION) {
    return failure('rollout-version', `format version ${version} is newer than this program reads (${NEWEST_VERSION}); update Longrun`, name);
  }
  const other = ARENAS.find((each) => each === arena && each !== wanted);
  if (other) {
    return failure('rollout-arena', `this is a rollout of the ${other} arena, and belongs there; one of the ${wanted} arena is wanted here`, name);
  }
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return success(parsed.output);
  const problems = parsed.issues.slice(0, MOST_PROBLEMS_SHOWN).map((issue) => {
    return `${v.getDotPath(issue) ?? '(file)'}: ${problemText(issue)}`;
  });
  const more = parsed.issues.length - problems.length;
  if (more > 0) problems.push(`and ${more} more`);
  return failure('rollout-invalid', `not a valid rollout:\n  ${problems.join('\n  ')}`, name);
}

function problemText({ expected, received, message, input }: v.BaseIssue<unknown>): string {
  if (expected === 'never') return 'unknown key';
  if (received === 'undefined' || input === undefined) return 'is missing';
  const allowed = expected ?? message.replace(/^Invalid (\w+):.*$/, 'a valid $1');
  return `must be ${allowed}, got ${JSON.stringify(input).slice(0, 60)}`;
}

/** The object that a file holds. Error codes: `file-empty`, `file-truncated`, `file-not-text`, `file-not-json`. */
export function decodeJson(bytes: Uint8Array, name: string): Result<JsonObject> {
  if (bytes.length === 0) return failure('file-empty', 'the file is empty', name);
  const text = decodeText(bytes, name);
  if (!text.ok) return text;
  try {
    const value: unknown = JSON.parse(text.value);
    return isObject(value) ? success(value) : failure('file-not-json', 'the file holds JSON, but no object', name);
  } catch (error) {
    if (endsEarly(text.value)) {
      return failure('file-truncated', `the file is truncated: its JSON stops after ${text.value.length} characters`, name);
    }
    return failure('file-not-json', `the file is not JSON: ${(error as Error).message}`, name);
  }
}

/** Unpacked where it is gzip. Error codes: `file-truncated`, `file-not-text`. */
export function decodeText(bytes: Uint8Array, name: string): Result<string> {
  let plain = bytes;
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    try {
      plain = gunzipSync(bytes);
    } catch {
      return failure('file-truncated', 'the file is truncated or damaged: it cannot be unpacked as gzip', name);
    }
  }
  try {
    return success(new TextDecoder('utf-8', { fatal: true }).decode(plain));
  } catch {
    return failure('file-not-text', 'the file is not text (UTF-8)', name);
  }
}

/** True if the text opens an object that is never closed. */
function endsEarly(text: string): boolean {
  if (!text.trimStart().startsWith('{')) return false;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (inString) {
      if (character === '\\') i++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
  }
  return inString || depth > 0;
}
