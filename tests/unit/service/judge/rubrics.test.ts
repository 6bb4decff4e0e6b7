import { describe, expect, test } from 'vitest';
import { readAnswer } from '../../../../src/service/judge/answer.ts';
import { afterReading, openingStates, type RubricState } from '../../../../src/service/judge/rubrics.ts';
import { rubricsOf } from '../../../../src/service/taskFile/index.ts';
import { property } from '../../../tools/property.ts';
import { smallTask, taskOf } from '../taskFile/support.ts';

const task = taskOf(smallTask());
const RUBRICS = ['Lunch is ordered.', 'Nothing else is.', 'The address is asked for.'];

describe('spec vita §5: the rubrics', () => {
  test('are the union, in order and without repeats; all start unmet', () => {
    expect(rubricsOf(task)).toEqual(RUBRICS);
    expect(openingStates(task, true)).toEqual(RUBRICS.map((rubric) => ({ rubric, isMet: false, justification: '' })));
  });

  test('without rubrics there is one, in the language of the task', () => {
    const whole = openingStates(task, false);
    expect(whole).toEqual([{ rubric: expect.stringContaining('Everything the customer wanted') as string, isMet: false, justification: '' }]);
    const [chinese] = openingStates(taskOf({ ...smallTask(), language: 'chinese' }), false);
    expect(chinese?.rubric).toMatch(/^\p{Script=Han}/u);
  });
});

describe('spec vita §5: the state persists', () => {
  const after = (states: RubricState[], answer: string) => afterReading(states, readAnswer(answer, states.length));
  const step = (states: RubricState[], entries: object[]) => after(states, JSON.stringify(entries));

  test('what is met stays met until an answer says otherwise, and each keeps its latest reason', () => {
    let states = step(openingStates(task, true), [{ rubric_idx: 1, justification: 'ordered in [5]', meetExpectation: true }]);
    expect(states.map(({ isMet }) => isMet)).toEqual([true, false, false]);
    states = step(states, [{ rubric_idx: 3, justification: 'asked in [9]', meetExpectation: true }]);
    expect(states).toEqual([
      { rubric: RUBRICS[0], isMet: true, justification: 'ordered in [5]' },
      { rubric: RUBRICS[1], isMet: false, justification: '' },
      { rubric: RUBRICS[2], isMet: true, justification: 'asked in [9]' },
    ]);
    states = step(states, [{ rubric_idx: 1, justification: 'cancelled in [20]', meetExpectation: false }]);
    expect(states[0]).toEqual({ rubric: RUBRICS[0], isMet: false, justification: 'cancelled in [20]' });
    expect(states[2]?.isMet).toBe(true);
  });

  test.each([
    '[]',
    'I cannot tell.',
    '[{"rubric_idx": 9, "meetExpectation": false}]',
    '[{"rubric_idx": 1, "meetExpectation": true}, {"rubric_idx": 1, "meetExpectation": false}]',
  ])('%s changes nothing', (answer) => {
    const states = step(openingStates(task, true), [{ rubric_idx: 1, justification: 'so', meetExpectation: true }]);
    expect(after(states, answer)).toEqual(states);
  });

  property('after any answers a rubric stands as the last usable entry of it says', (dice) => {
    for (let i = 0; i < 300; i++) {
      let states = openingStates(task, true);
      const wanted = states.map(({ isMet, justification }) => ({ isMet, justification }));
      for (let window = 0; window < 6; window++) {
        const indices = dice.shuffled([0, 1, 2, 3, 4]).slice(0, dice.whole(0, 5));
        const justification = `window ${window}`;
        const entries = indices.map((rubric_idx) => ({ rubric_idx, justification, meetExpectation: dice.chance(0.5) }));
        for (const { rubric_idx, meetExpectation } of entries) {
          if (rubric_idx >= 1 && rubric_idx <= 3) wanted[rubric_idx - 1] = { isMet: meetExpectation, justification };
        }
        states = step(states, entries);
      }
      expect(states.map(({ isMet, justification }) => ({ isMet, justification }))).toEqual(wanted);
    }
  });
});
