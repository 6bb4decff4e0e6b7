import { describe, expect, test } from 'vitest';
import { argumentsOf, draftOf, lostInForm, parsed, type Draft } from '../../../../../src/app/service/tools/arguments.ts';
import { TOOLS, toolNamed, type Parameter, type ToolEntry } from '../../../../../src/service/catalogue/index.ts';
import { Arguments, readArguments } from '../../../../../src/service/tools/arguments.ts';
import { property, type Dice } from '../../../../tools/property.ts';

const tool = (name: string) => toolNamed(name) as ToolEntry;

describe('a form', () => {
  test('lists have an item a line, numbers are numbers, and what is empty is not given', () => {
    const draft = { user_id: ' U1 ', store_id: 'S1', product_ids: 'P1\n\nP2 ', product_cnts: '1\n2', address: 'here', dispatch_time: '2025-06-18 12:00:00', note: ' ' };
    expect(argumentsOf(tool('create_delivery_order'), draft)).toEqual({
      given: { user_id: 'U1', store_id: 'S1', product_ids: ['P1', 'P2'], product_cnts: [1, 2], address: 'here', dispatch_time: '2025-06-18 12:00:00' },
      problems: {},
    });
  });

  test('what is needed and missing, and what is no number, is named', () => {
    const { problems } = argumentsOf(tool('create_delivery_order'), { user_id: 'U1', store_id: 'S1', product_ids: 'P1', product_cnts: 'two', address: 'here' });
    expect(problems).toEqual({ product_cnts: 'number', dispatch_time: 'required' });
  });

  property('of each of the 66 tools makes arguments that it takes, nulls included, and shows them again as they were', (dice) => {
    expect(TOOLS).toHaveLength(66);
    for (const entry of TOOLS) {
      const { given, problems } = argumentsOf(entry, filled(entry, dice));
      expect(problems, entry.name).toEqual({});
      expect(readArguments(entry, given), `${entry.name} ${JSON.stringify(given)}`).toBeInstanceOf(Arguments);
      const again = parsed(JSON.stringify(given));
      expect(again && argumentsOf(entry, draftOf(entry, again)).given, entry.name).toEqual(given);
      expect(again && lostInForm(entry, again), entry.name).toBe(null);
    }
  });

  test('says of a number that it is none, or not a whole one, and keeps what was typed for the arguments as JSON', () => {
    const { given, problems } = argumentsOf(tool('create_delivery_order'), { product_cnts: '2\ntwo' });
    expect([given['product_cnts'], problems['product_cnts']]).toEqual([[2, 'two'], 'number']);
    expect(argumentsOf(tool('create_delivery_order'), { product_cnts: '1\n1.5' }).problems['product_cnts']).toBe('whole');
    expect(argumentsOf(tool('delivery_distance_to_time'), { distance: '1e999' }).problems['distance']).toBe('number');
    expect(argumentsOf(tool('delivery_distance_to_time'), { distance: ' 1.5 ' })).toEqual({ given: { distance: 1.5 }, problems: {} });
  });
});

describe('arguments as JSON', () => {
  test.each(['', '{', '[]', 'null', '7', '"text"'])('%j is no object', (json) => {
    expect(parsed(json)).toBe(null);
  });

  test.each([
    ['{"user": "U1"}', 'user'],
    ['{"note": 7}', 'note'],
    ['{"note": ""}', 'note'],
    ['{"user_id": null}', 'user_id'],
    ['{"product_ids": ["P1", "two\\nlines"]}', 'product_ids[1]'],
    ['{"__proto__": {"a": 1}}', '__proto__'],
    ['{"note": null, "product_cnts": [1, "two"]}', null],
  ])('of %s the form would lose %s', (json, path) => {
    const given = parsed(json);
    expect(given && lostInForm(tool('create_delivery_order'), given)).toBe(path);
  });
});

function filled({ parameters }: ToolEntry, dice: Dice): Draft {
  const typed = parameters.filter(({ isRequired }) => isRequired || dice.chance(0.5));
  return Object.fromEntries(typed.map((parameter) => [parameter.name, parameter.isNullable && dice.chance(0.3) ? null : value(parameter, dice)]));
}

function value({ type, values }: Parameter, dice: Dice): string {
  const item = () => {
    if (values) return dice.pick(values);
    if (type === 'float') return String(dice.between(-180, 180));
    return type === 'integer' || type === 'integers' ? String(dice.whole(-9, 2 ** 40)) : dice.pick(['x', "O'Neill \"&\" <b>", '外卖 🍜', '__proto__', 'null', '7']);
  };
  return type === 'texts' || type === 'integers' ? dice.many(1, 4, () => `${item()}${dice.pick(['', ' ', '\n'])}`).join('\n') : item();
}
