/** Python's notation as CPython writes it: tests/fixtures/service/python-notation.json, made by the script beside it. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Plain } from '../../../src/core/plain.ts';
import { floatText, plainText, repr } from '../../../src/core/pythonRepr.ts';

const fixture = resolve(import.meta.dirname, '../../fixtures/service/python-notation.json');
const { floats, texts } = JSON.parse(readFileSync(fixture, 'utf8')) as Record<'floats' | 'texts', [string, string][]>;

describe('spec vita §3: values in Python\'s notation', () => {
  test('a float is spelled to the digit as CPython does', () => {
    const spelled = floats.map(([bits]) => floatText(Buffer.from(bits, 'hex').readDoubleBE()));
    expect(floats.length).toBeGreaterThan(250);
    expect(spelled).toEqual(floats.map(([, text]) => text));
  });

  test.each([
    [25, '25.0'],
    [1e-5, '1e-05'],
    [1e16, '1e+16'],
    [0.0001, '0.0001'],
    [-0, '-0.0'],
    [123456789.123, '123456789.123'],
    [5e-324, '5e-324'],
    [Number.MAX_VALUE, '1.7976931348623157e+308'],
    [-Infinity, '-inf'],
    [NaN, 'nan'],
  ])('float %s is %s', (value, text) => {
    expect(floatText(value)).toBe(text);
  });

  test('a text has the quotes and escapes that CPython gives it', () => {
    expect(texts.length).toBeGreaterThan(150);
    expect(texts.map(([text]) => repr(text))).toEqual(texts.map(([, spelled]) => spelled));
  });

  test('an int has no point, words are capitalised, and dicts keep their order', () => {
    const entries: [string, Plain][] = [['10', 30n], ['2', 30], ['__proto__', [null, true, false, []]], ["it's", new Map<string, Plain>()]];
    const value = new Map(entries);
    expect(repr(value)).toBe(`{'10': 30, '2': 30.0, '__proto__': [None, True, False, []], "it's": {}}`);
  });

  test('as str, a text is itself, and everything else its repr', () => {
    expect([plainText("it's"), plainText(["it's"]), plainText(2)]).toEqual(["it's", '["it\'s"]', '2.0']);
  });
});
