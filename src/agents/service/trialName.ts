/** What a trial is kept under. */
import type { TrialKey } from './experiment.ts';

export function trialName({ model, set, taskId, trial }: TrialKey): string {
  return JSON.stringify([model, set, taskId, trial]);
}
