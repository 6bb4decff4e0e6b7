import { describe, expect, test } from 'vitest';
import { canonicalJson, firstDifference, isObject, type Json, type JsonObject } from '../../../src/core/json.ts';
import { property, type Dice } from '../../tools/property.ts';

const KEYS = ['a', 'b', 'B', 'ä', '10', '9', '__proto__', 'constructor', 'with "quotes"', ''];

/** By entries, so that `__proto__` is a key like any other. */
function anyJson(dice: Dice, depth = 3): Json {
  const kind = dice.whole(0, depth > 0 ? 6 : 4);
  if (kind === 0) return null;
  if (kind === 1) return dice.chance(0.5);
  if (kind === 2) return dice.whole(-5, 5);
  if (kind === 3) return dice.between(-1e6, 1e6);
  if (kind === 4) return dice.pick(['', 'text', '\u2028 "\\ \ud83d\ude00', 'null', '0']);
  if (kind === 5) return dice.many(0, 4, () => anyJson(dice, depth - 1));
  return Object.fromEntries(dice.many(0, 4, () => [dice.pick(KEYS), anyJson(dice, depth - 1)] as const));
}

/** An equal value whose objects list their keys in another order. */
function reordered(dice: Dice, value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => reordered(dice, item as Json));
  if (!isObject(value)) return value;
  return Object.fromEntries(dice.shuffled(Object.entries(value)).map(([key, item]) => [key, reordered(dice, item)]));
}

test('canonical JSON has keys in code-unit order and no white space', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'x y' }], a: 0.1, B: true, ä: '', '10': 1, '9': 2 })).toBe(
    '{"10":1,"9":2,"B":true,"a":0.1,"b":[1,{"c":"x y","d":null}],"ä":""}',
  );
  expect(canonicalJson([])).toBe('[]');
  expect(canonicalJson({})).toBe('{}');
  expect(canonicalJson('\u2028"')).toBe(JSON.stringify('\u2028"'));
});

test('canonical JSON leaves out what is undefined, as JSON does', () => {
  expect(canonicalJson({ a: undefined, b: 1 } as unknown as Json)).toBe('{"b":1}');
});

property('canonical JSON says the same value, whatever the order of keys', (dice) => {
  for (let count = 0; count < 500; count++) {
    const value = anyJson(dice);
    const text = canonicalJson(value);
    expect(canonicalJson(JSON.parse(text) as Json)).toBe(text);
    expect(firstDifference(value, JSON.parse(text) as Json)).toBeNull();
    const other = reordered(dice, value);
    expect(canonicalJson(other)).toBe(text);
    expect(firstDifference(value, other)).toBeNull();
  }
});

property('values are equal for firstDifference exactly if their canonical JSON is', (dice) => {
  let equal = 0;
  for (let count = 0; count < 3000; count++) {
    const [a, b] = [anyJson(dice, 1), anyJson(dice, 1)];
    const same = canonicalJson(a) === canonicalJson(b);
    if (same) equal++;
    expect(firstDifference(a, b) === null, `${canonicalJson(a)} and ${canonicalJson(b)}`).toBe(same);
  }
  expect(equal).toBeGreaterThan(20);
});

describe('the first difference, in key order', () => {
  test.each([
    ['a value', 1, 2, { path: '', expected: 1, got: 2 }],
    ['another type', 1, '1', { path: '', expected: 1, got: '1' }],
    ['null is no object', null, {}, { path: '', expected: null, got: {} }],
    ['a list is no object', [], {}, { path: '', expected: [], got: {} }],
    ['below keys and places', { w: [{ x: 1, y: [1, 2] }] }, { w: [{ x: 1, y: [1, 3] }] }, { path: 'w[0].y[1]', expected: 2, got: 3 }],
    ['the first of several', { b: 1, a: 1 }, { b: 2, a: 2 }, { path: 'a', expected: 1, got: 2 }],
    ['a key too few', { a: 1, b: 2 }, { a: 1 }, { path: 'b', expected: 2, got: undefined }],
    ['a key too many', { a: 1 }, { a: 1, b: null }, { path: 'b', expected: undefined, got: null }],
    ['a list too short', [1, 2], [1], { path: '[1]', expected: 2, got: undefined }],
    ['a list too long', [1], [1, 2], { path: '[1]', expected: undefined, got: 2 }],
    ['an inherited name is not there', { toString: 1 }, {}, { path: 'toString', expected: 1, got: undefined }],
  ])('%s', (_what, expected: Json, got: Json, difference) => {
    expect(firstDifference(expected, got)).toEqual(difference);
  });

  test('keys called __proto__ count', () => {
    const named = JSON.parse('{"__proto__": 1}') as JsonObject;
    expect(firstDifference(named, {})).toEqual({ path: '__proto__', expected: 1, got: undefined });
  });
});
