import { expect, test } from 'vitest';
import { piecesOf } from '../../../../../src/app/service/judge/pieces.ts';

test.each<[string, unknown[]]>([
  ['see [12], and [3]', [{ text: 'see ' }, { message: 12 }, { text: ', and ' }, { message: 3 }]],
  ['[1][20]', [{ message: 1 }, { message: 20 }]],
  // Beyond the trajectory, or no number.
  ['[0] [21] [x] [1, 2] [1', [{ text: '[0] [21] [x] [1, 2] [1' }]],
  ['', []],
])('spec vita §5: messages named in %j are set apart', (text, pieces) => {
  expect(piecesOf(text, 20)).toEqual(pieces);
});
