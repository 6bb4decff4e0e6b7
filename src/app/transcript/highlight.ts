/** Cuts a text where searched words stand, so that they can be marked without any markup in the text. */
import { patternOf } from '../../core/plainSearch.ts';

export interface Piece {
  /** Where in the text it begins. */
  readonly at: number;
  readonly text: string;
  readonly isHit: boolean;
}

/** A text with more hits has its first ones marked, and the one that is wanted. */
const MOST_MARKED = 500;

/** The text in pieces, which together are the text. `wanted`: where a hit begins that must be among those marked. */
export function piecesOf(text: string, words: string, wanted: number | null = null): Piece[] {
  if (words === '') return [{ at: 0, text, isHit: false }];
  const pieces: Piece[] = [];
  let end = 0;
  let marked = 0;
  for (const { 0: hit, index } of text.matchAll(patternOf(words))) {
    if (marked++ >= MOST_MARKED && index !== wanted) continue;
    if (index > end) pieces.push({ at: end, text: text.slice(end, index), isHit: false });
    pieces.push({ at: index, text: hit, isHit: true });
    end = index + hit.length;
  }
  if (end < text.length) pieces.push({ at: end, text: text.slice(end), isHit: false });
  return pieces;
}
