/** JSON values: canonical text, and where two values first differ. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** JSON with object keys in code-unit order and no white space. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).filter((key) => value[key] !== undefined).sort();
  const entries = keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as Json)}`);
  return `{${entries.join(',')}}`;
}

export interface Difference {
  /** `wake_events[0].type`; empty for the value itself. */
  readonly path: string;
  /** `undefined` where that side has nothing at the path. */
  readonly expected: Json | undefined;
  readonly got: Json | undefined;
}

/** The first difference in key order, or null if the values are equal. */
export function firstDifference(expected: Json | undefined, got: Json | undefined, path = ''): Difference | null {
  if (expected === got) return null;
  if (Array.isArray(expected) && Array.isArray(got)) {
    for (let i = 0; i < Math.max(expected.length, got.length); i++) {
      const difference = firstDifference(expected[i] as Json | undefined, got[i] as Json | undefined, `${path}[${i}]`);
      if (difference) return difference;
    }
    return null;
  }
  if (isObject(expected) && isObject(got)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(got)])].sort();
    for (const key of keys) {
      const below = path === '' ? key : `${path}.${key}`;
      const difference = firstDifference(own(expected, key), own(got, key), below);
      if (difference) return difference;
    }
    return null;
  }
  return { path, expected, got };
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
