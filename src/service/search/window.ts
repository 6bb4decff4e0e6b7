/**
 * The best window of a text for a pattern that is no longer: among the full windows (as long as the pattern) and the
 * shorter ones at both ends.
 *
 * The windows at an end are one walk, for the LCS of every part of a walk is known on the way. A full window is walked
 * from its start, and the walk goes on beyond its end: the LCS met there is at least that of the full window with the
 * same end, so nothing is missed until it exceeds the best so far.
 */
import { advance, FULL_WORD, WORD_BITS, type Pattern } from './pattern.ts';

export interface Window {
  readonly length: number;
  /** Its LCS with the pattern. */
  readonly common: number;
}

/** The first `textLength` letters are the text. */
export function bestWindow(pattern: Pattern, letters: Int32Array, textLength: number): Window {
  return pattern.words === 1 ? bestOfOneWord(pattern, letters, textLength) : bestOfWords(pattern, letters, textLength);
}

function bestOfWords({ length, words, places, placesFromEnd }: Pattern, letters: Int32Array, textLength: number): Window {
  const state = new Int32Array(words);
  let bestLength = 1;
  let bestCommon = 0;
  for (const isEnd of [false, true]) {
    const table = isEnd ? placesFromEnd : places;
    state.fill(FULL_WORD);
    for (let taken = 1, common = 0; taken < length; taken += 1) {
      const letter = letters[isEnd ? textLength - taken : taken - 1] as number;
      if (advance(state, table, letter * words) === 0) continue;
      common += 1;
      if (common * (length + bestLength) <= bestCommon * (length + taken)) continue;
      bestLength = taken;
      bestCommon = common;
    }
  }

  let most = mostOfNoUse(length, bestLength, bestCommon);
  let start = 0;
  while (start + length <= textLength) {
    state.fill(FULL_WORD);
    let common = 0;
    let end = start;
    for (; end < start + length; end += 1) common += advance(state, places, (letters[end] as number) * words);
    if (common > most) {
      most = bestCommon = common;
      bestLength = length;
      if (common === length) break;
    }
    for (; end < textLength && common <= most; end += 1) common += advance(state, places, (letters[end] as number) * words);
    if (common <= most) break;
    start = end - length;
  }
  return { length: bestLength, common: bestCommon };
}

/** `bestOfWords` with the state in a variable: patterns of one word are the usual ones, and three times as fast so. */
function bestOfOneWord({ length, places, placesFromEnd }: Pattern, letters: Int32Array, textLength: number): Window {
  let bestLength = 1;
  let bestCommon = 0;
  for (const isEnd of [false, true]) {
    const table = isEnd ? placesFromEnd : places;
    for (let taken = 1, common = 0, state = FULL_WORD; taken < length; taken += 1) {
      const met = state & (table[letters[isEnd ? textLength - taken : taken - 1] as number] as number);
      const sum = (state + met) | 0;
      state = (sum | (state ^ met)) & FULL_WORD;
      if (sum >= 0) continue;
      common += 1;
      if (common * (length + bestLength) <= bestCommon * (length + taken)) continue;
      bestLength = taken;
      bestCommon = common;
    }
  }

  let most = mostOfNoUse(length, bestLength, bestCommon);
  let start = 0;
  while (start + length <= textLength) {
    let state = FULL_WORD;
    let common = 0;
    let end = start;
    for (; end < start + length; end += 1) {
      const met = state & (places[letters[end] as number] as number);
      const sum = (state + met) | 0;
      common += sum >>> WORD_BITS;
      state = (sum | (state ^ met)) & FULL_WORD;
    }
    if (common > most) {
      most = bestCommon = common;
      bestLength = length;
      if (common === length) break;
    }
    for (; end < textLength && common <= most; end += 1) {
      const met = state & (places[letters[end] as number] as number);
      const sum = (state + met) | 0;
      common += sum >>> WORD_BITS;
      state = (sum | (state ^ met)) & FULL_WORD;
    }
    if (common <= most) break;
    start = end - length;
  }
  return { length: bestLength, common: bestCommon };
}

/** The highest LCS of a full window that is no better than the best at the ends. */
function mostOfNoUse(length: number, bestLength: number, bestCommon: number): number {
  return Math.floor((bestCommon * 2 * length) / (length + bestLength));
}
