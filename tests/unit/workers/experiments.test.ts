import { readFileSync } from 'node:fs';
import { gunzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TrialProgress } from '../../../src/agents/service/experiment.ts';
import { trialName } from '../../../src/agents/service/trialName.ts';
import { noCaps } from '../../../src/models/budget.ts';
import type { Endpoint } from '../../../src/models/endpoints.ts';
import { bundledTasks } from '../../../src/service/bundled.ts';
import { STOP_MARK } from '../../../src/service/message.ts';
import type { ServiceTask } from '../../../src/service/taskFile/index.ts';
import type { ExperimentCalls, ExperimentPlan, TrialFiles } from '../../../workers/service/experimentMessages.ts';
import { Experiments } from '../../../workers/service/experiments.ts';
import type { RoleSetup } from '../../../workers/service/roles.ts';
import { TaskSets } from '../../../workers/service/taskSets.ts';
import type { ModelServer } from '../../tools/modelServer/index.ts';
import { asked, judging, rolesScript, says, solver, verdicts, type Part, type RoleName } from '../../tools/serviceRoles.ts';
import { shared } from '../../tools/shared.ts';
import { client, endpointAt, KEY, quick, serve } from '../models/support.ts';

let task: ServiceTask;
beforeAll(async () => {
  task = (await bundledTasks('delivery')).find(({ id }) => id === 'lr-delivery-2')!;
});

const customer = says('I need lunch for six.', 'Yes, please.', `Thank you. ${STOP_MARK}`);
const contented = judging(() => verdicts([0, true], [1, true], [2, true], [3, true], [4, true], [5, true], [6, true], [7, true]));

function setup(endpoint: Endpoint, model: RoleName): RoleSetup {
  return {
    endpoint, model, price: { input: 1, cachedInput: null, output: 5 }, prompt: null, thinking: null, temperature: null,
    driver: { kind: 'model', name: `custom/${model}` },
  };
}

function planOf(endpoint: Endpoint, changes: Partial<ExperimentPlan> = {}): ExperimentPlan {
  return {
    name: 'test',
    tasks: [{ set: 'delivery', id: 'lr-delivery-2' }],
    trials: 2,
    assistants: [{ name: 'small', choice: { kind: 'model', setup: setup(endpoint, 'assistant') } }],
    user: { kind: 'model', setup: setup(endpoint, 'user'), persona: { hasProfile: true, temperament: null } },
    judging: { judge: { kind: 'model', setup: setup(endpoint, 'judge') }, method: { window: { size: 10, overlap: 2 }, withRubrics: true } },
    caps: noCaps,
    concurrency: 1,
    limits: { steps: 300, errors: 10, empty: 3 },
    ...changes,
  };
}

const SCRIPTED = {
  assistants: [{ name: 'script', choice: { kind: 'solution' } }],
  user: { kind: 'scripted', script: 'sentences' },
  judging: { judge: { kind: 'scripted' }, method: { window: { size: 10, overlap: 2 }, withRubrics: true } },
} satisfies Partial<ExperimentPlan>;

const NOWHERE: Endpoint = { family: 'custom', baseUrl: 'http://127.0.0.1:9/v1' };

/** As the page keeps them. */
class Kept implements TrialFiles {
  readonly bytes = new Map<string, Uint8Array>();
  readonly versions = new Map<string, number>();
  /** Throws instead of the save of this number, counted from 1. */
  dyingAt = Infinity;
  saves = 0;

  async load(trial: string): Promise<Uint8Array | null> {
    return this.bytes.get(trial) ?? null;
  }

  async save(trial: string, bytes: Uint8Array): Promise<void> {
    this.saves++;
    this.bytes.set(trial, bytes.slice());
    if (this.saves >= this.dyingAt) throw new Error('the page is gone');
  }
}

/** As the page makes them, without a page. */
function callsTo(endpoint: Endpoint): ExperimentCalls {
  return {
    complete: async (_assistant, _role, _id, request, options) => {
      return { outcome: await client().complete(endpoint, KEY, request, { ...options, retry: quick }), retries: [] };
    },
    cancel: () => {},
  };
}

const none: ExperimentCalls = { complete: () => Promise.reject(new Error('nobody is to be called')), cancel: () => {} };

async function begin(parts: Partial<Record<RoleName, Part>> = {}) {
  const server = await serve(rolesScript({ assistant: solver(task), user: customer, judge: contented, ...parts }), { key: KEY });
  const endpoint = endpointAt(server, 'custom');
  return { server, endpoint, calls: callsTo(endpoint) };
}

async function run(experiments: Experiments, plan: ExperimentPlan, calls: ExperimentCalls, files: TrialFiles, told: TrialProgress[] = []) {
  const ended = await experiments.run('id', plan, calls, files, (progress) => void told.push(progress));
  if (!ended.ok) throw new Error(ended.message);
  return ended.value;
}

const total = (server: ModelServer) => asked(server).length;

async function resultsOf(experiments: Experiments, plan: ExperimentPlan, progress: readonly TrialProgress[], files: TrialFiles, version = 1) {
  const results = await experiments.results('id', plan, progress.map(({ key }) => ({ key, version })), files);
  if (!results.ok) throw new Error(results.message);
  return results.value;
}

describe('an experiment in the worker', () => {
  test('runs by scripts without a call, and its trials have scores (vita §6)', async () => {
    const [experiments, files] = [new Experiments(new TaskSets()), new Kept()];
    const tasks = [{ set: 'delivery', id: 'lr-delivery-1' }, { set: 'cross', id: 'lr-cross-1' }];
    const plan = planOf(NOWHERE, { ...SCRIPTED, tasks });
    const progress = await run(experiments, plan, none, files);
    expect(progress.map(({ key, status }) => [key.taskId, key.trial, status])).toEqual([
      ['lr-delivery-1', 1, 'done'], ['lr-cross-1', 1, 'done'], ['lr-delivery-1', 2, 'done'], ['lr-cross-1', 2, 'done'],
    ]);
    const { models, k, trials, complexity, isStateKnown } = await resultsOf(experiments, plan, progress, files);
    expect([k, trials.length, isStateKnown, complexity.map(({ set }) => set)]).toEqual([2, 4, true, ['delivery', 'cross']]);
    expect(models[0]?.all.scores.averageAtK?.tasks).toBe(2);
    expect(models[0]?.scenarios.instore).toBeNull();
    expect(models[0]?.averageOfFour.averageAtK).toBeNull();
    expect(trials.every(({ stateMet }) => stateMet)).toBe(true);
  });

  test('that dies at any message goes on in another worker, and no call is made twice', async () => {
    const whole = await begin();
    const plan = planOf(whole.endpoint, { trials: 1 });
    const files = new Kept();
    const [done] = await run(new Experiments(new TaskSets()), plan, whole.calls, files);
    expect(done?.status).toBe('done');
    const expected = files.bytes.get(trialName(done!.key));
    expect(files.saves).toBeGreaterThan(8);
    for (let dyingAt = 1; dyingAt < files.saves; dyingAt++) {
      const { endpoint, calls, server } = await begin();
      const broken = new Kept();
      broken.dyingAt = dyingAt;
      const own = planOf(endpoint, { trials: 1 });
      await expect(run(new Experiments(new TaskSets()), own, calls, broken)).rejects.toThrow('the page is gone');
      broken.dyingAt = Infinity;
      await run(new Experiments(new TaskSets()), own, calls, broken);
      expect([dyingAt, total(server)]).toEqual([dyingAt, total(whole.server)]);
      expect(withoutTimes(broken.bytes.get(trialName(done!.key))!)).toEqual(withoutTimes(expected!));
    }
  }, 120_000);

  test('what earlier runs spent counts under the caps from the first call on, and finished trials are not run again', async () => {
    const { endpoint, calls, server } = await begin();
    const files = new Kept();
    const first = await run(new Experiments(new TaskSets()), planOf(endpoint, { trials: 2, caps: { ...noCaps, turns: 20 } }), calls, files);
    expect(total(server)).toBe(20);
    expect(first.map(({ status }) => status)).toContain('paused');
    expect(first.find(({ status }) => status === 'paused')?.reason).toContain('The cap of 20 turns is reached');
    const again = await run(new Experiments(new TaskSets()), planOf(endpoint, { trials: 2, caps: { ...noCaps, turns: 20 } }), calls, files);
    expect(total(server)).toBe(20);
    expect(again.map(({ messages }) => messages)).toEqual(first.map(({ messages }) => messages));
    const last = await run(new Experiments(new TaskSets()), planOf(endpoint, { trials: 2 }), calls, files);
    expect(last.map(({ status }) => status)).toEqual(['done', 'done']);
    const told: TrialProgress[] = [];
    const before = total(server);
    await run(new Experiments(new TaskSets()), planOf(endpoint, { trials: 2 }), calls, files, told);
    expect([total(server) - before, told.map(({ status }) => status)]).toEqual([0, ['done', 'done']]);
  });

  test('a trial that fails says why, leaves the others alone, and is tried again on resume', async () => {
    let isIll = true;
    const walk = solver(task);
    const { endpoint, calls } = await begin({
      assistant: (request, turn) => {
        if (isIll && turn === 1) {
          isIll = false;
          return { status: 400, error: 'too ill to serve' };
        }
        return walk(request, turn);
      },
    });
    const [experiments, files] = [new Experiments(new TaskSets()), new Kept()];
    const first = await run(experiments, planOf(endpoint), calls, files);
    expect(first.map(({ status }) => status)).toEqual(['failed', 'done']);
    expect(first[0]?.reason).toContain('too ill to serve');
    const results = await resultsOf(experiments, planOf(endpoint), first, files);
    expect(results.models[0]?.all).toMatchObject({ trials: 2, errors: 1 });
    const second = await run(experiments, planOf(endpoint), calls, files);
    expect(second.map(({ status }) => status)).toEqual(['done', 'done']);
    // The same version again is not read again; another one is.
    const stale = await resultsOf(experiments, planOf(endpoint), first, files);
    const fresh = await resultsOf(experiments, planOf(endpoint), first, files, 2);
    expect([stale.models[0]?.all.errors, fresh.models[0]?.all.errors]).toEqual([1, 0]);
  });

  test('a pause lets the call under way end and makes no other; what was said is kept', async () => {
    const { endpoint, server, calls } = await begin();
    const [experiments, files] = [new Experiments(new TaskSets()), new Kept()];
    const pausing: ExperimentCalls = {
      ...calls,
      complete: async (...call) => {
        if (total(server) === 2) experiments.pause('id');
        return calls.complete(...call);
      },
    };
    const [first] = await run(experiments, planOf(endpoint), pausing, files);
    expect([total(server), first?.status, first && first.messages > 2]).toEqual([3, 'paused', true]);
    const last = await run(experiments, planOf(endpoint), calls, files);
    expect(last.map(({ status }) => status)).toEqual(['done', 'done']);
  });

  test('an estimate names every role that a model plays; one price unknown leaves the cost unknown', async () => {
    const experiments = new Experiments(new TaskSets());
    const plan = planOf(NOWHERE);
    const [known] = value(await experiments.estimate(plan));
    expect(known?.roles.assistant?.costUsd).toBeGreaterThan(0);
    expect(known?.roles.judge?.calls).toBeGreaterThan(0);
    const [unknown] = value(await experiments.estimate({ ...plan, user: { ...plan.user, setup: { ...setup(NOWHERE, 'user'), price: null } } as ExperimentPlan['user'] }));
    expect(unknown?.roles.user?.costUsd).toBeNull();
    const [scripted] = value(await experiments.estimate({ ...plan, ...SCRIPTED }));
    expect(scripted?.roles).toEqual({ assistant: null, user: null, judge: null });
  });

  test('the trials of a task beside each other: the same script says the same; a label is a person’s, and can be taken back', async () => {
    const [experiments, files] = [new Experiments(new TaskSets()), new Kept()];
    const plan = planOf(NOWHERE, SCRIPTED);
    const progress = await run(experiments, plan, none, files);
    const keys = progress.map(({ key }) => key);
    const compared = value(await experiments.compare(keys, files));
    expect(compared.trials.map(({ trial }) => trial)).toEqual([1, 2]);
    expect(compared.rubrics.length).toBeGreaterThan(0);
    expect(compared.parting).toBeNull();
    const labels = async (version: number) => (await resultsOf(experiments, plan, progress, files, version)).trials.map((trial) => trial.labels);
    value(await experiments.label(keys[0]!, 'tool-use', files));
    expect(await labels(2)).toEqual([['tool-use'], []]);
    value(await experiments.label(keys[0]!, null, files));
    expect(await labels(3)).toEqual([[], []]);
  });

  test('a results file of its trials opens again with the same scores (vita §7)', async () => {
    const [experiments, files] = [new Experiments(new TaskSets()), new Kept()];
    const plan = planOf(NOWHERE, SCRIPTED);
    const progress = await run(experiments, plan, none, files);
    const file = value(await experiments.resultsFile(progress.map(({ key }) => key), files, '20260101_000000', 'test'));
    const imported = value(experiments.importResults('mine.json', file));
    expect([imported.tasks, imported.trials, imported.removed]).toEqual([1, 2, []]);
    const [own] = (await resultsOf(experiments, plan, progress, files)).models;
    const [again] = value(experiments.importedResults('mine.json', imported.bytes)).models;
    expect(again?.all.scores).toEqual(own?.all.scores);
  });
});

const golden = shared('golden/vita/results/delivery_scripted.json.gz');
test.runIf(golden)('the original’s results file: Avg@2 33.3 %, Pass@2 66.7 %, Pass^2 0 %, and no credentials (vita §7)', () => {
  const experiments = new Experiments(new TaskSets());
  const imported = value(experiments.importResults('delivery_scripted.json.gz', readFileSync(golden!)));
  expect(imported.removed.length).toBeGreaterThan(0);
  const { models, k, isStateKnown, trials } = value(experiments.importedResults(imported.name, imported.bytes));
  const { averageAtK, passAtK, passHatK } = models[0]!.all.scores;
  expect([k, averageAtK?.value, passAtK?.value, passHatK?.value]).toEqual([2, expect.closeTo(1 / 3, 10), expect.closeTo(2 / 3, 10), 0]);
  expect(isStateKnown).toBe(false);
  const compared = value(experiments.compareImported(imported.name, imported.bytes, trials[0]!.taskId));
  expect(compared.trials.length).toBe(2);
});

function value<Value>(result: { ok: true; value: Value } | { ok: false; message: string }): Value {
  if (!result.ok) throw new Error(result.message);
  return result.value;
}

/** A rollout as text, without what a clock has measured and what follows from it. */
function withoutTimes(bytes: Uint8Array): string {
  return JSON.stringify(rolloutIn(bytes)).replaceAll(/"elapsed_ms":\d+/g, '').replaceAll(/127\.0\.0\.1:\d+/g, '');
}

function rolloutIn(bytes: Uint8Array): object {
  const { digest: _, ...rest } = JSON.parse(new TextDecoder().decode(gunzipSync(bytes))) as { digest: string };
  return rest;
}
