import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/core/json.ts';
import { bundledSets, bundledTasks } from '../../../../src/service/bundled.ts';
import { Conversation } from '../../../../src/service/conversation.ts';
import { readAnswer } from '../../../../src/service/judge/answer.ts';
import { afterReading, openingStates, type RubricState } from '../../../../src/service/judge/rubrics.ts';
import { scriptedJudgeAnswer } from '../../../../src/service/judge/scripted.ts';
import { DEFAULT_WINDOW, spansOf } from '../../../../src/service/judge/windows.ts';
import type { Message } from '../../../../src/service/message.ts';
import { walkSolution } from '../../../../src/service/solution.ts';

const user = (content: string): Message => ({ role: 'user', content });
const said = (content: string): Message => ({ role: 'assistant', content, calls: [] });
const called = (given: JsonObject): Message => ({ role: 'assistant', content: '', calls: [{ id: 'c', name: 'order', arguments: given }] });
const answered = (content: string, isError = false): Message => ({ role: 'tool', id: 'c', name: 'order', content, isError, changes: [] });

const state = (rubric: string): RubricState => ({ rubric, isMet: false, justification: '' });
const judged = (rubric: string, ...messages: Message[]) => {
  const reading = readAnswer(scriptedJudgeAnswer(messages, { from: 0, to: messages.length }, [state(rubric)]), 1);
  expect(reading.quality).toBe('exact');
  return reading.updates.get(0)?.isMet;
};

describe('a rubric is met once half of its names and numbers came up in what the assistant said, called and found', () => {
  const rubric = 'Dinner for 4 is booked at the Golden Pear at 18:30';

  test('in words, in a call, in an answer, or spread over them', () => {
    expect(judged(rubric, said('Golden Pear, 4 people, 18:30.'))).toBe(true);
    expect(judged(rubric, called({ shop: 'Golden Pear', people: 4, time: '2025-06-18 18:30:00' }))).toBe(true);
    expect(judged(rubric, answered('Book(shop=Golden Pear, count=4, time=18:30)'))).toBe(true);
    expect(judged(rubric, said('The Golden Pear?'), user('Yes'), called({ people: 4, time: '18:30' }))).toBe(true);
  });

  test('half will do, less will not', () => {
    expect(judged(rubric, said('Golden Pear at 18:30.'))).toBe(true);
    expect(judged(rubric, said('Golden Pear.'))).toBe(false);
    expect(judged(rubric)).toBe(false);
  });

  test('spec vita §5: only what the assistant said and did counts', () => {
    expect(judged(rubric, user('Golden Pear, 4 people, 18:30.'))).toBe(false);
    expect(judged(rubric, answered('no Golden Pear for 4 at 18:30', true))).toBe(false);
  });

  test('one that names nothing goes by its long words, or pairs of characters', () => {
    expect(judged('Everything is delicious', said('everything is ready'))).toBe(true);
    expect(judged('Everything is delicious', said('all is ready'))).toBe(false);
    expect(judged('商家应少放调料', said('已告知商家'))).toBe(true);
    expect(judged('商家应少放调料', said('好的'))).toBe(false);
    expect(judged('All is well', said('All is well'))).toBe(false);
  });
});

test('a later window sees all up to its end, and says only what changes', () => {
  const messages = [said('one'), user('Hm'), said('The Golden Pear.'), said('The Silver Plum.')];
  const states = [state('Eats at the Golden Pear'), state('Eats at the Silver Plum')];
  const first = afterReading(states, readAnswer(scriptedJudgeAnswer(messages, { from: 0, to: 3 }, states), 2));
  expect(first.map(({ isMet }) => isMet)).toEqual([true, false]);
  const second = readAnswer(scriptedJudgeAnswer(messages, { from: 2, to: 4 }, first), 2);
  expect([...second.updates]).toMatchObject([[1, { isMet: true }]]);
  expect(afterReading(first, second).map(({ isMet }) => isMet)).toEqual([true, true]);
});

test('of every bundled task, walked by its solution, each answer is exact and each rubric gets a reason; doing nothing is no success', async () => {
  for (const task of (await Promise.all(bundledSets.map(bundledTasks))).flat()) {
    const conversation = await Conversation.open(task, '1');
    const idle = scriptedJudgeAnswer(conversation.messages, { from: 0, to: 1 }, openingStates(task, true));
    walkSolution(conversation);
    conversation.close();
    let states = openingStates(task, true);
    expect(afterReading(states, readAnswer(idle, states.length)).every(({ isMet }) => isMet), task.id).toBe(false);
    for (const span of spansOf(conversation.messages.length, DEFAULT_WINDOW)) {
      const reading = readAnswer(scriptedJudgeAnswer(conversation.messages, span, states), states.length);
      expect([reading.quality, reading.ignored], task.id).toEqual(['exact', { unknown: 0, contradicted: 0, malformed: 0 }]);
      states = afterReading(states, reading);
    }
    expect(states.every(({ justification }) => justification !== ''), task.id).toBe(true);
  }
});
