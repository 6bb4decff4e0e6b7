/** A labelled horizontal line, drawn over the plot. */
import type { Chart, Plugin } from 'chart.js';

export interface LimitLine {
  readonly value: number;
  readonly label: string;
  readonly ink: string;
  /** Behind the label. */
  readonly ground: string;
  readonly font: string;
}

/** `current` is asked at every drawing: value and colour change with data and theme. */
export function limitLine(current: () => LimitLine | null): Plugin<'line'> {
  return {
    id: 'limitLine',
    beforeDatasetsDraw(chart) {
      const limit = current();
      if (limit) draw(chart, limit);
    },
  };
}

function draw({ ctx, chartArea: { left, right, top, bottom }, scales }: Chart<'line'>, { value, label, ink, ground, font }: LimitLine): void {
  const y = scales['y']?.getPixelForValue(value) ?? NaN;
  if (!(y >= top && y <= bottom)) return;
  ctx.save();
  ctx.strokeStyle = ink;
  ctx.lineWidth = 1.5;
  ctx.setLineDash([6, 4]);
  ctx.beginPath();
  ctx.moveTo(left, y);
  ctx.lineTo(right, y);
  ctx.stroke();
  ctx.font = font;
  ctx.textAlign = 'right';
  ctx.textBaseline = 'bottom';
  ctx.fillStyle = ground;
  ctx.fillRect(right - 8 - ctx.measureText(label).width, y - 18, ctx.measureText(label).width + 8, 16);
  ctx.fillStyle = ink;
  ctx.fillText(label, right - 4, y - 3);
  ctx.restore();
}
