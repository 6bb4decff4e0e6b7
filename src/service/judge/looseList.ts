/** The JSON list that a model was asked for, in whatever it answered: fenced, in prose, not quite JSON, or cut short. */
import { jsonrepair } from 'jsonrepair';
import { isObject, type Json } from '../../core/json.ts';

export interface LooseList {
  readonly entries: readonly Json[];
  readonly isExact: boolean;
}

/** Null: there is no list, and no object that could be one's only entry. */
export function readList(text: string): LooseList | null {
  const exact = entriesIn(text, JSON.parse);
  if (exact) return { entries: exact, isExact: true };
  for (const candidate of candidatesIn(text)) {
    const repaired = entriesIn(candidate, (each) => JSON.parse(jsonrepair(each)));
    if (repaired) return { entries: repaired, isExact: false };
  }
  return null;
}

/** Where in a text the list may stand: in the last fence, from the first bracket on, or from the first brace on. */
function candidatesIn(text: string): string[] {
  const fences = [...text.matchAll(/```(?:json)?\s*([[{][\s\S]*?)```/gi)];
  const list = /\[\s*[{\]][\s\S]*/.exec(text)?.[0];
  const object = /\{[\s\S]*/.exec(text)?.[0];
  return [fences.at(-1)?.[1], list && upToItsEnd(list), list, object].filter((candidate) => candidate !== undefined && candidate !== '') as string[];
}

/** A list that is closed, without what follows it; brackets in texts are no brackets. Undefined: it was cut off. */
function upToItsEnd(text: string): string | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:\\[^]|[^"\\])*"?|'(?:\\[^]|[^'\\])*'?|[[\]]/g)) {
    if (token === '[') depth++;
    else if (token === ']' && --depth === 0) return text.slice(0, index + 1);
  }
  return undefined;
}

function entriesIn(text: string, read: (text: string) => unknown): Json[] | null {
  let value: unknown;
  try {
    value = read(text);
  } catch {
    return null; // the next candidate, or nothing parsable
  }
  if (isObject(value)) {
    const lists = Object.values(value).filter(isListOfObjects);
    value = lists.length === 1 ? lists[0] : [value];
  }
  return isListOfObjects(value) ? value : null;
}

function isListOfObjects(value: unknown): value is Json[] {
  return Array.isArray(value) && (value.length === 0 || value.some(isObject));
}
