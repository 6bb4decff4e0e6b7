/** Run links are found in whatever text they come in, with the names before them. */
import { expect, test } from 'vitest';
import { linksIn } from '../../../../src/app/compare/pasted.ts';
import { property } from '../../../tools/property.ts';

const LINK = '#/run=1.AbC-_9.0123abcd';

test.each([
  [`Ann: https://example.org/longrun/${LINK}`, 'Ann'],
  [`Ann:https://example.org/${LINK}`, 'Ann'],
  [`1. Ann Lee — http://localhost:4173/${LINK}`, 'Ann Lee'],
  [`- 小安：https://example.org/${LINK}`, '小安'],
  [`"Ann","https://example.org/${LINK}"`, 'Ann'],
  [`Ann\thttps://example.org/${LINK}`, 'Ann'],
  [`Ann ${LINK}`, 'Ann'],
  [`https://example.org/${LINK}`, null],
  [`<https://example.org/${LINK}>`, null],
  [LINK, null],
])('%s is one link, and names %s', (line, name) => {
  expect(linksIn(line)).toEqual([{ name, fragment: LINK }]);
});

test('the full stop after a link is not its own, and one that was cut off is found too', () => {
  expect(linksIn(`See ${LINK}. Or (${LINK}), or #/run=1.AbC`).map(({ fragment }) => fragment)).toEqual([LINK, LINK, '#/run=1.AbC']);
  expect(linksIn('#/startup?preset=paper and #/runs')).toEqual([]);
});

property('every link of a text is found once, in order, whatever stands around it', (dice) => {
  const fragments = dice.many(0, 40, () => `#/run=1.${dice.whole(0, 1e9).toString(36)}.${dice.whole(0, 2 ** 32 - 1).toString(16).padStart(8, '0')}`);
  const text = fragments.map((fragment) => `${dice.pick(['', 'Ann: ', '> '])}${dice.pick(['', 'https://a.example/b/'])}${fragment}${dice.pick(['\n', '\r\n', ' ', ', '])}`).join('');
  expect(linksIn(text).map(({ fragment }) => fragment)).toEqual(fragments);
});
