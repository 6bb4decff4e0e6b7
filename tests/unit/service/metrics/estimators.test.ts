import { describe, expect, test } from 'vitest';
import {
  agreement, averageAtK, cohensKappa, mean, paperPassAtK, paperPassHatK, passAtK, passHatK, type RatedPair,
} from '../../../../src/service/metrics/estimators.ts';
import { property } from '../../../tools/property.ts';

describe('spec §6: Avg@k, Pass@k and Pass^k of n trials and c successes', () => {
  test.each([
    // n, c, k: Avg@k, Pass@k, Pass^k by hand
    [4, 0, 4, 0, 0, 0],
    [4, 1, 4, 1 / 4, 1, 0],
    [4, 4, 4, 1, 1, 1],
    [4, 2, 1, 2 / 4, 2 / 4, 2 / 4],
    [4, 2, 2, 2 / 4, 5 / 6, 1 / 6],
    [4, 2, 3, 2 / 4, 1, 0],
    [5, 3, 2, 3 / 5, 9 / 10, 3 / 10],
    [10, 4, 3, 4 / 10, 5 / 6, 1 / 30],
    [2, 1, 2, 1 / 2, 1, 0],
  ])('n = %i, c = %i, k = %i', (n, c, k, average, pass, hat) => {
    expect(averageAtK(n, c)).toBe(average);
    expect(passAtK(n, c, k)).toBeCloseTo(pass, 14);
    expect(passHatK(n, c, k)).toBeCloseTo(hat, 14);
  });

  test('more trials asked for than there are: not computable', () => {
    expect(averageAtK(0, 0)).toBeNull();
    expect(passAtK(3, 3, 4)).toBeNull();
    expect(passHatK(3, 3, 4)).toBeNull();
  });

  property('Pass@k is exactly 1 for c > n − k, Pass^k exactly 0 for c < k', (dice) => {
    for (let i = 0; i < 300; i++) {
      const n = dice.whole(1, 5000);
      const k = dice.whole(1, n);
      expect(passAtK(n, dice.whole(n - k + 1, n), k)).toBe(1);
      expect(passHatK(n, dice.whole(0, k - 1), k)).toBe(0);
    }
  });

  property('they agree with the binomials, in whole numbers of any length', (dice) => {
    const choose = (n: number, k: number) => {
      let chosen = 1n;
      for (let i = 0; i < k; i++) chosen = (chosen * BigInt(n - i)) / BigInt(i + 1);
      return chosen;
    };
    const ratio = (a: bigint, b: bigint) => Number((a * 10n ** 18n) / b) / 1e18;
    for (let i = 0; i < 50; i++) {
      const n = dice.whole(1, 3000);
      const k = dice.whole(1, Math.min(n, dice.pick([4, 40, 3000])));
      const c = dice.whole(0, n);
      expect(passAtK(n, c, k)).toBeCloseTo(1 - ratio(choose(n - c, k), choose(n, k)), 11);
      expect(passHatK(n, c, k)).toBeCloseTo(ratio(choose(c, k), choose(n, k)), 11);
    }
  });

  property('they are shares, grow with c, are the average for k = 1, and mirror each other', (dice) => {
    for (let i = 0; i < 300; i++) {
      const n = dice.whole(2, 2000);
      const c = dice.whole(0, n - 1);
      const k = dice.whole(1, n);
      const [pass, hat] = [passAtK(n, c, k) as number, passHatK(n, c, k) as number];
      expect(hat).toBeGreaterThanOrEqual(0);
      expect(pass).toBeLessThanOrEqual(1);
      expect(hat).toBeLessThanOrEqual(pass + 1e-12);
      expect(passAtK(n, c + 1, k)).toBeGreaterThanOrEqual(pass);
      expect(passHatK(n, c + 1, k)).toBeGreaterThanOrEqual(hat);
      expect(passAtK(n, c, 1)).toBeCloseTo(c / n, 14);
      expect(passHatK(n, c, 1)).toBe(c / n);
      expect(1 - pass).toBeCloseTo(passHatK(n, n - c, k) as number, 14);
    }
  });
});

describe("spec §6: the paper's Pass@k = 1 − (1 − p)^k and Pass^k = p^k", () => {
  test('by hand', () => {
    expect(paperPassAtK(0.5, 4)).toBe(0.9375);
    expect(paperPassHatK(0.5, 4)).toBe(0.0625);
    expect([paperPassAtK(0, 4), paperPassHatK(0, 4), paperPassAtK(1, 4), paperPassHatK(1, 4)]).toEqual([0, 0, 1, 1]);
  });

  property('drawing with replacement, they lie inside what the estimates from counts say, and meet them for many trials', (dice) => {
    for (let i = 0; i < 200; i++) {
      const n = dice.whole(4, 50);
      const c = dice.whole(0, n);
      const k = dice.whole(1, n);
      expect(paperPassAtK(c / n, k)).toBeLessThanOrEqual((passAtK(n, c, k) as number) + 1e-12);
      expect(paperPassHatK(c / n, k)).toBeGreaterThanOrEqual((passHatK(n, c, k) as number) - 1e-12);
      expect(paperPassAtK(c / n, 4)).toBeCloseTo(passAtK(n * 100_000, c * 100_000, 4) as number, 4);
      expect(paperPassHatK(c / n, 4)).toBeCloseTo(passHatK(n * 100_000, c * 100_000, 4) as number, 4);
    }
  });
});

/** So many pairs of yes/yes, yes/no, no/yes and no/no. */
function pairs(...counts: readonly number[]): RatedPair[] {
  const cells: readonly RatedPair[] = [[true, true], [true, false], [false, true], [false, false]];
  return cells.flatMap((cell, i) => Array.from({ length: counts[i] ?? 0 }, () => cell));
}

describe("agreement and Cohen's kappa", () => {
  test.each<[number[], number, number]>([
    // 70 % agree; chance: 0.5 · 0.6 + 0.5 · 0.4 = 50 %
    [[20, 5, 10, 15], 0.7, 0.4],
    // 60 % agree; chance: 0.7 · 0.6 + 0.3 · 0.4 = 54 %
    [[45, 25, 15, 15], 0.6, (0.6 - 0.54) / 0.46],
    [[7, 0, 0, 3], 1, 1],
    [[0, 5, 5, 0], 0, -1],
    // One rater says yes whatever there is: no better than chance.
    [[6, 4, 0, 0], 0.6, 0],
  ])('%j', (table, agreed, kappa) => {
    expect(agreement(pairs(...table))).toBe(agreed);
    expect(cohensKappa(pairs(...table))).toBeCloseTo(kappa, 14);
  });

  test('undefined without pairs, and where both always say the same', () => {
    expect([agreement([]), cohensKappa([])]).toEqual([null, null]);
    expect([agreement(pairs(9, 0, 0, 0)), cohensKappa(pairs(9, 0, 0, 0))]).toEqual([1, null]);
    expect(cohensKappa(pairs(0, 0, 0, 9))).toBeNull();
    expect(cohensKappa(pairs(0, 9, 0, 0))).toBe(0);
  });

  property('does not care who is first, what is called yes, or in what order', (dice) => {
    const rated = dice.many(2, 60, () => [dice.chance(0.6), dice.chance(0.4)] as const);
    const kappa = cohensKappa(rated);
    expect(cohensKappa(rated.map(([a, b]) => [b, a]))).toBe(kappa);
    expect(cohensKappa(rated.map(([a, b]) => [!a, !b]))).toBe(kappa);
    expect(cohensKappa(dice.shuffled(rated))).toBe(kappa);
    if (kappa !== null) expect(kappa).toBeLessThanOrEqual(agreement(rated) as number);
  });
});

test('the mean of nothing is null', () => {
  expect(mean([])).toBeNull();
  expect(mean([1, 2, 6])).toBe(3);
});
