/** What trials amount to, printed: the same for an experiment and for any files. */
import { complexityTable } from '../service/metrics/complexity.ts';
import { classShares } from '../service/metrics/errorLabels.ts';
import { PUBLISHED } from '../service/metrics/published.ts';
import { summarise } from '../service/metrics/summary.ts';
import type { Trial } from '../service/metrics/trial.ts';
import type { ServiceTask } from '../service/taskFile/index.ts';
import { complexityLines, metricsLines, publishedLines, sharesLine } from './metricsLines.ts';

export interface ReportOptions {
  /** Trials a task. */
  readonly k: number;
  readonly published?: true | undefined;
  readonly complexity?: true | undefined;
  readonly json?: true | undefined;
}

/** Of the bootstrap: the same trials have the same intervals. */
const SEED = '1';

/** `sets`: the tasks that the trials are of; `more` stands in the JSON beside the metrics. */
export function printReport(
  trials: readonly Trial[],
  sets: ReadonlyMap<string, readonly ServiceTask[]>,
  { k, published, complexity, json }: ReportOptions,
  /** Lines that say where the verdicts come from. */
  sources: readonly string[],
  more: object = {},
): void {
  const summaries = summarise(trials, { k, seed: SEED });
  const shares = classShares(trials);
  const table = complexity ? complexityTable(sets) : null;
  if (json) {
    const models = summaries.map((summary) => ({ ...summary, sets: Object.fromEntries(summary.sets) }));
    const beside = { ...(published ? { published: PUBLISHED } : {}), ...(table ? { complexity: table } : {}) };
    process.stdout.write(`${JSON.stringify({ k, trials, sources, ...more, summaries: models, shares, ...beside })}\n`);
    return;
  }
  const parts: string[][] = summaries.map((summary) => metricsLines(summary, k));
  if (parts.length > 0) parts.push([...sources]);
  if (shares.labelled > 0) parts.push([sharesLine(shares)]);
  if (published) parts.push(publishedLines());
  if (table) parts.push(complexityLines(table));
  process.stdout.write(parts.length > 0 ? `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n` : 'no trial has begun\n');
}
