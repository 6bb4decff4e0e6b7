import { describe, expect, test } from 'vitest';
import { demoPlan, experimentLink, experimentOf, nameFor, trialsOfPlan } from '../../../../../src/app/service/experiments/plan.ts';

describe('plans', () => {
  test('list each task by all assistants before the next trial, as they begin', () => {
    const plan = demoPlan('demo', 'script', [{ set: 's', id: 'a' }, { set: 's', id: 'b' }]);
    expect(trialsOfPlan(plan).map(({ taskId, trial: number }) => `${taskId}${number}`)).toEqual(['a1', 'b1', 'a2', 'b2']);
  });

  test('name assistants by model and wishes, and no two alike', () => {
    const setup = {
      endpoint: { family: 'custom', baseUrl: 'http://x' }, model: 'm', price: null, prompt: null, thinking: 'high', temperature: 0, driver: { kind: 'model', name: 'custom/m' },
    } as const;
    expect(nameFor({ kind: 'model', setup }, 'script', [])).toBe('custom/m, thinking high, temperature 0');
    expect(nameFor({ kind: 'solution' }, 'script', ['script', 'script (2)'])).toBe('script (3)');
  });

  test('have addresses', () => {
    expect([experimentOf(experimentLink('a b')), experimentOf(experimentLink(null))]).toEqual(['a b', null]);
  });
});
