/** One trajectory under several judges: nobody but the judge is called, and what it costs or says is never lost. */
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { modelFailure, type Outcome } from '../../../src/models/failures.ts';
import type { ChatAnswer, ChatRequest } from '../../../src/models/types.ts';
import { decodeJson, readServiceRollout } from '../../../src/rollout/file.ts';
import { readResults } from '../../../src/rollout/service/results/read.ts';
import { verifyServiceRollout } from '../../../src/rollout/service/verify.ts';
import type { Result } from '../../../src/core/result.ts';
import { DEFAULT_WINDOW } from '../../../src/service/judge/windows.ts';
import { JudgeLab } from '../../../workers/service/judgeLab.ts';
import type { LabView, ShownTrajectory } from '../../../workers/service/judgeLabView.ts';
import type { JudgeChoice, RoleCalls, RoleSetup } from '../../../workers/service/roles.ts';
import { verdicts } from '../../tools/serviceRoles.ts';
import { shared } from '../../tools/shared.ts';

const WINDOWS = { window: DEFAULT_WINDOW, withRubrics: true };

function setup(model: string): RoleSetup {
  const endpoint = { family: 'custom', baseUrl: 'http://localhost/v1' } as const;
  return { endpoint, model, price: { input: 1, cachedInput: null, output: 5 }, prompt: null, thinking: null, temperature: null, driver: { kind: 'model', name: model } };
}

function by(model: string, method: JudgeChoice['method'] = WINDOWS): JudgeChoice {
  return { judge: { kind: 'model', setup: setup(model) }, method };
}

const SCRIPTED: JudgeChoice = { judge: { kind: 'scripted' }, method: WINDOWS };

interface FakeCalls extends RoleCalls {
  readonly asked: { readonly role: string; readonly request: ChatRequest }[];
  readonly cancelled: number[];
}

/** The page, with a model that says this of each question. */
function calls(answer: (question: string, turn: number) => string | Outcome<ChatAnswer> | Promise<Outcome<ChatAnswer>>): FakeCalls {
  const asked: FakeCalls['asked'] = [];
  const cancelled: number[] = [];
  return {
    asked,
    cancelled,
    complete: async (role, _id, request) => {
      asked.push({ role, request });
      const [first] = request.messages;
      const said = await answer(first?.role === 'user' ? first.text : '', asked.length);
      return { outcome: typeof said === 'string' ? answered(said) : said, retries: [] };
    },
    cancel: (_role, id) => void cancelled.push(id),
  };
}

function answered(text: string): Outcome<ChatAnswer> {
  const message = { role: 'assistant', text, toolCalls: [], provider: null } as const;
  const usage = { promptTokens: 1000, completionTokens: 100, cachedTokens: null, reasoningTokens: null };
  return { ok: true, value: { message, thinking: '', finish: 'stop', usage, sent: {} } as unknown as ChatAnswer };
}

function of<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  return result.value;
}

/** To its end, or to where it stops. */
async function judged(lab: JudgeLab, choice: JudgeChoice, page: RoleCalls): Promise<LabView> {
  let view = of(lab.begin(choice, page));
  while (view.running !== null) view = of(await lab.step());
  return view;
}

let example: Uint8Array;
beforeAll(async () => {
  const lab = new JudgeLab();
  of(await lab.openExample('english'));
  example = of(lab.export());
});

/** A lab with the example open: 6 rubrics. */
async function opened(): Promise<{ lab: JudgeLab; shown: ShownTrajectory }> {
  const lab = new JudgeLab();
  expect(of(await lab.openRollout('example.json.gz', example))).toMatchObject({ kind: 'rollout', verdict: 'match', removed: [], corrected: 0 });
  return { lab, shown: of(lab.choose(0)) };
}

const mostMet = () => calls((_, turn) => (turn === 1 ? verdicts([1, true, 'see [3]'], [2, true]) : verdicts([1, false, 'undone'], [3, true], [9, true])));
const allMet = () => calls(() => verdicts([1, true], [2, true], [3, true], [4, true], [5, true], [6, true]));
const failing = () => calls((_, turn) => (turn === 1 ? '[]' : modelFailure('overloaded', 'too busy', 'wait', { retryable: true })));

describe('an example without a key', () => {
  test.each(['english', 'chinese'] as const)('%s: by scripts, complete, and judged by a script', async (language) => {
    const lab = new JudgeLab();
    expect(of(await lab.openExample(language))).toMatchObject({ kind: 'example', verdict: 'match' });
    const { task, messages, rubrics } = of(lab.choose(0));
    expect(task.language).toBe(language);
    expect([messages.length > 10, rubrics.length > 2]).toEqual([true, true]);
    const view = await judged(lab, SCRIPTED, calls(() => ''));
    expect(view.judges).toMatchObject([{ kind: 'scripted', isOwn: true, failure: null, spent: { calls: 0, tokens: 0, costUsd: 0 } }]);
    expect(structuredClone(view)).toEqual(view);
  });
});

describe('spec vita §5: judged again, by others', () => {
  test('judges stand beside each other, window by window, with what each cost', async () => {
    const { lab, shown } = await opened();
    const [first, second] = [mostMet(), allMet()];
    await judged(lab, by('a'), first);
    const { judges, comparison, agreements, pooled } = await judged(lab, by('b', { window: null, withRubrics: true }), second);
    const windows = judges[0]!.planned;
    expect(windows).toBeGreaterThan(1);
    expect([first.asked.length, second.asked.length]).toEqual([windows, 1]);
    expect([...first.asked, ...second.asked].every(({ role }) => role === 'judge')).toBe(true);
    expect(judges).toMatchObject([
      { kind: 'model', name: 'a', window: DEFAULT_WINDOW, score: { met: 2, rubrics: 6, isSuccess: false } },
      { name: 'b', window: null, planned: 1, score: { met: 6, isSuccess: true }, spent: { calls: 1, tokens: 1100, costUsd: 0.0015 } },
    ]);
    expect(judges[0]!.spent!.costUsd).toBeCloseTo(windows * 0.0015);
    expect(judges[0]!.windows[1]).toMatchObject({ span: { from: 8 }, quality: 'exact', ignored: { unknown: 1, contradicted: 0, malformed: 0 } });
    expect(judges[0]!.windows[1]!.states[0]).toEqual({ isMet: false, justification: 'undone', changed: true });
    expect(comparison.rubrics[0]).toEqual({
      verdicts: [false, true],
      flips: [
        [{ span: { from: 0, to: 10 }, from: false, to: true }, { span: judges[0]!.windows[1]!.span, from: true, to: false }],
        [{ span: { from: 0, to: shown.messages.length }, from: false, to: true }],
      ],
      mark: null,
      isDisputed: true,
    });
    // Rubrics 2 and 3 of 6; the second says met of all, so chance explains as much.
    expect(agreements.find(({ second: other }) => other?.name === 'b')!.agreement.rubrics).toEqual({ n: 6, agreement: 2 / 6, kappa: 0 });
    expect(pooled).toEqual([]);
  });

  test('without rubrics a judge has one verdict, and is compared at the task', async () => {
    const { lab } = await opened();
    await judged(lab, by('a'), allMet());
    const { judges, comparison, agreements } = await judged(lab, by('a', { window: null, withRubrics: false }), calls(() => verdicts([1, false, 'late'])));
    expect(judges[1]).toMatchObject({ withRubrics: false, justifications: ['late'], score: { met: 0, rubrics: 1 } });
    expect(comparison.whole).toMatchObject({ verdicts: [null, false] });
    expect(comparison.task).toMatchObject({ verdicts: [true, false], isDisputed: true });
    expect(agreements.find(({ second }) => second !== null)!.agreement).toEqual({
      rubrics: { n: 0, agreement: null, kappa: null },
      tasks: { n: 1, agreement: 0, kappa: 0 },
    });
  });

  test('a judge that fails has no verdict; the same judge goes on where it stopped, and pays nothing twice', async () => {
    const { lab } = await opened();
    const before = await judged(lab, by('a'), failing());
    expect(before.judges).toMatchObject([{ failure: { code: 'overloaded', message: 'too busy' }, score: null, windows: [{}] }]);
    expect(before.comparison.rubrics.every(({ verdicts: [verdict] }) => verdict === null)).toBe(true);
    expect(before.agreements[0]!.agreement.rubrics.n).toBe(0);
    // Another one begins anew.
    expect((await judged(lab, by('b'), failing())).judges).toHaveLength(2);
    const rest = allMet();
    const after = await judged(lab, by('a'), rest);
    expect(after.judges).toMatchObject([{ name: 'a', failure: null, score: { met: 6 } }, { name: 'b', score: null }]);
    expect(rest.asked).toHaveLength(after.judges[0]!.planned - 1);
  });

  test('answers that cannot be read, ever, are a failure, and such a judge begins anew', async () => {
    const { lab } = await opened();
    await judged(lab, by('a'), calls(() => 'I cannot say.'));
    const { judges } = await judged(lab, by('a'), allMet());
    expect(judges).toMatchObject([{ failure: { code: 'unreadable' }, score: null, windows: [{ quality: 'unreadable' }, {}, {}] }, { score: { met: 6 } }]);
  });

  test('a cap stops it before the call that would pass it', async () => {
    const { lab } = await opened();
    const page = allMet();
    let view = of(lab.begin(by('a'), page, { turns: 1, tokens: null, costUsd: null, seconds: null }));
    while (view.running !== null) view = of(await lab.step());
    expect(view.judges[0]).toMatchObject({ failure: { code: 'capped' }, windows: [{}] });
    expect(page.asked).toHaveLength(1);
  });

  test('one that is stopped keeps its windows; with none it leaves nothing behind', async () => {
    const { lab } = await opened();
    const slow = calls((_, turn) => (turn === 1 ? '[]' : new Promise((resolve) => setTimeout(() => resolve(answered('[]')), 5))));
    of(lab.begin(by('a'), slow));
    of(await lab.step());
    const step = lab.step();
    lab.abort();
    const view = of(await step);
    expect(slow.cancelled).toHaveLength(1);
    expect(view).toMatchObject({ running: null, judges: [{ failure: { code: 'cancelled' }, windows: [{}], score: null }] });
    expect(await lab.step()).toMatchObject({ ok: false, code: 'not-judging' });

    of(lab.begin(by('b'), calls(() => new Promise((resolve) => setTimeout(() => resolve(answered('[]')), 5)))));
    const first = lab.step();
    lab.abort();
    expect(of(await first).judges.map(({ name }) => name)).toEqual(['a']);
  });

  test('two judges at once are refused, and so are an unknown trajectory and an empty lab', async () => {
    const { lab } = await opened();
    of(lab.begin(by('a'), allMet()));
    expect(lab.begin(by('b'), allMet())).toMatchObject({ ok: false, code: 'judging' });
    expect(lab.choose(1)).toMatchObject({ ok: false, code: 'trajectory-unknown', message: 'there is no trajectory 2; there are 1' });
    const empty = new JudgeLab();
    for (const refused of [empty.choose(0), empty.begin(SCRIPTED, allMet()), empty.mark(0, true), empty.export()]) {
      expect(refused).toMatchObject({ ok: false, code: 'nothing-open' });
    }
  });

  test('only what was made here can be removed, and comes back to its place', async () => {
    const { lab } = await opened();
    await judged(lab, by('a'), allMet());
    const again = new JudgeLab();
    of(await again.openRollout('judged', of(lab.export())));
    await judged(again, by('b'), mostMet());
    const { judges } = await judged(again, by('c'), mostMet());
    const ids = judges.map(({ id }) => id);
    expect(judges.map(({ isOwn }) => isOwn)).toEqual([false, true, true]);
    expect(again.remove(ids[0]!)).toMatchObject({ ok: false, code: 'judgement-unknown' });
    expect(of(again.remove(ids[1]!))).toMatchObject({ canUndo: true, judges: [{ name: 'a' }, { name: 'c' }] });
    expect(of(again.undo())).toMatchObject({ canUndo: false, judges: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] });
    expect(again.undo()).toMatchObject({ ok: false, code: 'nothing-removed' });
  });
});

describe('a person beside the judges', () => {
  test('marks give agreement and kappa, and are kept in the rollout, which verifies', async () => {
    const { lab } = await opened();
    await judged(lab, by('a'), mostMet()); // 2 and 3 are met
    for (const [place, isMet] of [[0, true], [1, true], [2, true], [3, false], [4, null]] as const) of(lab.mark(place, isMet));
    const { agreements, comparison } = of(lab.mark(5, true));
    // 5 marked, 3 alike; by chance (2·4 + 3·1)/25: (15 − 11)/(25 − 11).
    expect(agreements[0]).toMatchObject({ first: { name: 'a' }, second: null, agreement: { rubrics: { n: 5, agreement: 3 / 5, kappa: 4 / 14 } } });
    expect(agreements[0]!.agreement.tasks).toEqual({ n: 1, agreement: 1, kappa: null });
    expect(comparison.rubrics.map(({ mark }) => mark)).toEqual([true, true, true, false, null, true]);
    expect(lab.mark(6, true)).toMatchObject({ ok: false, code: 'rubric-unknown' });
    of(lab.label('tool-use', 'see [4]'));
    of(lab.label('extraction', ''));
    of(lab.label('tool-use', 'see [5]'));
    expect(of(lab.unlabel(0)).labels).toMatchObject([{ label: 'tool-use', by: { kind: 'human', name: 'person' }, note: 'see [5]' }]);

    const bytes = of(lab.export());
    const rollout = of(readServiceRollout(of(decodeJson(bytes, 'x')), 'x'));
    expect(rollout).toMatchObject({ marks: { length: 5 }, labels: [{ label: 'tool-use' }], judgements: [{ judge: { name: 'a' } }] });
    expect(of(await verifyServiceRollout(rollout, 'x')).verdict).toBe('match');
    const again = new JudgeLab();
    of(await again.openRollout('x', bytes));
    const { view } = of(again.choose(0));
    expect(view).toMatchObject({ labels: [{ label: 'tool-use' }], judges: [{ name: 'a', isOwn: false }] });
    expect(view.comparison).toEqual(comparison);
  });

  test('a judgement that says something else than its answers is corrected, and told', async () => {
    const { lab } = await opened();
    await judged(lab, by('a'), mostMet());
    const rollout = of(readServiceRollout(of(decodeJson(of(lab.export()), 'x')), 'x'));
    const forged = { ...rollout, judgements: rollout.judgements!.map((one) => ({ ...one, rubrics: one.rubrics.map((each) => ({ ...each, is_met: true })) })) };
    const again = new JudgeLab();
    expect(of(await again.openRollout('x', new TextEncoder().encode(JSON.stringify(forged))))).toMatchObject({ verdict: 'diverged', corrected: 1 });
    expect(of(again.choose(0)).view.judges[0]!.score).toMatchObject({ met: 2 });
  });

  test('keys are taken out of a rollout before anything is shown', async () => {
    const key = 'sk-planted-0123456789abcdef';
    const { lab } = await opened();
    of(lab.label('interaction', `he said ${key}`));
    const leaky = new JudgeLab();
    const opening = of(await leaky.openRollout('x', of(lab.export())));
    expect(opening.removed).toEqual(['labels[0].note']);
    expect(JSON.stringify([opening, of(leaky.choose(0))])).not.toContain(key);
  });
});

describe('spec vita §6: error labels by a model', () => {
  const page = calls(() => 'Sure: ```json\n[{"label": "Tool use", "reason": "see [3]"}, {"label": "laziness"}, {"label": "extraction", "reason": ""}\n```');

  test('what is no label is left out and counted; the transcript is data, and only the judge’s role is called', async () => {
    const { lab } = await opened();
    await judged(lab, by('a'), mostMet());
    const { view, ...rest } = of(await lab.labelByModel(setup('critic'), page));
    expect(rest).toEqual({ quality: 'repaired', given: 2, ignored: 1 });
    expect(view.labels).toEqual([
      { label: 'tool-use', by: { kind: 'model', name: 'critic' }, note: 'see [3]' },
      { label: 'extraction', by: { kind: 'model', name: 'critic' }, note: '' },
    ]);
    const [{ role, request }] = page.asked as [FakeCalls['asked'][number]];
    expect(role).toBe('judge');
    expect(request.system).toContain('- constraint-conflict: ');
    expect(JSON.stringify(request.messages)).toContain('"meetExpectation\\": false');
  });

  test('a failure labels nothing', async () => {
    const { lab } = await opened();
    expect(await lab.labelByModel(setup('critic'), calls(() => modelFailure('overloaded', 'busy', '', { retryable: false })))).toMatchObject({ ok: false, code: 'overloaded' });
    expect(of(lab.choose(0)).view.labels).toEqual([]);
  });
});

const recorded = shared('golden/vita/results/delivery_scripted.json.gz');

describe.runIf(recorded !== null && existsSync(recorded))('spec vita §7: a results file of the original', () => {
  const file = () => new Uint8Array(readFileSync(recorded!));

  test('opens, shows the file’s own verdict, is re-judged, and written with both', async () => {
    const lab = new JudgeLab();
    const opening = of(await lab.open('delivery_scripted.json.gz', file()));
    expect(opening).toMatchObject({ kind: 'results', verdict: null, corrected: 0 });
    expect(opening.trajectories).toHaveLength(6);
    expect(opening.removed.length).toBeGreaterThan(0);
    const { view, rubrics, messages } = of(lab.choose(1));
    expect(view.judges).toMatchObject([{ kind: 'file', id: -1, score: { isSuccess: false, rubrics: rubrics.length }, isOwn: false, spent: null }]);
    const page = allMet();
    const after = await judged(lab, by('a'), page);
    expect(page.asked.every(({ role }) => role === 'judge')).toBe(true);
    expect(after.judges.map(({ kind }) => kind)).toEqual(['file', 'model']);
    // Over the whole file: the judge has judged one trajectory of six.
    expect(after.pooled.find(({ second }) => second?.name === 'a')!.agreement.tasks.n).toBe(1);
    expect(after.pooled).toHaveLength(3);

    const written = of(readResults(of(lab.export()), 'out')).results;
    expect(written.simulations[1]).toMatchObject({ verdict: { isSuccess: false }, judgements: [{ judge: { name: 'a' } }] });
    expect(written.simulations[1]!.messages).toHaveLength(messages.length);
    const again = new JudgeLab();
    of(await again.open('out', of(lab.export())));
    expect(of(again.choose(1)).view.judges.map(({ kind }) => kind)).toEqual(['file', 'model']);
  });
});
