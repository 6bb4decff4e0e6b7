/** A judge's answer, whatever it looks like: a list of `{rubric_idx, justification, meetExpectation}` is wanted (spec vita §5). */
import { jsonrepair } from 'jsonrepair';
import { isObject, type Json } from '../../core/json.ts';

export interface Update {
  readonly isMet: boolean;
  readonly justification: string;
}

export interface Reading {
  /** `unreadable`: nothing in it can be understood, and it changes nothing. */
  readonly quality: 'exact' | 'repaired' | 'unreadable';
  /** By the rubric's place, counted from 0. */
  readonly updates: ReadonlyMap<number, Update>;
  readonly ignored: Ignored;
}

/** Entries that change nothing, counted. */
export interface Ignored {
  /** Of rubrics that there are not. */
  readonly unknown: number;
  /** Rubrics called both met and unmet in one answer. */
  readonly contradicted: number;
  /** Without an index, or without a verdict. */
  readonly malformed: number;
}

/** `rubrics`: how many there are; in answers they are counted from 1. */
export function readAnswer(text: string, rubrics: number): Reading {
  const parsed = parse(text);
  if (!parsed) return { quality: 'unreadable', updates: new Map(), ignored: { unknown: 0, contradicted: 0, malformed: 0 } };
  const updates = new Map<number, Update>();
  const contradicted = new Set<number>();
  let unknown = 0;
  let malformed = 0;
  for (const entry of parsed.entries) {
    const read = readEntry(entry);
    if (!read) {
      malformed++;
    } else if (read.place < 0 || read.place >= rubrics) {
      unknown++;
    } else {
      const earlier = updates.get(read.place);
      if (earlier && earlier.isMet !== read.update.isMet) contradicted.add(read.place);
      updates.set(read.place, read.update);
    }
  }
  for (const place of contradicted) updates.delete(place);
  return { quality: parsed.isExact ? 'exact' : 'repaired', updates, ignored: { unknown, contradicted: contradicted.size, malformed } };
}

interface Parsed {
  readonly entries: readonly Json[];
  readonly isExact: boolean;
}

/** Null: there is no list, and no object that could be one's only entry. */
function parse(text: string): Parsed | null {
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
    const lists = Object.values(value).filter((member) => Array.isArray(member));
    value = lists.length === 1 && !('meetExpectation' in value) ? lists[0] : [value];
  }
  return Array.isArray(value) && (value.length === 0 || value.some(isObject)) ? (value as Json[]) : null;
}

function readEntry(entry: Json): { place: number; update: Update } | null {
  if (!isObject(entry)) return null;
  const { rubric_idx: index, meetExpectation: verdict, justification } = entry;
  const number = typeof index === 'string' && /^\s*\d+\s*$/.test(index) ? Number(index) : index;
  const isMet = typeof verdict === 'string' ? WORDS.get(verdict.trim().toLowerCase()) : verdict;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || typeof isMet !== 'boolean') return null;
  return { place: number - 1, update: { isMet, justification: typeof justification === 'string' ? justification : '' } };
}

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['是', true],
  ['false', false],
  ['no', false],
  ['否', false],
]);
