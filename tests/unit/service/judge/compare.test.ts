import { describe, expect, test } from 'vitest';
import { agreementOf, compare, opinionOf, type Judged, type Opinion, type Verdict } from '../../../../src/service/judge/compare.ts';
import { spansOf } from '../../../../src/service/judge/windows.ts';

const SPANS = spansOf(21, { size: 10, overlap: 2 });

/** `along`: the verdicts after each window, such as `+--` for one met of three. */
function judge(...along: string[]): Judged {
  const windows = along.map((signs, i) => ({ span: SPANS[i]!, met: [...signs].map((sign) => sign === '+') }));
  return { withRubrics: true, verdicts: windows.at(-1)!.met, windows };
}

/** `.`: none. */
function verdicts(signs: string): Verdict[] {
  return [...signs].map((sign) => (sign === '.' ? null : sign === '+'));
}

function opinion(signs: string): Opinion {
  return opinionOf({ withRubrics: true, verdicts: verdicts(signs) });
}

const FAILED: Judged = { ...judge('++', '+-'), verdicts: [null, null] };
const WHOLE: Judged = { withRubrics: false, verdicts: [true], windows: [{ span: { from: 0, to: 21 }, met: [true] }] };

describe('spec vita §5: judges beside each other', () => {
  test('every change of a verdict is a flip, at the window after which it stands', () => {
    const { rubrics } = compare([judge('+--', '+-+', '--+'), judge('---', '---', '--+')], verdicts('...'));
    expect(rubrics.map(({ flips }) => flips[0])).toEqual([
      [{ span: { from: 0, to: 10 }, from: false, to: true }, { span: { from: 16, to: 21 }, from: true, to: false }],
      [],
      [{ span: { from: 8, to: 18 }, from: false, to: true }],
    ]);
    expect(rubrics.map(({ flips }) => flips[1])).toEqual([[], [], [{ span: { from: 16, to: 21 }, from: false, to: true }]]);
  });

  test('a rubric is disputed if one judge, or the person, says otherwise', () => {
    const { rubrics } = compare([judge('++-'), judge('+--')], verdicts('+.+'));
    expect(rubrics.map(({ isDisputed }) => isDisputed)).toEqual([false, true, true]);
    expect(rubrics.map(({ verdicts: each }) => each)).toEqual([[true, true], [true, false], [false, false]]);
    expect(rubrics.map(({ mark }) => mark)).toEqual([true, null, true]);
  });

  test('a judge that failed has neither verdict nor flips, and disputes nothing', () => {
    const { rubrics, task } = compare([FAILED, judge('++')], verdicts('++'));
    expect(rubrics.map(({ verdicts: each, flips, isDisputed }) => [each, flips[0], isDisputed])).toEqual([
      [[null, true], [], false],
      [[null, true], [], false],
    ]);
    expect(task).toMatchObject({ verdicts: [null, true], mark: true, isDisputed: false });
  });

  test('without rubrics there is one verdict, in a row of its own, compared at the task only', () => {
    const { rubrics, whole, task } = compare([WHOLE, judge('+-')], verdicts('..'));
    expect(rubrics.map(({ verdicts: each }) => each)).toEqual([[null, true], [null, false]]);
    expect(whole).toEqual({ verdicts: [true, null], flips: [[{ span: { from: 0, to: 21 }, from: false, to: true }], []], mark: null, isDisputed: false });
    expect(task).toMatchObject({ verdicts: [true, false], mark: null, isDisputed: true });
    expect(compare([judge('+-')], verdicts('..')).whole).toBeNull();
  });

  test('without judges, and without rubrics, there is nothing to tell', () => {
    expect(compare([], verdicts('+.'))).toEqual({
      rubrics: [{ verdicts: [], flips: [], mark: true, isDisputed: false }, { verdicts: [], flips: [], mark: null, isDisputed: false }],
      whole: null,
      task: { verdicts: [], flips: [], mark: null, isDisputed: false },
    });
    expect(compare([judge('')], []).task.verdicts).toEqual([null]);
  });
});

describe('a task is met', () => {
  test.each<[string, Verdict]>([['++', true], ['+-', false], ['-.', false], ['+.', null], ['..', null], ['', null]])('of %s: %s', (signs, task) => {
    expect(opinion(signs).task).toBe(task);
  });
});

describe('spec vita §6: agreement and Cohen’s kappa', () => {
  test.each<[string, string, number, number | null, number | null]>([
    // 4 of 6 alike; by chance (4·4 + 2·2)/36 = 20/36: (24 − 20)/(36 − 20).
    ['++++--', '+++-+-', 6, 4 / 6, 1 / 4],
    ['+-+-', '+-+-', 4, 1, 1],
    ['+-', '-+', 2, 0, -1],
    // Both say one thing only.
    ['+++', '+++', 3, 1, null],
    // One says one thing only: no better than chance.
    ['+++', '++-', 3, 2 / 3, 0],
    // Only what both have a verdict on.
    ['+-.+', '+.-+', 2, 1, null],
    ['..', '+-', 0, null, null],
  ])('%s and %s', (first, second, n, agreement, kappa) => {
    expect(agreementOf([[opinion(first), opinion(second)]]).rubrics).toEqual({ n, agreement, kappa });
    expect(agreementOf([[opinion(second), opinion(first)]]).rubrics).toEqual({ n, agreement, kappa });
  });

  test('over trajectories rubrics are pooled, and tasks counted once each', () => {
    const pairs = [['++', '++'], ['+-', '++'], ['-+', '-+'], ['+.', '++']].map(([first = '', second = '']) => [opinion(first), opinion(second)] as const);
    const { rubrics, tasks } = agreementOf(pairs);
    // 7 rubrics, 6 alike; by chance (5·6 + 2·1)/49: (42 − 32)/(49 − 32).
    expect(rubrics).toEqual({ n: 7, agreement: 6 / 7, kappa: 10 / 17 });
    // The last task is undecided; of 3, 2 alike; by chance (1·2 + 2·1)/9: (6 − 4)/(9 − 4).
    expect(tasks).toEqual({ n: 3, agreement: 2 / 3, kappa: 2 / 5 });
  });

  test('without rubrics the task alone is compared', () => {
    expect(agreementOf([[opinionOf(WHOLE), opinion('+-')]])).toEqual({
      rubrics: { n: 0, agreement: null, kappa: null },
      tasks: { n: 1, agreement: 0, kappa: 0 },
    });
  });
});
