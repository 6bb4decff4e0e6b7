/** Curves of several runs as one: their mean over time, and how far they spread around it. */
import type { Point } from '../../../workers/startup/messages.ts';
import { lastAtOrBefore } from '../timeline/span.ts';
import { summaryOf } from './statistics.ts';

export interface BandPoint {
  readonly x: number;
  readonly mean: number;
  readonly lowest: number;
  readonly highest: number;
  /** Sample standard deviation; 0 where there is one curve. */
  readonly deviation: number;
}

/** Each value holds until the next one, and the last one for good: a run that is over keeps what it had. */
type Curve = readonly Point[];

/** So many times, evenly from the first value of any curve to `until`. */
export function timeGrid(curves: readonly Curve[], until: number, count: number): number[] {
  const from = Math.min(...curves.map((points) => points[0]?.x ?? Infinity));
  if (!(until >= from)) return [];
  return Array.from({ length: count }, (_, i) => from + ((until - from) * i) / (count - 1));
}

/** Null before the first value. */
export function valueAt(points: Curve, time: number): number | null {
  return points[lastAtOrBefore(points.length, (i) => points[i]?.x ?? Infinity, time)]?.y ?? null;
}

/** A point for each time at which at least one curve has a value. */
export function bandOf(curves: readonly Curve[], times: readonly number[]): BandPoint[] {
  return times.flatMap((x) => {
    const values = curves.map((points) => valueAt(points, x)).filter((value) => value !== null);
    const summary = summaryOf(values);
    if (!summary) return [];
    const { mean, deviation } = summary;
    return [{ x, mean, lowest: Math.min(...values), highest: Math.max(...values), deviation: deviation ?? 0 }];
  });
}
