/** Plain words in a text: the same places for whoever searches and whoever shows what was found. */

/** Matches every place where the words stand, whatever their case; signs mean themselves. `words` is not empty. */
export function patternOf(words: string): RegExp {
  return new RegExp(words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
}
