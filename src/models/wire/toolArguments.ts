/** Tool arguments as models write them: a text that should be a JSON object. */
import { isObject, type JsonObject } from '../../core/json.ts';
import { parseJson } from './reading.ts';

/** An empty text is a call without arguments; anything else that is no JSON object is kept as `{malformed: text}`. */
export function readArguments(source: string): JsonObject {
  if (source.trim() === '') return {};
  const value = parseJson(source);
  return isObject(value) ? value : { malformed: source };
}

/** The same as JSON, since servers that put it into a prompt template fail on anything else. */
export function sendableArguments(source: string): string {
  return isObject(parseJson(source)) ? source : JSON.stringify(readArguments(source));
}
