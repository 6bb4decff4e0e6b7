import { describe, expect, test } from 'vitest';
import { JudgeRun, type JudgeSpeaker } from '../../../../../src/agents/service/judgeRun.ts';
import { noCaps } from '../../../../../src/models/budget.ts';
import { scoreOf, type Judgement } from '../../../../../src/rollout/service/judgement.ts';
import { taskOf, verdictOf, type Results, type Simulation } from '../../../../../src/rollout/service/results/format.ts';
import { writeResults } from '../../../../../src/rollout/service/results/write.ts';
import { DEFAULT_WINDOW } from '../../../../../src/service/judge/windows.ts';
import { rubricsOf } from '../../../../../src/service/taskFile/index.ts';
import { asked, callerOf, evenClock, judging, modelJudge, rolesScript, verdicts } from '../../../../tools/serviceRoles.ts';
import { client, endpointAt, KEY, quick, serve } from '../../../models/support.ts';
import { read, recordedBytes } from './support.ts';

async function judged(results: Results, simulation: Simulation, judge: JudgeSpeaker): Promise<Judgement> {
  const run = new JudgeRun({ task: taskOf(results, simulation), messages: simulation.messages }, judge, { window: DEFAULT_WINDOW, withRubrics: true });
  for (;;) {
    const result = await run.step({ caps: noCaps, now: evenClock(), retry: quick });
    if (result.kind === 'over') return run.judgement();
    if (result.kind !== 'judged') return run.judgement(result);
  }
}

function withJudgements(results: Results, judgements: Judgement[]): Results {
  return { ...results, simulations: results.simulations.map((simulation, i) => (i === 0 ? { ...simulation, judgements } : simulation)) };
}

const recorded = recordedBytes();
describe.runIf(recorded)('spec vita §5: a judgement can be run again on a stored trajectory', () => {
  const { results } = read(recorded as Uint8Array);
  const first = results.simulations[0]!;

  test('of a results file, by script and by a model over HTTP; the old verdicts stay, the latest complete one counts', async () => {
    const scripted = await judged(results, first, { kind: 'scripted' });
    expect(scripted).toMatchObject({ windows: [{ from: 0, to: 10 }, { from: 8, to: 16 }], failure: null });
    expect(scripted.rubrics.map(({ rubric }) => rubric)).toEqual(first.verdict?.rubrics.map(({ rubric }) => rubric));

    const server = await serve(rolesScript({ judge: judging((from) => verdicts([1, from > 1, 'see [12]'])) }), { key: KEY });
    const byModel = await judged(results, first, modelJudge(callerOf(client(), endpointAt(server, 'openrouter'), 'judge', KEY)));
    expect(asked(server)).toEqual(['judge', 'judge']);
    expect(scoreOf(byModel)).toEqual({ isSuccess: false, met: 1, rubrics: 7 });

    const failed = await judged(results, first, modelJudge(callerOf(client(), endpointAt(server, 'openrouter'), 'judge', 'wrong-key-0123456789')));
    expect(failed.failure).toMatchObject({ code: 'bad-key' });

    const judgedAgain = withJudgements(results, [scripted, byModel, failed]);
    const bytes = writeResults(judgedAgain, { gzip: true });
    expect(read(bytes)).toEqual({ results: judgedAgain, removed: [] });
    const [again] = read(bytes).results.simulations;
    expect(again?.verdict).toEqual(first.verdict);
    expect(again && verdictOf(again)).toMatchObject({ isSuccess: false, method: 'sliding_window', windowSize: 10, windows: [{}, {}] });
    expect(again && verdictOf(again)?.rubrics).toEqual(byModel.rubrics);
  });

  test('until one of ours is complete, the file\'s own verdict counts', async () => {
    const unfinished = new JudgeRun({ task: taskOf(results, first), messages: first.messages }, { kind: 'scripted' }, { window: null, withRubrics: true }).judgement();
    expect(verdictOf({ ...first, judgements: [unfinished] })).toBe(first.verdict);
    const complete = await judged(results, first, { kind: 'scripted' });
    expect(verdictOf({ ...first, judgements: [complete, unfinished] })?.rubrics).toEqual(complete.rubrics);
    expect(verdictOf({ ...first, judgements: [complete], verdict: null, termination: null })).toBeNull();
  });

  test('every simulation has its task, whose rubrics are those that were judged', () => {
    for (const simulation of results.simulations) {
      expect(simulation.verdict?.rubrics.map(({ rubric }) => rubric)).toEqual(rubricsOf(taskOf(results, simulation)));
    }
  });
});
