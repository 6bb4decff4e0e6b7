/** Three trials of a task: a success, a failure and an error. */
import type { Trial } from '../../../../../src/service/metrics/trial.ts';

const spent = { calls: 2, tokens: 100, costUsd: 0.5 };

export function trial(changes: Partial<Trial>): Trial {
  return {
    model: 'small', set: 'delivery', taskId: 't', domains: ['delivery'], trial: 1, success: true, rubricsMet: 2, rubrics: 2, stateMet: true, turns: 3,
    toolCalls: 2, toolErrors: 0, termination: 'user_stop', spent: { assistant: spent, user: spent, judge: spent }, labels: [], ...changes,
  };
}

export const failure = trial({ trial: 2, success: false, rubricsMet: 1, labels: ['tool-use'], termination: 'max_steps' });
export const error = trial({ trial: 3, success: null, rubricsMet: null, termination: null, spent: { assistant: spent, user: { ...spent, costUsd: null }, judge: spent } });
export const trials = [trial({}), failure, error];
