/** Confidence intervals by bootstrap over tasks (spec vita §6): how far a mean moves when the tasks are drawn again. */
import seedrandom from 'seedrandom';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface BootstrapOptions {
  readonly seed: string;
  readonly resamples?: number;
  /** The share of resamples inside the interval, between 0 and 1. */
  readonly level?: number;
}

/** Percentile interval of the mean; the same for the same values in the same order and seed. Null without values. */
export function bootstrapInterval(values: readonly number[], options: BootstrapOptions): Interval | null {
  return stratifiedInterval([values], options);
}

/** Of the mean of the groups' means, each group drawn anew from itself. Null without groups or where one is empty. */
export function stratifiedInterval(
  groups: readonly (readonly number[])[],
  { seed, resamples = 2000, level = 0.95 }: BootstrapOptions,
): Interval | null {
  if (groups.length === 0 || groups.some(({ length }) => length === 0)) return null;
  const random = seedrandom(`${seed}:bootstrap`);
  const drawnMean = (values: readonly number[]) => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[Math.floor(random.quick() * values.length)] as number;
    return sum / values.length;
  };
  const means = Float64Array.from({ length: resamples }, () => groups.reduce((sum, group) => sum + drawnMean(group), 0) / groups.length).sort();
  const cut = Math.round((resamples * (1 - level)) / 2);
  return { low: means[cut] as number, high: means[resamples - 1 - cut] as number };
}
