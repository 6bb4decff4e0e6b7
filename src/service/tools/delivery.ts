/** Food delivery (spec vita §3): stores, their products, and orders that are brought to an address. */
import { BLANK_LINE } from '../world/load.ts';
import { formatTime, LAST_TIME, parseTime, plusMinutes } from '../world/clock.ts';
import { deliveryMinutes, distanceBetween } from '../world/geography.ts';
import type { OrderRow, StoreProductRow } from '../world/tables.ts';
import type { World } from '../world/world.ts';
import { raise, say, type Answer } from './answer.ts';
import type { Arguments } from './arguments.ts';
import { formatListedProduct, formatOrderBriefly, formatStore, formatStoreProduct } from './format.ts';
import type { Implementations } from './implementation.ts';
import { newOrder, orderOf, ordersOf, refuseUser, setStatus, showOrder } from './orders.ts';

export const delivery = {
  get_delivery_store_info({ tables }, given) {
    const storeId = given.text('store_id');
    const store = tables.stores.first({ storeId });
    if (!store) return raise(`Store ${storeId} not found`);
    const products = tables.storeProducts.rows({ listedIn: storeId }).map(formatListedProduct);
    return say(`${formatStore(store)}, products=${products.join('\n')}`);
  },

  get_delivery_product_info({ tables }, given) {
    const productId = given.text('product_id');
    const product = tables.storeProducts.first({ productId });
    return product ? say(formatStoreProduct(product)) : raise(`${productId} not found`);
  },

  delivery_store_search_recommand({ tables, searches }, given) {
    const found = searches.stores(given.texts('keywords').join(''));
    return say(found.map((place) => formatStore(tables.stores.at(place))).join('\n'));
  },

  delivery_product_search_recommand({ tables, searches }, given) {
    const found = searches.storeProducts(given.texts('keywords').join(''));
    return say(found.map((place) => formatStoreProduct(tables.storeProducts.at(place))).join('\n'));
  },

  create_delivery_order: order,

  pay_delivery_order: (world, given) =>
    withOrder(world, given, ({ orderId, status }) => {
      if (status !== 'unpaid') return say('Order is not in `unpaid` status.');
      setStatus(world, orderId, 'paid');
      return say('Payment successful');
    }),

  get_delivery_order_status: (world, given) => withOrder(world, given, ({ status }) => say(status)),

  cancel_delivery_order: (world, given) =>
    withOrder(world, given, ({ orderId, status }) => {
      if (status === 'cancelled') return say(`Order ${orderId} is already cancelled`);
      world.tables.orders.update({ orderId }, { status: 'cancelled' });
      return say(`Order ${orderId} has been cancelled.`);
    }),

  modify_delivery_order: (world, given) =>
    withOrder(world, given, ({ orderId }) => {
      world.tables.orders.update({ orderId }, { note: given.text('note') });
      return say(`Order ${orderId} has been modified.`);
    }),

  search_delivery_orders(world, given) {
    const userId = given.text('user_id');
    const status = given.optionalText('status');
    const refusal = refuseUser(world, userId);
    if (refusal) return say(refusal);
    const found = ordersOf(world, userId, 'delivery').filter((each) => status === null || each.status === status);
    return say(found.length > 0 ? found.map(formatOrderBriefly).join('\n') : 'No delivery orders available');
  },

  get_delivery_order_detail(world, given) {
    if (given.text('order_id') === '') return say('Order ID cannot be empty');
    return withOrder(world, given, (found) => say(showOrder(world, found)));
  },
} satisfies Partial<Implementations>;

function withOrder(world: World, given: Arguments, use: (found: OrderRow) => Answer): Answer {
  const orderId = given.text('order_id');
  const found = orderOf(world, orderId);
  if (!found) return raise(`Order ${orderId} not found`);
  return found.orderType === 'delivery' ? use(found) : raise(`Order ${orderId} is not a delivery order`);
}

function order(world: World, given: Arguments): Answer {
  const { tables } = world;
  const refusal = refuseUser(world, given.text('user_id'));
  if (refusal) return say(refusal);
  const storeId = given.text('store_id');
  const store = tables.stores.first({ storeId });
  if (!store) return say(`Store ${storeId} not found`);
  const productIds = given.texts('product_ids');
  const products: StoreProductRow[] = [];
  for (const productId of productIds) {
    const product = tables.storeProducts.first({ productId });
    if (!product) return raise(`${productId} not found`);
    products.push(product);
  }
  const address = given.text('address');
  if (address === '') return say('Location  is empty');
  const counts = given.numbers('product_cnts');
  if (counts.length !== products.length || counts.some((count) => count <= 0)) {
    return say(`product_cnts [${counts.join(', ')}] list is invalid`);
  }
  const dispatchText = given.text('dispatch_time');
  const dispatch = parseTime(dispatchText);
  if (dispatch === null) return say(`dispatch_time ${dispatchText} time format is invalid, yyyy-mm-dd HH:MM:SS required`);
  if (dispatch < world.now) return say(`dispatch_time ${dispatchText} must be in the future`);
  const place = world.whereabouts.resolve(address);
  if (!place) return raise(`Longitude and latitude not found for address ${address}`);

  const attributes = given.texts('attributes');
  const minutes = deliveryMinutes(distanceBetween(store, place));
  const arrival = plusMinutes(dispatch, minutes);
  if (!(arrival <= LAST_TIME)) return raise(`dispatch_time ${dispatchText} is too late, or the address too far`);
  const lines = products.map((product, i) => ({ ...product, quantity: counts[i] ?? 0, attributes: attributes[i] ?? '' }));
  const total = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const orderId = world.newId('OT');
  tables.orders.insert({
    ...newOrder(world, 'delivery', storeId, total),
    ...place,
    orderId,
    dispatchTime: dispatchText,
    shippingTime: minutes,
    deliveryTime: formatTime(arrival),
    note: given.optionalText('note') ?? '',
  });
  for (const line of lines) {
    tables.orderLines.insert({ ...BLANK_LINE, ...line, orderId });
    tables.storeProducts.update({ productId: line.productId }, { orderedQuantity: line.quantity, orderedAttributes: line.attributes });
  }
  tables.places.insert(place);
  return say(showOrder(world, orderOf(world, orderId) as OrderRow));
}
