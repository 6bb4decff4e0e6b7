import { expect, test } from 'vitest';
import { TOOLS } from '../../../../src/service/catalogue/index.ts';
import { callTool } from '../../../../src/service/tools/index.ts';
import { changedColumns, composed, hashOf, type RowChange } from '../../../../src/service/world/journal.ts';
import type { World } from '../../../../src/service/world/world.ts';
import { writePlainJson } from '../../../../src/core/plainJson.ts';
import { property } from '../../../tools/property.ts';
import { dump } from '../../../tools/worldDump.ts';
import { ask, idIn, smallWorld } from '../tools/support.ts';

const ORDER = { user_id: 'U1', store_id: 'S1', product_ids: ['P1'], product_cnts: [2], address: '1 Mill Lane, Leeds', dispatch_time: '2025-06-18 12:00:00' };

test('an order is a new row of orders, of its lines and of the places met, and the ordered product as it is shown from now on', async () => {
  const world = await smallWorld();
  expect(world.journal.take()).toEqual([]);
  const id = idIn(ask(world, 'create_delivery_order', ORDER));
  const changes = world.journal.take();
  expect(changes.map(({ table, before, after }) => [table, before === null, after === null])).toEqual([
    ['order_lines', true, false],
    ['orders', true, false],
    ['places', true, false],
    ['store_products', false, false],
  ]);
  expect(changes[1]?.after?.get('order_id')).toBe(id);
  expect(changedColumns(changes[3] as RowChange)).toEqual(['ordered_attributes', 'ordered_quantity']);
  ask(world, 'cancel_delivery_order', { order_id: id });
  const cancelled = world.journal.take();
  expect(cancelled.map((change) => changedColumns(change))).toEqual([['status']]);
  const whole = composed([changes, cancelled]);
  expect(whole.map(({ table }) => table)).toEqual(['order_lines', 'orders', 'places', 'store_products']);
  expect(whole[1]).toMatchObject({ before: null });
  expect(whole[1]?.after?.get('status')).toBe('cancelled');
  world.close();
});

test('what looks up, is refused or is an error changes nothing', async () => {
  const world = await smallWorld();
  ask(world, 'delivery_store_search_recommand', { keywords: ['soup'] });
  ask(world, 'create_delivery_order', { ...ORDER, user_id: 'U2' });
  expect(callTool(world, 'create_delivery_order', { ...ORDER, product_ids: ['P9'] }).isError).toBe(true);
  expect(callTool(world, 'nothing', {}).isError).toBe(true);
  expect(world.journal.take()).toEqual([]);
  world.close();
});

test('there and back again is no change, and has the hash of no change', () => {
  const [one, two] = [new Map([['status', 'paid']]), new Map([['status', 'unpaid']])];
  const there = { table: 'orders', place: 1, before: one, after: two };
  const back = { table: 'orders', place: 1, before: two, after: one };
  expect(composed([[there], [back]])).toEqual([]);
  expect(hashOf([there, back])).toBe(hashOf([]));
  expect(hashOf([there])).not.toBe(hashOf([]));
});

property('the journal of random calls tells exactly in which rows the databases differ', async (dice) => {
  const [world, untouched] = await Promise.all([smallWorld('7'), smallWorld('7')]);
  const steps: RowChange[][] = [];
  for (let i = 0; i < 25; i++) {
    randomCall(world, dice);
    steps.push(world.journal.take());
  }
  const changes = composed(steps);
  expect(changes.length).toBeGreaterThan(0);
  const told = new Set(changes.map(({ table, place }) => `${table} ${place}`));
  const [now, before] = [world, untouched].map(({ database }) => rowsOf(dump(database)));
  for (const key of new Set([...(now?.keys() ?? []), ...(before?.keys() ?? [])])) {
    expect(told.has(key), key).toBe(now?.get(key) !== before?.get(key));
  }
  const again = composed(steps.map((step) => composed([step])));
  expect(again.map(({ after }) => writePlainJson(after))).toEqual(changes.map(({ after }) => writePlainJson(after)));
  world.close();
  untouched.close();
});

/** `table place` → the row as text. */
function rowsOf(text: string): Map<string, string> {
  return new Map(
    text.split('\n').flatMap((line) => {
      const [table = ''] = line.split(' ', 1);
      return (JSON.parse(line.slice(table.length + 1)) as unknown[][]).map((row) => [`${table} ${String(row[0])}`, JSON.stringify(row)] as const);
    }),
  );
}

/** Any tool that writes, with arguments that often fit. */
function randomCall(world: World, dice: { pick<T>(items: readonly T[]): T }): void {
  const tool = dice.pick(TOOLS.filter(({ kind }) => kind === 'write'));
  const { orders, books, reservations, stores, shops, hotels } = world.tables;
  const values: Record<string, readonly unknown[]> = {
    user_id: ['U1', 'U1', 'U2'],
    order_id: [...orders.rows().map(({ orderId }) => orderId), 'O?'],
    book_id: [...books.rows().map(({ bookId }) => bookId), 'B?'],
    reservation_id: [...reservations.rows().map(({ reservationId }) => reservationId), 'R?'],
    store_id: stores.rows().map(({ storeId }) => storeId),
    shop_id: shops.rows().map(({ shopId }) => shopId),
    hotel_id: hotels.rows().map(({ hotelId }) => hotelId),
    product_ids: [['P1'], ['P2'], ['P9']],
    product_cnts: [[1], [3]],
    address: ['1 Mill Lane, Leeds'],
    dispatch_time: ['2025-06-18 12:00:00'],
    time: ['2025-06-19 18:00:00'],
    quantity: [1, 2],
    date: ['2025-06-19'],
  };
  const given = tool.parameters.map(({ name, type }) => [name, dice.pick(values[name] ?? (type === 'integer' ? [1, 2] : ['x']))]);
  callTool(world, tool.name, Object.fromEntries(given));
}
