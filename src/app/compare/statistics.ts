/** What several runs come to together. */

export interface Summary {
  readonly count: number;
  readonly mean: number;
  /** Of a sample (n − 1); null for fewer than two values. */
  readonly deviation: number | null;
  /** The mean lies within ± this with 95% confidence, by Student's t; null for fewer than two values. */
  readonly margin: number | null;
}

/** Two-sided 95% quantiles of Student's t for 1 to 30 degrees of freedom. */
const QUANTILES = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11, 2.101, 2.093, 2.086,
  2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/** Null for no values. */
export function summaryOf(values: readonly number[]): Summary | null {
  const count = values.length;
  if (count === 0) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  if (count === 1) return { count, mean, deviation: null, margin: null };
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1));
  return { count, mean, deviation, margin: (quantile(count - 1) * deviation) / Math.sqrt(count) };
}

/** Beyond the list, the first two terms of its expansion around the normal distribution: right to 0.003. */
function quantile(freedom: number): number {
  return QUANTILES[freedom - 1] ?? 1.96 + 2.37 / freedom;
}
