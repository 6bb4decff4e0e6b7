/** Python literals as CPython's `ast.literal_eval` reads them: tests/fixtures/service/python-notation.json, made by the script beside it. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isDict, isList, type Plain } from '../../../src/core/plain.ts';
import { parsePythonLiteral } from '../../../src/core/pythonLiteral.ts';
import { floatText, repr } from '../../../src/core/pythonRepr.ts';
import { property, type Dice } from '../../tools/property.ts';

const fixture = resolve(import.meta.dirname, '../../fixtures/service/python-notation.json');
const { literals } = JSON.parse(readFileSync(fixture, 'utf8')) as { literals: ([string] | [string, unknown])[] };

/** As the fixture writes values, ints and floats told apart. */
function tagged(value: Plain): unknown {
  if (typeof value === 'bigint') return { int: String(value) };
  if (typeof value === 'number') return { float: floatText(value) };
  if (isList(value)) return value.map(tagged);
  return isDict(value) ? { dict: [...value].map(([key, held]) => [key, tagged(held)]) } : value;
}

function randomValue(dice: Dice, depth = 0): Plain {
  const kind = dice.whole(0, depth > 3 ? 4 : 6);
  if (kind === 0) return dice.pick([null, true, false]);
  if (kind === 1) return BigInt(dice.whole(-1e9, 1e9)) ** BigInt(dice.whole(0, 3));
  if (kind === 2) return dice.pick([-0, 5e-324, 1e16, Number.MAX_VALUE, dice.between(-1, 1), dice.between(-1e6, 1e6)]);
  if (kind < 5) return randomText(dice);
  const items = dice.many(0, 4, () => randomValue(dice, depth + 1));
  return kind === 5 ? items : new Map(items.map((item) => [randomText(dice), item]));
}

function randomText(dice: Dice): string {
  const sign = () => (dice.chance(0.7) ? dice.pick([...'\'"\\\n\t\r\0 ab面🍜{}[](),:#\u2028\ud800']) : String.fromCharCode(dice.whole(0, 0xffff)));
  return dice.chance(0.1) ? '__proto__' : dice.many(0, 8, sign).join('');
}

describe('values as Python writes them in source', () => {
  test.each(literals.filter((literal) => literal.length === 2))('%j is read as CPython reads it', (literal, value) => {
    const read = parsePythonLiteral(literal);
    expect(read.ok ? tagged(read.value) : read).toEqual(value);
  });

  test.each(literals.filter((literal) => literal.length === 1))('%j is refused, as by CPython', (literal) => {
    expect(parsePythonLiteral(literal)).toMatchObject({
      ok: false,
      code: 'bad-literal',
      message: expect.stringMatching(/^This is no Python value: .+ is missing\.$/) as string,
    });
  });

  test.each([
    ["{'a': 1 'b'}", 'character 9', 'a comma or }'],
    ["{'a' 1}", 'character 6', ':'],
    ["['a', oops]", 'character 7', 'a value'],
    ["'a\\xzz'", 'character 5', 'the number of a character'],
    ["[1] []", 'character 5', 'the end'],
    ['', 'character 1', 'a value'],
  ])('%j goes wrong at %s', (literal, where, missing) => {
    expect(parsePythonLiteral(literal)).toMatchObject({ ok: false, where, message: `This is no Python value: ${missing} is missing.` });
  });

  test('keys that are no texts become texts', () => {
    const read = parsePythonLiteral('{1: 2, 2.0: 3, None: 4}');
    expect(read.ok && isDict(read.value) && [...read.value.keys()]).toEqual(['1', '2.0', 'None']);
  });

  test('__proto__ is a key like any other', () => {
    const read = parsePythonLiteral("{'__proto__': {'polluted': True}}");
    expect(read.ok && isDict(read.value) && [...read.value.keys()]).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test.each(['[', '(', '{1:'])('a hundred thousand %s are refused', (opening) => {
    expect(parsePythonLiteral(opening.repeat(100_000))).toMatchObject({ ok: false, code: 'bad-literal' });
  });

  property('a value and its repr are the same', (dice) => {
    for (let i = 0; i < 500; i++) {
      const value = randomValue(dice);
      const read = parsePythonLiteral(repr(value));
      expect(read.ok ? tagged(read.value) : read, repr(value)).toEqual(tagged(value));
    }
  });

  property('whatever is damaged or made up is read or refused with its place, never thrown', (dice) => {
    for (let i = 0; i < 2000; i++) {
      const text = [...repr(randomValue(dice))];
      for (let damage = dice.whole(1, 4); damage > 0; damage--) {
        text.splice(dice.whole(0, text.length), dice.whole(0, 2), dice.pick([...'\'"\\xuUN07-+.eE[](){},:#\n ', '\\x', '\\u', '\\U', '']));
      }
      const read = parsePythonLiteral(text.join(''));
      if (!read.ok) expect(read.where).toMatch(/^character \d+$/);
    }
  });
});
