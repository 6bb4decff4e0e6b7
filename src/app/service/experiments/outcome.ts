/** How a trial came out, in a symbol and a word. */
import type { TrialStatus } from '../../../agents/service/experiment.ts';
import type { ErrorLabel } from '../../../service/metrics/errorLabels.ts';
import type { Termination } from '../../../service/message.ts';
import type { ShownTrial } from '../../../../workers/service/experimentMessages.ts';

export const OUTCOMES = ['success', 'failure', 'unjudged', 'running', 'paused', 'failed', 'waiting'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const SYMBOLS: Readonly<Record<Outcome, string>> = {
  success: '✓', failure: '✗', unjudged: '●', running: '▶', paused: '‖', failed: '!', waiting: '·',
};

/** `trial`: null until its results are summed up. */
export function outcomeOf(status: TrialStatus, trial: Pick<ShownTrial, 'success'> | null): Outcome {
  if (status !== 'done') return status;
  if (!trial || trial.success === null) return 'unjudged';
  return trial.success ? 'success' : 'failure';
}

export const VERDICTS = ['success', 'failure', 'error'] as const;
export type Verdict = (typeof VERDICTS)[number];

export function verdictOn({ success }: Pick<ShownTrial, 'success'>): Verdict {
  return success === null ? 'error' : success ? 'success' : 'failure';
}

/** Empty: any. */
export interface TrialFilter {
  readonly model: string;
  readonly verdict: Verdict | '';
  readonly termination: Termination | 'none' | '';
  readonly label: ErrorLabel | 'none' | '';
}

export function matchingTrials(trials: readonly ShownTrial[], { model, verdict, termination, label }: TrialFilter): readonly ShownTrial[] {
  return trials.filter((trial) => {
    if (model !== '' && trial.model !== model) return false;
    if (verdict !== '' && verdictOn(trial) !== verdict) return false;
    if (termination !== '' && (trial.termination ?? 'none') !== termination) return false;
    return label === '' || (label === 'none' ? trial.labels.length === 0 : trial.labels.includes(label));
  });
}

/** Null: of some of it nobody knows. */
export function costOfTrial({ spent }: Pick<ShownTrial, 'spent'>): number | null {
  return [spent.assistant, spent.user, spent.judge].reduce<number | null>((sum, { costUsd }) => (sum === null || costUsd === null ? null : sum + costUsd), 0);
}
