/** The run's funds, and those that planners would have had from its start. */
import type { Continuation } from '../../startup/hindsight/continuation.ts';
import type { Point } from '../../../workers/startup/messages.ts';
import type { DataTable, Line } from '../charts/model.ts';
import { dateAndTime, isoTime, money } from '../format.ts';
import type { RunChart } from '../startup/runCharts.ts';
import type { ShownRun } from '../startup/shownRun.ts';
import { text } from '../texts.ts';
import { plannerName } from './names.ts';
import type { Finding } from './regret.svelte.ts';

interface PlanRow extends Point {
  readonly who: string;
}

const LOOKS = {
  'best-bot': { color: '--chart-inference', dash: [8, 3] },
  oracle: { color: '--chart-data-environment', dash: [2, 3] },
} as const;

export function plansChart({ facts, latest, curves }: ShownRun, findings: readonly Finding[]): RunChart<PlanRow> {
  const lines: Line[] = [{ key: 'run', label: text('hindsightThisRun'), points: curves.funds, color: '--chart-money', dash: [] }];
  for (const finding of findings) {
    const plan = planFromStart(finding);
    if (!plan) continue;
    const points = plan.funds.map(({ time, fundsCents }) => ({ x: time / 1000, y: fundsCents / 100 }));
    lines.push({ key: finding.planner, label: plannerName(finding), points, ...LOOKS[finding.planner] });
  }
  const now = lines.reduce((time, { points }) => Math.max(time, points.at(-1)?.x ?? 0), latest.time);
  return {
    model: { lines, from: facts.startedAt, to: facts.horizonEnd, now, unit: 'money', includes: 0, limit: { value: 0, label: text('bankruptBelow') } },
    summary: totalSentence(latest.fundsCents, findings),
    table: tableOf(lines),
  };
}

/** Where everybody ends who begins where the run began. */
export function totalSentence(finalFundsCents: number, findings: readonly Finding[]): string {
  const ends = findings.flatMap((finding) => {
    const plan = planFromStart(finding);
    return plan ? endOf(plannerName(finding), plan.finalFundsCents) : [];
  });
  return text('hindsightTotal', { ends: [...ends, endOf(text('hindsightThisRun'), finalFundsCents)].join('; ') });
}

function endOf(who: string, fundsCents: number): string {
  return text('hindsightEnd', { who, funds: money(fundsCents) });
}

function planFromStart({ plans: [first] }: Finding): Continuation | null {
  return first?.turn === 0 ? first.plan : null;
}

function tableOf(lines: readonly Line[]): DataTable<PlanRow> {
  return {
    columns: [
      { heading: text('time'), field: 'time_utc', shown: ({ x }) => dateAndTime(x), raw: ({ x }) => isoTime(x) },
      { heading: text('hindsightWho'), field: 'who', shown: ({ who }) => who, raw: ({ who }) => who },
      { heading: text('funds'), field: 'funds_usd', shown: ({ y }) => money(y * 100), raw: ({ y }) => y, isNumber: true },
    ],
    count: lines.reduce((sum, { points }) => sum + points.length, 0),
    rows: () => lines.flatMap(({ label, points }) => points.map(({ x, y }) => ({ x, y, who: label }))),
  };
}
