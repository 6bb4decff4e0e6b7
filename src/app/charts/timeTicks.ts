/** Ticks of a time axis: on the first of a month, on days or on hours, as many as fit. */
import { monthName } from '../format.ts';
import { text } from '../texts.ts';

const MONTH_STEPS = [1, 2, 3, 6, 12];
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A week begins on Monday; 1970 began on a Thursday. */
const FIRST_MONDAY = 4 * DAY;
const SHORT_STEPS = [HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY, 14 * DAY];
const PIXELS_PER_LABEL = 48;
/** Spans that hold fewer firsts of months have ticks in between. */
const FEW_MONTHS = 3;

export interface TimeTick {
  readonly time: number;
  readonly label: string;
}

export function timeTicks(from: number, to: number, width: number): TimeTick[] {
  const most = Math.max(2, width / PIXELS_PER_LABEL);
  const months = monthTicks(from, to, most);
  return months.length >= FEW_MONTHS ? months.map((time) => ({ time, label: monthLabel(time) })) : shortTicks(from, to, most);
}

function monthTicks(from: number, to: number, most: number): number[] {
  const first = new Date(from);
  const months = firstsOfMonths(first.getUTCFullYear(), first.getUTCMonth(), from, to);
  const step = MONTH_STEPS.find((candidate) => months.length / candidate <= most) ?? 12 * Math.ceil(months.length / 12 / most);
  return months.filter((time) => monthsSinceYearZero(time) % step === 0);
}

function shortTicks(from: number, to: number, most: number): TimeTick[] {
  const step = SHORT_STEPS.find((candidate) => (to - from) / candidate <= most) ?? 28 * DAY;
  const ticks = [];
  for (let time = FIRST_MONDAY + Math.ceil((from - FIRST_MONDAY) / step) * step; time <= to; time += step) {
    ticks.push({ time, label: time % DAY === 0 ? dayAndMonth(time) : hourOfDay(time) });
  }
  return ticks;
}

/** `3 Mar` */
function dayAndMonth(time: number): string {
  return text('dayAndMonth', { day: new Date(time).getUTCDate(), month: monthName(time) });
}

/** `15:00` */
function hourOfDay(time: number): string {
  return new Date(time).toISOString().slice(11, 16);
}

/** `Apr`, and the year where one begins. */
function monthLabel(time: number): string {
  const start = new Date(time);
  return start.getUTCMonth() === 0 ? String(start.getUTCFullYear()) : monthName(time);
}

function firstsOfMonths(year: number, month: number, from: number, to: number): number[] {
  const months = [];
  for (let offset = 0; ; offset++) {
    const time = Date.UTC(year, month + offset, 1);
    if (time > to) return months;
    if (time >= from) months.push(time);
  }
}

function monthsSinceYearZero(time: number): number {
  const start = new Date(time);
  return start.getUTCFullYear() * 12 + start.getUTCMonth();
}
