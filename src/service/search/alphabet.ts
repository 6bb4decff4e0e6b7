/** The characters of a query, numbered, so that what is kept per character sits in short arrays. */

/** Characters outside the alphabet have this number; they match nothing, not even each other. */
export const NO_LETTER = 0;

const PAGE_BITS = 8;
const PAGE_SIZE = 1 << PAGE_BITS;
const EMPTY_PAGE = new Int32Array(PAGE_SIZE);

export interface Alphabet {
  /** Numbers go from 1 to below this. */
  readonly size: number;
  /** The number of a code point, by pages of code points as far as needed. */
  readonly pages: readonly Int32Array[];
}

export function createAlphabet(characters: Int32Array): Alphabet {
  const pages: Int32Array[] = [];
  let size = NO_LETTER + 1;
  for (const character of characters) {
    const place = character >> PAGE_BITS;
    while (pages.length <= place) pages.push(EMPTY_PAGE);
    if (pages[place] === EMPTY_PAGE) pages[place] = new Int32Array(PAGE_SIZE);
    const page = pages[place] as Int32Array;
    if (page[character & (PAGE_SIZE - 1)] === NO_LETTER) page[character & (PAGE_SIZE - 1)] = size++;
  }
  return { size, pages };
}

/** Writes the numbers of a text's characters into `letters`, which must be long enough. */
export function spell({ pages }: Alphabet, text: Int32Array, letters: Int32Array): Int32Array {
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] as number;
    const place = character >> PAGE_BITS;
    letters[index] = place < pages.length ? ((pages[place] as Int32Array)[character & (PAGE_SIZE - 1)] as number) : NO_LETTER;
  }
  return letters;
}
