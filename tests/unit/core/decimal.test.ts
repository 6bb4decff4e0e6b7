import { expect, test } from 'vitest';
import { Decimal, ZERO } from '../../../src/core/decimal.ts';

test('spec §4: hours and rates are decimals of 28 significant digits', () => {
  expect(new Decimal(1).div(3).toString()).toBe(`0.${'3'.repeat(28)}`);
  expect(new Decimal(2).div(3).toString()).toBe(`0.${'6'.repeat(27)}7`);
  expect(new Decimal(10).div(7).toString()).toBe('1.428571428571428571428571429');
});

test('spec §4: ties go to even', () => {
  const [even, odd] = [`1${'0'.repeat(26)}2`, `1${'0'.repeat(26)}3`];
  expect(new Decimal(`${even}.5`).plus(0).toFixed(0)).toBe(even);
  expect(new Decimal(`${odd}.5`).plus(0).toFixed(0)).toBe(`1${'0'.repeat(26)}4`);
  expect([0.5, 1.5, 2.5, -0.5, -1.5].map((value) => new Decimal(value).round().toNumber() + 0)).toEqual([0, 2, 2, 0, -2]);
});

test('a double comes in as it is printed, as in the original', () => {
  expect(new Decimal(0.1).plus(0.2).toString()).toBe('0.3');
  expect(new Decimal(4.3219).times(3).toString()).toBe('12.9657');
});

test('zero is zero', () => {
  expect(ZERO.isZero()).toBe(true);
});
