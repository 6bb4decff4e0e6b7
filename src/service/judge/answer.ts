/** A judge's answer, whatever it looks like: a list of `{rubric_idx, justification, meetExpectation}` is wanted (spec vita §5). */
import { isObject, type Json } from '../../core/json.ts';
import { readList } from './looseList.ts';

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
  const parsed = readList(text);
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
