/** Reading JSON of which nothing is certain. */
import { isObject, type Json, type JsonObject } from '../../core/json.ts';

export function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A count that can be true: finite and not negative. */
export function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

export function tokens(value: unknown): number | null {
  const known = count(value);
  return known === null ? null : Math.round(known);
}

export function object(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Null stands for nothing as much as a missing field does. */
export function withoutNulls(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== null));
}

export function parseJson(source: string): Json | undefined {
  try {
    return JSON.parse(source) as Json;
  } catch {
    return undefined;
  }
}

/** Unknown if both are; otherwise what is known of the sum. */
export function sum(...parts: (number | null)[]): number | null {
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? null : known.reduce((total, part) => total + part, 0);
}
