/** The arithmetic of the shared time axis, the rows of tasks, and the part of a curve that a window shows. */
import { describe, expect, test } from 'vitest';
import { windowed } from '../../../../src/app/charts/windowed.ts';
import { packed } from '../../../../src/app/timeline/lanes.ts';
import { lengthOf, shareOf, timeAt, within, zoomed, type Span } from '../../../../src/app/timeline/span.ts';
import { TimeAxis } from '../../../../src/app/timeline/timeAxis.svelte.ts';
import { property, type Dice } from '../../../tools/property.ts';

const DAY = 86_400_000;
const YEAR: Span = { from: Date.UTC(2025, 0, 1), to: Date.UTC(2026, 0, 1) };

function someWindow(dice: Dice): Span {
  const from = dice.between(YEAR.from, YEAR.to - 2 * DAY);
  return within({ from, to: dice.between(from + DAY, YEAR.to) }, YEAR);
}

describe('zooming', () => {
  property('keeps the time it goes around in its place, unless an end of the run is in the way, and never leaves the run', (dice) => {
    for (let i = 0; i < 200; i++) {
      const window = someWindow(dice);
      const around = timeAt(dice.fraction(), window);
      const after = zoomed(window, around, dice.between(0.1, 4), YEAR);
      expect(after.from).toBeGreaterThanOrEqual(YEAR.from);
      expect(after.to).toBeLessThanOrEqual(YEAR.to + 1);
      expect(lengthOf(after)).toBeGreaterThan(0);
      const isFree = after.from > YEAR.from + 1 && after.to < YEAR.to - 1;
      if (isFree) expect(shareOf(around, after)).toBeCloseTo(shareOf(around, window), 6);
    }
  });

  test('out far enough shows the whole run, and a window does not get shorter than a quarter of a day', () => {
    const axis = new TimeAxis(() => YEAR, () => []);
    axis.show({ from: YEAR.from + DAY, to: YEAR.from + DAY });
    expect(lengthOf(axis.window)).toBe(DAY / 4);
    for (let i = 0; i < 12; i++) axis.zoomOut();
    expect(axis.isWhole).toBe(true);
    expect(axis.window).toEqual(YEAR);
  });
});

describe('the cursor', () => {
  const turns = [0, 1, 1, 3, 40].map((days, turn) => ({ turn, time: YEAR.from + days * DAY }));

  test('goes from turn to turn and from month to month, takes the window along, and stays in the run', () => {
    const axis = new TimeAxis(() => YEAR, () => turns);
    const days = () => ((axis.cursor ?? NaN) - YEAR.from) / DAY;
    axis.moveTo(YEAR.from);
    const seen = turns.map(() => {
      axis.moveByTurn(1, axis.cursor ?? 0);
      return days();
    });
    expect(seen).toEqual([1, 3, 40, 40, 40]);
    axis.moveByTurn(-1, axis.cursor ?? 0);
    expect(days()).toBe(3);
    axis.show({ from: YEAR.from, to: YEAR.from + 10 * DAY });
    axis.moveByMonth(1, axis.cursor ?? 0);
    expect(days()).toBe(31);
    expect(axis.window).toEqual({ from: YEAR.from + 21 * DAY, to: YEAR.from + 31 * DAY });
    axis.moveByMonth(-1, axis.cursor ?? 0);
    axis.moveByMonth(-1, axis.cursor ?? 0);
    expect(days()).toBe(0);
  });

  test('is in the last turn that was over by then; several turns may end at one time', () => {
    const axis = new TimeAxis(() => YEAR, () => turns);
    expect([0, 0.5, 1, 2.9, 3, 300].map((days) => axis.turnAt(YEAR.from + days * DAY))).toEqual([0, 0, 2, 2, 3, 4]);
    expect([axis.endOf(3), axis.endOf(5)]).toEqual([YEAR.from + 3 * DAY, null]);
  });
});

property('bars packed into rows never overlap, and there are no more rows than bars at one time', (dice) => {
  for (let i = 0; i < 50; i++) {
    const bars = dice
      .many(0, 60, () => dice.whole(0, 200))
      .sort((a, b) => a - b)
      .map((from) => ({ from, to: from + dice.whole(1, 40) }));
    const rows = packed(bars);
    for (const [a, one] of bars.entries()) {
      for (const [b, other] of bars.entries()) {
        if (a < b && rows[a] === rows[b]) expect(one.to <= other.from || other.to <= one.from).toBe(true);
      }
    }
    const most = Math.max(0, ...bars.map(({ from }) => bars.filter((bar) => bar.from <= from && from < bar.to).length));
    expect(new Set(rows).size).toBe(most);
  }
});

property('a window of a curve shows at every time what the curve holds then, and nothing that is not known yet', (dice) => {
  for (let i = 0; i < 100; i++) {
    let x = 0;
    const points = dice.many(1, 20, () => ({ x: (x += dice.whole(1, 10)), y: dice.whole(0, 100) }));
    const from = dice.whole(0, x);
    const window = { from, to: from + dice.whole(1, 60) };
    const now = x + dice.whole(0, 20);
    const shown = windowed(points, window, now);
    const held = (of: readonly { x: number; y: number }[], time: number) => of.filter((point) => point.x <= time).at(-1)?.y;
    for (const point of shown) expect(point.x >= window.from && point.x <= window.to && point.x <= now).toBe(true);
    for (let time = window.from; time <= Math.min(window.to, now); time += 0.5) expect(held(shown, time), `${time}`).toBe(held(points, time));
  }
});
