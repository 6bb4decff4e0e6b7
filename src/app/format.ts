/** Numbers and dates as people read them. Sim time is UTC. */

import { language } from './language.svelte.ts';
import { text } from './texts.ts';

const MILLISECONDS_PER_DAY = 86_400_000;

type Formatters = ReturnType<typeof formattersFor>;
const made = new Map<string, Formatters>();

/** Those of the language now: making one takes longer than a thousand uses of it. */
function formatters(): Formatters {
  const { locale } = language.words;
  const known = made.get(locale) ?? formattersFor(locale);
  made.set(locale, known);
  return known;
}

function formattersFor(locale: string) {
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options);
  // Narrow: a plain $ in every language, so that columns stay narrow too.
  const dollars = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
  return {
    dollars: number({ ...dollars, maximumFractionDigits: 0 }),
    dollarsShort: number({ ...dollars, notation: 'compact', maximumSignificantDigits: 3 }),
    dollarsAndCents: number(dollars),
    dollarsFine: number({ ...dollars, maximumSignificantDigits: 2 }),
    whole: number({ maximumFractionDigits: 0 }),
    oneDigit: number({ minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    upToThreeDigits: number({ maximumFractionDigits: 3 }),
    percent: number({ style: 'percent', maximumFractionDigits: 1 }),
    compact: number({ notation: 'compact', maximumSignificantDigits: 3 }),
    month: new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }),
  };
}

/** `$1,234,568` */
export function money(cents: number): string {
  return formatters().dollars.format(cents / 100);
}

/** `$1.23M`, `$123万`, for axes. */
export function moneyShort(amount: number): string {
  return formatters().dollarsShort.format(amount);
}

/** What a model costs: `$1.24`, `$0.0031`; null is unknown, which is something else than nothing. */
export function cost(usd: number | null): string {
  if (usd === null) return text('unknown');
  const { dollarsFine, dollarsAndCents } = formatters();
  return (usd > 0 && usd < 0.1 ? dollarsFine : dollarsAndCents).format(usd);
}

/** `1.24M` */
export function tokens(count: number): string {
  return formatters().compact.format(count);
}

/** `42 s`, `3 min`, `2.5 h`, in words of the language. */
export function duration(seconds: number): string {
  if (seconds < 90) return text('seconds', { count: integer(seconds) });
  if (seconds < 5400) return text('minutes', { count: integer(seconds / 60) });
  return text('hours', { count: formatters().oneDigit.format(seconds / 3600) });
}

export function integer(value: number): string {
  return formatters().whole.format(value);
}

/** `2.3`, `12` */
export function decimal(value: number): string {
  const { oneDigit, whole } = formatters();
  return (value < 10 ? oneDigit : whole).format(value);
}

/** Up to three digits after the point: the scale of prestige and trust. */
export function level(value: number): string {
  return formatters().upToThreeDigits.format(value);
}

/** `12.5%`, of a share from 0 to 1. */
export function share(value: number): string {
  return formatters().percent.format(value);
}

/** `99%`: what is not done is never shown as 100%. */
export function shareDone(value: number): string {
  return formatters().percent.format(Math.floor(value * 100) / 100);
}

/** `3 Mar 2025`, `2025年3月3日` */
export function date(time: number): string {
  const at = new Date(time);
  return text('date', { day: at.getUTCDate(), month: monthName(time), year: at.getUTCFullYear() });
}

/** `3 Mar 2025 15:29` */
export function dateAndTime(time: number): string {
  return `${date(time)} ${new Date(time).toISOString().slice(11, 16)}`;
}

/** By the user's own clock, to the minute. */
export function ownTime(time: number): string {
  const language = document.documentElement.lang || undefined;
  return new Date(time).toLocaleString(language, { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' });
}

/** `Mar`, `3月` */
export function monthName(time: number): string {
  return formatters().month.format(time);
}

/** `2025-03-03T15:29:01.056`, as data files have it. */
export function isoTime(time: number): string {
  return new Date(time).toISOString().slice(0, -1);
}

/** Days from one time to another; negative backwards. */
export function daysBetween(from: number, to: number): number {
  return (to - from) / MILLISECONDS_PER_DAY;
}
