import { describe, expect, test } from 'vitest';
import type { TrialProgress, TrialStatus } from '../../../../../src/agents/service/experiment.ts';
import { whatIsLeft } from '../../../../../src/app/service/experiments/timeLeft.ts';
import { nothingSpent } from '../../../../../src/models/budget.ts';

function trial(number: number, status: TrialStatus, seconds: number, costUsd: number | null, model = 'small'): TrialProgress {
  const spent = { ...nothingSpent, seconds, costUsd: costUsd ?? 0, callsOfUnknownCost: costUsd === null ? 1 : 0 };
  return { key: { model, set: 's', taskId: 't', trial: number }, status, messages: 1, spent: { assistant: spent, user: nothingSpent, judge: nothingSpent }, reason: '' };
}

describe('what is left of an experiment', () => {
  test('is not told before each assistant with work left has finished a trial, nor when nothing is left', () => {
    expect(whatIsLeft([trial(1, 'running', 5, 1), trial(2, 'waiting', 0, 0)], 1)).toBeNull();
    expect(whatIsLeft([trial(1, 'done', 5, 1), trial(1, 'waiting', 0, 0, 'large')], 1)).toBeNull();
    expect(whatIsLeft([trial(1, 'done', 5, 1)], 1)).toBeNull();
  });

  test('goes by the median of the finished trials, less what the others have spent already; never below nothing', () => {
    const done = [trial(1, 'done', 10, 1), trial(2, 'done', 20, 2), trial(3, 'done', 90, 9)];
    expect(whatIsLeft([...done, trial(4, 'running', 5, 0.5), trial(5, 'waiting', 0, 0), trial(6, 'failed', 50, 5)], 2)).toEqual({
      from: 3, seconds: (15 + 20 + 0) / 2, costUsd: { assistant: 1.5 + 2, user: 0, judge: 0 },
    });
    const even = [trial(1, 'done', 10, 1), trial(2, 'done', 20, 2), trial(3, 'waiting', 0, 0)];
    // One trial that is left runs alone, however many may run at a time.
    expect(whatIsLeft(even, 8)).toMatchObject({ seconds: 15, costUsd: { assistant: 1.5 } });
  });

  test('each assistant goes by its own trials', () => {
    const trials = [trial(1, 'done', 10, 1), trial(2, 'waiting', 0, 0), trial(1, 'done', 100, 7, 'large'), trial(2, 'waiting', 0, 0, 'large')];
    expect(whatIsLeft(trials, 1)).toMatchObject({ from: 2, seconds: 110, costUsd: { assistant: 8 } });
  });

  test('a cost that is unknown once stays unknown; times do not', () => {
    expect(whatIsLeft([trial(1, 'done', 10, null), trial(2, 'waiting', 0, 0)], 1)).toEqual({
      from: 1, seconds: 10, costUsd: { assistant: null, user: 0, judge: 0 },
    });
  });
});
