import { describe, expect, test } from 'vitest';
import { argumentsOf, draftOf, type Draft } from '../../../../src/app/service/tools/arguments.ts';
import { TOOLS, toolNamed, type ToolEntry } from '../../../../src/service/catalogue/index.ts';
import { readArguments } from '../../../../src/service/tools/arguments.ts';
import { property, type Dice } from '../../../tools/property.ts';

const tool = (name: string) => toolNamed(name) as ToolEntry;

describe('arguments of a form', () => {
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

  property('of every tool, filled in with anything that fits its fields, are arguments that the tool takes', (dice) => {
    for (const entry of TOOLS) {
      const draft = randomDraft(entry, dice);
      const { given, problems } = argumentsOf(entry, draft);
      expect(problems, entry.name).toEqual({});
      expect(typeof readArguments(entry, given), `${entry.name} ${JSON.stringify(given)}`).toBe('object');
      expect(argumentsOf(entry, draftOf(entry, given)).given, entry.name).toEqual(given);
    }
  });
});

function randomDraft({ parameters }: ToolEntry, dice: Dice): Draft {
  const texts = ['x', '1 Mill Lane', "O'Neill \"&\" sons", '外卖', '__proto__'];
  const filled = parameters.filter(({ isRequired }) => isRequired || dice.chance(0.5));
  return Object.fromEntries(
    filled.map(({ name, type, values }) => {
      const one = () => (values ? dice.pick(values) : type === 'text' || type === 'texts' ? dice.pick(texts) : String(dice.whole(0, 99)));
      return [name, type === 'texts' || type === 'integers' ? dice.many(1, 3, one).join('\n') : one()];
    }),
  );
}
