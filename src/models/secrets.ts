/**
 * Keys in texts: found, taken out, and cleaned from files that others made. Two nets: the keys in use now, found exactly, and
 * the known forms of keys, for those that nobody told us about.
 */
import { isObject, type Json } from '../core/json.ts';

export interface FoundSecret {
  /** A key in use, or the name of a form. */
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

export const KEY_REMOVED = '[key removed]';

/** Shorter keys are placeholders ("none", "ollama"), and would be found everywhere. */
const SHORTEST_LIVE_KEY = 8;

// Some ask for a digit, since "sk-" also begins words joined by hyphens. White space is bounded, so that the time stays linear.
const forms: readonly (readonly [kind: string, form: RegExp])[] = [
  ['Anthropic key', /(?<![\w-])sk-ant-[\w-]{12,}/g],
  ['OpenRouter key', /(?<![\w-])sk-or-[\w-]{12,}/g],
  ['OpenAI key', /(?<![\w-])sk-(?=[\w-]*\d)[\w-]{16,}/g],
  ['masked key', /(?<![\w-])sk-[\w-]*\*{3,}[\w-]*/g],
  ['Google key', /(?<![\w-])AIza[\w-]{30,}/g],
  ['Google key', /(?<![\w-])AQ\.[\w-]{30,}/g],
  ['Groq key', /(?<![\w-])gsk_\w{20,}/g],
  ['NVIDIA key', /(?<![\w-])nvapi-[\w-]{20,}/g],
  ['xAI key', /(?<![\w-])xai-[\w-]{20,}/g],
  ['Hugging Face key', /(?<![\w-])hf_\w{20,}/g],
  ['Z.ai key', /(?<![\w-])[0-9a-f]{32}\.[A-Za-z0-9]{16}(?!\w)/g],
  ['Bearer token', /(?<=\bBearer\s{1,4})(?=[\w.~+/=-]*\d)[\w.~+/=-]{16,}/gi],
  ['header', /(?<=\b(?:authorization|x-api-key|x-goog-api-key|api-key)["']?\s{0,4}[:=]\s{0,4}["']?(?:Bearer |Basic )?)(?!Bearer|Basic)[\w.~+/=-]{8,}/gi],
  ['URL parameter', /(?<=[?&](?:key|api_key|apikey|access_token|token)=)[\w.~%+/-]{8,}/gi],
];

/** What every form holds: most texts have none of it, and need no closer look. */
const hint = /(?<![\w-])(?:sk-|AIza|AQ\.|gsk_|nvapi-|xai-|hf_)|bearer|authorization|api-key|[?&](?:key|api_?key|access_token|token)=|[0-9a-f]{32}\./i;

/** All keys in the text, in order, overlaps joined. */
export function findSecrets(text: string, liveKeys: readonly string[] = []): FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const form of liveForms(liveKeys)) {
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length)) {
      found.push({ kind: 'key in use', start: at, end: at + form.length });
    }
  }
  for (const [kind, form] of hint.test(text) ? forms : []) {
    for (const match of text.matchAll(form)) found.push({ kind, start: match.index, end: match.index + match[0].length });
  }
  return joined(found);
}

export function redact(text: string, liveKeys: readonly string[] = []): string {
  let result = '';
  let from = 0;
  for (const { start, end } of findSecrets(text, liveKeys)) {
    result += text.slice(from, start) + KEY_REMOVED;
    from = end;
  }
  return result + text.slice(from);
}

/** A value without the key, in case a server sent it back; the value itself if it holds none. */
export function withoutKey<Value>(value: Value, key: string | null): Value {
  const written = JSON.stringify(value);
  const held = liveForms(key === null ? [] : [key]).filter((form) => written.includes(JSON.stringify(form).slice(1, -1)));
  if (held.length === 0) return value;
  return JSON.parse(written, (_, entry: unknown) => {
    return typeof entry === 'string' ? held.reduce((text, form) => text.replaceAll(form, KEY_REMOVED), entry) : entry;
  }) as Value;
}

/** A key as it would look in JSON and in a URL, too. */
function liveForms(keys: readonly string[]): string[] {
  const long = keys.map((key) => key.trim()).filter((key) => key.length >= SHORTEST_LIVE_KEY);
  return [...new Set(long.flatMap((key) => [key, JSON.stringify(key).slice(1, -1), encoded(key)]))];
}

function encoded(key: string): string {
  try {
    return encodeURIComponent(key);
  } catch {
    return key; // half a surrogate pair
  }
}

function joined(found: FoundSecret[]): FoundSecret[] {
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const result: FoundSecret[] = [];
  for (const secret of found) {
    const last = result.at(-1);
    if (last && secret.start < last.end) result[result.length - 1] = { ...last, end: Math.max(last.end, secret.end) };
    else result.push(secret);
  }
  return result;
}

export interface Cleaned {
  readonly value: Json;
  /** Where something was taken out: `driver.settings.apiKey`, `turns[3].text`. */
  readonly removed: readonly string[];
}

const secretField = /^(authorization|proxy-authorization|x-api-key|x-goog-api-key|(open_?ai|anthropic|gemini|google|provider)?[_-]?api[_-]?keys?|access[_-]?token|auth[_-]?token|client[_-]?secret|secret[_-]?key)$/i;

/** A file from elsewhere, without what looks like a key. What holds none comes back as it was. */
export function cleanForeign(json: Json, liveKeys: readonly string[] = []): Cleaned {
  const removed: string[] = [];
  const clean = (value: Json, path: string): Json => {
    if (typeof value === 'string') {
      const text = redact(value, liveKeys);
      if (text !== value) removed.push(path || '(file)');
      return text;
    }
    if (Array.isArray(value)) return value.map((entry: Json, i) => clean(entry, `${path}[${i}]`));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([field, entry]): [string, Json] => {
        const name = redact(field, liveKeys);
        const below = path === '' ? name : `${path}.${name}`;
        if (name !== field) removed.push(below);
        if (!secretField.test(field) || typeof entry !== 'string' || entry === '' || entry === KEY_REMOVED) return [name, clean(entry, below)];
        removed.push(below);
        return [name, KEY_REMOVED];
      }),
    );
  };
  return { value: clean(json, ''), removed };
}
