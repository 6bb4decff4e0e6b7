import { describe, expect, test } from 'vitest';
import { normalise } from '../../../../src/service/search/normalise.ts';
import { property } from '../../../tools/property.ts';

describe('spec §3, Search: both sides are lower-cased, non-word characters become spaces, ends stripped', () => {
  test.each([
    ['case and punctuation', 'The MIXC (World) Branch!', 'the mixc  world  branch'],
    ['a space per character, inner ones kept', 'a  --b', 'a    b'],
    ['underscores and digits are of words', '__a_1 ', '__a_1'],
    ['letters and numbers of any script', 'Ünïcode ½ Ⅷ ٣ 茶〇', 'ünïcode ½ ⅷ ٣ 茶〇'],
    ['marks are not of words, as in Python', 'e\u0301 नि', 'e  न'],
    ['white space of any kind at the ends', '\u3000\t\u00a0tea\ufeff\n', 'tea'],
    ['Chinese punctuation', '「奶茶」，冰', '奶茶  冰'],
    ['an emoji is one space', 'a🍜b', 'a b'],
    ['a lone surrogate is one space', 'a\ud83cb\udf5c\udf5cc', 'a b  c'],
    ['letters outside the first plane stay', '\u{10400}𠮷', '\u{10428}𠮷'],
    ['no final sigma: character by character', 'ΟΔΟΣ', 'οδοσ'],
    ['the dotted capital I stays one character', 'İzmir', 'izmir'],
    ['nothing but punctuation', ' -🍜- ', ''],
    ['nothing', '', ''],
  ])('%s', (_what, text, expected) => {
    expect(normalise(text)).toBe(expected);
  });

  property('the number of characters is kept between words, whatever the characters', (dice) => {
    for (let round = 0; round < 2000; round += 1) {
      const inner = dice.many(0, 20, () => String.fromCodePoint(dice.whole(0, 0x10ffff))).join('');
      expect(Array.from(normalise(`a${inner}b`))).toHaveLength(Array.from(inner).length + 2);
      expect(normalise(normalise(inner))).toBe(normalise(inner));
    }
  });

  test('a long run of spaces inside costs no more than its length', () => {
    expect(normalise(`a${' '.repeat(1e6)}b`)).toHaveLength(1e6 + 2);
  });
});
