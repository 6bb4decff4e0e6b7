/** What trials amount to, model by model (spec vita §6). */
import { complexityTable } from '../../src/service/metrics/complexity.ts';
import { classShares } from '../../src/service/metrics/errorLabels.ts';
import { summarise } from '../../src/service/metrics/summary.ts';
import type { ServiceTask } from '../../src/service/taskFile/types.ts';
import type { ExperimentResults, ShownTrial } from './experimentMessages.ts';

/** Of the bootstrap: the same trials have the same intervals. */
const SEED = '1';

/** `sets`: the tasks that the trials are of. */
export function resultsFrom(trials: readonly ShownTrial[], k: number, sets: ReadonlyMap<string, readonly ServiceTask[]>): ExperimentResults {
  const known = trials.map((trial) => ({ ...trial, stateMet: trial.stateMet === true }));
  const models = summarise(known, { k, seed: SEED }).map((summary) => {
    return { ...summary, shares: classShares(trials.filter(({ model }) => model === summary.model)) };
  });
  return { k, models, trials, isStateKnown: trials.every(({ stateMet }) => stateMet !== null), complexity: complexityTable(sets) };
}
