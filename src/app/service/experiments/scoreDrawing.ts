/** Bars of scores with their intervals, and what was published as marks. Loaded apart from the page, as chart.js is large. */
import { BarController, BarElement, CategoryScale, Chart, LinearScale, type ChartOptions, type Plugin } from 'chart.js';
import { readLook, pictureOf, type Look } from '../../charts/picture.ts';
import type { Line } from '../../charts/model.ts';
import { share } from '../../format.ts';

Chart.register(BarController, BarElement, CategoryScale, LinearScale);

export interface ScoreChart {
  readonly groups: readonly string[];
  readonly models: readonly {
    readonly line: Line;
    /** By group, from 0 to 1; null: no score. */
    readonly bars: readonly ({ readonly value: number; readonly low: number; readonly high: number } | null)[];
  }[];
  /** By group; null: none. */
  readonly marks: readonly (number | null)[];
  /** What the marks are. */
  readonly markLabel: string;
}

const MARK = { color: '--bad', dash: [6, 3] } as const;

export interface ScoreDrawing {
  show(chart: ScoreChart): void;
  png(title: string): Promise<Blob | null>;
  destroy(): void;
}

export function drawScores(canvas: HTMLCanvasElement, first: ScoreChart): ScoreDrawing {
  let model = first;
  let look = readLook();
  const chart = new Chart<'bar', (number | null)[], string>(canvas, {
    type: 'bar',
    data: { labels: [], datasets: [] },
    options: optionsFor(look),
    plugins: [whiskers(() => ({ model, look }))],
  });
  const show = (next: ScoreChart) => {
    model = next;
    look = readLook();
    chart.options = optionsFor(look);
    chart.data.labels = [...next.groups];
    chart.data.datasets = next.models.map(({ line, bars }) => ({
      label: line.label,
      data: bars.map((bar) => bar && bar.value),
      backgroundColor: look.token(line.color),
      maxBarThickness: 40,
    }));
    chart.update('none');
  };
  show(first);
  return {
    show,
    png: (title) => {
      const marks = model.marks.some((mark) => mark !== null) ? [{ label: model.markLabel, ...MARK }] : [];
      return pictureOf({ canvas, width: canvas.clientWidth, title, legend: [...model.models.map(({ line }) => line), ...marks], look });
    },
    destroy: () => chart.destroy(),
  };
}

function optionsFor({ token, family }: Look): ChartOptions<'bar'> {
  const font = { family, size: 12 };
  const grid = { color: token('--chart-grid'), tickColor: token('--chart-grid') };
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    events: [],
    scales: {
      x: { grid: { display: false }, border: { color: grid.color }, ticks: { color: token('--text-muted'), font } },
      y: {
        min: 0,
        max: 1,
        grid,
        border: { display: false },
        ticks: { color: token('--text-muted'), font, stepSize: 0.25, callback: (value) => share(Number(value)) },
      },
    },
    plugins: { tooltip: { enabled: false } },
  };
}

/** The intervals over the bars, and the marks over each group's width. */
function whiskers(current: () => { model: ScoreChart; look: Look }): Plugin<'bar'> {
  return {
    id: 'whiskers',
    afterDatasetsDraw(chart) {
      const { model, look } = current();
      const { ctx, scales, chartArea } = chart;
      const y = (value: number) => scales['y']?.getPixelForValue(value) ?? 0;
      ctx.save();
      ctx.strokeStyle = look.token('--text');
      ctx.lineWidth = 1.5;
      model.models.forEach(({ bars }, i) => {
        bars.forEach((bar, group) => {
          const x = chart.getDatasetMeta(i).data[group]?.x;
          if (!bar || x === undefined) return;
          ctx.beginPath();
          for (const end of [bar.low, bar.high]) {
            ctx.moveTo(x - 5, y(end));
            ctx.lineTo(x + 5, y(end));
          }
          ctx.moveTo(x, y(bar.low));
          ctx.lineTo(x, y(bar.high));
          ctx.stroke();
        });
      });
      ctx.strokeStyle = look.token(MARK.color);
      ctx.setLineDash([...MARK.dash]);
      ctx.lineWidth = 2;
      const width = (chartArea.right - chartArea.left) / Math.max(1, model.groups.length);
      model.marks.forEach((mark, group) => {
        if (mark === null) return;
        const left = chartArea.left + group * width;
        ctx.beginPath();
        ctx.moveTo(left + width * 0.1, y(mark));
        ctx.lineTo(left + width * 0.9, y(mark));
        ctx.stroke();
      });
      ctx.restore();
    },
  };
}
