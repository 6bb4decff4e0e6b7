import { describe, expect, test } from 'vitest';
import { PythonRandom } from '../../../src/core/pythonRandom.ts';
import { roundHalfEven } from '../../../src/core/rounding.ts';
import { draw } from '../../../src/startup/distribution.ts';
import type { Distribution } from '../../../src/startup/preset.ts';

const fresh = () => new PythonRandom(0, 7);

function draws(distribution: Distribution, count = 2000): number[] {
  const random = fresh();
  return Array.from({ length: count }, () => draw(distribution, random));
}

const places = (values: readonly number[], digits: number) => values.every((value) => roundHalfEven(value, digits) === value);

describe('spec §1: distributions', () => {
  test('triangular is CPython’s draw', () => {
    const distribution = { type: 'triangular', low: 1, high: 10, mode: 4 } as const;
    const random = fresh();
    expect(draws(distribution)).toEqual(Array.from({ length: 2000 }, () => random.triangular(1, 10, 4)));
  });

  test('beta is scaled, clamped and rounded to 4 places', () => {
    const distribution = { type: 'beta', alpha: 1.2, beta: 2.8, scale: 0.35, low: 0.05, high: 0.2 } as const;
    const values = draws(distribution);
    const random = fresh();
    expect(values[0]).toBe(roundHalfEven(Math.min(0.2, Math.max(0.05, 0.35 * random.beta(1.2, 2.8))), 4));
    expect(places(values, 4)).toBe(true);
    expect([Math.min(...values), Math.max(...values)]).toEqual([0.05, 0.2]);
  });

  test('normal is clamped and rounded to 4 places', () => {
    const distribution = { type: 'normal', mean: 0.12, stdev: 0.06, low: 0.1, high: 0.15 } as const;
    const values = draws(distribution);
    const random = fresh();
    expect(values[0]).toBe(roundHalfEven(Math.min(0.15, Math.max(0.1, random.gauss(0.12, 0.06))), 4));
    expect(places(values, 4)).toBe(true);
    expect([Math.min(...values), Math.max(...values)]).toEqual([0.1, 0.15]);
  });

  test('uniform is CPython’s draw, unrounded', () => {
    const random = fresh();
    expect(draws({ type: 'uniform', low: 1, high: 4 })).toEqual(Array.from({ length: 2000 }, () => random.uniform(1, 4)));
  });

  test('a constant draws nothing', () => {
    const random = fresh();
    expect(draw({ type: 'constant', value: 0.21 }, random)).toBe(0.21);
    expect(random.random()).toBe(fresh().random());
  });
});
