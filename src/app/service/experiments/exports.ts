/** Results of an experiment as data files. */
import { METRICS } from '../../../service/metrics/summary.ts';
import { ROLES } from '../../../service/roles.ts';
import type { ExperimentResults, ShownTrial } from '../../../../workers/service/experimentMessages.ts';
import { csv } from '../../files.ts';
import { GROUPS, scoresOf } from './scores.ts';

/** One row for each trial; what is not known is empty. */
export function trialsCsv(trials: readonly ShownTrial[]): string {
  const spent = ROLES.flatMap((role) => (['calls', 'tokens', 'costUsd'] as const).map((amount) => ({ role, amount })));
  const headings = [
    'model', 'set', 'task', 'trial', 'success', 'rubrics_met', 'rubrics', 'state_met', 'turns', 'tool_calls', 'tool_errors', 'termination', 'labels',
    ...spent.map(({ role, amount }) => `${role}_${amount === 'costUsd' ? 'cost_usd' : amount}`),
  ];
  const known = (value: boolean | number | string | null) => (value === null ? '' : typeof value === 'boolean' ? Number(value) : value);
  const rows = trials.map((trial) => [
    trial.model, trial.set, trial.taskId, trial.trial, known(trial.success), known(trial.rubricsMet), trial.rubrics, known(trial.stateMet),
    trial.turns, trial.toolCalls, trial.toolErrors, known(trial.termination), trial.labels.join(' '),
    ...spent.map(({ role, amount }) => known(trial.spent[role][amount])),
  ]);
  return csv(headings, rows);
}

/** One row for each model, group of tasks and metric. */
export function scoresCsv({ models, k }: ExperimentResults): string {
  const rows = models.flatMap((model) =>
    GROUPS.flatMap((group) =>
      METRICS.flatMap((metric) => {
        const estimate = scoresOf(model, group)?.[metric] ?? null;
        return estimate ? [[model.model, group, metric, k, estimate.value, estimate.interval.low, estimate.interval.high, estimate.tasks]] : [];
      }),
    ),
  );
  return csv(['model', 'group', 'metric', 'k', 'value', 'low_95', 'high_95', 'tasks'], rows);
}

export function resultsJson(name: string, results: ExperimentResults): string {
  const models = results.models.map((model) => ({ ...model, sets: Object.fromEntries(model.sets) }));
  return `${JSON.stringify({ name, ...results, models }, null, 2)}\n`;
}
