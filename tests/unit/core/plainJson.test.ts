import { describe, expect, test } from 'vitest';
import type { Plain } from '../../../src/core/plain.ts';
import { parsePlainJson, writePlainJson } from '../../../src/core/plainJson.ts';
import { property } from '../../tools/property.ts';

function parsed(text: string): Plain {
  const result = parsePlainJson(text);
  if (!result.ok) throw new Error(result.message);
  return result.value;
}

describe('JSON that keeps ints, floats and the order of keys', () => {
  test('an int is a bigint, a float a number', () => {
    expect(parsed('[1, 1.0, -0, 1e2, 12345678901234567890]')).toEqual([1n, 1, 0n, 100, 12345678901234567890n]);
  });

  test('keys like numbers stay where they are, and the last of equal keys counts at the place of the first', () => {
    expect([...(parsed('{"b": 1, "10": 2, "2": 3, "b": 4}') as ReadonlyMap<string, Plain>)]).toEqual([
      ['b', 4n],
      ['10', 2n],
      ['2', 3n],
    ]);
  });

  test('__proto__ and constructor are keys like any other', () => {
    const value = parsed('{"__proto__": {"a": true}, "constructor": null}') as ReadonlyMap<string, Plain>;
    expect([...value.keys()]).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });

  test.each([
    ['{"a": 1,}', 'line 1, column 9'],
    ['[1,\n 2,\n oops]', 'line 3, column 2'],
    ['', 'line 1, column 1'],
    ['{"a": 1} x', 'line 1, column 10'],
    ['// a comment\n1', 'line 1, column 1'],
    ['"open', 'line 1, column 1'],
  ])('what is no JSON is refused where it goes wrong: %s', (text, where) => {
    expect(parsePlainJson(text)).toMatchObject({ ok: false, code: 'bad-json', where });
  });

  test('brackets within a hundred thousand brackets are refused', () => {
    expect(parsePlainJson('['.repeat(100_000))).toMatchObject({ ok: false, code: 'too-nested' });
  });

  property('what is written is read as the same value', (dice) => {
    const value = (depth: number): Plain => {
      const kind = dice.whole(0, depth > 3 ? 4 : 6);
      if (kind === 0) return dice.pick([null, true, false]);
      if (kind === 1) return BigInt(dice.whole(-1000, 1000));
      if (kind === 2) return dice.pick([0.5, 3, -1e-7, 1e21, 123456.789, 1e300]);
      if (kind < 5) return dice.pick(['', 'a"b', '\\', '\n', '面🍜', '__proto__', '\u2028']) + (dice.chance(0.5) ? 'x' : '');
      const items = dice.many(0, 4, () => value(depth + 1));
      return kind === 5 ? items : new Map(items.map((item, i) => [`${dice.pick(['1', 'k', '__proto__'])}${i}`, item]));
    };
    for (let i = 0; i < 200; i++) {
      const one = value(0);
      expect(parsed(writePlainJson(one))).toEqual(one);
    }
  });
});
