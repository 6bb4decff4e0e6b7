/** Pointing at a chart of values that hold until they change: every line's value at that time, and a hair line there. */
import {
  Interaction, Tooltip, type Chart, type ChartEvent, type InteractionItem, type Plugin, type TooltipPositionerFunction,
} from 'chart.js';

declare module 'chart.js' {
  interface InteractionModeMap {
    atTime: (chart: Chart, event: ChartEvent) => InteractionItem[];
  }
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
  Interaction.modes.atTime = (chart, { x: pixel }) => {
    const x = pixel === null ? undefined : chart.scales['x']?.getValueForPixel(pixel);
    if (x === undefined) return [];
    pointed.set(chart, x);
    return chart.getSortedVisibleDatasetMetas().flatMap((meta) => {
      const parsed = meta._parsed as { x: number }[];
      const index = lastAtOrBefore(parsed.length, (i) => parsed[i]?.x ?? Infinity, x);
      const element = meta.data[index];
      const isKnown = x <= (parsed.at(-1)?.x ?? -Infinity);
      return element && isKnown ? [{ element, datasetIndex: meta.index, index }] : [];
    });
  };
  // The points themselves can be far to the left: the value has held since then.
  Tooltip.positioners.pointer = (items, at) => (items.length > 0 ? at : false);
}

export function hairLine(color: () => string): Plugin<'line'> {
  return {
    id: 'hairLine',
    afterDatasetsDraw(chart) {
      if (!chart.tooltip?.opacity) return;
      const { ctx, chartArea } = chart;
      const x = chart.scales['x']?.getPixelForValue(pointedTime(chart)) ?? 0;
      ctx.save();
      ctx.strokeStyle = color();
      ctx.lineWidth = 1;
      ctx.beginPath();
      ctx.moveTo(x, chartArea.top);
      ctx.lineTo(x, chartArea.bottom);
      ctx.stroke();
      ctx.restore();
    },
  };
}

/** The index of the last point at or before `x`, or -1. */
function lastAtOrBefore(count: number, xOf: (index: number) => number, x: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (xOf(middle) <= x) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
