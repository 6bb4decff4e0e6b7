/** Numbers and dates as people read them. Sim time is UTC. */

import { text } from './texts.ts';

const LOCALE = 'en-US';
const MILLISECONDS_PER_DAY = 86_400_000;

const dollars = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const dollarsShort = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD', notation: 'compact', maximumSignificantDigits: 3 });
const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const oneDigit = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const upToThreeDigits = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 3 });
const percent = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 });
const dollarsAndCents = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD' });
const dollarsFine = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD', maximumSignificantDigits: 2 });
const compact = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumSignificantDigits: 3 });
const month = new Intl.DateTimeFormat(LOCALE, { month: 'short', timeZone: 'UTC' });

/** `$1,234,568` */
export function money(cents: number): string {
  return dollars.format(cents / 100);
}

/** `$1.23M`, for axes. */
export function moneyShort(amount: number): string {
  return dollarsShort.format(amount);
}

/** What a model costs: `$1.24`, `$0.0031`; null is unknown, which is something else than nothing. */
export function cost(usd: number | null): string {
  if (usd === null) return text('unknown');
  return (usd > 0 && usd < 0.1 ? dollarsFine : dollarsAndCents).format(usd);
}

/** `1.24M` */
export function tokens(count: number): string {
  return compact.format(count);
}

/** `42 s`, `3 min`, `2.5 h` */
export function duration(seconds: number): string {
  if (seconds < 90) return `${whole.format(seconds)} s`;
  return seconds < 5400 ? `${whole.format(seconds / 60)} min` : `${oneDigit.format(seconds / 3600)} h`;
}

export function integer(value: number): string {
  return whole.format(value);
}

/** `2.3`, `12` */
export function decimal(value: number): string {
  return value < 10 ? oneDigit.format(value) : whole.format(value);
}

/** Up to three digits after the point: the scale of prestige and trust. */
export function level(value: number): string {
  return upToThreeDigits.format(value);
}

/** `12.5%`, of a share from 0 to 1. */
export function share(value: number): string {
  return percent.format(value);
}

/** `99%`: what is not done is never shown as 100%. */
export function shareDone(value: number): string {
  return percent.format(Math.floor(value * 100) / 100);
}

/** `3 Mar 2025` */
export function date(time: number): string {
  const at = new Date(time);
  return `${at.getUTCDate()} ${month.format(time)} ${at.getUTCFullYear()}`;
}

/** `3 Mar 2025 15:29` */
export function dateAndTime(time: number): string {
  return `${date(time)} ${new Date(time).toISOString().slice(11, 16)}`;
}

/** `Mar` */
export function monthName(time: number): string {
  return month.format(time);
}

/** `2025-03-03T15:29:01.056`, as data files have it. */
export function isoTime(time: number): string {
  return new Date(time).toISOString().slice(0, -1);
}

/** Days from one time to another; negative backwards. */
export function daysBetween(from: number, to: number): number {
  return (to - from) / MILLISECONDS_PER_DAY;
}
