/** Scores as tables and bars show them: which groups there are, and what was published beside them. */
import { PUBLISHED } from '../../../service/metrics/published.ts';
import { METRICS, type Estimate, type Metric, type ModelSummary, type Scores } from '../../../service/metrics/summary.ts';
import { SCENARIOS, type Scenario } from '../../../service/metrics/trial.ts';

/** `all`: all tasks alike; `four`: the average of the four scenarios. */
export const GROUPS = ['all', ...SCENARIOS, 'four'] as const;
export type GroupName = (typeof GROUPS)[number];

export function scoresOf({ all, scenarios, averageOfFour }: ModelSummary, group: GroupName): Scores | null {
  if (group === 'all') return all.scores;
  return group === 'four' ? averageOfFour : (scenarios[group]?.scores ?? null);
}

/** Those of which any model has a score. */
export function groupsOf(models: readonly ModelSummary[]): readonly GroupName[] {
  return GROUPS.filter((group) => models.some((model) => METRICS.some((metric) => (scoresOf(model, group)?.[metric] ?? null) !== null)));
}

/** What others have published, of the best model that they tried; null: nothing. */
export function publishedScore(metric: Metric, group: GroupName): number | null {
  if (metric === 'averageAtK' && isScenario(group)) return PUBLISHED.bestAverageAt4[group];
  if (metric === 'paperPassHatK' && group === 'cross') return PUBLISHED.bestPassHat4Cross;
  return null;
}

export interface ScoreBar {
  readonly model: string;
  readonly group: GroupName;
  readonly estimate: Estimate;
}

export function barsOf(models: readonly ModelSummary[], metric: Metric): readonly ScoreBar[] {
  return models.flatMap((summary) =>
    GROUPS.flatMap((group) => {
      const estimate = scoresOf(summary, group)?.[metric] ?? null;
      return estimate ? [{ model: summary.model, group, estimate }] : [];
    }),
  );
}

function isScenario(group: GroupName): group is Scenario {
  return group !== 'all' && group !== 'four';
}
