/** How alike two texts are, 0 to 100, by their longest common subsequence (LCS): whole, or at the best place of the longer one. */
import { createAlphabet, spell } from './alphabet.ts';
import { charactersOf } from './characters.ts';
import { advance, createPattern, FULL_WORD, type Pattern } from './pattern.ts';
import { bestWindow } from './window.ts';

/** Of the whole texts, unrounded. An empty side scores 0. */
export function ratio(a: string, b: string): number {
  const left = charactersOf(a);
  const right = charactersOf(b);
  if (left.length === 0 || right.length === 0) return 0;
  const [shorter, longer] = left.length < right.length ? [left, right] : [right, left];
  const alphabet = createAlphabet(shorter);
  const pattern = createPattern(spell(alphabet, shorter, new Int32Array(shorter.length)), shorter.length, alphabet.size);
  const state = new Int32Array(pattern.words).fill(FULL_WORD);
  let common = 0;
  for (const letter of spell(alphabet, longer, new Int32Array(longer.length))) {
    common += advance(state, pattern.places, letter * pattern.words);
  }
  return scoreOf(left.length + right.length, common);
}

/** Of the shorter text and the best window of the longer one, unrounded. The work on the query is shared by all texts. */
export function createPartialRatio(query: string): (text: string) => number {
  const scorer = createScorer(charactersOf(query));
  return (text) => scorer(charactersOf(text));
}

/** `createPartialRatio` for texts given by their characters. */
export function createScorer(query: Int32Array): (text: Int32Array) => number {
  const { length } = query;
  const alphabet = createAlphabet(query);
  const queryLetters = spell(alphabet, query, new Int32Array(length));
  let textLetters = new Int32Array(1024);
  // Made for the first text that is long enough: a huge query is compared as the text.
  let queryPattern: Pattern | undefined;

  return (text) => {
    if (length === 0 || text.length === 0) return 0;
    if (text.length > textLetters.length) textLetters = new Int32Array(2 * text.length);
    spell(alphabet, text, textLetters);
    let score = 0;
    if (length <= text.length) {
      queryPattern ??= createPattern(queryLetters, length, alphabet.size);
      score = bestScore(queryPattern, textLetters, text.length);
    }
    if (length < text.length || score === 100) return score;
    return Math.max(score, bestScore(createPattern(textLetters, text.length, alphabet.size), queryLetters, length));
  };
}

function bestScore(pattern: Pattern, letters: Int32Array, textLength: number): number {
  const window = bestWindow(pattern, letters, textLength);
  return scoreOf(pattern.length + window.length, window.common);
}

/** `total`: the length of both sides. */
function scoreOf(total: number, common: number): number {
  return (1 - (total - 2 * common) / total) * 100;
}
