import { describe, expect, test } from 'vitest';
import { createPartialRatio, ratio } from '../../../../src/service/search/partialRatio.ts';
import { property, type Dice } from '../../../tools/property.ts';
import { slowPartialRatio, slowRatio } from './slowScores.ts';

const partialRatio = (query: string, text: string) => createPartialRatio(query)(text);

const SETS = ['ab', 'abcdefgh ', 'café ÑŒ', '茶饮店铺火锅 ', '🍜🍵🍰a', '🍜\ud83c\udf5c\ud83dx', '\ud800\udfff\u{10ffff}\u0000'].map((set) =>
  Array.from(set),
);

/** A text over a small set of characters, often with a piece of another text in it so that there is much to find. */
function madeText(dice: Dice, letters: readonly string[], longest: number, other = ''): string {
  const text = () => dice.many(0, dice.whole(0, longest), () => dice.pick(letters)).join('');
  const from = dice.whole(0, other.length);
  return dice.chance(0.5) ? text() : text() + other.slice(from, dice.whole(from, other.length)) + text();
}

describe('spec §3, Search: the score is that of the definition, to the last bit', () => {
  property('short texts: patterns of a word', (dice) => {
    for (let round = 0; round < 1500; round += 1) {
      const letters = dice.pick(SETS);
      const query = madeText(dice, letters, 16);
      const score = createPartialRatio(query);
      for (const text of dice.many(1, 3, () => madeText(dice, letters, 24, query))) {
        expect([query, text, score(text)]).toEqual([query, text, slowPartialRatio(query, text)]);
        expect([query, text, ratio(query, text)]).toEqual([query, text, slowRatio(query, text)]);
      }
    }
  });

  property('long texts: patterns of several words, and lengths around the ends of words', (dice) => {
    for (let round = 0; round < 40; round += 1) {
      const letters = dice.pick(SETS);
      const length = dice.pick([30, 31, 32, 61, 62, 63, 93, 94, dice.whole(20, 110)]);
      const query = dice.many(length, length, () => dice.pick(letters)).join('');
      const text = madeText(dice, letters, dice.pick([40, 140]), query);
      expect([query, text, partialRatio(query, text)]).toEqual([query, text, slowPartialRatio(query, text)]);
      expect([query, text, ratio(query, text)]).toEqual([query, text, slowRatio(query, text)]);
    }
  });

  property('equal lengths: the better of both directions', (dice) => {
    for (let round = 0; round < 500; round += 1) {
      const length = dice.whole(1, 40);
      const [query, text] = [0, 1].map(() => dice.many(length, length, () => dice.pick(['a', 'b', 'c'])).join('')) as [string, string];
      expect([query, text, partialRatio(query, text)]).toEqual([query, text, slowPartialRatio(query, text)]);
      expect(partialRatio(text, query)).toBe(partialRatio(query, text));
    }
  });
});

describe('spec §3, Search: by name', () => {
  test.each([
    ['an empty query scores 0', '', 'tea', 0],
    ['an empty text scores 0', 'tea', '', 0],
    ['two empty sides score 0', '', '', 0],
    ['one character that occurs', 'e', 'tea', 100],
    ['one character that does not', 'x', 'tea', 0],
    ['a query that occurs as it is', 'mixc', 'the mixc branch', 100],
    ['a query longer than the text is where the text is looked for', 'lemon tea with ice', 'tea', 100],
    ['three of four characters in a full window: 6/8', 'abcd', 'xxabxdxx', 75],
    ['a shorter window at the end may win: 6/7', 'abcd', 'xxxxabc', 6 / 7 * 100],
    ['a shorter window at the start may win: 6/7', 'abcd', 'bcdxxxx', 6 / 7 * 100],
    ['equal lengths, one direction: a window of the query alone wins', 'xab', 'abc', 80],
    ['Chinese', '奶茶', '霸王茶姬奶茶店', 100],
    ['Chinese, one of two: 2/3 at the start', '奶茶', '茶店', 2 / 3 * 100],
    ['an emoji is one character: one of two', '🍜🍵', '🍜🍰', 2 / 3 * 100],
    ['emoji with the same first half are different', '🍜', '🍰🍵', 0],
    ['half of a pair is not in the pair', '\ud83c', '🍜', 0],
    ['lone surrogates are characters', '\udf5c\ud83c', 'x\udf5c\ud83cx', 100],
  ])('%s', (_what, query, text, expected) => {
    expect(partialRatio(query, text)).toBeCloseTo(expected, 10);
  });

  test('scores are not rounded: the double arithmetic of the formula shows', () => {
    expect(partialRatio('abc', 'xaxbx')).toBe((1 - (6 - 2 * 2) / 6) * 100);
    expect(ratio('abc', 'abx')).toBe((1 - (6 - 2 * 2) / 6) * 100);
  });

  test('the plain ratio compares whole texts, and an empty side scores 0', () => {
    expect(ratio('tea', 'lemon tea')).toBe(50);
    expect(ratio('', 'tea')).toBe(0);
    expect(ratio('', '')).toBe(0);
  });
});

describe('issue 5, bad input: a query of 1 MB ends in seconds and scores right', () => {
  const text = 'noodle house spicy beef, noodle house plain';

  test.each([
    ['of one letter', 'e'.repeat(1e6), slowPartialRatio('e'.repeat(1000), text)],
    ['of a repeated word', 'spicy beef '.repeat(91_000), slowPartialRatio('spicy beef '.repeat(20), text)],
    ['with the text inside', `${'x'.repeat(5e5)}${text}${'y'.repeat(5e5)}`, 100],
    ['of emoji', '🍜'.repeat(25e4), 0],
  ])('%s', (_what, query, expected) => {
    const score = createPartialRatio(query);
    for (let repeat = 0; repeat < 5; repeat += 1) expect(score(text)).toBe(expected);
  });

  test('against a text of 1 MB, where it is short', () => {
    expect(partialRatio('spicy beef', `${'noodle house '.repeat(8e4)}spicy beef`)).toBe(100);
  });
});
