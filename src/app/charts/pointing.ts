/** Pointing at a chart of values that hold until they change: every line's value at that time. */
import { Tooltip, type Chart, type TooltipPositionerFunction } from 'chart.js';
import { lastAtOrBefore } from '../timeline/span.ts';

declare module 'chart.js' {
  interface TooltipPositionerMap {
    pointer: TooltipPositionerFunction<'line'>;
  }
}

const pointed = new WeakMap<Chart, number>();

/** The time last pointed at. */
export function pointedTime(chart: Chart): number {
  return pointed.get(chart) ?? 0;
}

export function registerPointing(): void {
  // The points themselves can be far to the left: the value has held since then.
  Tooltip.positioners.pointer = (items, at) => (items.length > 0 ? at : false);
}

/** Shows the values at a time, or none. The time need not be one that the chart shows. */
export function pointAt(chart: Chart<'line'>, time: number | null): void {
  const scale = chart.scales['x'];
  if (!scale || !chart.tooltip) return;
  const isShown = time !== null && time >= scale.min && time <= scale.max;
  if (isShown) pointed.set(chart, time);
  const items = isShown ? itemsAt(chart, time) : [];
  if (items.length === 0 && chart.tooltip.getActiveElements().length === 0) return;
  const { top, bottom } = chart.chartArea;
  chart.tooltip.setActiveElements(items, { x: scale.getPixelForValue(time ?? 0), y: (top + bottom) / 2 });
  chart.draw();
}

function itemsAt(chart: Chart<'line'>, time: number): { datasetIndex: number; index: number }[] {
  return chart.getSortedVisibleDatasetMetas().flatMap((meta) => {
    const parsed = meta._parsed as { x: number }[];
    const index = lastAtOrBefore(parsed.length, (i) => parsed[i]?.x ?? Infinity, time);
    const isKnown = time <= (parsed.at(-1)?.x ?? -Infinity);
    return index >= 0 && isKnown ? [{ datasetIndex: meta.index, index }] : [];
  });
}
