/** The order in which a search shows its finds: best score first, equal scores in the order of the data. */
import { charactersOf } from './characters.ts';
import { normalise } from './normalise.ts';
import { createScorer } from './partialRatio.ts';

export interface Ranked {
  /** Place of the text in the data, from 0. */
  readonly index: number;
  /** 0 to 100, unrounded. */
  readonly score: number;
}

export interface RankOptions {
  /** How many to give at most. */
  readonly limit?: number;
  /** The lowest score to give. */
  readonly least?: number;
}

/** Query and texts are compared as they are. */
export function rank(query: string, texts: readonly string[], options: RankOptions = {}): Ranked[] {
  return rankCharacters(charactersOf(query), texts.map(charactersOf), options);
}

/** The texts of a table, made ready once for many queries. */
export class SearchIndex {
  readonly #prepare: (text: string) => Int32Array;
  readonly #texts: readonly Int32Array[];

  /** `isRaw`: texts and queries are compared as they are, case and punctuation included. */
  constructor(texts: readonly string[], { isRaw = false }: { readonly isRaw?: boolean } = {}) {
    this.#prepare = isRaw ? charactersOf : (text) => charactersOf(normalise(text));
    this.#texts = texts.map(this.#prepare);
  }

  rank(query: string, options: RankOptions = {}): Ranked[] {
    return rankCharacters(this.#prepare(query), this.#texts, options);
  }
}

/** Scores take few different values, so that sorting those and listing the texts of each beats sorting the texts. */
function rankCharacters(query: Int32Array, texts: readonly Int32Array[], { limit = Infinity, least = 0 }: RankOptions): Ranked[] {
  const scorer = createScorer(query);
  const byScore = new Map<number, Ranked[]>();
  texts.forEach((text, index) => {
    const score = scorer(text);
    if (score < least) return;
    const equals = byScore.get(score);
    if (equals) equals.push({ index, score });
    else byScore.set(score, [{ index, score }]);
  });
  const ranked: Ranked[] = [];
  for (const score of [...byScore.keys()].sort((a, b) => b - a)) {
    if (ranked.length >= limit) break;
    for (const one of (byScore.get(score) as Ranked[]).slice(0, limit - ranked.length)) ranked.push(one);
  }
  return ranked;
}
