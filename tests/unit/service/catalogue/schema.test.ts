/** The JSON Schemas for function calling. */
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../src/core/json.ts';
import type { Tool } from '../../../../src/models/types.ts';
import { toolNamed, TOOLS, type ToolName } from '../../../../src/service/catalogue/index.ts';
import { functionTool } from '../../../../src/service/catalogue/schema.ts';
import type { Language } from '../../../../src/service/types.ts';

const languages: Language[] = ['english', 'chinese'];

function schema(name: ToolName, language: Language = 'english'): Tool {
  const entry = toolNamed(name);
  if (!entry) throw new Error(`No tool ${name}`);
  return functionTool(entry, language);
}

const WORDS = ['type', 'items', 'enum', 'default', 'description'];
const TYPES = ['string', 'integer', 'number', 'array', 'null'];

/** What is wrong with a property's schema, as far as the few words that are used go. */
function faults(property: JsonObject): string[] {
  const types = [property['type']].flat() as string[];
  const values = (property['enum'] ?? []) as Json[];
  const isOf = (value: Json | undefined) =>
    types.some((type) => (type === 'null' ? value === null : type === 'integer' ? Number.isInteger(value) : typeof value === type));
  const checks: [string, boolean][] = [
    ['a word that is not used elsewhere', Object.keys(property).every((key) => WORDS.includes(key))],
    ['a type that is none', types.every((type) => TYPES.includes(type))],
    ['items go with an array', types.includes('array') === 'items' in property],
    ['a default of another type', !('default' in property) || isOf(property['default'])],
    ['an allowed value of another type', values.every(isOf)],
    ['a default that is not allowed', values.length === 0 || values.some((value) => value === property['default'])],
    ['no description', typeof property['description'] === 'string'],
  ];
  return checks.filter(([, holds]) => !holds).map(([fault]) => fault);
}

test.each(TOOLS.map(({ name }) => name))('%s: a closed object of well-formed properties that is plain JSON', (name) => {
  for (const language of languages) {
    const tool = schema(name, language);
    const { type, properties, required, additionalProperties } = tool.parameters;
    expect([type, additionalProperties]).toEqual(['object', false]);
    for (const [key, property] of Object.entries(properties as JsonObject)) {
      expect(faults(property as JsonObject), key).toEqual([]);
      expect('default' in (property as JsonObject), key).toBe(!(required as string[]).includes(key));
    }
    expect(Object.keys(properties as JsonObject)).toEqual(expect.arrayContaining(required as string[]));
    expect(JSON.parse(JSON.stringify(tool))).toEqual(tool);
  }
});

test('allowed words, lists and what may be null are spelled out', () => {
  expect(schema('search_hotel_order').parameters).toMatchObject({
    required: ['user_id'],
    properties: { status: { type: ['string', 'null'], enum: ['unpaid', 'paid', 'cancelled', null], default: 'paid' } },
  });
  expect(schema('create_delivery_order').parameters).toMatchObject({
    properties: {
      product_cnts: { type: 'array', items: { type: 'integer' } },
      attributes: { type: ['array', 'null'], items: { type: 'string' }, default: null },
    },
  });
  expect(schema('get_user_all_orders').parameters).toMatchObject({ properties: {}, required: [] });
});

test('the description ends with what must hold before and what holds after', () => {
  expect(schema('pay_delivery_order').description).toBe(
    'Pays for a delivery order.\nPrecondition: The delivery order exists and its status is unpaid.\nPostcondition: The status of the delivery order is paid.',
  );
  expect(schema('pay_delivery_order', 'chinese').description).toMatch(/^支付外卖订单。\n前置条件：.+\n后置条件：.+$/);
});
