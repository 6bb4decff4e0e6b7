/** Metrics of service trials as lines of a terminal (spec vita §6): every figure named, errors apart. */
import type { SetComplexity } from '../service/metrics/complexity.ts';
import type { ClassShares } from '../service/metrics/errorLabels.ts';
import { PUBLISHED } from '../service/metrics/published.ts';
import type { Amount, Estimate, Group, Metric, ModelSummary, Scores } from '../service/metrics/summary.ts';
import { SCENARIOS } from '../service/metrics/trial.ts';
import { ROLES } from '../service/roles.ts';

const SCENARIO_NAMES = { delivery: 'delivery', instore: 'in-store', ota: 'travel (OTA)', cross: 'cross-scenario' } as const;

export function metricsLines({ model, all, sets, scenarios, averageOfFour }: ModelSummary, k: number): string[] {
  const parts: [string, Group | null][] = [...sets].map(([set, group]) => [`set ${set}`, group]);
  for (const scenario of SCENARIOS) parts.push([SCENARIO_NAMES[scenario], scenarios[scenario]]);
  const rows = [...parts.flatMap(([name, group]) => (group ? [scoreLine(name, group.scores, k)] : [])), scoreLine('average of the four', averageOfFour, k)];
  return [
    `${model}: ${all.tasks} tasks, ${all.trials} trials, ${all.errors} of them errors (in no average)`,
    ...(all.tasksWithTooFewTrials > 0 ? [`  ${all.tasksWithTooFewTrials} tasks have fewer than ${k} trials with a verdict: Pass@${k} and Pass^${k} leave them out`] : []),
    ...rows,
    ...paperLines(all.scores, k),
    `  rubrics met ${percent(all.rubricRate)}, state as expected ${percent(all.stateRate)}`,
    `  means: ${number(all.turns)} messages of the assistant, ${number(all.toolCalls)} tool calls, ${number(all.toolErrors)} tool errors`,
    `  ended: ${Object.entries(all.terminations).filter(([, count]) => count > 0).map(([reason, count]) => `${reason} ${count}`).join(', ') || '-'}`,
    ...ROLES.map((role) => `  ${role.padEnd(9)} ${amount(all.spent[role].calls)} calls, ${amount(all.spent[role].tokens)} tokens, ${cost(all.spent[role].costUsd)}`),
  ];
}

export function sharesLine({ labelled, failures, groups, classes }: ClassShares): string {
  const shown = [...Object.entries(groups), ...Object.entries(classes)].filter(([, { count }]) => count > 0);
  const shares = new Map(shown.map(([name, { share }]) => [name, percent(share)]));
  return `error classes of ${labelled} labelled failures (of ${failures}): ${[...shares].map(([name, share]) => `${name} ${share}`).join(', ') || '-'}`;
}

/** Others' figures, of their tasks and models: to stand beside one's own, never in them. */
export function publishedLines(): string[] {
  const { source, k, bestAverageAt4, bestPassHat4Cross, errorShares, reasoningPoints, toolEdgesCross } = PUBLISHED;
  const best = SCENARIOS.map((scenario) => `${SCENARIO_NAMES[scenario]} ${percent(bestAverageAt4[scenario])}`);
  const points = Object.entries(reasoningPoints).map(([scenario, mean]) => `${SCENARIO_NAMES[scenario as keyof typeof SCENARIO_NAMES]} ${mean}`);
  return [
    `published, of other tasks: ${source}`,
    `  the best model's Avg@${k}: ${best.join(', ')}; its Pass^${k}: cross-scenario ${percent(bestPassHat4Cross)}`,
    `  error classes: ${Object.entries(errorShares).map(([label, share]) => `${label} ${percent(share)}`).join(', ')}`,
    `  mean rubrics a task: ${points.join(', ')}; edges between the tools of cross-scenario tasks: ${toolEdgesCross}`,
  ];
}

export function complexityLines(table: readonly SetComplexity[]): string[] {
  const columns = [['rubrics', 'reasoningPoints'], ['records', 'searchSpace'], ['tools', 'tools'], ['edges', 'edges']] as const;
  const rows = table.map(({ set, tasks, means }) => {
    const cells = columns.map(([, key]) => number(means[key]).padStart(9)).join('');
    return `  ${set.padEnd(20)}${String(tasks).padStart(7)}${cells}${(means.density?.toFixed(3) ?? '-').padStart(9)}`;
  });
  const head = `  ${'means a task'.padEnd(20)}${'tasks'.padStart(7)}${columns.map(([name]) => name.padStart(9)).join('')}${'density'.padStart(9)}`;
  return ['complexity', head, ...rows];
}

function scoreLine(name: string, scores: Scores, k: number): string {
  return `  ${name.padEnd(20)} Avg@${k} ${shown(scores.averageAtK)}  Pass@${k} ${shown(scores.passAtK)}  Pass^${k} ${shown(scores.passHatK)}`;
}

/** The paper's forms, of the success rate p of each task. */
function paperLines(scores: Scores, k: number): string[] {
  const forms: [Metric, string][] = [['paperPassAtK', `1−(1−p)^${k}`], ['paperPassHatK', `p^${k}`]];
  return [`  in the paper's form: ${forms.map(([metric, form]) => `${form} ${shown(scores[metric])}`).join('  ')}`];
}

function shown(estimate: Estimate | null): string {
  return estimate ? `${percent(estimate.value)} [${percent(estimate.interval.low)}, ${percent(estimate.interval.high)}]` : '-';
}

function percent(share: number | null): string {
  return share === null ? '-' : `${(share * 100).toFixed(1)} %`;
}

function number(mean: number | null): string {
  return mean === null ? '-' : mean.toFixed(1);
}

function amount({ known, unknown }: Amount): string {
  return unknown === 0 ? String(known) : `${known} and ${unknown} trials unknown`;
}

/** An unknown cost is never shown as zero. */
function cost({ known, unknown }: Amount): string {
  if (unknown === 0) return `$${known.toFixed(4)}`;
  return known > 0 ? `$${known.toFixed(4)} and ${unknown} trials of unknown cost` : 'cost unknown';
}
