/** Spans of time, in milliseconds, and the arithmetic of looking at a part of one. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A quarter of a day: nothing happens in steps that are much shorter. */
const SHORTEST = 6 * 3_600_000;

/** `factor` below 1 shows less. The time `around` keeps its place, unless an end of `whole` is in the way. */
export function zoomed(window: Span, around: number, factor: number, whole: Span): Span {
  const length = Math.min(lengthOf(whole), Math.max(SHORTEST, lengthOf(window) * factor));
  const from = around - shareOf(around, window) * length;
  return within({ from, to: from + length }, whole);
}

/** The span moved into `whole`, and cut to it or stretched to the shortest where it has to be. */
export function within(span: Span, whole: Span): Span {
  const length = Math.min(lengthOf(whole), Math.max(SHORTEST, lengthOf(span)));
  const from = Math.min(Math.max(span.from, whole.from), whole.to - length);
  return { from, to: from + length };
}

/** The same length, moved as little as it takes to hold `time`. */
export function holding(window: Span, time: number, whole: Span): Span {
  const shift = Math.min(0, time - window.from) + Math.max(0, time - window.to);
  return shift === 0 ? window : within({ from: window.from + shift, to: window.to + shift }, whole);
}

/** Where a time lies: 0 at the start of the span, 1 at its end. */
export function shareOf(time: number, { from, to }: Span): number {
  return to > from ? (time - from) / (to - from) : 0;
}

export function timeAt(share: number, { from, to }: Span): number {
  return from + share * (to - from);
}

export function lengthOf({ from, to }: Span): number {
  return to - from;
}

/** The index of the last of the ascending times at or before `time`, or -1. */
export function lastAtOrBefore(count: number, timeOf: (index: number) => number, time: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timeOf(middle) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The first of the next month, or of this one or the one before. */
export function monthFrom(time: number, direction: 1 | -1): number {
  const at = new Date(time);
  const first = Date.UTC(at.getUTCFullYear(), at.getUTCMonth());
  if (direction === -1 && first < time) return first;
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + direction);
}
