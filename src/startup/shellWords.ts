/**
 * Splitting a line into words and back as POSIX shells quote (spec §7): blanks separate, `'…'` takes everything as it
 * is, within `"…"` a backslash escapes only `"` and itself, elsewhere it escapes any character. Nothing is expanded.
 */
import { failure, success, type Result } from '../core/result.ts';

const BLANK = /[ \t\r\n]/;

/** Error code: `usage`, for a quotation or an escape that does not end. */
export function splitWords(line: string): Result<string[]> {
  const words: string[] = [];
  let word: string | null = null; // null between words: an empty one, '', is a word too
  let quote: string | null = null;
  for (let i = 0; i < line.length; i++) {
    const character = line.charAt(i);
    const next = line.charAt(i + 1);
    if (quote === "'" ? character === "'" : quote === '"' && character === '"') quote = null;
    else if (character === '\\' && quote !== "'") {
      if (next === '') return failure('usage', 'the command line ends with a backslash');
      const isKept = quote === '"' && next !== '"' && next !== '\\';
      word = (word ?? '') + (isKept ? character : '') + next;
      i++;
    } else if (quote !== null) word = (word ?? '') + character;
    else if (character === "'" || character === '"') {
      quote = character;
      word ??= '';
    } else if (!BLANK.test(character)) word = (word ?? '') + character;
    else if (word !== null) {
      words.push(word);
      word = null;
    }
  }
  if (quote !== null) return failure('usage', `the command line has a quotation ${quote} that is not closed`);
  if (word !== null) words.push(word);
  return success(words);
}

/** The line that `splitWords` takes apart into these words. */
export function joinWords(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`)).join(' ');
}
