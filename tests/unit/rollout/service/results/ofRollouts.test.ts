import { beforeAll, describe, expect, test } from 'vitest';
import { JudgeRun } from '../../../../../src/agents/service/judgeRun.ts';
import { ServiceRun } from '../../../../../src/agents/service/serviceRun.ts';
import { noCaps } from '../../../../../src/models/budget.ts';
import type { ServiceRollout } from '../../../../../src/rollout/service/format.ts';
import { resultsOfRollouts } from '../../../../../src/rollout/service/results/ofRollouts.ts';
import { trialsOf } from '../../../../../src/rollout/service/results/trials.ts';
import { writeResults } from '../../../../../src/rollout/service/results/write.ts';
import { trialOfRollout } from '../../../../../src/rollout/service/trial.ts';
import { bundledTasks } from '../../../../../src/service/bundled.ts';
import { Conversation } from '../../../../../src/service/conversation.ts';
import type { ServiceTask } from '../../../../../src/service/taskFile/index.ts';
import { callerOf, evenClock, judging, modelAssistant, modelJudge, modelUser, rolesScript, says, solver, verdicts } from '../../../../tools/serviceRoles.ts';
import { client, endpointAt, KEY, quick, serve } from '../../../models/support.ts';
import { read, textOf } from './support.ts';

const TOLD = { timestamp: '20260501_080000', name: 'x' };
const options = () => ({ caps: noCaps, now: evenClock(), retry: quick });

let tasks: readonly ServiceTask[];
beforeAll(async () => {
  tasks = await bundledTasks('cross-zh');
});

async function scriptedRollout(task: ServiceTask, seed: string): Promise<ServiceRollout> {
  const run = new ServiceRun(await Conversation.open(task, seed), { kind: 'solution' }, { kind: 'scripted', script: 'at-once' });
  while ((await run.step(options())).kind === 'said');
  return closed(run);
}

/** All three roles by models over HTTP; the judge finds everything well done. */
async function modelRollout(task: ServiceTask): Promise<ServiceRollout> {
  const judge = judging(() => verdicts(...Array.from({ length: 20 }, (_, i) => [i + 1, true] as const)));
  const server = await serve(rolesScript({ assistant: solver(task), user: says('please', '###STOP###'), judge }), { key: KEY });
  const caller = (role: 'assistant' | 'user' | 'judge') => callerOf(client(), endpointAt(server, 'anthropic'), role, KEY);
  const run = new ServiceRun(await Conversation.open(task, '1'), modelAssistant(caller('assistant')), modelUser(caller('user')));
  while ((await run.step(options())).kind === 'said');
  const judgeRun = new JudgeRun(run.conversation, modelJudge(caller('judge')), { window: null, withRubrics: true });
  await judgeRun.step(options());
  run.remarks = { judgements: [judgeRun.judgement()] };
  return closed(run);
}

function closed(run: ServiceRun): ServiceRollout {
  const rollout = run.rollout();
  run.conversation.close();
  return rollout;
}

function resultsOf(...rollouts: ServiceRollout[]) {
  const results = resultsOfRollouts(rollouts, TOLD);
  if (!results.ok) throw new Error(results.message);
  return results.value;
}

describe('spec vita §7: our rollouts as a results file', () => {
  test('trials of one task, written and read again', async () => {
    const rollouts = [await scriptedRollout(tasks[0]!, '1'), await scriptedRollout(tasks[0]!, 'two')];
    const results = resultsOf(...rollouts);
    expect(results).toMatchObject({
      timestamp: TOLD.timestamp,
      info: { assistant: 'scripted solution', user: 'scripted at-once', trials: 2, limits: { steps: 300, errors: 10 }, seed: null },
      simulations: [{ trial: 0, seed: '1', stateMet: true, agentCostUsd: 0, verdict: null }, { trial: 1, seed: 'two' }],
    });
    expect(results.info.domain?.split(',').length).toBeGreaterThan(1);
    expect(results.tasks).toHaveLength(1);
    expect(read(writeResults(results, { gzip: true }))).toEqual({ results, removed: [] });
    const { simulations } = JSON.parse(textOf(writeResults(results, { gzip: false }))) as { simulations: { messages: { role: string; cost?: number }[] }[] };
    expect(simulations[0]).toMatchObject({ reward_info: null, termination_reason: rollouts[0]?.termination, start_time: null });
    expect(simulations[0]?.messages.map(({ role }) => role)).toEqual(rollouts[0]?.messages.map(({ role }) => role));
  });

  test('one by models, judged: the reward is told, and metrics see the same as in the rollout', async () => {
    const rollout = await modelRollout(tasks[0]!);
    const results = resultsOf(rollout);
    const again = read(writeResults(results, { gzip: false })).results;
    expect(again).toEqual(results);
    const { simulations } = JSON.parse(textOf(writeResults(results, { gzip: false }))) as { simulations: object[] };
    expect(simulations[0]).toMatchObject({ reward_info: { reward: 1, reward_breakdown: { NL_ASSERTION: 1 }, info: { num_windows: 1 } } });
    const place = { model: 'anthropic/assistant', set: 'cross-zh', trial: 1 };
    expect(trialsOf(again, 'cross-zh')).toEqual([trialOfRollout(rollout, tasks[0]!, place)]);
    expect(trialsOf(again, 'cross-zh')[0]).toMatchObject({ success: true, spent: { judge: { calls: 1, tokens: 1100, costUsd: 0.0015 } } });
  });

  test('none, several assistants, and two tasks of one id are refused', async () => {
    const rollout = await scriptedRollout(tasks[0]!, '1');
    const other = { ...rollout, assistant: { kind: 'model' as const, name: 'other' } };
    const changed = { ...rollout, task: rollout.task.replace('"instructions":"', '"instructions":"!') };
    expect(changed.task).not.toBe(rollout.task);
    expect(resultsOfRollouts([], TOLD)).toMatchObject({ ok: false, code: 'results-empty' });
    expect(resultsOfRollouts([rollout, other], TOLD)).toMatchObject({ ok: false, code: 'results-mixed', message: expect.stringContaining('scripted solution, other') as string });
    expect(resultsOfRollouts([rollout, changed], TOLD)).toMatchObject({ ok: false, code: 'results-mixed', message: expect.stringContaining(`called ${tasks[0]?.id}`) as string });
    expect(resultsOfRollouts([{ ...rollout, task: '{}' }], TOLD)).toMatchObject({ ok: false, code: 'bad-task' });
  });

  test('limits that differ are not told', async () => {
    const rollout = await scriptedRollout(tasks[0]!, '1');
    const limits = { ...rollout.limits, steps: 50 };
    expect(resultsOf(rollout, { ...rollout, limits }).info.limits).toEqual({ steps: null, errors: 10 });
  });
});
