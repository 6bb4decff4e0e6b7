/** A text laid out as bit vectors, to follow its longest common subsequence (LCS) with another text (Hyyrö's method). */
import { NO_LETTER } from './alphabet.ts';

/** Bits used of a 32-bit word: the highest takes the carry of an addition. */
export const WORD_BITS = 31;
/** A word with all of its bits set. */
export const FULL_WORD = 0x7fffffff;

export interface Pattern {
  readonly length: number;
  readonly words: number;
  /** `words` words per letter: a bit is set where the letter stands in the pattern. */
  readonly places: Int32Array;
  /** The same for the pattern read backwards. */
  readonly placesFromEnd: Int32Array;
}

/** Of the first `length` letters, all of them below `size`. */
export function createPattern(letters: Int32Array, length: number, size: number): Pattern {
  const words = Math.ceil(length / WORD_BITS);
  const places = new Int32Array(size * words);
  const placesFromEnd = new Int32Array(size * words);
  for (let index = 0; index < length; index += 1) {
    const letter = letters[index] as number;
    if (letter === NO_LETTER) continue;
    mark(places, letter * words, index);
    mark(placesFromEnd, letter * words, length - 1 - index);
  }
  return { length, words, places, placesFromEnd };
}

/**
 * Takes one more letter of the text, whose words start at `row`, into the state of an LCS (at first all words full).
 * Answers by how much the LCS has grown: 0 or 1.
 */
export function advance(state: Int32Array, places: Int32Array, row: number): number {
  let carry = 0;
  for (let word = 0; word < state.length; word += 1) {
    const open = state[word] as number;
    const met = open & (places[row + word] as number);
    const sum = (open + met + carry) | 0;
    carry = sum >>> WORD_BITS;
    state[word] = (sum | (open ^ met)) & FULL_WORD;
  }
  return carry;
}

function mark(places: Int32Array, row: number, place: number): void {
  const word = row + Math.floor(place / WORD_BITS);
  places[word] = (places[word] as number) | (1 << (place % WORD_BITS));
}
