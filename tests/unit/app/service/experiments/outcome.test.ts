import { describe, expect, test } from 'vitest';
import { costOfTrial, matchingTrials, outcomeOf } from '../../../../../src/app/service/experiments/outcome.ts';
import { error, failure, trial, trials } from './support.ts';

const any = { model: '', verdict: '', termination: '', label: '' } as const;

describe('trials', () => {
  test('are filtered by verdict, ending, label and model; an error is no failure', () => {
    const numbers = (filter: Parameters<typeof matchingTrials>[1]) => matchingTrials(trials, filter).map((each) => each.trial);
    expect(numbers(any)).toEqual([1, 2, 3]);
    expect(numbers({ ...any, verdict: 'failure' })).toEqual([2]);
    expect(numbers({ ...any, verdict: 'error' })).toEqual([3]);
    expect(numbers({ ...any, termination: 'none' })).toEqual([3]);
    expect(numbers({ ...any, label: 'tool-use' })).toEqual([2]);
    expect(numbers({ ...any, label: 'none' })).toEqual([1, 3]);
    expect(numbers({ ...any, model: 'large' })).toEqual([]);
  });

  test('show where they stand until they are done, then their verdict; without one they are neither', () => {
    expect([outcomeOf('paused', failure), outcomeOf('done', failure), outcomeOf('done', trial({})), outcomeOf('done', error), outcomeOf('done', null)]).toEqual([
      'paused', 'failure', 'success', 'unjudged', 'unjudged',
    ]);
  });

  test('of which one cost is unknown have no cost', () => {
    expect([costOfTrial(failure), costOfTrial(error)]).toEqual([1.5, null]);
  });
});
