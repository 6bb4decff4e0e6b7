/** What tools change, oddities of edition 2025 included (spec vita §3, "Effects"; quoted in the titles). */
import { describe, expect, test } from 'vitest';
import type { World } from '../../../../src/service/world/world.ts';
import { ask, idIn, smallWorld } from './support.ts';

const USER = { user_id: 'U1' };
const LUNCH = { ...USER, store_id: 'S1', product_ids: ['P1'], product_cnts: [4], address: '1 Mill Lane, Leeds', dispatch_time: '2025-06-18 12:00:00', attributes: ['cold'] };
const SEAT = { ...USER, train_id: 'N1', seat_id: 'E1', date: '2025-06-19', quantity: 1 };

function seats(world: World): number[] {
  return world.tables.trainSeats.rows().map(({ quantity }) => quantity);
}

describe('delivery', () => {
  test('"a store order makes the ordered line the record that look-ups and product search return, while the store\'s own listing keeps the original"', async () => {
    const world = await smallWorld();
    ask(world, 'create_delivery_order', LUNCH);
    const ordered = 'product_id=P1, attributes=cold, quantity=4,';
    expect(ask(world, 'get_delivery_product_info', { product_id: 'P1' })).toContain(ordered);
    expect(ask(world, 'delivery_product_search_recommand', { keywords: ['pea'] })).toContain(ordered);
    expect(ask(world, 'get_delivery_store_info', { store_id: 'S1' })).toContain('product_id=P1, attributes=hot, cold, quantity=9,');
    world.close();
  });

  test('"cancel and modify keep update_time", paying sets it, and "a cancelled delivery order can still be modified"', async () => {
    const world = await smallWorld();
    const order_id = 'O1';
    ask(world, 'cancel_delivery_order', { order_id });
    expect(ask(world, 'modify_delivery_order', { order_id, note: 'no salt' })).toBe('Order O1 has been modified.');
    expect(world.tables.orders.first({ orderId: order_id })).toMatchObject({ status: 'cancelled', note: 'no salt', updateTime: '' });
    const paid = idIn(ask(world, 'create_delivery_order', LUNCH));
    world.tables.orders.update({ orderId: paid }, { updateTime: 'before' });
    ask(world, 'pay_delivery_order', { order_id: paid });
    expect(world.tables.orders.first({ orderId: paid })).toMatchObject({ status: 'paid', updateTime: world.time });
    world.close();
  });

  test('an order whose arrival no date can tell is refused, and changes nothing', async () => {
    const world = await smallWorld();
    world.tables.places.insert({ address: 'Nowhere', longitude: 0, latitude: 1e308 });
    expect(() => ask(world, 'create_delivery_order', { ...LUNCH, dispatch_time: '9999-12-31 23:59:59' })).toThrow('too late');
    expect(() => ask(world, 'create_delivery_order', { ...LUNCH, address: 'Nowhere' })).toThrow('the address too far');
    expect(world.tables.orders.rows()).toHaveLength(1);
    world.close();
  });
});

describe('in-store', () => {
  test('"an in-store order sets the shared shop product\'s quantity to the ordered count, so earlier orders show it too"', async () => {
    const world = await smallWorld();
    const buy = (quantity: number) => ask(world, 'create_instore_product_order', { ...USER, shop_id: 'B1', product_id: 'C1', quantity });
    expect(buy(2)).toContain('quantity=2,');
    buy(5);
    const [earlier, later] = ask(world, 'get_instore_orders', USER).split('\n');
    expect([earlier, later].map((line) => /quantity=\d+/.exec(line ?? '')?.[0])).toEqual(['quantity=5', 'quantity=5']);
    expect([earlier, later].map((line) => /total_price:[\d.]+/.exec(line ?? '')?.[0])).toEqual(['total_price:40.0', 'total_price:100.0']);
    world.close();
  });

  test('"a changed reservation without a count gets 0"', async () => {
    const world = await smallWorld();
    const changed = ask(world, 'instore_modify_reservation', { reservation_id: 'R1', time: '2025-06-20 09:00:00' });
    expect(changed).toContain('reservation_time=2025-06-20 09:00:00, customer_id=U1, customer_count=0,');
    world.close();
  });
});

describe('travel', () => {
  test('"an unknown room makes a hotel order with no lines and total 0.0"', async () => {
    const world = await smallWorld();
    const made = ask(world, 'create_hotel_order', { ...USER, hotel_id: 'H1', room_id: 'no such room' });
    expect(made).toMatch(/total_price:0\.0, .*products:\[\]\)$/);
    world.close();
  });

  test('"travel orders take stock, cancelling never returns it"', async () => {
    const world = await smallWorld();
    const order_id = idIn(ask(world, 'create_train_order', { ...SEAT, quantity: 2 }));
    expect(seats(world)).toEqual([0, 2, 2]);
    expect(ask(world, 'create_train_order', SEAT)).toBe('Insufficient seat inventory for the specified date');
    ask(world, 'cancel_train_order', { ...USER, order_id });
    expect(seats(world)).toEqual([0, 2, 2]);
    world.close();
  });

  test('"changing a date does" return stock, and "a price rise on a change makes the order unpaid again"', async () => {
    const world = await smallWorld();
    const order_id = idIn(ask(world, 'create_train_order', SEAT));
    const change = (new_date: string) => ask(world, 'modify_train_order', { ...USER, order_id, new_date });
    expect(change('2025-06-20')).toBe('Only paid orders can be modified, current status: unpaid');
    ask(world, 'pay_train_order', { order_id });
    expect(change('2025-06-20')).toBe('Modification successful, price difference: -10.0, refunded');
    expect([seats(world), world.tables.orders.first({ orderId: order_id })?.status]).toEqual([[2, 1, 2], 'paid']);
    expect(change('2025-06-21')).toContain('need to pay additional amount: 25.0');
    expect([seats(world), world.tables.orders.first({ orderId: order_id })?.status]).toEqual([[2, 2, 1], 'unpaid']);
    world.close();
  });

  test('a change to a day without enough seats leaves the stock of both days', async () => {
    const world = await smallWorld();
    const order_id = idIn(ask(world, 'create_train_order', SEAT));
    ask(world, 'pay_train_order', { order_id });
    world.tables.trainSeats.update({ date: '2025-06-20' }, { quantity: 0 });
    expect(ask(world, 'modify_train_order', { ...USER, order_id, new_date: '2025-06-20' })).toBe('Insufficient seat inventory for the specified date');
    expect(seats(world)).toEqual([1, 0, 2]);
    world.close();
  });

  test('"`pay_*_order` of travel checks no type"', async () => {
    const world = await smallWorld();
    const order_id = idIn(ask(world, 'create_delivery_order', LUNCH));
    expect(ask(world, 'pay_flight_order', { order_id })).toBe('Payment successful');
    expect(ask(world, 'get_delivery_order_status', { order_id })).toBe('paid');
    world.close();
  });
});

test('ids "are derived from the task, the trial\'s seed and a counter, so that a replay agrees"', async () => {
  const ids = async (seed: string) => {
    const world = await smallWorld(seed);
    const made = [
      ask(world, 'create_delivery_order', LUNCH),
      ask(world, 'create_train_order', SEAT),
      ask(world, 'instore_book', { ...USER, shop_id: 'B1', time: '2025-06-20 09:00:00', customer_count: 1 }),
      ask(world, 'instore_reservation', { ...USER, shop_id: 'B1', time: '2025-06-20 09:00:00', customer_count: 1 }),
    ].map(idIn);
    world.close();
    return made;
  };
  const first = await ids('0');
  expect(first.map((id) => id.slice(0, 2))).toEqual(['OT', 'OO', 'OI', 'OI']);
  expect(await ids('0')).toEqual(first);
  expect(new Set([...first, ...(await ids('1'))].map((id) => id.slice(2))).size).toBe(8);
});
