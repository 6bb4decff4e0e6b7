/** Marking what was found changes no letter of a text. */
import { expect, test } from 'vitest';
import { piecesOf } from '../../../../src/app/transcript/highlight.ts';
import { property } from '../../../tools/property.ts';

property('the pieces are the text, and the hits among them the words', (dice) => {
  const letters = ['a', 'B', '(', '.*', '<b>', '\\', '🙂', 'é', '\n'];
  const text = dice.many(0, 200, () => dice.pick(letters)).join('');
  const words = dice.many(0, 3, () => dice.pick(letters)).join('');
  const pieces = piecesOf(text, words);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  for (const { at, text: piece, isHit } of pieces) {
    expect(text.slice(at, at + piece.length)).toBe(piece);
    if (isHit) expect(piece.toLowerCase()).toBe(words.toLowerCase());
  }
  if (words !== '') expect(pieces.filter(({ isHit }) => isHit)).toHaveLength(text.toLowerCase().split(words.toLowerCase()).length - 1);
});

test('of very many hits the first ones are marked, and the one that is looked at', () => {
  const hits = piecesOf('a'.repeat(3000), 'A', 2999).filter(({ isHit }) => isHit);
  expect(hits).toHaveLength(501);
  expect(hits.at(-1)?.at).toBe(2999);
});
