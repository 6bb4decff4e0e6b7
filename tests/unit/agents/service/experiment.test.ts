import { beforeAll, describe, expect, test } from 'vitest';
import {
  plannedTrials, runExperiment, seedOfTrial, total, type ExperimentOptions, type PlannedTrial, type TrialKey, type TrialStore,
} from '../../../../src/agents/service/experiment.ts';
import { trialName } from '../../../../src/agents/service/trialName.ts';
import { noCaps } from '../../../../src/models/budget.ts';
import type { ServiceRollout } from '../../../../src/rollout/service/format.ts';
import { bundledTasks } from '../../../../src/service/bundled.ts';
import { DEFAULT_LIMITS } from '../../../../src/service/conversation.ts';
import { STOP_MARK } from '../../../../src/service/message.ts';
import type { ServiceTask } from '../../../../src/service/taskFile/index.ts';
import type { Script } from '../../../tools/modelServer/index.ts';
import { asked, callerOf, evenClock, judging as judged, modelAssistant, modelJudge, modelUser, reread, rolesScript, says, solver, verdicts } from '../../../tools/serviceRoles.ts';
import { client, endpointAt, KEY, quick, serve } from '../../models/support.ts';

let tasks: { set: string; task: ServiceTask }[];
let played: Script;
beforeAll(async () => {
  const all = await bundledTasks('delivery');
  tasks = all.slice(0, 2).map((task) => ({ set: 'delivery', task }));
  const task = all.find(({ id }) => id === 'lr-delivery-2')!;
  const user = says('I need lunch for six.', 'Yes, please.', `Thank you. ${STOP_MARK}`);
  played = rolesScript({ assistant: solver(task), user, judge: judged(() => verdicts([1, true])) });
});

class Shelf implements TrialStore {
  readonly kept = new Map<string, ServiceRollout>();
  load(key: TrialKey) {
    return Promise.resolve(this.kept.get(trialName(key)) ?? null);
  }
  save(key: TrialKey, rollout: ServiceRollout) {
    this.kept.set(trialName(key), reread(rollout));
    return Promise.resolve();
  }
}

async function begin(script: Script = (request) => played(request), trials = 2) {
  const server = await serve(script, { key: KEY });
  const endpoint = endpointAt(server, 'openrouter');
  const caller = (role: 'assistant' | 'user' | 'judge') => callerOf(client(), endpoint, role, KEY);
  const store = new Shelf();
  const options: ExperimentOptions = {
    store,
    rolesOf: () => ({
      assistant: modelAssistant(caller('assistant')),
      user: modelUser(caller('user')),
      judging: { judge: modelJudge(caller('judge')), method: { window: { size: 10, overlap: 2 }, withRubrics: true } },
    }),
    concurrency: 2, caps: noCaps, limits: DEFAULT_LIMITS, now: evenClock(), retry: quick,
  };
  return { server, store, options, planned: plannedTrials(tasks, ['assistant'], trials) };
}

const statuses = (ends: Awaited<ReturnType<typeof runExperiment>>) => ends.map(({ status }) => status);

/** Apart from how long it took and how the server numbers its calls: trials side by side share clock and server. */
function timeless({ kept }: Shelf): unknown {
  const text = JSON.stringify([...kept].sort()).replaceAll(/call_\d+_/g, 'call_');
  return JSON.parse(text, (key, value: unknown) => (key === 'elapsed_ms' || key === 'digest' ? 0 : value));
}

test('trials in order: each task by all assistants, all tasks before the next trial, a seed each', () => {
  const named = ({ model, taskId, trial }: PlannedTrial) => `${model} ${taskId} ${trial}`;
  const [first, second] = tasks.map(({ task }) => task.id);
  const planned = plannedTrials(tasks, ['a', 'b'], 2);
  expect(planned.map(named)).toEqual([1, 2].flatMap((n) => [`a ${first} ${n}`, `b ${first} ${n}`, `a ${second} ${n}`, `b ${second} ${n}`]));
  expect(new Set(planned.map(seedOfTrial))).toEqual(new Set(['1', '2']));
});

describe('an experiment (spec vita §6)', () => {
  test('plays all trials, and run again calls nobody', async () => {
    const { server, store, options, planned } = await begin();
    expect(statuses(await runExperiment(planned, options))).toEqual(Array(4).fill('done'));
    expect(store.kept.size).toBe(4);
    const calls = asked(server).length;
    const again = await runExperiment(planned, options);
    expect(statuses(again)).toEqual(Array(4).fill('done'));
    expect(asked(server)).toHaveLength(calls);
    expect(total(again).turns).toBe(calls);
  });

  test('stopped at every so many calls and run again from its store it comes to the same', async () => {
    const straight = await begin();
    await runExperiment(straight.planned, straight.options);
    const { server, store, options, planned } = await begin();
    for (let turns = 7; asked(server).length < asked(straight.server).length; turns += 7) {
      const ends = await runExperiment(planned, { ...options, concurrency: 1, caps: { ...noCaps, turns } });
      expect(asked(server)).toHaveLength(Math.min(turns, asked(straight.server).length)); // caps count earlier runs, too
      if (turns < asked(straight.server).length) expect(statuses(ends)).toContain('paused');
    }
    await runExperiment(planned, options);
    expect(timeless(store)).toEqual(timeless(straight.store));
    expect(asked(server)).toHaveLength(asked(straight.server).length);
  });

  test('one that fails is told, the others finish, and it is tried again', async () => {
    let failures = 1;
    const { options, planned } = await begin((request) => (request.model === 'judge' && failures-- > 0 ? { status: 400, error: 'no' } : played(request)));
    const ends = await runExperiment(planned, { ...options, concurrency: 1 });
    expect(statuses(ends)).toEqual(['failed', 'done', 'done', 'done']);
    expect(ends[0]?.reason).toMatch(/^judge: /);
    expect(statuses(await runExperiment(planned, options))).toEqual(Array(4).fill('done'));
  });

  test('a fault that would meet all stops it before the next begins', async () => {
    const { server, options, planned } = await begin(() => ({ status: 401, error: 'no' }));
    expect(statuses(await runExperiment(planned, { ...options, concurrency: 1 }))).toEqual(['failed', 'waiting', 'waiting', 'waiting']);
    expect(asked(server)).toHaveLength(1);
  });

  test('no more trials at a time than wanted', async () => {
    const { options, planned } = await begin(undefined, 3);
    const running = new Set<string>();
    let most = 0;
    await runExperiment(planned, {
      ...options,
      onProgress: ({ key, status }) => {
        if (status === 'running') running.add(trialName(key));
        else running.delete(trialName(key));
        most = Math.max(most, running.size);
      },
    });
    expect(most).toBe(2);
  });
});
