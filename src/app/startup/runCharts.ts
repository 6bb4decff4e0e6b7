/** The charts of a run: what they draw, say and list. */
import { DOMAINS, type Domain } from '../../startup/domains.ts';
import type { FundsPoint, Point } from '../../../workers/startup/messages.ts';
import type { ChartModel, Column, DataTable, Line } from '../charts/model.ts';
import { date, dateAndTime, isoTime, level, money } from '../format.ts';
import { domainName, ledgerEvent, listed, text } from '../texts.ts';
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

/** Every client with a colour and a dash of its own: either tells them apart, up to eight. */
const CLIENT_DASHES = [[], [8, 3], [2, 3], [9, 3, 2, 3]];
const CLIENT_COLORS = 8;

interface TrustRow extends Point {
  readonly client: string;
}

/** `background`: other runs, to compare with. */
export function fundsChart(run: ShownRun, published: readonly Line[], background: readonly ShownRun[] = []): RunChart<FundsPoint> {
  const points = run.curves.funds;
  return {
    model: {
      ...rangeOf(run),
      lines: [{ key: 'funds', label: text('funds'), points, color: '--chart-money', dash: [] }, ...background.map(backgroundLine), ...published],
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
    summary: text('prestigeSummary', { date: date(run.latest.time), levels: listed(levels) }),
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

export function trustChart(run: ShownRun): RunChart<TrustRow> {
  const curves = Object.entries(run.curves.trust);
  const levels = curves.map(([client, points]) => `${client} ${level(points.at(-1)?.y ?? 0)}`);
  return {
    model: {
      ...rangeOf(run),
      lines: curves.map(([client, points], i) => ({
        key: client,
        label: client,
        points,
        color: `--chart-client-${(i % CLIENT_COLORS) + 1}`,
        dash: CLIENT_DASHES[(i + Math.floor(i / CLIENT_DASHES.length)) % CLIENT_DASHES.length] ?? [],
      })),
      unit: 'level',
      includes: 0,
    },
    summary: text('trustSummary', { date: date(run.latest.time), levels: listed(levels) }),
    table: {
      columns: [
        ...timeColumns<TrustRow>(),
        { heading: text('timelineClient'), field: 'client', shown: ({ client }) => client, raw: ({ client }) => client },
        { heading: text('trustLevel'), field: 'trust', shown: ({ y }) => level(y), raw: ({ y }) => y, isNumber: true },
      ],
      count: curves.reduce((sum, [, points]) => sum + points.length, 0),
      rows: () => curves.flatMap(([client, points]) => points.map((point) => ({ ...point, client }))).sort((a, b) => a.x - b.x),
    },
  };
}

function backgroundLine(run: ShownRun, i: number): Line {
  const { driver, seed } = run.facts;
  return {
    key: `background-${i}`,
    label: text('backgroundRun', { number: i + 1, driver: driver.name, seed }),
    points: run.curves.funds,
    color: '--text-muted',
    dash: CLIENT_DASHES[(i % 3) + 1] ?? [],
    isThin: true,
  };
}

function rangeOf({ facts, latest }: ShownRun) {
  return { from: startOfDay(facts.startedAt), to: facts.horizonEnd, now: latest.time };
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

/** So that the first of a month on which a run starts has its tick. */
function startOfDay(time: number): number {
  return Math.floor(time / 86_400_000) * 86_400_000;
}
