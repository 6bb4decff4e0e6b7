/** Consumption in a shop (spec vita §3): products bought ahead, tables booked, visits reserved. */
import { parseTime } from '../world/clock.ts';
import { BLANK_LINE } from '../world/load.ts';
import type { BookRow, OrderRow, ReservationRow } from '../world/tables.ts';
import type { World } from '../world/world.ts';
import { raise, say, type Answer } from './answer.ts';
import type { Arguments } from './arguments.ts';
import { formatBook, formatReservation, formatShop, formatShopProduct } from './format.ts';
import type { Implementations } from './implementation.ts';
import { newOrder, orderOf, ordersOf, refuseUser, setStatus, showOrder, showOrders } from './orders.ts';

export const instore = {
  instore_shop_search_recommend({ tables, searches }, given) {
    const found = searches.shops(given.texts('keywords').join(''));
    return say(found.map((place) => formatShop(tables.shops.at(place))).join('\n'));
  },

  instore_product_search_recommend({ tables, searches }, given) {
    const found = searches.shopProducts(given.texts('keywords').join(''));
    return say(found.map((place) => formatShopProduct(tables.shopProducts.at(place))).join('\n'));
  },

  create_instore_product_order: order,

  pay_instore_order: (world, given) =>
    withOrder(world, given, ({ orderId, status }) => {
      if (status !== 'unpaid') return say(`Order ${orderId} is not in \`unpaid\` status.`);
      setStatus(world, orderId, 'paid');
      return say('Payment successful');
    }),

  instore_cancel_order: (world, given) =>
    withOrder(world, given, ({ orderId, status }) => {
      if (status === 'cancelled') return say(`Order ${orderId} is already cancelled.`);
      setStatus(world, orderId, 'cancelled');
      return say(`Order ${orderId} is cancelled.`);
    }),

  instore_book: book,

  pay_instore_book: (world, given) =>
    withBook(world, given, ({ bookId, status }) => {
      if (status !== 'unpaid') return say(`BookInfo ${bookId} is not in \`unpaid\` status.`);
      world.tables.books.update({ bookId }, { status: 'paid', updateTime: world.time });
      return say('Payment successful');
    }),

  instore_cancel_book: (world, given) =>
    withBook(world, given, ({ bookId, status }) => {
      if (status === 'cancelled') return say(`BookInfo ${bookId} is already cancelled.`);
      world.tables.books.update({ bookId }, { status: 'cancelled', updateTime: world.time });
      return say(`BookInfo ${bookId} is cancelled.`);
    }),

  instore_reservation: reserve,

  instore_modify_reservation: (world, given) =>
    withReservation(world, given, (found) => {
      const { reservationId } = found;
      if (found.status === 'cancelled') return say(`ReservationInfo ${reservationId} is already cancelled.`);
      const customerCount = given.number('customer_count');
      if (customerCount < 0) return say('Number of customers for reservation must be greater than or equal to 0');
      const reservationTime = given.text('time');
      if (reservationTime === '') return say('Reservation time cannot be empty');
      if (parseTime(reservationTime) === null) return say(RESERVATION_FORMAT);
      const changes = { reservationTime, customerCount, updateTime: world.time };
      world.tables.reservations.update({ reservationId }, changes);
      return say(formatReservation({ ...found, ...changes }));
    }),

  instore_cancel_reservation: (world, given) =>
    withReservation(world, given, ({ reservationId, status }) => {
      if (status === 'cancelled') return say(`ReservationInfo ${reservationId} is already cancelled.`);
      world.tables.reservations.update({ reservationId }, { status: 'cancelled', updateTime: world.time });
      return say(`ReservationInfo ${reservationId} is cancelled.`);
    }),

  get_instore_orders: (world, given) =>
    ofUser(world, given, 'order', (userId) => showOrders(world, ordersOf(world, userId, 'instore'))),

  get_instore_reservations: (world, given) => ofUser(world, given, 'reservation', (userId) => reservationsOf(world, userId)),

  get_instore_books: (world, given) => ofUser(world, given, 'book', (userId) => booksOf(world, userId)),

  search_instore_book(world, given) {
    const bookId = given.optionalText('book_id');
    const refusal = refuseUser(world, given.text('user_id'));
    if (refusal) return say(refusal);
    if (bookId === null) return ofUser(world, given, 'book', (userId) => booksOf(world, userId));
    const found = world.tables.books.first({ bookId });
    return found ? say(formatBook(found)) : raise(`BookInfo ${bookId} not found`);
  },

  search_instore_reservation(world, given) {
    const reservationId = given.optionalText('reservation_id');
    const refusal = refuseUser(world, given.text('user_id'));
    if (refusal) return say(refusal);
    if (reservationId === null) return ofUser(world, given, 'reservation', (userId) => reservationsOf(world, userId));
    const found = world.tables.reservations.first({ reservationId });
    return found ? say(formatReservation(found)) : raise(`ReservationInfo ${reservationId} not found`);
  },
} satisfies Partial<Implementations>;

const BOOKING_FORMAT = 'Table booking time format is incorrect, correct format is %Y-%m-%d %H:%M:%S';
const RESERVATION_FORMAT = 'Reservation time format is incorrect, correct format is %Y-%m-%d %H:%M:%S';

function order(world: World, given: Arguments): Answer {
  const { tables } = world;
  const refusal = refuseUser(world, given.text('user_id'));
  if (refusal) return say(refusal);
  const shopId = given.text('shop_id');
  if (!tables.shops.first({ shopId })) return say('Shop does not exist');
  const product = tables.shopProducts.first({ productId: given.text('product_id'), listedIn: shopId });
  if (!product) return say('Product does not exist');
  const quantity = given.number('quantity');
  if (quantity <= 0) return say('Quantity must be greater than 0');
  const orderId = world.newId('OI');
  const { productId } = product;
  tables.orders.insert({ ...newOrder(world, 'instore', shopId, product.price * quantity), orderId });
  tables.orderLines.insert({ ...BLANK_LINE, orderId, productId });
  tables.shopProducts.update({ productId, listedIn: shopId }, { quantity });
  return say(showOrder(world, orderOf(world, orderId) as OrderRow));
}

function book(world: World, given: Arguments): Answer {
  const { tables } = world;
  const userId = given.text('user_id');
  const refusal = refuseUser(world, userId);
  if (refusal) return say(refusal);
  const shopId = given.text('shop_id');
  const shop = tables.shops.first({ shopId });
  if (!shop) return say('Shop does not exist');
  const customerCount = given.number('customer_count');
  if (customerCount <= 0) return say('Number of customers for table booking must be greater than 0');
  const bookTime = given.text('time');
  if (bookTime === '') return say('Table booking time cannot be empty');
  if (parseTime(bookTime) === null) return say(BOOKING_FORMAT);
  if (!shop.enableBook) return say('Shop does not support table booking');
  const { bookPrice } = shop;
  const made: BookRow = {
    bookId: world.newId('OI'),
    shopId,
    bookTime,
    customerId: userId,
    customerCount,
    bookPrice,
    status: bookPrice > 0 ? 'unpaid' : 'paid',
    updateTime: world.time,
  };
  tables.books.insert(made);
  return say(formatBook(made));
}

function reserve(world: World, given: Arguments): Answer {
  const { tables } = world;
  const userId = given.text('user_id');
  const refusal = refuseUser(world, userId);
  if (refusal) return say(refusal);
  const shopId = given.text('shop_id');
  if (!tables.shops.first({ shopId })) return say('Shop does not exist');
  const reservationTime = given.text('time');
  if (parseTime(reservationTime) === null) return say(RESERVATION_FORMAT);
  const customerCount = given.number('customer_count');
  if (customerCount <= 0) return say('Number of customers for reservation must be greater than 0');
  const made: ReservationRow = {
    reservationId: world.newId('OI'),
    shopId,
    reservationTime,
    customerId: userId,
    customerCount,
    status: 'unconsumed',
    updateTime: world.time,
  };
  tables.reservations.insert(made);
  return say(formatReservation(made));
}

function withOrder(world: World, given: Arguments, use: (found: OrderRow) => Answer): Answer {
  const orderId = given.text('order_id');
  if (orderId === '') return say('Order ID cannot be empty');
  const found = orderOf(world, orderId);
  if (!found) return raise(`Order ${orderId} not found`);
  return found.orderType === 'instore' ? use(found) : raise(`Order ${orderId} is not an instore order`);
}

function withBook({ tables }: World, given: Arguments, use: (found: BookRow) => Answer): Answer {
  const bookId = given.text('book_id');
  if (bookId === '') return say('Booking ID cannot be empty');
  const found = tables.books.first({ bookId });
  return found ? use(found) : raise(`BookInfo ${bookId} not found`);
}

function withReservation({ tables }: World, given: Arguments, use: (found: ReservationRow) => Answer): Answer {
  const reservationId = given.text('reservation_id');
  if (reservationId === '') return say('Reservation ID cannot be empty');
  const found = tables.reservations.first({ reservationId });
  return found ? use(found) : raise(`ReservationInfo ${reservationId} not found`);
}

/** All that the user has of a kind, or that there is none. */
function ofUser(world: World, given: Arguments, kind: string, show: (userId: string) => string[]): Answer {
  const userId = given.text('user_id');
  const refusal = refuseUser(world, userId);
  if (refusal) return say(refusal);
  const found = show(userId);
  return say(found.length > 0 ? found.join('\n') : `User ${userId} has no ${kind} information.`);
}

function booksOf({ tables }: World, customerId: string): string[] {
  return tables.books.rows({ customerId }).map(formatBook);
}

function reservationsOf({ tables }: World, customerId: string): string[] {
  return tables.reservations.rows({ customerId }).map(formatReservation);
}
