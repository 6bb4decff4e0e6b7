/** Ticks of a time axis: on the first of a month, as many as fit. */
import { monthName } from '../format.ts';

const MONTH_STEPS = [1, 2, 3, 6, 12];
const PIXELS_PER_LABEL = 48;

export function monthTicks(from: number, to: number, width: number): number[] {
  const first = new Date(from);
  const months = firstsOfMonths(first.getUTCFullYear(), first.getUTCMonth(), from, to);
  const most = Math.max(2, width / PIXELS_PER_LABEL);
  const step = MONTH_STEPS.find((candidate) => months.length / candidate <= most) ?? 12 * Math.ceil(months.length / 12 / most);
  return months.filter((time) => monthsSinceYearZero(time) % step === 0);
}

/** `Apr`, and the year where one begins. */
export function monthLabel(time: number): string {
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
