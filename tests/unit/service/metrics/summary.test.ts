import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { METRICS, summarise, type Estimate, type ModelSummary } from '../../../../src/service/metrics/summary.ts';
import type { RoleSpent, Trial } from '../../../../src/service/metrics/trial.ts';
import { property, type Dice } from '../../../tools/property.ts';
import { shared } from '../../../tools/shared.ts';

const SPENT: RoleSpent = { calls: 2, tokens: 100, costUsd: 0.5 };
const OPTIONS = { k: 2, seed: '7' };

function trial(taskId: string, success: boolean | null, changes: Partial<Trial> = {}): Trial {
  return {
    model: 'm', set: 'delivery', taskId, domains: ['delivery'], trial: 0, success, rubricsMet: success === null ? null : success ? 4 : 1,
    rubrics: 4, stateMet: success === true, turns: 10, toolCalls: 6, toolErrors: 1, termination: 'user_stop',
    spent: { assistant: SPENT, user: SPENT, judge: SPENT }, labels: [], ...changes,
  };
}

function trials(taskId: string, outcomes: readonly (boolean | null)[], changes: Partial<Trial> = {}): Trial[] {
  return outcomes.map((success, number) => trial(taskId, success, { trial: number, ...changes }));
}

function only(given: readonly Trial[], options = OPTIONS): ModelSummary {
  const [summary, ...others] = summarise(given, options);
  expect(others).toEqual([]);
  return summary as ModelSummary;
}

const valuesOf = (scores: Readonly<Record<string, Estimate | null>>) => METRICS.map((metric) => scores[metric]?.value ?? null);

describe('spec §6: scores are means over tasks', () => {
  test('by hand: two of four and four of four, k = 2', () => {
    const { scores } = only([...trials('a', [true, true, false, false]), ...trials('b', [true, true, true, true])]).all;
    expect(METRICS).toEqual(['averageAtK', 'passAtK', 'passHatK', 'paperPassAtK', 'paperPassHatK']);
    const expected = [(1 / 2 + 1) / 2, (5 / 6 + 1) / 2, (1 / 6 + 1) / 2, (3 / 4 + 1) / 2, (1 / 4 + 1) / 2];
    for (const [i, value] of valuesOf(scores).entries()) expect(value).toBeCloseTo(expected[i] ?? NaN, 14);
    expect(scores.averageAtK?.tasks).toBe(2);
    expect(scores.averageAtK?.interval).toEqual({ low: 0.5, high: 1 });
  });

  test('a task with few trials weighs as much as one with many', () => {
    expect(only([...trials('a', [true]), ...trials('b', [false, false, false])]).all.scores.averageAtK?.value).toBe(0.5);
  });

  test('tasks with fewer than k valid trials are counted and left out of Pass@k and Pass^k, in both forms', () => {
    const { all } = only([...trials('a', [true, true]), ...trials('b', [false, null]), ...trials('c', [null])]);
    expect(all).toMatchObject({ tasks: 3, trials: 5, errors: 2, tasksWithTooFewTrials: 2 });
    expect(valuesOf(all.scores)).toEqual([0.5, 1, 1, 1, 1]);
    expect(all.scores.averageAtK?.tasks).toBe(2);
    expect(all.scores.passAtK?.tasks).toBe(1);
    expect(all.scores.paperPassHatK?.tasks).toBe(1);
  });

  test('tasks of the same id in two sets, or of two models, are not one task', () => {
    const given = [...trials('a', [true], { set: 'one' }), ...trials('a', [false], { set: 'two' }), ...trials('a', [true], { model: 'other' })];
    const summaries = summarise(given, OPTIONS);
    expect(summaries.map(({ model, all }) => [model, all.tasks, all.scores.averageAtK?.value])).toEqual([['m', 2, 0.5], ['other', 1, 1]]);
    expect([...(summaries[0]?.sets ?? [])].map(([set, { scores }]) => [set, scores.averageAtK?.value])).toEqual([['one', 1], ['two', 0]]);
  });
});

describe('spec §6: per domain, as the cross-scenario score and as the average over the four sets', () => {
  const three = [
    ...trials('d1', [true, true]), ...trials('d2', [true, true]), ...trials('d3', [true, true]),
    ...trials('i', [false, true], { domains: ['instore'] }),
    ...trials('x', [false, true], { domains: ['delivery', 'ota'] }),
  ];

  test('a scenario without tasks is null, and so is the average of four', () => {
    const { scenarios, averageOfFour } = only(three);
    expect(scenarios.ota).toBeNull();
    expect(scenarios.cross?.scores.averageAtK?.value).toBe(0.5);
    expect(scenarios.delivery).toMatchObject({ tasks: 3, scores: { averageAtK: { value: 1 } } });
    expect(valuesOf(averageOfFour)).toEqual([null, null, null, null, null]);
  });

  test('in the average of four each weighs the same, however many tasks it has', () => {
    const { all, averageOfFour } = only([...three, ...trials('o', [false, false], { domains: ['ota'] })]);
    expect(averageOfFour.averageAtK).toMatchObject({ value: 0.5, tasks: 6, interval: { low: 0.5, high: 0.5 } });
    expect(averageOfFour.passHatK?.value).toBe(0.25);
    expect(all.scores.averageAtK?.value).toBeCloseTo(4 / 6, 14);
  });

  test('it is null for a metric that one of the four has no task for', () => {
    const { averageOfFour } = only([...three, ...trials('o', [true, null], { domains: ['ota'] })]);
    expect(averageOfFour.averageAtK?.value).toBe(0.75);
    expect(averageOfFour.passAtK).toBeNull();
  });
});

describe('spec §6: what trials took', () => {
  test('means, rates and terminations are of valid trials', () => {
    const { all } = only([
      trial('a', true, { turns: 8, toolCalls: 3, toolErrors: 0 }),
      trial('a', false, { turns: 12, toolCalls: 9, toolErrors: 2, termination: 'max_steps' }),
      trial('b', false, { rubricsMet: null, stateMet: true, termination: null }),
      trial('b', null, { turns: 1000, toolCalls: 1000, toolErrors: 1000, stateMet: true, termination: 'too_many_errors' }),
    ]);
    expect(all).toMatchObject({ turns: 10, toolCalls: 6, toolErrors: 1, rubricRate: 5 / 8, stateRate: 2 / 3, errors: 1 });
    expect(all.terminations).toEqual({ user_stop: 1, agent_stop: 0, max_steps: 1, too_many_errors: 0, invalid_agent_message: 0, none: 1 });
  });

  test('what is unknown is no 0: it is counted, and leaves no mean', () => {
    const unknown: RoleSpent = { calls: 4, tokens: 300, costUsd: null };
    const { spent } = only([trial('a', true), trial('b', true, { spent: { assistant: unknown, user: SPENT, judge: SPENT } })]).all;
    expect(spent.assistant).toEqual({
      calls: { known: 6, unknown: 0, mean: 3 },
      tokens: { known: 400, unknown: 0, mean: 200 },
      costUsd: { known: 0.5, unknown: 1, mean: null },
    });
    expect(spent.judge.costUsd).toEqual({ known: 1, unknown: 0, mean: 0.5 });
  });

  test('a trial without a verdict was paid for, but is in no mean', () => {
    const dear: RoleSpent = { calls: 50, tokens: null, costUsd: 9 };
    const { spent } = only([trial('a', true), trial('a', null, { spent: { assistant: dear, user: dear, judge: dear } })]).all;
    expect(spent.user).toEqual({
      calls: { known: 52, unknown: 0, mean: 2 },
      tokens: { known: 100, unknown: 1, mean: 100 },
      costUsd: { known: 9.5, unknown: 0, mean: 0.5 },
    });
  });

  test('nothing but errors has no score, mean or rate', () => {
    const { all, averageOfFour } = only(trials('a', [null, null]));
    expect(all).toMatchObject({ tasks: 1, trials: 2, errors: 2, tasksWithTooFewTrials: 1, turns: null, rubricRate: null, stateRate: null });
    expect([...valuesOf(all.scores), ...valuesOf(averageOfFour)].every((value) => value === null)).toBe(true);
    expect(all.spent.assistant.tokens).toEqual({ known: 200, unknown: 0, mean: null });
  });

  test('no trials, no summary', () => {
    expect(summarise([], OPTIONS)).toEqual([]);
  });
});

function randomTrials(dice: Dice): Trial[] {
  const domains = dice.shuffled([['delivery'], ['instore'], ['ota'], ['delivery', 'instore', 'ota']] as const);
  const outcome = () => (dice.chance(0.2) ? null : dice.chance(0.5));
  return domains.flatMap((some, i) =>
    Array.from({ length: dice.whole(1, 5) }, (_, task) =>
      trials(`t${task}`, dice.many(1, 6, outcome), { set: `s${i}`, domains: some, turns: dice.whole(1, 30) }),
    ).flat(),
  );
}

property('errors are never averaged: taking them away changes no score, mean or rate', (dice) => {
  for (let i = 0; i < 10; i++) {
    const given = randomTrials(dice);
    const kept = given.filter(({ success }) => success !== null);
    if (kept.length === 0) continue;
    const { all, averageOfFour } = only(given);
    const without = only(kept);
    const { scores, turns, toolCalls, toolErrors, rubricRate, stateRate, terminations } = all;
    expect(without.all).toMatchObject({ scores, turns, toolCalls, toolErrors, rubricRate, stateRate, terminations, errors: 0 });
    expect(without.averageOfFour).toEqual(averageOfFour);
    expect(all.errors).toBe(given.length - kept.length);
  }
});

property('each value lies in its interval, Pass^k ≤ Avg@k ≤ Pass@k on full tasks, and it is the same every time', (dice) => {
  for (let i = 0; i < 5; i++) {
    const full = Array.from({ length: 8 }, (_, task) => trials(`t${task}`, Array.from({ length: 4 }, () => dice.chance(0.5)))).flat();
    const { all } = only(full, { k: 4, seed: `${i}` });
    expect(only(full, { k: 4, seed: `${i}` }).all).toEqual(all);
    const [average, pass, hat, paperPass, paperHat] = valuesOf(all.scores) as [number, number, number, number, number];
    const rising = [hat, paperHat, average, paperPass, pass];
    expect([...rising].sort((a, b) => a - b)).toEqual(rising);
    for (const metric of METRICS) {
      const { value, interval } = all.scores[metric] as Estimate;
      expect(interval.low).toBeLessThanOrEqual(value + 1e-12);
      expect(interval.high).toBeGreaterThanOrEqual(value - 1e-12);
    }
  }
});

const recorded = shared('golden/vita/results/delivery_scripted.json.gz');

test.runIf(recorded !== null)('the recorded results: rewards 1, 0 / 0, 0 / 1, 0', () => {
  const { simulations } = JSON.parse(gunzipSync(readFileSync(recorded ?? '')).toString()) as {
    simulations: { task_id: string; trial: number; reward_info: { reward: number } }[];
  };
  const given = simulations.map(({ task_id, trial: number, reward_info }) => trial(task_id, reward_info.reward === 1, { trial: number }));
  const { scores, tasksWithTooFewTrials } = only(given).all;
  expect(scores.averageAtK).toMatchObject({ value: expect.closeTo(1 / 3, 14), tasks: 3 });
  expect(scores.passAtK?.value).toBeCloseTo(2 / 3, 14);
  expect(scores.passHatK?.value).toBe(0);
  expect(scores.paperPassAtK?.value).toBeCloseTo((0.75 + 0 + 0.75) / 3, 14);
  expect(scores.paperPassHatK?.value).toBeCloseTo((0.25 + 0 + 0.25) / 3, 14);
  expect(tasksWithTooFewTrials).toBe(0);
});
