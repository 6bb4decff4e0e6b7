/** The figures of a run at a time, in a line. */
import type { Point } from '../../../workers/startup/messages.ts';
import { date, money } from '../format.ts';
import type { ShownRun } from '../startup/shownRun.ts';
import { text } from '../texts.ts';
import { lastAtOrBefore } from './span.ts';

export function figuresAt({ curves, latest }: ShownRun, time: number): string {
  if (time > latest.time) return text('notYet');
  return text('timelineFigures', { funds: money(valueAt(curves.funds, time) * 100), payroll: money(valueAt(curves.payroll, time) * 100) });
}

export function readoutAt(run: ShownRun, time: number, turn: number): string {
  return text('timelineReadout', { date: date(time), turn, figures: figuresAt(run, time) });
}

function valueAt(points: readonly Point[], time: number): number {
  return points[Math.max(0, lastAtOrBefore(points.length, (i) => points[i]?.x ?? Infinity, time))]?.y ?? 0;
}
