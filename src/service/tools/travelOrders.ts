/** Orders of rooms, tickets and seats (spec vita §3): the four kinds differ in little, which their plans say. */
import { floatText } from '../../core/pythonRepr.ts';
import { parseDate } from '../world/clock.ts';
import { BLANK_LINE } from '../world/load.ts';
import type { Table } from '../world/table.ts';
import type { TravelKind } from '../types.ts';
import type { OrderRow, Tables, TravelProductRow } from '../world/tables.ts';
import type { World } from '../world/world.ts';
import { raise, say, WRONG_DATE, type Answer } from './answer.ts';
import type { Arguments } from './arguments.ts';
import { formatOrderBriefly } from './format.ts';
import type { Implementations } from './implementation.ts';
import { newOrder, orderOf, ordersOf, refuseUser, setStatus, showOrder } from './orders.ts';

interface Plan {
  readonly kind: TravelKind;
  /** As it begins a sentence. */
  readonly word: string;
  readonly withArticle: string;
  readonly product: string;
  readonly productWord: string;
  readonly noProduct: string;
  readonly noStock: string;
}

const hotel: Plan = {
  kind: 'hotel',
  word: 'Hotel',
  withArticle: 'a hotel',
  product: 'room_id',
  productWord: 'Room',
  noProduct: '',
  noStock: 'No available rooms at the moment',
};

const attraction: Plan = {
  kind: 'attraction',
  word: 'Attraction',
  withArticle: 'an attraction',
  product: 'ticket_id',
  productWord: 'Ticket',
  noProduct: 'The attraction does not have the specified ticket on the specified date',
  noStock: 'Insufficient ticket inventory for the specified date',
};

const NO_SEATS = 'Insufficient seat inventory for the specified date';

const flight: Plan = {
  kind: 'flight',
  word: 'Flight',
  withArticle: 'a flight',
  product: 'seat_id',
  productWord: 'Seat',
  noProduct: 'The flight does not have the specified seat on the specified date',
  noStock: NO_SEATS,
};

const train: Plan = {
  ...flight,
  kind: 'train',
  word: 'Train',
  withArticle: 'a train',
  noProduct: 'The train does not have the specified seat on the specified date',
};

export const travelOrders = {
  create_hotel_order: orderRoom,
  create_attraction_order: (world, given) => orderForDate(world, given, attraction),
  create_flight_order: (world, given) => orderForDate(world, given, flight),
  create_train_order: (world, given) => orderForDate(world, given, train),
  pay_hotel_order: pay,
  pay_attraction_order: pay,
  pay_flight_order: pay,
  pay_train_order: pay,
  search_hotel_order(world, given) {
    const isKnown = ordersOf(world, given.text('user_id'), 'hotel').length > 0;
    return search(world, given, hotel, isKnown ? null : 'User does not exist or has no order records');
  },
  search_attraction_order: (world, given) => search(world, given, attraction, null),
  search_flight_order: (world, given) => search(world, given, flight, null),
  search_train_order: (world, given) => search(world, given, train, null),
  get_hotel_order_detail: (world, given) => detail(world, given, hotel),
  get_attraction_order_detail: (world, given) => detail(world, given, attraction),
  get_flight_order_detail: (world, given) => detail(world, given, flight),
  get_train_order_detail: (world, given) => detail(world, given, train),
  modify_train_order: (world, given) => changeDate(world, given, train),
  modify_flight_order: (world, given) => changeDate(world, given, flight),
  cancel_hotel_order: (world, given) => cancel(world, given, hotel),
  cancel_attraction_order: (world, given) => cancel(world, given, attraction),
  cancel_flight_order: (world, given) => cancel(world, given, flight),
  cancel_train_order: (world, given) => cancel(world, given, train),
} satisfies Partial<Implementations>;

/** An unknown room makes an order without lines (an oddity of edition 2025). */
function orderRoom(world: World, given: Arguments): Answer {
  const { tables } = world;
  const refusal = refuseEmpty(given, hotel) ?? refuseUser(world, given.text('user_id'));
  if (refusal) return say(refusal);
  const hotelId = given.text('hotel_id');
  if (!tables.hotels.first({ hotelId })) return raise(`hotel ${hotelId} not found`);
  const room = tables.hotelRooms.first({ ownerId: hotelId, productId: given.text('room_id') });
  if (room && room.quantity < 1) return say(hotel.noStock);
  return place(world, hotel, hotelId, room, 1);
}

function orderForDate(world: World, given: Arguments, plan: Plan): Answer {
  const { tables } = world;
  const userId = given.text('user_id');
  const refusal = refuseEmpty(given, plan) ?? (userId === '' ? refuseUser(world, userId) : null);
  if (refusal) return say(refusal);
  const quantity = given.number('quantity');
  if (quantity <= 0) return say('Booking quantity must be greater than 0');
  const mismatch = refuseUser(world, userId);
  if (mismatch) return say(mismatch);
  const ownerId = given.text(`${plan.kind}_id`);
  if (!exists(tables, plan.kind, ownerId)) return raise(`${plan.kind} ${ownerId} not found`);
  const product = productsOf(tables, plan.kind).first({ ownerId, productId: given.text(plan.product), date: given.text('date') });
  if (!product) return say(plan.noProduct);
  if (product.quantity < quantity) return say(plan.noStock);
  return place(world, plan, ownerId, product, quantity);
}

function refuseEmpty(given: Arguments, { kind, word, product, productWord }: Plan): string | null {
  if (given.text(`${kind}_id`) === '') return `${word} ID cannot be empty`;
  return given.text(product) === '' ? `${productWord} ID cannot be empty` : null;
}

function place(world: World, { kind }: Plan, ownerId: string, product: TravelProductRow | undefined, quantity: number): Answer {
  const { tables } = world;
  const orderId = world.newId('OO');
  tables.orders.insert({ ...newOrder(world, kind, ownerId, (product?.price ?? 0) * quantity), orderId });
  if (product) {
    takeStock(productsOf(tables, kind), product, quantity);
    tables.orderLines.insert({ ...BLANK_LINE, ...product, orderId, quantity });
  }
  return say(showOrder(world, orderOf(world, orderId) as OrderRow));
}

/** Whatever kind of order it is: its type is not looked at. */
function pay(world: World, given: Arguments): Answer {
  const orderId = given.text('order_id');
  if (orderId === '') return say('Order ID cannot be empty');
  const found = orderOf(world, orderId);
  if (!found) return raise(`Order ${orderId} not found`);
  if (found.status !== 'unpaid') return say('Order status must be unpaid');
  setStatus(world, orderId, 'paid');
  return say('Payment successful');
}

/** The date is that of the stay, visit or journey. */
function search(world: World, given: Arguments, { kind }: Plan, unknownUser: string | null): Answer {
  const userId = given.text('user_id');
  const date = given.optionalText('date');
  const status = given.optionalText('status');
  const refusal = refuseUser(world, userId);
  if (refusal) return say(refusal);
  if (date !== null && parseDate(date) === null) return say(WRONG_DATE);
  if (unknownUser) return raise(unknownUser);
  const found = ordersOf(world, userId, kind).filter(
    (order) =>
      (status === null || order.status === status) &&
      (date === null || world.tables.orderLines.first({ orderId: order.orderId, date }) !== undefined),
  );
  return say(found.map(formatOrderBriefly).join('\n'));
}

function detail(world: World, given: Arguments, plan: Plan): Answer {
  if (given.text('order_id') === '') return say('Order ID cannot be empty');
  return withOrder(world, given, plan, (found) => say(showOrder(world, found)));
}

function changeDate(world: World, given: Arguments, plan: Plan): Answer {
  const newDate = given.text('new_date');
  const userId = given.text('user_id');
  if (given.text('order_id') === '') return say('Order ID cannot be empty');
  if (userId === '') return say('User ID cannot be empty');
  if (newDate === '') return say('New departure date cannot be empty');
  const wrongUser = refuseUser(world, userId);
  const wrongDate = parseDate(newDate) === null ? WRONG_DATE : null;
  const refusal = plan.kind === 'train' ? (wrongUser ?? wrongDate) : (wrongDate ?? wrongUser);
  if (refusal) return say(refusal);
  return withOrder(world, given, plan, (found) => moveTo(world, plan, found, newDate));
}

function moveTo(world: World, { kind }: Plan, order: OrderRow, date: string): Answer {
  const { tables } = world;
  const { orderId, placeId: ownerId, status, totalPrice } = order;
  if (status !== 'paid') return say(`Only paid orders can be modified${kind === 'train' ? `, current status: ${status}` : ''}`);
  const lines = tables.orderLines.rows({ orderId });
  const [line] = lines;
  if (!line || lines.length > 1) return say('Only orders with one product can be modified');
  const { type, productId, date: oldDate } = line;
  const quantity = line.quantity ?? 0;
  const products = productsOf(tables, kind);
  const product = type === null ? undefined : products.first({ ownerId, date, type });
  if (!product) return say(`New date ${date} does not have ${type} type seats`);
  const old = products.first({ ownerId, productId: productId ?? '', date: oldDate ?? '' });
  if (old) takeStock(products, old, -quantity);
  const free = products.first({ ownerId, productId: product.productId, date }) ?? product;
  if (free.quantity < quantity) {
    if (old) takeStock(products, { ...old, quantity: old.quantity + quantity }, quantity);
    return say(NO_SEATS);
  }
  takeStock(products, free, quantity);
  const newTotal = product.price * quantity;
  const difference = newTotal - totalPrice;
  tables.orderLines.update({ orderId }, { productId: product.productId, date, price: product.price });
  tables.orders.update({ orderId }, { totalPrice: newTotal, updateTime: world.time, status: difference > 0 ? 'unpaid' : 'paid' });
  if (difference > 0) {
    return say(`Modification successful, need to pay additional amount: ${floatText(difference)}, please pay as soon as possible`);
  }
  return say(`Modification successful, price difference: ${floatText(difference)}, refunded`);
}

function cancel(world: World, given: Arguments, plan: Plan): Answer {
  if (given.text('order_id') === '') return say('Order ID cannot be empty');
  const refusal = refuseUser(world, given.text('user_id'));
  if (refusal) return say(refusal);
  return withOrder(world, given, plan, ({ orderId, status, totalPrice }) => {
    if (status === 'cancelled') return say('Order is already in cancelled status');
    setStatus(world, orderId, 'cancelled');
    return say(`Cancellation successful, refund amount: ${status === 'paid' ? floatText(totalPrice) : '0'}`);
  });
}

function withOrder(world: World, given: Arguments, { kind, withArticle }: Plan, use: (found: OrderRow) => Answer): Answer {
  const orderId = given.text('order_id');
  const found = orderOf(world, orderId);
  if (!found) return raise(`Order ${orderId} not found`);
  return found.orderType === kind ? use(found) : say(`Order type is not ${withArticle} order`);
}

function takeStock(products: Table<TravelProductRow>, { ownerId, productId, date, quantity }: TravelProductRow, taken: number): void {
  products.update({ ownerId, productId, date }, { quantity: quantity - taken });
}

function productsOf(tables: Tables, kind: TravelKind): Table<TravelProductRow> {
  return { hotel: tables.hotelRooms, attraction: tables.attractionTickets, flight: tables.flightSeats, train: tables.trainSeats }[kind];
}

function exists(tables: Tables, kind: TravelKind, id: string): boolean {
  if (kind === 'hotel') return tables.hotels.first({ hotelId: id }) !== undefined;
  if (kind === 'attraction') return tables.attractions.first({ attractionId: id }) !== undefined;
  return (kind === 'flight' ? tables.flights : tables.trains).first({ legId: id }) !== undefined;
}
