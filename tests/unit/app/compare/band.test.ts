/** Curves of several runs as one: means and spreads are those of the runs' values at the time. */
import { describe, expect, test } from 'vitest';
import { bandOf, timeGrid, valueAt } from '../../../../src/app/compare/band.ts';
import { summaryOf } from '../../../../src/app/compare/statistics.ts';
import type { Point } from '../../../../workers/startup/messages.ts';
import { property, type Dice } from '../../../tools/property.ts';

function curve(dice: Dice): Point[] {
  let x = dice.whole(0, 10);
  return Array.from({ length: dice.whole(1, 30) }, () => ({ x: (x += dice.whole(1, 20)), y: dice.whole(-1000, 1000) }));
}

describe('a band over runs', () => {
  test('a value holds until the next, the last one for good, and none is made up before the first', () => {
    const points = [{ x: 10, y: 1 }, { x: 20, y: 5 }];
    expect([9, 10, 19.9, 20, 1000].map((time) => valueAt(points, time))).toEqual([null, 1, 1, 5, 5]);
  });

  test('a run that is over keeps counting, so that the end of the mean is the mean of what the runs ended with', () => {
    const band = bandOf([[{ x: 0, y: 10 }, { x: 1, y: -4 }], [{ x: 0, y: 20 }, { x: 9, y: 30 }]], [0, 1, 9]);
    expect(band.map(({ mean, lowest, highest }) => [mean, lowest, highest])).toEqual([[15, 10, 20], [8, -4, 20], [13, -4, 30]]);
  });

  property('at every time the mean lies between the lowest and the highest value, which are values of curves', (dice) => {
    const curves = dice.many(1, 8, () => curve(dice));
    const band = bandOf(curves, timeGrid(curves, 1000, dice.whole(2, 100)));
    expect(band.length).toBeGreaterThan(0);
    for (const { x, mean, lowest, highest, deviation } of band) {
      const values = curves.map((each) => valueAt(each, x)).filter((value) => value !== null);
      expect([lowest, highest]).toEqual([Math.min(...values), Math.max(...values)]);
      expect(mean).toBeGreaterThanOrEqual(lowest - 1e-9);
      expect(mean).toBeLessThanOrEqual(highest + 1e-9);
      expect(deviation).toBeLessThanOrEqual(highest - lowest + 1e-9);
    }
  });

  property('the grid begins with the first value and ends where it is told to', (dice) => {
    const curves = dice.many(1, 5, () => curve(dice));
    const grid = timeGrid(curves, 1000, 50);
    expect(grid[0]).toBe(Math.min(...curves.map((points) => points[0]?.x ?? NaN)));
    expect(grid.at(-1)).toBe(1000);
    expect([...grid].sort((a, b) => a - b)).toEqual(grid);
  });

  test('no curves, no band', () => {
    expect([timeGrid([], 9, 50), bandOf([], [1])]).toEqual([[], []]);
  });
});

describe('several values together', () => {
  test('sample deviation and 95% interval are those of the books', () => {
    expect(summaryOf([])).toBeNull();
    expect(summaryOf([7])).toEqual({ count: 1, mean: 7, deviation: null, margin: null });
    const five = summaryOf([1, 2, 3, 4, 5]);
    expect(five?.deviation).toBeCloseTo(1.5811, 4);
    expect(five?.margin).toBeCloseTo(1.9634, 3);
    // t(0.975; 59) = 2.0010
    const sixty = summaryOf(Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? 0 : 2)));
    expect(sixty?.margin).toBeCloseTo((2.001 * (sixty?.deviation ?? 0)) / Math.sqrt(60), 3);
  });
});
