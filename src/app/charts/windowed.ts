/** The part of a curve that a window of time shows. */
import type { Point } from '../../../workers/startup/messages.ts';
import { lastAtOrBefore, type Span } from '../timeline/span.ts';

/**
 * With what the curve holds at both ends of the window: a value stays until the next one, so the point that explains
 * what is seen may lie far to the left. After its last point a curve holds until `now`.
 */
export function windowed(points: readonly Point[], { from, to }: Span, now: number): { x: number; y: number }[] {
  const xOf = (index: number) => points[index]?.x ?? Infinity;
  const before = lastAtOrBefore(points.length, xOf, from);
  const end = lastAtOrBefore(points.length, xOf, to);
  const shown = points.slice(before + 1, end + 1).map(({ x, y }) => ({ x, y }));
  const until = end < points.length - 1 ? to : Math.min(to, now);
  const held = points[before];
  if (held && until >= from) shown.unshift({ x: from, y: held.y });
  const last = shown.at(-1);
  if (last && last.x < until) shown.push({ x: until, y: last.y });
  return shown;
}
