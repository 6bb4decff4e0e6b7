import { describe, expect, test } from 'vitest';
import {
  addBusinessHours, addYears, creditedHours, dateParts, daysBetween, firstBusinessDay, formatInstant, instantOf, isDate,
  MICROSECONDS_PER_HOUR, parseInstant, startOfDay, type Instant,
} from '../../../src/core/calendar.ts';
import { Decimal } from '../../../src/core/decimal.ts';
import { property, type Dice } from '../../tools/property.ts';

const working = { startHour: 9, endHour: 18 };
const MINUTE = 60_000_000;

function at(text: string): Instant {
  const instant = parseInstant(text.length === 16 ? `${text}:00` : text);
  if (instant === null) throw new Error(`${text} is no instant`);
  return instant;
}

const later = (from: string, hours: number | string) => formatInstant(addBusinessHours(at(from), new Decimal(hours), working));
const credited = (from: string, to: string) => creditedHours(at(from), at(to), working).toNumber();

describe('spec §3: adding business hours', () => {
  // 2025-01-01 was a Wednesday.
  test.each([
    ['moves to the next working instant first: before opening', '2025-01-01T07:30', 1, '2025-01-01T10:00:00'],
    ['moves to the next working instant first: after closing', '2025-01-01T18:30', 1, '2025-01-02T10:00:00'],
    ['moves to the next working instant first: at closing', '2025-01-01T18:00', 1, '2025-01-02T10:00:00'],
    ['moves to the next working instant first: on a Saturday', '2025-01-04T12:00', 1, '2025-01-06T10:00:00'],
    ['moves to the next working instant first: on a Sunday night', '2025-01-05T23:59', 1, '2025-01-06T10:00:00'],
    ['moves to the next working instant first: even for nothing', '2025-01-03T18:00', 0, '2025-01-06T09:00:00'],
    ['nothing from a working instant stays there', '2025-01-01T11:11', 0, '2025-01-01T11:11:00'],
    ['an amount that ends exactly at 18:00 stays at 18:00', '2025-01-01T09:00', 9, '2025-01-01T18:00:00'],
    ['an amount that ends exactly at 18:00 stays at 18:00, days later', '2025-01-02T13:00', 5 + 9, '2025-01-03T18:00:00'],
    ['a microsecond more is the next morning’s', '2025-01-01T17:59:59.999999', '0.0000000005556', '2025-01-02T09:00:00.000001'],
    ['hours may be fractional', '2025-01-01T09:00', 1.25, '2025-01-01T10:15:00'],
    ['over a weekend', '2025-01-03T17:00', 2, '2025-01-06T10:00:00'],
    ['over the end of a year', '2025-12-31T17:00', 2, '2026-01-01T10:00:00'],
    ['over a leap day', '2024-02-28T17:00', 10, '2024-02-29T18:00:00'],
    ['over the end of a February without one', '2025-02-28T17:00', 2, '2025-03-03T10:00:00'],
    ['a year of work', '2025-01-01T09:00', 261 * 9, '2025-12-31T18:00:00'],
  ])('%s', (_what, from, hours, expected) => {
    expect(later(from, hours)).toBe(expected);
  });

  test('instants are rounded to the nearest microsecond, ties to even', () => {
    const microseconds = (amount: string) => addBusinessHours(at('2025-01-01T09:00'), new Decimal(amount).div(MICROSECONDS_PER_HOUR), working);
    const start = at('2025-01-01T09:00');
    expect(['0.4', '0.6', '1.4999', '1.6'].map((amount) => microseconds(amount) - start)).toEqual([0, 1, 1, 2]);
    const half = (amount: number) => addBusinessHours(start, new Decimal(amount).div(7_200_000_000), working) - start;
    expect([9, 27, 45].map(half)).toEqual([4, 14, 22]); // 4.5, 13.5, 22.5: exact as decimals of an hour
  });
});

describe('spec §3: work is credited from 9:00 to midnight on weekdays', () => {
  test.each([
    ['2025-01-01T09:00', '2025-01-01T18:00', 9],
    ['2025-01-01T09:00', '2025-01-02T00:00', 15],
    ['2025-01-01T09:00', '2025-01-02T09:00', 15],
    ['2025-01-01T00:00', '2025-01-01T09:00', 0],
    ['2025-01-01T08:00', '2025-01-01T09:30', 0.5],
    ['2025-01-01T20:00', '2025-01-01T21:00', 1],
    ['2025-01-03T09:00', '2025-01-06T09:00', 15],
    ['2025-01-04T00:00', '2025-01-06T00:00', 0],
    ['2025-01-01T09:00', '2025-02-01T00:00', 23 * 15],
    ['2024-02-28T09:00', '2024-03-01T09:00', 30],
    ['2025-12-31T09:00', '2026-01-01T10:00', 16],
    ['2025-01-01T12:00', '2025-01-01T12:00', 0],
  ])('%s to %s: %d hours', (from, to, hours) => {
    expect(credited(from, to)).toBe(hours);
  });
});

test.each([
  [2025, 1, '2025-01-01T09:00:00'], // a Wednesday
  [2025, 2, '2025-02-03T09:00:00'], // the 1st is a Saturday
  [2025, 3, '2025-03-03T09:00:00'], // a Saturday
  [2025, 6, '2025-06-02T09:00:00'], // a Sunday
  [2024, 9, '2024-09-02T09:00:00'], // a Sunday
  [2028, 1, '2028-01-03T09:00:00'], // a Saturday, at a year's turn
])('spec §3: payroll of %d-%d falls on the first weekday at 9:00: %s', (year, month, expected) => {
  expect(formatInstant(firstBusinessDay(year, month, working))).toBe(expected);
});

/** Which minutes from 2024-02-26 (a Monday) on are working, by the clock of `Date` and nothing else. */
class MinuteByMinute {
  readonly start = instantOf(2024, 2, 26);
  readonly #hours: readonly { readonly weekday: boolean; readonly hour: number }[];

  constructor(days: number) {
    this.#hours = Array.from({ length: days * 24 * 60 }, (_, minute) => {
      const date = new Date(this.start / 1000 + minute * 60_000);
      return { weekday: ![0, 6].includes(date.getUTCDay()), hour: date.getUTCHours() };
    });
  }

  add(from: number, minutes: number): number {
    let left = minutes;
    for (let minute = from; ; minute++) {
      const { weekday, hour } = this.#hours[minute] ?? { weekday: true, hour: 9 };
      if (!weekday || hour < working.startHour || hour >= working.endHour) continue;
      if (left === 0) return minute;
      if (--left === 0) return minute + 1;
    }
  }

  credited(from: number, to: number): number {
    return this.#hours.slice(from, to).filter(({ weekday, hour }) => weekday && hour >= working.startHour).length;
  }
}

property('spec §3: adding and crediting agree with walking minute by minute', (dice) => {
  const walk = new MinuteByMinute(60);
  for (let count = 0; count < 300; count++) {
    const from = dice.whole(0, 30 * 24 * 60);
    const minutes = 3 * dice.whole(0, 9 * 20 * 12); // hours that decimals hold exactly
    const instant = walk.start + from * MINUTE;
    const end = addBusinessHours(instant, new Decimal(minutes).div(60), working);
    expect((end - walk.start) / MINUTE, `${formatInstant(instant)} + ${minutes} min`).toBe(walk.add(from, minutes));
    const to = from + dice.whole(0, 20 * 24 * 60);
    const hours = creditedHours(instant, walk.start + to * MINUTE, working);
    expect(Math.round(hours.times(60).toNumber()), `${formatInstant(instant)} for ${to - from} min`).toBe(walk.credited(from, to));
  }
});

const anyInstant = (dice: Dice) => instantOf(dice.whole(1970, 2200), dice.whole(1, 12), dice.whole(1, 31)) + dice.whole(0, 24 * 3600e6 - 1);
/** A number of hours that is a whole number of microseconds. */
const anyHours = (dice: Dice) => new Decimal(dice.whole(1, 10 ** dice.whole(1, 12))).times(9).div(32_400_000_000);

property('spec §3: adding business hours is monotone and additive', (dice) => {
  for (let count = 0; count < 2000; count++) {
    const [from, first, second] = [anyInstant(dice), anyHours(dice), anyHours(dice)];
    const middle = addBusinessHours(from, first, working);
    const end = addBusinessHours(middle, second, working);
    const what = `${formatInstant(from)} + ${String(first)} + ${String(second)}`;
    expect(end, what).toBe(addBusinessHours(from, first.plus(second), working));
    expect(end, what).toBeGreaterThan(middle);
    expect(middle, what).toBeGreaterThan(from);
    const laterStart = from + dice.whole(0, 3 * 24 * 3600e6);
    expect(addBusinessHours(laterStart, first, working), what).toBeGreaterThanOrEqual(middle);
  }
});

property('spec §3: credited hours add up over any division of a stretch', (dice) => {
  for (let count = 0; count < 1000; count++) {
    const from = anyInstant(dice);
    const middle = from + dice.whole(0, 30 * 24 * 3600e6);
    const to = middle + dice.whole(0, 30 * 24 * 3600e6);
    const sum = creditedHours(from, middle, working).plus(creditedHours(middle, to, working));
    expect(sum.minus(creditedHours(from, to, working)).abs().toNumber()).toBeLessThan(1e-20);
  }
});

describe('spec §3: sim time is UTC to the microsecond, printed without an offset', () => {
  test.each([
    [instantOf(2025, 1, 28, 15) + (29 * 60 + 1) * 1e6 + 56_921, '2025-01-28T15:29:01.056921'],
    [instantOf(2025, 1, 1, 9), '2025-01-01T09:00:00'],
    [instantOf(2025, 1, 1, 9) + 1, '2025-01-01T09:00:00.000001'],
    [instantOf(2024, 2, 29) - 1, '2024-02-28T23:59:59.999999'],
  ])('%d is %s', (instant, text) => {
    expect(formatInstant(instant)).toBe(text);
    expect(parseInstant(text)).toBe(instant);
  });

  test.each(['', '2025-01-01', '2025-01-01T09:00', '2025-01-01T09:00:00Z', '2025-01-01T09:00:00.5', '2025-13-01T09:00:00', '2025-01-01 09:00:00', ' 2025-01-01T09:00:00'])(
    '%j is no instant',
    (text) => {
      expect(parseInstant(text)).toBeNull();
    },
  );

  property('what is printed is read back, and sorts like the instants', (dice) => {
    for (let count = 0; count < 2000; count++) {
      const [a, b] = [anyInstant(dice), anyInstant(dice)];
      expect(parseInstant(formatInstant(a))).toBe(a);
      if (a % 1e6 !== 0 && b % 1e6 !== 0) expect(formatInstant(a) < formatInstant(b)).toBe(a < b);
    }
  });
});

test.each([
  [2024, 2, 29, true], [2025, 2, 29, false], [2000, 2, 29, true], [2100, 2, 29, false], [2025, 4, 31, false],
  [2025, 0, 1, false], [2025, 13, 1, false], [2025, 1, 0, false], [2025, 12, 31, true], [99, 1, 1, false],
])('%d-%d-%d is a date: %s', (year, month, day, expected) => {
  expect(isDate(year, month, day)).toBe(expected);
});

test.each([
  ['2025-01-01T09:00', 1, '2026-01-01T09:00:00'],
  ['2025-01-01T09:00', 3, '2028-01-01T09:00:00'],
  ['2024-02-29T09:00', 1, '2025-02-28T09:00:00'],
  ['2024-02-29T09:00', 4, '2028-02-29T09:00:00'],
  ['2025-12-31T23:59:59.999999', 1, '2026-12-31T23:59:59.999999'],
])('%s and %d years is %s', (from, years, expected) => {
  expect(formatInstant(addYears(at(from), years))).toBe(expected);
});

test('days between two instants are fractional, and exact', () => {
  expect(daysBetween(at('2025-01-01T09:00'), at('2025-01-02T21:00')).toNumber()).toBe(1.5);
  expect(daysBetween(at('2024-02-28T00:00'), at('2024-03-01T00:00')).toNumber()).toBe(2);
  expect(daysBetween(at('2025-01-02T00:00'), at('2025-01-01T00:00')).toNumber()).toBe(-1);
});

test('date parts and the start of a day hold up to the last microsecond', () => {
  const last = instantOf(2026, 1, 1) - 1;
  expect(dateParts(last)).toEqual({ year: 2025, month: 12, day: 31 });
  expect(dateParts(last + 1)).toEqual({ year: 2026, month: 1, day: 1 });
  expect(startOfDay(last)).toBe(instantOf(2025, 12, 31));
  expect(startOfDay(last + 1)).toBe(last + 1);
});

describe('dates have four digits', () => {
  test('what would be due beyond the year 9999 is due at its end', () => {
    const never = addBusinessHours(instantOf(2025, 1, 1, 9), new Decimal('1e12'), { startHour: 9, endHour: 18 });
    expect(formatInstant(never)).toBe('9999-12-31T00:00:00');
  });

  test('a day that the calendar does not have is no instant', () => {
    expect(parseInstant('2025-02-30T00:00:00')).toBeNull();
  });
});
