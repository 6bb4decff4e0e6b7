import { describe, expect, test } from 'vitest';
import { checkState, type StateDifference } from '../../../src/service/stateCheck.ts';
import { readTaskFile, type ServiceTask } from '../../../src/service/taskFile/index.ts';
import { callTool } from '../../../src/service/tools/index.ts';
import { World } from '../../../src/service/world/world.ts';

const USER = 'U1';
const DOOR = { address: 'No. 1 Mill Lane', longitude: 120.1, latitude: 30.2 };
const OFFICE = { address: 'Tower 9 Opposite Bank', longitude: 120.2, latitude: 30.3 };
const OLD = { order_id: 'OLD1', order_type: 'delivery', user_id: USER, store_id: 'S1', status: 'paid', total_price: 5, products: [{ product_id: 'P1', quantity: 1 }] };

const environment = {
  time: '2025-06-18 10:00:00',
  user_id: USER,
  location: [DOOR, OFFICE],
  orders: { OLD1: OLD },
  stores: {
    S1: { store_id: 'S1', name: 'Bakery', location: DOOR, products: [{ product_id: 'P1', name: 'Bun', price: 5 }, { product_id: 'P2', name: 'Roll', price: 4 }] },
  },
  shops: {
    I1: { shop_id: 'I1', shop_name: 'Bath', location: DOOR, enable_book: true, book_price: 0, products: [{ product_id: 'V1', name: 'Swim', price: 10 }, { product_id: 'V2', name: 'Sauna', price: 20 }] },
  },
};

function taskOf(...states: readonly { required_orders: unknown[]; optional_orders?: unknown[] }[]): ServiceTask {
  const raw = { id: 't', domain: 'delivery,instore', environment, evaluation_criteria: { expected_states: states } };
  const read = readTaskFile(JSON.stringify([raw]));
  if (!read.ok || !read.value[0]) throw new Error(read.ok ? 'no task' : read.message);
  return read.value[0];
}

type Call = readonly [tool: string, given: Readonly<Record<string, unknown>>];

async function verdictOn(task: ServiceTask, ...calls: readonly Call[]) {
  const world = await World.open(task, '1');
  let id = '';
  for (const [tool, given] of calls) {
    const { content, isError } = callTool(world, tool, JSON.parse(JSON.stringify(given).replaceAll('LAST', id)));
    expect(isError, content).toBe(false);
    id = /O[TI][0-9a-f]{10}/.exec(content)?.[0] ?? id;
  }
  const verdict = checkState(world.tables, task);
  world.close();
  return verdict;
}

const deliver = (given: Readonly<Record<string, unknown>> = {}): Call => [
  'create_delivery_order',
  { user_id: USER, store_id: 'S1', product_ids: ['P1'], product_cnts: [2], address: DOOR.address, dispatch_time: '2025-06-18 12:00:00', attributes: [''], ...given },
];
const buy = (product_id: string, quantity: number): Call => ['create_instore_product_order', { user_id: USER, shop_id: 'I1', product_id, quantity }];
const book = (time: string, customer_count: number): Call => ['instore_book', { user_id: USER, shop_id: 'I1', time, customer_count }];
const buns = { order_id: 'x', order_type: 'delivery', store_id: 'S1', location: DOOR, dispatch_time: '2025-06-18 12:00:00', status: 'unpaid', products: [{ product_id: 'P1', quantity: 2 }] };

const fieldsOf = ({ states }: { readonly states: readonly StateDifference[] }) => states[0]?.different.flatMap(({ fields }) => fields);

describe('spec §5, state check', () => {
  test('what is required has to be there; ids, prices, times of making and notes do not count', async () => {
    expect(await verdictOn(taskOf({ required_orders: [buns] }), deliver({ note: 'ring twice' }))).toEqual({ isMet: true, states: [{ missing: [], extra: [], different: [] }] });
    expect((await verdictOn(taskOf({ required_orders: [buns] }))).states[0]?.missing).toMatchObject([{ kind: 'delivery', placeId: 'S1', products: [{ productId: 'P1', count: 2 }] }]);
  });

  test.each([
    ['products', deliver({ product_ids: ['P2'] })],
    ['products', deliver({ product_cnts: [3] })],
    ['time', deliver({ dispatch_time: '2025-06-18 12:00:01' })],
    ['door', deliver({ address: OFFICE.address })],
  ])('another value of the %s is told', async (field, call) => {
    expect(fieldsOf(await verdictOn(taskOf({ required_orders: [buns] }), call))).toEqual([field]);
  });

  test('a space after an id in a state does not count', async () => {
    const spaced = { ...buns, store_id: 'S1 ', products: [{ product_id: 'P1 ', quantity: 2 }] };
    expect((await verdictOn(taskOf({ required_orders: [spaced] }), deliver())).isMet).toBe(true);
  });

  test('a wanted attribute has to be among those given', async () => {
    const task = taskOf({ required_orders: [{ ...buns, products: [{ product_id: 'P1', quantity: 2, attributes: 'No sesame' }] }] });
    expect((await verdictOn(task, deliver({ attributes: ['warm, no sesame'] }))).isMet).toBe(true);
    expect(fieldsOf(await verdictOn(task, deliver()))).toEqual(['products']);
  });

  test.each([['processed', 'pay', true], ['in-progress', null, true], ['in-progress', 'cancel', false], ['paid', null, false], ['paid', 'pay', true], ['unpaid', 'pay', false]])(
    'where %s is wanted, an order after %s is enough: %s',
    async (status, then, isMet) => {
      const calls = then === null ? [] : [[`${then}_delivery_order`, { order_id: 'LAST' }] as const];
      expect((await verdictOn(taskOf({ required_orders: [{ ...buns, status }] }), deliver(), ...calls)).isMet).toBe(isMet);
    },
  );

  test('what nobody wants is an extra, unless it is optional or cancelled again', async () => {
    const second = deliver({ product_ids: ['P2'] });
    const task = taskOf({ required_orders: [buns] });
    expect((await verdictOn(task, deliver(), second)).states[0]?.extra).toMatchObject([{ products: [{ productId: 'P2' }] }]);
    expect((await verdictOn(task, deliver(), second, ['cancel_delivery_order', { order_id: 'LAST' }])).isMet).toBe(true);
    const optional = { ...buns, products: [{ product_id: 'P2', quantity: 2 }] };
    expect((await verdictOn(taskOf({ required_orders: [buns], optional_orders: [optional] }), deliver(), second)).isMet).toBe(true);
  });

  test('what came with the task is no extra and stands in for nothing new, but has to stand as it came unless it is named', async () => {
    const same = { ...OLD, order_id: 'new' };
    expect((await verdictOn(taskOf({ required_orders: [same] }))).isMet).toBe(false);
    const cancel: Call = ['cancel_delivery_order', { order_id: 'OLD1' }];
    expect(fieldsOf(await verdictOn(taskOf({ required_orders: [] }), cancel))).toEqual(['status']);
    const cancelled = taskOf({ required_orders: [{ ...OLD, status: 'cancelled' }] });
    expect((await verdictOn(cancelled, cancel)).isMet).toBe(true);
    expect(fieldsOf(await verdictOn(cancelled))).toEqual(['status']);
  });

  test('one of several states is enough, and each is reported', async () => {
    const rolls = { ...buns, products: [{ product_id: 'P2', quantity: 2 }] };
    const { isMet, states } = await verdictOn(taskOf({ required_orders: [rolls] }, { required_orders: [buns] }), deliver());
    expect(isMet).toBe(true);
    expect(states.map(({ different }) => different.length)).toEqual([1, 0]);
  });

  test('an order that suits two wishes goes to the one that has no other', async () => {
    const anyTime = { ...buns, dispatch_time: '' };
    expect((await verdictOn(taskOf({ required_orders: [anyTime, buns] }), deliver(), deliver({ dispatch_time: '2025-06-18 15:00:00' }))).isMet).toBe(true);
  });

  test('an order in a shop is compared line by line, each with its own count although the world shows the last', async () => {
    const lines = [{ product_id: 'V1', quantity: 3 }, { product_id: 'V2', quantity: 1 }, { product_id: 'V1', quantity: 1 }];
    const task = taskOf({ required_orders: [{ order_id: 'x', order_type: 'instore', store_id: 'I1', status: 'unpaid', products: lines }] });
    expect((await verdictOn(task, buy('V1', 3), buy('V2', 1), buy('V1', 1))).isMet).toBe(true);
    expect((await verdictOn(task, buy('V1', 1), buy('V2', 1), buy('V1', 1))).isMet).toBe(false);
  });

  test('a booking is told by its key, and its time and guests count; a reservation is another thing', async () => {
    const table = { book_id: 'x', shop_id: 'I1', book_time: '2025-06-20 18:00:00', customer_count: 2, status: 'paid' };
    const task = taskOf({ required_orders: [table] });
    expect((await verdictOn(task, book('2025-06-20 18:00:00', 2))).isMet).toBe(true);
    expect(fieldsOf(await verdictOn(task, book('2025-06-20 19:00:00', 3)))).toEqual(['time', 'guests']);
    const visit: Call = ['instore_reservation', { user_id: USER, shop_id: 'I1', time: '2025-06-20 18:00:00', customer_count: 2 }];
    expect((await verdictOn(task, visit)).isMet).toBe(false);
    const { book_time: reservation_time, ...rest } = table;
    const paidVisit = taskOf({ required_orders: [{ ...rest, book_id: undefined, reservation_id: 'x', reservation_time }] });
    expect((await verdictOn(paidVisit, visit)).isMet).toBe(true);
  });

  test('a task without expected states asks for nothing', async () => {
    expect(await verdictOn(taskOf(), deliver())).toEqual({ isMet: true, states: [] });
  });
});
