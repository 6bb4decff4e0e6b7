import { expect, test } from 'vitest';
import { outlineOf } from '../../../../../src/rollout/service/results/outline.ts';
import { property, type Dice } from '../../../../tools/property.ts';
import type { Json } from './support.ts';

test.each<[string, string | null, number]>([
  ['{}', null, 1],
  ['{"tasks":[]}', '[]', 2],
  [' { "a" : {"tasks": 1} , "tasks" : 30.0 , "b": [[]] } ', ' 30.0 ', 3],
  ['{"tasks":1,"tasks":[{"a":"}],"}]}', '[{"a":"}],"}]', 3],
  ['{"ta\\u0073ks":"tasks\\\\","x":":"}', '"tasks\\\\"', 1],
  ['{"x":"tasks"}', null, 1],
  ['["tasks",{"tasks":1}]', null, 2],
  ['5', null, 0],
  ['"tasks: \\""', null, 0],
])('%s', (text, tasks, depth) => {
  expect(() => JSON.parse(text) as Json).not.toThrow();
  expect(outlineOf(text)).toEqual({ tasks, depth });
});

const WORDS = ['tasks', 'a', '"', '\\', '\\"', '{', ']', ':,', '\n', '餐'];

function madeUp(dice: Dice, depth: number): Json {
  const kind = dice.whole(0, depth > 4 ? 2 : 4);
  if (kind === 0) return dice.pick(WORDS);
  if (kind < 3) return dice.pick([null, true, 0, -1.5e3]);
  const parts = dice.many(0, 4, () => madeUp(dice, depth + 1));
  return kind === 3 ? parts : Object.fromEntries(parts.map((part) => [dice.pick(WORDS), part]));
}

function depthOf(value: Json): number {
  return typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
}

property('any object: the tasks are those that JSON.parse finds, and the depth is counted', (dice) => {
  for (let i = 0; i < 500; i++) {
    const value = Object.fromEntries(dice.many(0, 5, () => [dice.pick(WORDS), madeUp(dice, 1)]));
    const { tasks, depth } = outlineOf(JSON.stringify(value, null, dice.pick([0, 2])));
    expect(tasks === null ? undefined : (JSON.parse(tasks) as Json)).toEqual(value['tasks']);
    expect(depth).toBe(depthOf(value));
  }
});
