/** The funds of many runs in one chart: a line each, or a mean with its band for each driver. */
import type { Point } from '../../../workers/startup/messages.ts';
import type { DataTable, Line } from '../charts/model.ts';
import { dateAndTime, isoTime, money } from '../format.ts';
import type { RunChart } from '../startup/runCharts.ts';
import { text } from '../texts.ts';
import { bandOf, timeGrid, type BandPoint } from './band.ts';
import { harmless, type Group, type ResultRow } from './results.ts';

export const VIEWS = ['runs', 'range', 'deviation'] as const;
export type View = (typeof VIEWS)[number];

/** With more, lines of their own hide each other. */
export const MOST_LINES = 12;

interface FundsRow extends Point {
  readonly who: string;
}

const COLORS = 8;
const DASHES = [[], [8, 3], [2, 3], [9, 3, 2, 3]];
/** Every day and a half of a year, about what a screen can show. */
const GRID_POINTS = 240;
const MOST_ENDS_SAID = 12;
const DAY_MS = 86_400_000;

export function comparisonChart(rows: readonly ResultRow[], groups: readonly Group[], view: View): RunChart<FundsRow> {
  const lines = view === 'runs' ? rows.map((row, i) => lineOf(row, i, rows.length > MOST_LINES)) : groups.flatMap((group, i) => bandLines(group, i, view));
  const from = Math.floor(Math.min(...rows.map(({ state }) => state.facts.startedAt)) / DAY_MS) * DAY_MS;
  return {
    model: {
      lines,
      from,
      to: Math.max(...rows.map(({ state }) => state.facts.horizonEnd)),
      // Each line ends with a point of its own: none goes on from there.
      now: from,
      unit: 'money',
      includes: 0,
      limit: { value: 0, label: text('bankruptBelow') },
    },
    summary: summaryOfLines(lines.filter(({ isThin }) => view === 'runs' || !isThin)),
    table: tableOf(lines),
  };
}

/** Two lines differ in colour and dash, and any two of 32 in one of them. */
function lookOf(i: number): Pick<Line, 'color' | 'dash'> {
  return { color: `--chart-client-${(i % COLORS) + 1}`, dash: DASHES[(i + Math.floor(i / COLORS)) % DASHES.length] ?? [] };
}

function lineOf(row: ResultRow, i: number, isThin: boolean): Line {
  return { key: String(row.id), label: row.name, points: closed(row), until: row.state.end, ...lookOf(i), ...(isThin && { isThin }) };
}

function bandLines({ key, label: group, rows }: Group, i: number, view: 'range' | 'deviation'): Line[] {
  const curves = rows.map(({ state }) => state.funds);
  const band = bandOf(curves, timeGrid(curves, Math.max(...rows.map(({ state }) => state.end)), GRID_POINTS));
  const look = lookOf(i);
  const line = (suffix: string, label: string, value: (point: BandPoint) => number): Line => {
    return { key: `${key}\n${suffix}`, label, points: band.map((point) => ({ x: point.x, y: value(point) })), ...look };
  };
  const mean = line('mean', text('compareLineMean', { group, count: rows.length }), (point) => point.mean);
  if (rows.length === 1) return [mean];
  const isRange = view === 'range';
  const low = line('low', text(isRange ? 'compareLineLow' : 'compareLineMinus', { group }), (at) => (isRange ? at.lowest : at.mean - at.deviation));
  const high = line('high', text(isRange ? 'compareLineHigh' : 'compareLinePlus', { group }), (at) => (isRange ? at.highest : at.mean + at.deviation));
  return [mean, { ...low, isThin: true }, { ...high, isThin: true }];
}

/** Up to where the run ended, and no further. */
function closed({ state: { funds, end } }: ResultRow): readonly Point[] {
  const last = funds.at(-1);
  return last && last.x < end ? [...funds, { x: end, y: last.y }] : funds;
}

function summaryOfLines(lines: readonly Line[]): string {
  const ends = lines.slice(0, MOST_ENDS_SAID).map(({ label, points }) => {
    return text('compareChartEnd', { name: label, funds: money((points.at(-1)?.y ?? 0) * 100) });
  });
  if (lines.length > ends.length) ends.push(text('compareChartMore', { count: lines.length - ends.length }));
  return text('compareChartSummary', { ends: ends.join('; ') });
}

function tableOf(lines: readonly Line[]): DataTable<FundsRow> {
  return {
    columns: [
      { heading: text('time'), field: 'time_utc', shown: ({ x }) => dateAndTime(x), raw: ({ x }) => isoTime(x) },
      { heading: text('compareWho'), field: 'run', shown: ({ who }) => who, raw: ({ who }) => harmless(who) },
      { heading: text('funds'), field: 'funds_usd', shown: ({ y }) => money(y * 100), raw: ({ y }) => y, isNumber: true },
    ],
    count: lines.reduce((sum, { points }) => sum + points.length, 0),
    rows: () => lines.flatMap(({ label, points }) => points.map(({ x, y }) => ({ x, y, who: label }))),
  };
}
