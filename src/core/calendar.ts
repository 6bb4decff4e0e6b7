/**
 * Simulated time. An instant is an integer: microseconds of UTC since 1970-01-01. Work is
 * projected in business hours, weekdays from the opening to the closing hour (spec §3).
 */
import { Decimal } from './decimal.ts';

export type Instant = number;

export const MICROSECONDS_PER_HOUR = 3_600_000_000;
const MICROSECONDS_PER_DAY = 24 * MICROSECONDS_PER_HOUR;
/** What would be due later is due never: dates have four digits. */
const END_OF_TIME = Date.UTC(9999, 11, 31) * 1000;

export interface WorkingDay {
  /** Whole hours of the day, 0 to 24. */
  readonly startHour: number;
  readonly endHour: number;
}

export function instantOf(year: number, month: number, day: number, hour = 0): Instant {
  return Date.UTC(year, month - 1, day, hour) * 1000;
}

/** `2025-01-28T15:29:01.056921`; without the fraction if it is zero. */
export function formatInstant(instant: Instant): string {
  const microseconds = instant % 1_000_000;
  const text = new Date((instant - microseconds) / 1000).toISOString().slice(0, 19);
  return microseconds === 0 ? text : `${text}.${String(microseconds).padStart(6, '0')}`;
}

/** Reads what `formatInstant` writes; null for anything else. */
export function parseInstant(text: string): Instant | null {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{6}))?$/.exec(text);
  const milliseconds = match ? Date.parse(`${match[1]}Z`) : NaN;
  if (Number.isNaN(milliseconds)) return null;
  const instant = milliseconds * 1000 + Number(match?.[2] ?? 0);
  return formatInstant(instant).startsWith(match?.[1] ?? '') ? instant : null; // February 30 would be March 2
}

/** Year, month (1 to 12) and day of the month of an instant. */
export function dateParts(instant: Instant): { year: number; month: number; day: number } {
  const date = new Date(Math.floor(instant / 1000));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** True if year, month and day name a day of the calendar. */
export function isDate(year: number, month: number, day: number): boolean {
  const parts = dateParts(instantOf(year, month, day));
  return parts.year === year && parts.month === month && parts.day === day;
}

/** The same month and day `years` later; February 29 becomes 28 where there is none. */
export function addYears(instant: Instant, years: number): Instant {
  const { year, month, day } = dateParts(instant);
  const timeOfDay = instant - startOfDay(instant);
  const target = isDate(year + years, month, day) ? day : day - 1;
  return instantOf(year + years, month, target) + timeOfDay;
}

/** Days between two instants, fractional. */
export function daysBetween(from: Instant, to: Instant): Decimal {
  return new Decimal(to - from).div(MICROSECONDS_PER_DAY);
}

/**
 * The instant at which `hours` business hours from `from` have passed. Starts at the next
 * working instant; an amount that ends exactly at closing time stays there.
 */
export function addBusinessHours(from: Instant, hours: Decimal, working: WorkingDay): Instant {
  let remaining = hours.times(MICROSECONDS_PER_HOUR);
  let day = startOfDay(from);
  if (remaining.gt((END_OF_TIME - day) / 7)) return END_OF_TIME; // no week has more working hours than a day has
  let start = Math.max(from, day + working.startHour * MICROSECONDS_PER_HOUR);
  for (;;) {
    const end = day + working.endHour * MICROSECONDS_PER_HOUR;
    if (!isWeekend(day) && start < end) {
      if (remaining.lte(end - start)) return start + remaining.round().toNumber();
      remaining = remaining.minus(end - start);
    }
    day += MICROSECONDS_PER_DAY;
    start = day + working.startHour * MICROSECONDS_PER_HOUR;
  }
}

/** Hours credited between two instants: each weekday counts from opening time to midnight (spec §3). */
export function creditedHours(from: Instant, to: Instant, working: WorkingDay): Decimal {
  let microseconds = 0;
  for (let day = startOfDay(from); day < to; day += MICROSECONDS_PER_DAY) {
    if (isWeekend(day)) continue;
    const opening = day + working.startHour * MICROSECONDS_PER_HOUR;
    microseconds += Math.max(0, Math.min(to, day + MICROSECONDS_PER_DAY) - Math.max(from, opening));
  }
  return new Decimal(microseconds).div(MICROSECONDS_PER_HOUR);
}

/** The first weekday of a month, at opening time. */
export function firstBusinessDay(year: number, month: number, working: WorkingDay): Instant {
  let day = instantOf(year, month, 1);
  while (isWeekend(day)) day += MICROSECONDS_PER_DAY;
  return day + working.startHour * MICROSECONDS_PER_HOUR;
}

export function startOfDay(instant: Instant): Instant {
  return Math.floor(instant / MICROSECONDS_PER_DAY) * MICROSECONDS_PER_DAY;
}

function isWeekend(day: Instant): boolean {
  const weekday = (Math.floor(day / MICROSECONDS_PER_DAY) + 4) % 7; // 1970-01-01 was a Thursday
  return weekday === 0 || weekday === 6;
}
