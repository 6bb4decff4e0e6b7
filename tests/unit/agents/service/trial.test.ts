import { beforeAll, describe, expect, test } from 'vitest';
import { ServiceRun, type StepOptions } from '../../../../src/agents/service/serviceRun.ts';
import { isFinished, isJudged, judgeTrajectory, judgeTrial, playTrial, type Judging, type TrialOptions } from '../../../../src/agents/service/trial.ts';
import { noCaps } from '../../../../src/models/budget.ts';
import { verifyServiceRollout } from '../../../../src/rollout/service/verify.ts';
import { bundledTasks } from '../../../../src/service/bundled.ts';
import { Conversation, DEFAULT_LIMITS } from '../../../../src/service/conversation.ts';
import { DEFAULT_WINDOW } from '../../../../src/service/judge/windows.ts';
import { STOP_MARK } from '../../../../src/service/message.ts';
import type { ServiceTask } from '../../../../src/service/taskFile/index.ts';
import { asked, callerOf, evenClock, judging as judged, modelJudge, reopened, reread, rolesScript, runOfModels, says, solver, verdicts, type Part } from '../../../tools/serviceRoles.ts';
import { client, endpointAt, KEY, quick, serve } from '../../models/support.ts';

let task: ServiceTask;
beforeAll(async () => {
  task = (await bundledTasks('delivery')).find(({ id }) => id === 'lr-delivery-2')!;
});

const method = { window: DEFAULT_WINDOW, withRubrics: true };
const judgePart = judged((from) => verdicts([from === 1 ? 1 : 2, true, 'seen']));
const WINDOWS = 3; // of 18 messages
const CALLS = 12; // of the conversation

async function begin(judge: Part = judgePart) {
  const parts = { assistant: solver(task), user: says('I need lunch for six.', 'Yes, please.', `Thank you. ${STOP_MARK}`), judge };
  const server = await serve(rolesScript(parts), { key: KEY });
  const endpoint = endpointAt(server, 'openrouter');
  const run = runOfModels(await Conversation.open(task, '1', DEFAULT_LIMITS), client(), endpoint, KEY);
  const judging: Judging = { judge: modelJudge(callerOf(client(), endpoint, 'judge', KEY)), method };
  let saves = 0;
  const options: TrialOptions & StepOptions = { caps: noCaps, now: evenClock(), retry: quick, save: () => Promise.resolve(void saves++) };
  return { run, server, judging, options, saves: () => saves };
}

describe('a trial is the conversation, then its judge (spec vita §§4, 5)', () => {
  test('to the end it is saved after every message and window, and not done again', async () => {
    const { run, server, judging, options, saves } = await begin();
    expect(await playTrial(run, judging, options)).toEqual({ kind: 'over' });
    expect(saves()).toBe(CALLS + WINDOWS);
    const rollout = reread(run.rollout());
    expect([isFinished(rollout, judging), isFinished(rollout, null), isJudged(rollout.judgements, judging)]).toEqual([true, true, true]);
    expect(await playTrial(run, judging, options)).toEqual({ kind: 'over' });
    expect(asked(server)).toHaveLength(CALLS + WINDOWS);
    expect(await verifyServiceRollout(rollout, 'x')).toMatchObject({ ok: true, value: { verdict: 'match' } });
  });

  test('stopped by a cap after every call, and gone on with from its file, it is the same trial', async () => {
    const straight = await begin();
    await playTrial(straight.run, straight.judging, straight.options);
    const { run: first, server, judging, options } = await begin();
    let run: ServiceRun = first;
    for (let turns = 1; turns <= CALLS + WINDOWS; turns++) {
      // Caps count the judge beside the two, but a judgement for itself and what came before it.
      await playTrial(run, judging, { ...options, caps: { ...noCaps, turns } });
      expect(asked(server)).toHaveLength(turns);
      run = await reopened(run);
    }
    expect(await playTrial(run, judging, options)).toEqual({ kind: 'over' });
    expect(run.rollout()).toEqual(straight.run.rollout());
  });

  test('where nobody judges it is over with the conversation', async () => {
    const { run, server, options } = await begin();
    expect(await playTrial(run, null, options)).toEqual({ kind: 'over' });
    expect(asked(server)).not.toContain('judge');
    expect(isFinished(run.rollout(), null)).toBe(true);
  });
});

describe('judging again', () => {
  test('by the same judge adds a judgement, and asks nobody else', async () => {
    const { run, server, judging, options } = await begin();
    await playTrial(run, judging, options);
    await judgeTrial(run, judging, options);
    expect(run.remarks.judgements).toHaveLength(2);
    expect(asked(server).slice(CALLS)).toEqual(Array(2 * WINDOWS).fill('judge'));
  });

  test('a judge that fails leaves no verdict, keeps its windows, and goes on at the one that failed', async () => {
    let isFailing = true;
    const { run, server, judging, options } = await begin((request, turn) => {
      return isFailing && !request.lastText.includes('[1] ') ? { status: 401, error: 'no' } : judgePart(request, turn);
    });
    expect(await playTrial(run, judging, options)).toMatchObject({ kind: 'failed', by: 'judge', failure: { code: 'bad-key' } });
    expect(run.remarks.judgements).toMatchObject([{ failure: { code: 'bad-key' }, windows: [{}] }]);
    expect(isFinished(run.rollout(), judging)).toBe(false);
    isFailing = false;
    const before = asked(server).length;
    expect(await playTrial(run, judging, options)).toEqual({ kind: 'over' });
    expect(run.remarks.judgements).toMatchObject([{ failure: null, windows: [{}, {}, {}] }]);
    expect(asked(server)).toHaveLength(before + WINDOWS - 1);
  });

  test('another judge, window or prompt is another judgement', async () => {
    const { run, judging, options } = await begin();
    await playTrial(run, judging, options);
    const others: Judging[] = [
      { ...judging, method: { ...method, window: null } },
      { ...judging, method: { ...method, withRubrics: false } },
      { judge: { kind: 'scripted' }, method },
      { ...judging, judge: judging.judge.kind === 'model' ? { ...judging.judge, settings: { ...judging.judge.settings, prompt: 'Be strict.' } } : judging.judge },
    ];
    for (const other of others) expect(isJudged(run.remarks.judgements, other)).toBe(false);
    let all = run.remarks.judgements ?? [];
    for (const other of others) await judgeTrajectory(run.conversation, all, other, options, (judgements) => (all = judgements));
    expect(all).toHaveLength(1 + others.length);
    for (const other of others) expect(isJudged(all, other)).toBe(true);
  });
});
