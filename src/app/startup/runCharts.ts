/** The three charts of a run: what they draw, say and list. */
import { DOMAINS, type Domain } from '../../startup/domains.ts';
import type { FundsPoint, Point } from '../../../workers/startup/messages.ts';
import type { ChartModel, Column, DataTable, Line } from '../charts/model.ts';
import { date, dateAndTime, isoTime, level, money } from '../format.ts';
import { domainName, ledgerEvent, text } from '../texts.ts';
import type { ShownRun } from './shownRun.ts';

export interface RunChart<Row> {
  readonly model: ChartModel;
  readonly summary: string;
  readonly table: DataTable<Row>;
}

interface PrestigeRow extends Point {
  readonly domain: Domain;
}

const DOMAIN_LOOKS: Readonly<Record<Domain, { readonly color: string; readonly dash: readonly number[] }>> = {
  research: { color: '--chart-research', dash: [] },
  inference: { color: '--chart-inference', dash: [8, 3] },
  data_environment: { color: '--chart-data-environment', dash: [2, 3] },
  training: { color: '--chart-training', dash: [9, 3, 2, 3] },
};

export function fundsChart(run: ShownRun, published: readonly Line[]): RunChart<FundsPoint> {
  const points = run.curves.funds;
  return {
    model: {
      ...rangeOf(run),
      lines: [{ key: 'funds', label: text('funds'), points, color: '--chart-money', dash: [] }, ...published],
      unit: 'money',
      includes: 0,
      limit: { value: 0, label: text('bankruptBelow') },
    },
    summary: [moneySummary(run, text('funds'), points), published.length > 0 ? text('publishedSummary', { count: published.length }) : ''].join(' ').trimEnd(),
    table: {
      columns: [...timeColumns<FundsPoint>(), moneyColumn('funds', 'funds_usd'), {
        heading: text('event'),
        field: 'event',
        shown: ({ event }) => ledgerEvent(event),
        raw: ({ event }) => event,
      }],
      count: points.length,
      rows: () => points,
    },
  };
}

export function prestigeChart(run: ShownRun): RunChart<PrestigeRow> {
  const { prestige } = run.curves;
  const levels = DOMAINS.map((domain) => `${domainName(domain)} ${level(prestige[domain].at(-1)?.y ?? 0)}`);
  return {
    model: {
      ...rangeOf(run),
      lines: DOMAINS.map((domain) => ({ key: domain, label: domainName(domain), points: prestige[domain], ...DOMAIN_LOOKS[domain] })),
      unit: 'level',
      includes: 0,
    },
    summary: text('prestigeSummary', { date: date(run.latest.time), levels: levels.join(', ') }),
    table: {
      columns: [
        ...timeColumns<PrestigeRow>(),
        { heading: text('domain'), field: 'domain', shown: ({ domain }) => domainName(domain), raw: ({ domain }) => domain },
        { heading: text('prestige'), field: 'level', shown: ({ y }) => level(y), raw: ({ y }) => y, isNumber: true },
      ],
      count: DOMAINS.reduce((sum, domain) => sum + prestige[domain].length, 0),
      rows: () => DOMAINS.flatMap((domain) => prestige[domain].map((point) => ({ ...point, domain }))).sort((a, b) => a.x - b.x),
    },
  };
}

export function payrollChart(run: ShownRun): RunChart<Point> {
  const points = run.curves.payroll;
  return {
    model: {
      ...rangeOf(run),
      lines: [{ key: 'payroll', label: text('monthlyPayroll'), points, color: '--chart-payroll', dash: [] }],
      unit: 'money',
      includes: 0,
    },
    summary: moneySummary(run, text('monthlyPayroll'), points),
    table: { columns: [...timeColumns<Point>(), moneyColumn('monthlyPayroll', 'monthly_payroll_usd')], count: points.length, rows: () => points },
  };
}

function rangeOf({ facts, latest }: ShownRun) {
  return { from: facts.startedAt, to: facts.horizonEnd, now: latest.time };
}

function moneySummary(run: ShownRun, name: string, points: readonly Point[]): string {
  const values = points.map(({ y }) => y);
  const show = (value: number | undefined) => money((value ?? 0) * 100);
  return text('moneySummary', {
    name,
    first: show(values[0]),
    last: show(values.at(-1)),
    date: date(run.latest.time),
    lowest: show(values.reduce((a, b) => Math.min(a, b), Infinity)),
    highest: show(values.reduce((a, b) => Math.max(a, b), -Infinity)),
  });
}

function timeColumns<Row extends Point>(): Column<Row>[] {
  return [{ heading: text('time'), field: 'time_utc', shown: ({ x }) => dateAndTime(x), raw: ({ x }) => isoTime(x) }];
}

function moneyColumn<Row extends Point>(heading: 'funds' | 'monthlyPayroll', field: string): Column<Row> {
  return { heading: text(heading), field, shown: ({ y }) => money(y * 100), raw: ({ y }) => y, isNumber: true };
}
