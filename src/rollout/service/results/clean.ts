/** Results files without credentials: published ones have carried live keys (spec vita §7). */
import { isObject, type Json, type JsonObject } from '../../../core/json.ts';
import { isDict, isList, type Plain } from '../../../core/plain.ts';
import { cleanForeign, redact } from '../../../models/secrets.ts';

/** As `cleanForeign`, of values that keep ints and floats apart. `path`: where the whole stands; `removed` is added to. */
export function cleanPlain(value: Plain, path: string, removed: string[], liveKeys: readonly string[] = []): Plain {
  if (isList(value)) return value.map((entry, i) => cleanPlain(entry, `${path}[${i}]`, removed, liveKeys));
  if (isDict(value)) {
    return new Map(
      [...value].map(([field, held]) => {
        const name = redact(field, liveKeys);
        const below = `${path}.${name}`;
        const own = cleanForeign({ [name]: typeof held === 'string' ? held : null }, liveKeys); // it knows by the field's name, too
        if (name !== field || own.removed.length > 0) removed.push(below);
        return [name, typeof held === 'string' ? (Object.values(own.value as JsonObject)[0] as string) : cleanPlain(held, below, removed, liveKeys)];
      }),
    );
  }
  const text = typeof value === 'string' ? redact(value, liveKeys) : value;
  if (text !== value) removed.push(path);
  return text;
}

/** Headers that say nothing about who sends them. */
const HARMLESS = new Set(['accept', 'content-type', 'user-agent']);

/** Without any HTTP headers, of which each may hold a key; `removed` is told of those that could. */
export function withoutHeaders(value: Json, path: string, removed: string[]): Json {
  if (Array.isArray(value)) return value.map((entry: Json, i) => withoutHeaders(entry, `${path}[${i}]`, removed));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([field, held]) => {
    if (field.toLowerCase() !== 'headers') return true;
    const told = isObject(held) ? Object.keys(held).filter((header) => !HARMLESS.has(header.toLowerCase())) : [];
    for (const header of told) removed.push(`${path}.${field}.${redact(header)}`);
    return false;
  });
  return Object.fromEntries(kept.map(([field, held]) => [field, withoutHeaders(held, `${path}.${redact(field)}`, removed)])) satisfies JsonObject;
}
