/** The dependency graph of the tools, and that results tell what it builds on. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { density, edgesOf } from '../../../../src/service/catalogue/graph.ts';
import { toolNamed, TOOLS, toolsOf, type ToolName } from '../../../../src/service/catalogue/index.ts';
import type { Domain } from '../../../../src/service/types.ts';
import { shared } from '../../../tools/shared.ts';

const edges = edgesOf(TOOLS);
const parametersOf = (from: ToolName, to: ToolName) => edges.find((edge) => edge.from === from && edge.to === to)?.parameters ?? [];

test('an edge joins two tools, once, and names parameters of the second', () => {
  const pairs = edges.map(({ from, to }) => `${from} ${to}`);
  expect(new Set(pairs).size).toBe(pairs.length);
  for (const { from, to, parameters } of edges) {
    expect(from).not.toBe(to);
    expect(toolNamed(from)?.yields, from).not.toEqual([]);
    expect(parameters.length).toBeGreaterThan(0);
    expect(toolNamed(to)?.parameters.map(({ name }) => name)).toEqual(expect.arrayContaining([...parameters]));
  }
});

test.each<[ToolName, ToolName, string[]]>([
  ['delivery_store_search_recommand', 'get_delivery_store_info', ['store_id']],
  ['get_delivery_store_info', 'create_delivery_order', ['product_ids', 'address', 'attributes']],
  ['create_delivery_order', 'pay_delivery_order', ['order_id']],
  ['longitude_latitude_to_distance', 'delivery_distance_to_time', ['distance']],
  ['address_to_longitude_latitude', 'get_nearby', ['longitude', 'latitude']],
  ['address_to_longitude_latitude', 'longitude_latitude_to_distance', ['longitude1', 'latitude1', 'longitude2', 'latitude2']],
  ['get_holiday_date', 'weather', ['date_start', 'date_end']],
  ['instore_shop_search_recommend', 'instore_book', ['shop_id']],
  ['instore_book', 'pay_instore_book', ['book_id']],
  ['instore_reservation', 'instore_modify_reservation', ['reservation_id']],
  ['get_ota_train_info', 'create_train_order', ['seat_id', 'date']],
  ['create_train_order', 'modify_train_order', ['order_id']],
  // An order of another kind is no use, nor is the seat of a flight in a train.
  ['create_train_order', 'pay_flight_order', []],
  ['get_ota_flight_info', 'create_train_order', ['date']],
  ['create_delivery_order', 'pay_instore_order', []],
  ['instore_book', 'instore_cancel_reservation', []],
  ['pay_delivery_order', 'get_delivery_order_status', []],
])('%s feeds %s with %j', (from, to, parameters) => {
  expect(parametersOf(from, to)).toEqual(parameters);
});

test.each<Domain[][]>([[['delivery']], [['instore']], [['ota']], [['delivery', 'instore', 'ota']]])('spec §6: the density of %j is a share', (domains) => {
  const tools = toolsOf(domains);
  const counted = edgesOf(tools).length / (tools.length * (tools.length - 1));
  expect(density(tools)).toBe(counted);
  expect(counted).toBeGreaterThan(0);
  expect(counted).toBeLessThan(1);
});

test('no tool or one has density 0', () => {
  expect(density([])).toBe(0);
  expect(density(TOOLS.slice(0, 1))).toBe(0);
});

interface World {
  readonly calls: readonly { tool: string; error: boolean; content: string }[];
}

const golden = shared('golden/vita');

describe.runIf(golden !== null)('what the recorded answers show is what the catalogue says that they tell', () => {
  const files = golden === null ? [] : ['calls', 'probe-calls'].map((name) => join(golden, `${name}.jsonl.gz`));
  const worlds = files.flatMap((file) => gunzipSync(readFileSync(file)).toString().trim().split('\n')).map((line) => JSON.parse(line) as World);

  /** By which key an answer shows a kind, where the key stands for one kind only. */
  const keys = {
    store_id: 'store',
    shop_id: 'shop',
    hotel_id: 'hotel',
    flight_id: 'flight',
    train_id: 'train',
    room_id: 'room',
    book_id: 'booking',
    reservation_id: 'reservation',
    '(?:user|customer)_id': 'user',
    longitude: 'longitude',
    date: 'date',
    departure_city: 'city',
    attributes: 'attribute',
  } as const;

  // The general tools answer bare values, and the customer's habits are of free form.
  const tools = TOOLS.filter(({ name, kind }) => kind !== 'general' && name !== 'get_user_historical_behaviors');

  test.each(tools)('$name', ({ name, parameters, yields }) => {
    const said = parameters.flatMap(({ takes }) => takes);
    const answers = worlds.flatMap(({ calls }) => calls).filter((call) => call.tool === name && !call.error);
    expect(answers.length).toBeGreaterThan(0);
    for (const [key, kind] of Object.entries(keys).filter(([, each]) => !said.includes(each))) {
      const pattern = new RegExp(`\\b${key}[=:]`);
      expect(answers.some(({ content }) => pattern.test(content)), kind).toBe(yields.includes(kind));
    }
  });
});
