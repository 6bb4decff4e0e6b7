/** How a text is made ready for a fuzzy search: case and punctuation do not count. */

/** Letters and numbers of any script and the underscore; marks are not, though a script may write vowels with them. */
const NO_WORD_CHARACTER = /[^\p{L}\p{N}_]/gu;

/**
 * In lower case, with a space for every character outside words, and no spaces at the ends. Lower-casing goes
 * character by character: neither place in a word (final sigma) nor a longer spelling (dotted capital I) plays a part.
 */
export function normalise(text: string): string {
  return text.replaceAll('Σ', 'σ').replaceAll('İ', 'i').toLowerCase().replace(NO_WORD_CHARACTER, ' ').trim();
}
