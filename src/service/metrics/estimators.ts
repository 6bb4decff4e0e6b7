/** What is made of a task's successes, and of two raters' verdicts (spec vita §6). */
import { power } from '../../core/transcendental.ts';

/** Null of nothing. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Avg@k: the share of the n trials that succeeded, however many were asked for; null without trials. */
export function averageAtK(n: number, c: number): number | null {
  return n === 0 ? null : c / n;
}

/** Pass@k = 1 − C(n−c, k)/C(n, k): that k of the n trials, drawn at random, hold a success. Null for k > n. */
export function passAtK(n: number, c: number, k: number): number | null {
  return k > n ? null : 1 - shareOfDraws(n, n - c, k);
}

/** Pass^k = C(c, k)/C(n, k): that k of the n trials, drawn at random, are all successes. Null for k > n. */
export function passHatK(n: number, c: number, k: number): number | null {
  return k > n ? null : shareOfDraws(n, c, k);
}

/** The paper's Pass@k = 1 − (1 − p)^k, for k trials of chance p each. */
export function paperPassAtK(p: number, k: number): number {
  return 1 - power(1 - p, k);
}

/** The paper's Pass^k = p^k. */
export function paperPassHatK(p: number, k: number): number {
  return power(p, k);
}

/** C(kind, k)/C(n, k), factor by factor: the binomials themselves leave the range of a number for n > 1 000. */
function shareOfDraws(n: number, kind: number, k: number): number {
  if (k > kind) return 0;
  let share = 1;
  for (let i = 0; i < k; i++) share *= (kind - i) / (n - i);
  return share;
}

/** What two raters said of the same thing. */
export type RatedPair = readonly [boolean, boolean];

/** The share of pairs in which both say the same; null without pairs. */
export function agreement(pairs: readonly RatedPair[]): number | null {
  return pairs.length === 0 ? null : pairs.filter(([a, b]) => a === b).length / pairs.length;
}

/**
 * Cohen's kappa: agreement beyond chance, from −1 to 1. Null without pairs, and where both raters always say the same one
 * thing: chance alone then explains all agreement, and kappa is 0/0.
 */
export function cohensKappa(pairs: readonly RatedPair[]): number | null {
  const n = pairs.length;
  const firstYes = pairs.filter(([a]) => a).length;
  const secondYes = pairs.filter(([, b]) => b).length;
  // In n² parts, so that the test for "undefined" compares whole numbers.
  const byChance = firstYes * secondYes + (n - firstYes) * (n - secondYes);
  const observed = n * pairs.filter(([a, b]) => a === b).length;
  return byChance === n * n ? null : (observed - byChance) / (n * n - byChance);
}
