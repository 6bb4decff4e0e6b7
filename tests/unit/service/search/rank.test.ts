import { describe, expect, test } from 'vitest';
import { normalise } from '../../../../src/service/search/normalise.ts';
import { rank, SearchIndex } from '../../../../src/service/search/rank.ts';
import { property } from '../../../tools/property.ts';
import { slowPartialRatio } from './slowScores.ts';

describe('spec §3, Search: best score first, ties in data order', () => {
  property('the order is that of a stable sort of the scores by their definition', (dice) => {
    for (let round = 0; round < 60; round += 1) {
      const word = () => dice.pick(['Tea', 'tea,', 'ice', 'Beef', '茶', '🍜', '', 'x']);
      const texts = dice.many(0, 25, () => dice.many(0, 4, word).join(' '));
      const query = dice.many(0, 3, word).join('');
      const options = { limit: dice.whole(0, 30), least: dice.pick([0, 30, 50, 100]) };
      for (const isRaw of [false, true]) {
        const made = isRaw ? (text: string) => text : normalise;
        const expected = texts
          .map((text, index) => ({ index, score: slowPartialRatio(made(query), made(text)) }))
          .filter(({ score }) => score >= options.least)
          .sort((a, b) => b.score - a.score)
          .slice(0, options.limit);
        expect(new SearchIndex(texts, { isRaw }).rank(query, options)).toEqual(expected);
        expect(rank(made(query), texts.map(made), options)).toEqual(expected);
      }
    }
  });

  test('case counts only among raw texts', () => {
    const texts = ['Xiamen', 'XIAMEN'];
    const places = (isRaw: boolean) => new SearchIndex(texts, { isRaw }).rank('XIAMEN', { least: 100 }).map(({ index }) => index);
    expect(places(false)).toEqual([0, 1]);
    expect(places(true)).toEqual([1]);
  });

  test('a query without words scores 0 everywhere and gives the data order', () => {
    expect(new SearchIndex(['b', 'a', 'c']).rank(' ?!', { limit: 2 })).toEqual([{ index: 0, score: 0 }, { index: 1, score: 0 }]);
  });

  test('a table of a great many equal texts is ranked whole', () => {
    expect(new SearchIndex(new Array<string>(200_000).fill('tea')).rank('tea')).toHaveLength(200_000);
  });
});
