import { expect, test } from 'vitest';
import { roundHalfEven } from '../../../src/core/rounding.ts';
import { property, type Dice } from '../../tools/property.ts';

/** The same by exact integers: the double as mantissa · 2^exponent, rounded as a fraction of whole numbers. */
function exactly(value: number, places: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(value));
  const bits = view.getBigUint64(0);
  const biased = Number(bits >> 52n);
  const mantissa = (bits & (2n ** 52n - 1n)) + (biased === 0 ? 0n : 2n ** 52n);
  const exponent = Math.max(biased, 1) - 1075;
  let numerator = mantissa * 10n ** BigInt(places);
  const denominator = exponent < 0 ? 2n ** BigInt(-exponent) : 1n;
  if (exponent > 0) numerator *= 2n ** BigInt(exponent);
  const below = numerator / denominator;
  const twiceRest = 2n * (numerator % denominator);
  const up = twiceRest > denominator || (twiceRest === denominator && below % 2n === 1n);
  return Number(`${value < 0 ? '-' : ''}${up ? below + 1n : below}e-${places}`);
}

/** Doubles of the kinds that go wrong: halves, neighbours of halves, plain ones, large ones. */
function double(dice: Dice, places: number): number {
  const sign = dice.chance(0.5) ? -1 : 1;
  const half = (dice.whole(0, 10 ** dice.whole(1, 8)) + 0.5) / 10 ** places;
  switch (dice.whole(0, 3)) {
    case 0:
      return sign * half;
    case 1:
      return sign * half * (1 + dice.whole(-3, 3) * Number.EPSILON);
    case 2:
      return (sign * (2 * dice.whole(0, 2 ** 20) + 1)) / 2 ** (places + 1); // ties, exactly
    default:
      return sign * dice.fraction() * 10 ** dice.whole(-8, 9);
  }
}

test.each([
  [0.5, 0, 0], [1.5, 0, 2], [2.5, 0, 2], [-0.5, 0, 0], [-1.5, 0, -2], [-2.5, 0, -2],
  [0.125, 2, 0.12], [0.375, 2, 0.38], [-0.125, 2, -0.12], [0.0625, 3, 0.062], [0.03125, 4, 0.0312],
  [2.675, 2, 2.67], [1.005, 2, 1], [0.285, 2, 0.28], [1.0005, 3, 1], [0.00005, 4, 0.0001], [-0.00005, 4, -0.0001],
  [999999.5, 0, 1000000], [4503599627370495.5, 0, 4503599627370496], [2 ** 53 + 2, 0, 2 ** 53 + 2], [1e300, 2, 1e300], [0, 4, 0],
])('spec §1: round is correct on the binary value, ties to even: round(%d, %d) = %d', (value, places, expected) => {
  expect(roundHalfEven(value, places) + 0).toBe(expected + 0);
});

property('spec §1: round equals exact arithmetic', (dice) => {
  for (let count = 0; count < 20_000; count++) {
    const places = dice.whole(0, 6);
    const value = double(dice, places);
    const expected = exactly(value, places);
    if (roundHalfEven(value, places) !== expected) expect([value, places, roundHalfEven(value, places)]).toEqual([value, places, expected]);
  }
});

test('only 0 to 6 places are offered', () => {
  expect(() => roundHalfEven(1, 7)).toThrow('places must be 0 to 6, got 7');
  expect(() => roundHalfEven(1, -1)).toThrow('places must be 0 to 6, got -1');
  expect(() => roundHalfEven(1, 1.5)).toThrow('places must be 0 to 6, got 1.5');
});
