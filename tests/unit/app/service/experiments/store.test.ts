import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { demoPlan } from '../../../../../src/app/service/experiments/plan.ts';
import { openExperimentStore, type KeptExperiment } from '../../../../../src/app/service/experiments/store.ts';
import { nothingSpent } from '../../../../../src/models/budget.ts';

const kept = (id: string): KeptExperiment => ({ kind: 'planned', id, createdAt: 1, plan: demoPlan('demo', 'script', [{ set: 'delivery', id: 'lr-1' }]) });

function standing(experiment: string, trial: string, version = 1) {
  const spent = { assistant: nothingSpent, user: nothingSpent, judge: nothingSpent };
  return { experiment, trial, version, progress: { key: { model: 'm', set: 's', taskId: 't', trial: 1 }, status: 'done' as const, messages: 3, spent, reason: '' } };
}

describe('experiments in this browser', () => {
  test('plans, standings and rollouts are kept apart, each experiment with its own', async () => {
    const store = openExperimentStore();
    await store.put(kept('a'));
    await store.put(kept('a2'));
    for (const [experiment, trial] of [['a', '["m"]'], ['a', '["n"]'], ['a2', '["m"]']] as const) {
      await store.putStanding(standing(experiment, trial));
      await store.putRollout(experiment, trial, new Uint8Array([1, 2]));
    }
    await store.putStanding(standing('a', '["m"]', 2));
    const again = openExperimentStore();
    expect((await again.experiments()).map(({ id }) => id)).toEqual(['a', 'a2']);
    expect((await again.standings('a')).map(({ trial, version }) => [trial, version])).toEqual([['["m"]', 2], ['["n"]', 1]]);
    expect(await again.rollout('a', '["m"]')).toEqual(new Uint8Array([1, 2]));
    expect(await again.rollout('a', '["x"]')).toBeNull();
  });

  test('one that is deleted takes its trials along, and no others', async () => {
    const store = openExperimentStore();
    await store.remove('a');
    expect((await store.experiments()).map(({ id }) => id)).toEqual(['a2']);
    expect(await store.standings('a')).toEqual([]);
    expect(await store.rollout('a', '["m"]')).toBeNull();
    expect(await store.rollout('a2', '["m"]')).toEqual(new Uint8Array([1, 2]));
  });
});
