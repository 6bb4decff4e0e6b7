import { describe, expect, test } from 'vitest';
import { trialsOf } from '../../../../../src/rollout/service/results/trials.ts';
import { averageAtK, mean } from '../../../../../src/service/metrics/estimators.ts';
import { read, recordedBytes, resultsIn, smallResults, smallSimulation } from './support.ts';

const recorded = recordedBytes();
describe.runIf(recorded)('spec vita §6: the trials of the recorded results file', () => {
  const trials = trialsOf(read(recorded as Uint8Array).results, 'recorded');

  test('rewards 1, 0 / 0, 0 / 1, 0: Avg@2 is a third', () => {
    expect(trials.map(({ taskId, trial, success }) => [taskId, trial, success])).toEqual([
      ['60711002', 1, true],
      ['60711002', 2, false],
      ['40711005', 1, false],
      ['40711005', 2, false],
      ['J0721003', 1, true],
      ['J0721003', 2, false],
    ]);
    const ids = [...new Set(trials.map(({ taskId }) => taskId))];
    const averages = ids.map((id) => {
      const own = trials.filter(({ taskId }) => taskId === id);
      return averageAtK(own.length, own.filter(({ success }) => success).length);
    });
    expect(averages).toEqual([0.5, 0, 0.5]);
    expect(mean(averages as number[])).toBeCloseTo(1 / 3, 12);
  });

  test('what they took: turns, calls, errors, tokens and cost of each role', () => {
    // Counted by hand in the first simulation: 8 messages of the assistant, one of them the greeting; 3 of the user; 5 calls.
    expect(trials[0]).toEqual({
      model: 'scripted-agent',
      set: 'recorded',
      taskId: '60711002',
      domains: ['delivery'],
      trial: 1,
      success: true,
      rubricsMet: 7,
      rubrics: 7,
      stateMet: null,
      turns: 8,
      toolCalls: 5,
      toolErrors: 1,
      termination: 'user_stop',
      spent: {
        assistant: { calls: 7, tokens: 5 * 2560 + 2840 + 3018, costUsd: 0.007 },
        user: { calls: 3, tokens: 925 + 1009 + 1108, costUsd: 0.0006000000000000001 },
        judge: { calls: 2, tokens: 8600, costUsd: null },
      },
      labels: [],
    });
  });
});

describe('what is unknown stays unknown', () => {
  test('a simulation that errored has no success and no rubrics met, but how many there are', () => {
    const [trial] = trialsOf(resultsIn(smallResults({ ...smallSimulation(), reward_info: null, termination_reason: 'infrastructure_error' })), 'x');
    expect(trial).toMatchObject({ model: 'unknown', success: null, rubricsMet: null, rubrics: 3, termination: null });
    expect(trial?.spent.judge).toEqual({ calls: 0, tokens: 0, costUsd: 0 });
  });

  test('usage that is not told is not 0', () => {
    const [trial] = trialsOf(resultsIn(smallResults()), 'x');
    expect(trial?.spent).toMatchObject({ assistant: { calls: 2, tokens: null, costUsd: null }, user: { calls: 1, tokens: null, costUsd: null } });
  });
});
