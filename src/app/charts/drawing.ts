/** Draws a chart model with chart.js. Loaded apart from the page: nothing needs it before a run has begun. */
import {
  Chart, Decimation, LineController, LineElement, LinearScale, PointElement, Tooltip, type ChartDataset, type ChartOptions,
} from 'chart.js';
import { date, level, money, moneyShort } from '../format.ts';
import { limitLine } from './limitLine.ts';
import type { ChartModel, Line } from './model.ts';
import { pictureOf, type Look } from './picture.ts';
import { hairLine, pointedTime, registerPointing } from './pointing.ts';
import { monthLabel, monthTicks } from './timeTicks.ts';

Chart.register(Decimation, LineController, LineElement, LinearScale, PointElement, Tooltip);
registerPointing();

/** The same for all charts, so that one time stands at the same place in each. */
const VALUE_AXIS_WIDTH = 56;

export interface Drawing {
  show(model: ChartModel): void;
  /** Reads the colours of the theme again. */
  recolor(): void;
  png(title: string): Promise<Blob | null>;
  destroy(): void;
}

type Dataset = ChartDataset<'line', { x: number; y: number }[]>;

export function draw(canvas: HTMLCanvasElement, first: ChartModel): Drawing {
  let model = first;
  let look = readLook();
  const chart = new Chart<'line', { x: number; y: number }[]>(canvas, {
    type: 'line',
    data: { datasets: [] },
    options: optionsFor(first, look),
    plugins: [
      hairLine(() => look.token('--text-muted')),
      limitLine(() =>
        model.limit ? { ...model.limit, ink: look.token('--bad'), ground: look.token('--surface'), font: `12px ${look.family}` } : null,
      ),
    ],
  });

  const show = (next: ChartModel) => {
    // Another run on the same canvas may have another horizon.
    if (next.from !== model.from || next.to !== model.to) chart.options = optionsFor(next, look);
    model = next;
    chart.data.datasets = next.lines.map((line) => dataset(line, next.now, look));
    chart.update('none');
  };
  const recolor = () => {
    look = readLook();
    chart.options = optionsFor(model, look);
    show(model);
  };
  show(first);
  return {
    show,
    recolor,
    png: (title) => pictureOf(canvas, title, model.lines, look),
    destroy: () => chart.destroy(),
  };
}

function dataset({ label, points, color, dash, isThin }: Line, now: number, { token }: Look): Dataset {
  const last = points.at(-1);
  const data = last && last.x < now ? [...points, { x: now, y: last.y }] : [...points];
  const ink = token(color);
  return {
    label,
    data,
    borderColor: ink,
    backgroundColor: ink,
    borderDash: [...dash],
    borderWidth: isThin ? 1 : 2,
    stepped: true,
    pointRadius: 0,
    pointHoverRadius: 0,
  };
}

function optionsFor({ from, to, unit, includes }: ChartModel, { token, family }: Look): ChartOptions<'line'> {
  const ink = token('--text-muted');
  const grid = { color: token('--chart-grid'), tickColor: token('--chart-grid') };
  const font = { family, size: 12 };
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    parsing: false,
    normalized: true,
    interaction: { mode: 'atTime', intersect: false },
    layout: { padding: { right: 8 } },
    scales: {
      x: {
        type: 'linear',
        min: startOfDay(from),
        max: to,
        grid,
        border: { color: grid.color },
        ticks: { color: ink, font, callback: (value) => monthLabel(Number(value)), maxRotation: 0, autoSkip: false, sampleSize: 1 },
        afterBuildTicks: (axis) => {
          axis.ticks = monthTicks(axis.min, axis.max, axis.maxWidth - VALUE_AXIS_WIDTH).map((value) => ({ value }));
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
          axis.width = VALUE_AXIS_WIDTH;
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

function readLook(): Look {
  const style = getComputedStyle(document.body);
  const tokens = new Map<string, string>();
  const token = (name: string) => {
    const known = tokens.get(name) ?? style.getPropertyValue(name).trim();
    tokens.set(name, known);
    return known;
  };
  return { token, family: style.fontFamily };
}

function startOfDay(time: number): number {
  return Math.floor(time / 86_400_000) * 86_400_000;
}
