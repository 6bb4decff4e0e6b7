/** Draws a chart model with chart.js. Loaded apart from the page: nothing needs it before a run has begun. */
import {
  Chart, Decimation, LineController, LineElement, LinearScale, PointElement, Tooltip, type ChartDataset, type ChartOptions,
} from 'chart.js';
import { date, level, money, moneyShort } from '../format.ts';
import type { Span } from '../timeline/span.ts';
import { limitLine } from './limitLine.ts';
import type { ChartModel, Line } from './model.ts';
import { pictureOf, readLook, type Look } from './picture.ts';
import { PLOT_LEFT, PLOT_RIGHT } from './plot.ts';
import { pointAt, pointedTime, registerPointing } from './pointing.ts';
import { timeTicks } from './timeTicks.ts';
import { windowed } from './windowed.ts';

Chart.register(Decimation, LineController, LineElement, LinearScale, PointElement, Tooltip);
registerPointing();

export interface Drawing {
  /** The part of the model that lies in the window. */
  show(model: ChartModel, window: Span): void;
  /** Shows the values at a time, null for none. */
  point(time: number | null): void;
  /** Reads the colours of the theme again. */
  recolor(): void;
  png(title: string): Promise<Blob | null>;
  destroy(): void;
}

type Dataset = ChartDataset<'line', { x: number; y: number }[]>;

export function draw(canvas: HTMLCanvasElement, first: ChartModel, firstWindow: Span): Drawing {
  let model = first;
  let window = firstWindow;
  let pointedAt: number | null = null;
  let look = readLook();
  const chart = new Chart<'line', { x: number; y: number }[]>(canvas, {
    type: 'line',
    data: { datasets: [] },
    options: optionsFor(first, window, look),
    plugins: [
      limitLine(() =>
        model.limit ? { ...model.limit, ink: look.token('--bad'), ground: look.token('--surface'), font: `12px ${look.family}` } : null,
      ),
    ],
  });

  const show = (next: ChartModel, nextWindow: Span) => {
    if (nextWindow.from !== window.from || nextWindow.to !== window.to) chart.options = optionsFor(next, nextWindow, look);
    [model, window] = [next, nextWindow];
    chart.data.datasets = next.lines.map((line) => dataset(line, window, next.now, look));
    chart.update('none');
    pointAt(chart, pointedAt);
  };
  const recolor = () => {
    look = readLook();
    chart.options = optionsFor(model, window, look);
    show(model, window);
  };
  show(first, window);
  return {
    show,
    recolor,
    point: (time) => {
      pointedAt = time;
      pointAt(chart, time);
    },
    png: (title) => pictureOf({ canvas, width: canvas.clientWidth, title, legend: model.lines.length > 1 ? model.lines : [], look }),
    destroy: () => chart.destroy(),
  };
}

function dataset({ label, points, color, dash, isThin, until }: Line, window: Span, now: number, { token }: Look): Dataset {
  const ink = token(color);
  return {
    label,
    data: windowed(points, window, until ?? now),
    borderColor: ink,
    backgroundColor: ink,
    borderDash: [...dash],
    borderWidth: isThin ? 1 : 2,
    stepped: true,
    pointRadius: 0,
    pointHoverRadius: 0,
  };
}

function optionsFor({ unit, includes }: ChartModel, window: Span, { token, family }: Look): ChartOptions<'line'> {
  const ink = token('--text-muted');
  const grid = { color: token('--chart-grid'), tickColor: token('--chart-grid') };
  const font = { family, size: 12 };
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    parsing: false,
    normalized: true,
    // Pointing comes from the axis that charts share.
    events: [],
    layout: { padding: { right: PLOT_RIGHT } },
    scales: {
      x: {
        type: 'linear',
        min: window.from,
        max: window.to,
        grid,
        border: { color: grid.color },
        ticks: { color: ink, font, callback: (_value, index, ticks) => ticks[index]?.label, maxRotation: 0, autoSkip: false, sampleSize: 1 },
        afterBuildTicks: (axis) => {
          const width = axis.maxWidth - PLOT_LEFT - PLOT_RIGHT;
          axis.ticks = timeTicks(axis.min, axis.max, width).map(({ time, label }) => ({ value: time, label }));
        },
        // A label at an edge would move the plot.
        afterFit: (axis) => {
          axis.paddingLeft = 0;
          axis.paddingRight = 0;
        },
      },
      y: {
        type: 'linear',
        suggestedMin: includes,
        suggestedMax: includes,
        grid,
        border: { display: false },
        ticks: {
          color: ink,
          font,
          maxTicksLimit: 6,
          autoSkip: false,
          sampleSize: 1,
          callback: (value) => (unit === 'money' ? moneyShort(Number(value)) : level(Number(value))),
        },
        afterFit: (axis) => {
          axis.width = PLOT_LEFT;
        },
      },
    },
    plugins: {
      decimation: { enabled: true, algorithm: 'min-max' },
      tooltip: {
        position: 'pointer',
        caretSize: 0,
        caretPadding: 12,
        backgroundColor: token('--text'),
        titleColor: token('--surface'),
        bodyColor: token('--surface'),
        titleFont: { ...font, weight: 600 },
        bodyFont: font,
        padding: 8,
        cornerRadius: 4,
        boxPadding: 4,
        callbacks: {
          title: ([item]) => (item ? date(pointedTime(item.chart)) : ''),
          label: ({ dataset: { label }, parsed: { y } }) => `${label}: ${unit === 'money' ? money(Number(y) * 100) : level(Number(y))}`,
        },
      },
    },
  };
}
