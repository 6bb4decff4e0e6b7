import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { power } from '../../../src/core/transcendental.ts';
import { property } from '../../tools/property.ts';

const path = resolve(import.meta.dirname, '../../fixtures/python-random.json');
const { powers } = JSON.parse(readFileSync(path, 'utf8')) as { powers: [base: number, result: number][] };

test('spec §6: the power 1.5 is C’s pow, as CPython shows it', () => {
  expect(powers.length).toBeGreaterThan(60);
  for (const [base, result] of powers) expect(power(base, 1.5), `${base} ** 1.5`).toBe(result);
});

/** The largest whole number whose square is at most `value`. */
function rootOf(value: bigint): bigint {
  let guess = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (guess + value / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}

/** x^1.5 correctly rounded, by whole numbers: the root of x³ with 60 bits more than a double has. For x in [1e-9, 1e9]. */
function correctly(x: number): number {
  let exponent = 0;
  let mantissa = x;
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    exponent--;
  }
  const cube = BigInt(mantissa) ** 3n << 400n;
  let scale = 3 * exponent - 400;
  const even = scale % 2 === 0 ? cube : cube << 1n;
  if (scale % 2 !== 0) scale--;
  const root = rootOf(even);
  const sticky = root * root === even ? 0n : 1n;
  return Number((root << 1n) | sticky) * 2 ** (scale / 2 - 1);
}

test('spec §6: it is rounded correctly for every trust of three decimals', () => {
  for (const highest of [1, 3, 5, 7.5, 10]) {
    for (let thousandths = 0; thousandths < highest * 1000; thousandths++) {
      const base = 1 - thousandths / 1000 / highest;
      if (power(base, 1.5) !== correctly(base)) expect([base, power(base, 1.5)]).toEqual([base, correctly(base)]);
    }
  }
});

property('spec §6: it is rounded correctly everywhere', (dice) => {
  for (let count = 0; count < 20_000; count++) {
    const base = dice.fraction() * 10 ** dice.whole(-6, 6) + 1e-9;
    if (power(base, 1.5) !== correctly(base)) expect([base, power(base, 1.5)]).toEqual([base, correctly(base)]);
  }
});

test('ends and other powers', () => {
  expect(power(0, 1.5)).toBe(0);
  expect(power(1, 1.5)).toBe(1);
  expect(power(4, 1.5)).toBe(8);
  expect(power(-1e-17, 1.5)).toBe(0); // a trust a hair above the most there is
  expect(power(3, 2)).toBe(9);
  expect(power(0.25, 0.5)).toBe(0.5);
});
