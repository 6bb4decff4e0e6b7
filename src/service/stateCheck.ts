/**
 * Whether a run ended as its task wants (spec vita §5, "State check"), told from the database alone.
 *
 * Compared: kind; store, shop, hotel, …; the products with their counts, and their dates and attributes where the state
 * gives any; the door, to 200 m, where it gives one; times, where it gives any, and the number of guests; the status. Not
 * compared, since the world or the wording decides them: ids of what is new, times of creating and changing, prices, notes.
 *
 * Of the statuses only those that tools can set are taken at their word. Published states also say `in-progress` or
 * `processed` of orders, and `paid` of reservations, which nobody can pay: all that is not cancelled will do there.
 * What is ordered in a shop is compared line by line, as a published order may have several and the tool makes one of each.
 *
 * What came with the task is told by its id. It is never an extra, but has to stand as it came unless the state names it.
 */
import { isDict, isList, type Plain, type PlainDict } from '../core/plain.ts';
import { normalise } from './search/normalise.ts';
import type { ExpectedState, ServiceTask } from './taskFile/types.ts';
import { parseTime } from './world/clock.ts';
import { distanceBetween } from './world/geography.ts';
import type { OrderLineRow, OrderRow, Tables } from './world/tables.ts';

export interface StateVerdict {
  /** True if one of the states is reached, or none is given. */
  readonly isMet: boolean;
  /** One for each expected state. */
  readonly states: readonly StateDifference[];
}

export interface StateDifference {
  readonly missing: readonly Deed[];
  /** Made in the run, not cancelled, and wanted by nobody. */
  readonly extra: readonly Deed[];
  /** What comes nearest to what is wanted, or was changed unasked. */
  readonly different: readonly DeedDifference[];
}

export interface DeedDifference {
  readonly expected: Deed;
  readonly found: Deed;
  readonly fields: readonly DeedField[];
}

/** An order, one line of an order in a shop, a booking or a reservation. Null: not told, or anything will do. */
export interface Deed {
  /** As orders have it (`delivery`, `instore`, `hotel`, …), `book` or `reservation`. */
  readonly kind: string;
  readonly id: string;
  /** Of the store, shop, hotel, attraction, flight or train. */
  readonly placeId: string;
  readonly products: readonly DeedProduct[];
  /** Of a delivery. */
  readonly door: { readonly longitude: number; readonly latitude: number } | null;
  /** When a delivery sets out, or when guests come: `yyyy-mm-dd HH:MM:SS`. */
  readonly time: string | null;
  /** When a delivery arrives. */
  readonly arrival: string | null;
  readonly guests: number | null;
  readonly status: string;
}

export interface DeedProduct {
  readonly productId: string;
  readonly count: number;
  readonly date: string | null;
  readonly attributes: string | null;
}

export type DeedField = 'kind' | 'place' | 'products' | 'door' | 'time' | 'arrival' | 'guests' | 'status';

export function checkState(tables: Tables, task: ServiceTask): StateVerdict {
  const found = foundDeeds(tables);
  const { orders, books, reservations } = task.environment;
  const before = [...orders.values(), ...books.values(), ...reservations.values()].filter(isDict).flatMap(readDeeds);
  const states = task.expectedStates.map((state) => compare(state, found, before));
  const isReached = ({ missing, extra, different }: StateDifference) => missing.length + extra.length + different.length === 0;
  return { isMet: states.length === 0 || states.some(isReached), states };
}

function compare({ requiredOrders, optionalOrders }: ExpectedState, found: readonly Deed[], before: readonly Deed[]): StateDifference {
  const old = new Set(before.map(({ id }) => id));
  const named = [...requiredOrders, ...optionalOrders].flatMap(readDeeds).filter(({ id }) => old.has(id));
  const isNamed = new Set(named.map(({ id }) => id));
  const standing = [...requiredOrders.flatMap(readDeeds).filter(({ id }) => old.has(id)), ...before.filter(({ id }) => !isNamed.has(id))];
  const changed = standing.flatMap((expected): DeedDifference[] => {
    const now = found.find((deed) => deed.id === expected.id && isSameThing(expected, deed)) ?? found.find(({ id }) => id === expected.id);
    // Tools change no more than this of an order that came with the task.
    const fields = now ? differences(expected, now).filter((field) => field === 'status' || field === 'time' || field === 'guests') : [];
    return now && fields.length > 0 ? [{ expected, found: now, fields }] : [];
  });

  const fresh = found.filter(({ id }) => !old.has(id));
  const required = requiredOrders.flatMap(readDeeds).filter(({ id }) => !old.has(id));
  const optional = optionalOrders.flatMap(readDeeds).filter(({ id }) => !old.has(id));
  const pairs = pair([...required, ...optional], fresh);
  const free = new Set(fresh.filter((deed) => ![...pairs.values()].includes(deed)));
  const missing: Deed[] = [];
  const different = [...changed];
  for (const expected of required.filter((deed) => !pairs.has(deed))) {
    const nearest = [...free].find((deed) => deed.kind === expected.kind && isSameId(deed.placeId, expected.placeId));
    if (nearest) {
      free.delete(nearest);
      different.push({ expected, found: nearest, fields: differences(expected, nearest) });
    } else {
      missing.push(expected);
    }
  }
  return { missing, extra: [...free].filter(({ status }) => status !== 'cancelled'), different };
}

/** As many of the expected as possible, earlier ones first, each with a found one of its own. */
function pair(expected: readonly Deed[], found: readonly Deed[]): Map<Deed, Deed> {
  const owners = new Map<Deed, Deed>();
  const settle = (wanted: Deed, seen: Set<Deed>): boolean =>
    found.some((candidate) => {
      if (seen.has(candidate) || differences(wanted, candidate).length > 0) return false;
      seen.add(candidate);
      const owner = owners.get(candidate);
      if (owner && !settle(owner, seen)) return false;
      owners.set(candidate, wanted);
      return true;
    });
  for (const wanted of expected) settle(wanted, new Set());
  return new Map([...owners].map(([candidate, wanted]) => [wanted, candidate]));
}

const DOOR_METRES = 200;

function differences(expected: Deed, found: Deed): DeedField[] {
  const isEqual: Readonly<Record<DeedField, boolean>> = {
    kind: expected.kind === found.kind,
    place: isSameId(expected.placeId, found.placeId),
    products: haveSameProducts(expected.products, found.products),
    door: !expected.door || (found.door !== null && distanceBetween(expected.door, found.door) <= DOOR_METRES),
    time: isSameTime(expected.time, found.time),
    arrival: isSameTime(expected.arrival, found.arrival),
    guests: expected.guests === null || expected.guests === found.guests,
    status: isSettable(expected) ? expected.status === found.status : found.status !== 'cancelled',
  };
  return (Object.keys(isEqual) as DeedField[]).filter((field) => !isEqual[field]);
}

/** Whether tools can bring what is of this kind into this state. */
function isSettable({ kind, status }: Deed): boolean {
  return (kind === 'reservation' ? ['unconsumed', 'cancelled'] : ['unpaid', 'paid', 'cancelled']).includes(status);
}

/** A published state may have a space after an id. */
function isSameId(expected: string, found: string): boolean {
  return expected.trim() === found.trim();
}

function isSameThing(a: Deed, b: Deed): boolean {
  return haveSameProducts(a.products, b.products);
}

function isSameTime(expected: string | null, found: string | null): boolean {
  return expected === null || (found !== null && parseTime(expected) === parseTime(found));
}

function haveSameProducts(expected: readonly DeedProduct[], found: readonly DeedProduct[]): boolean {
  const left = [...found];
  return (
    expected.length === found.length &&
    expected.every((wanted) => {
      const at = left.findIndex((product) => isSuch(wanted, product));
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    })
  );
}

/** Each attribute that is wanted has to be among those given, in whatever words stand around it. */
function isSuch(wanted: DeedProduct, { productId, count, date, attributes }: DeedProduct): boolean {
  if (!isSameId(wanted.productId, productId) || wanted.count !== count) return false;
  if (wanted.date !== null && wanted.date !== date) return false;
  const given = normalise(attributes ?? '');
  return (wanted.attributes ?? '').split(/[,，、]/).every((attribute) => given.includes(normalise(attribute)));
}

function foundDeeds(tables: Tables): Deed[] {
  const nothing = { products: [], door: null, arrival: null };
  return [
    ...tables.orders.rows().flatMap((order) => foundOrder(tables, order)),
    ...tables.books.rows().map(({ bookId: id, shopId: placeId, bookTime: time, customerCount: guests, status }) => {
      return { ...nothing, kind: 'book', id, placeId, time, guests, status };
    }),
    ...tables.reservations.rows().map(({ reservationId: id, shopId: placeId, reservationTime: time, customerCount: guests, status }) => {
      return { ...nothing, kind: 'reservation', id, placeId, time, guests, status };
    }),
  ];
}

function foundOrder(tables: Tables, order: OrderRow): Deed[] {
  const { orderId: id, orderType: kind, placeId, longitude, latitude, status } = order;
  const products = tables.orderLines.rows({ orderId: id }).flatMap((line) => foundProduct(tables, order, line));
  const door = longitude === null || latitude === null ? null : { longitude, latitude };
  const [time, arrival] = [order.dispatchTime, order.deliveryTime].map(textOrNull) as [string | null, string | null];
  return byLine({ kind, id, placeId, products, door, time, arrival, guests: null, status });
}

/** An order in a shop keeps no count of its own (an oddity of edition 2025), but what was to be paid. */
function foundProduct(tables: Tables, order: OrderRow, line: OrderLineRow): DeedProduct[] {
  if (line.original !== null) return isDict(line.original) ? [readProduct(line.original)] : [];
  const productId = line.productId ?? '';
  const attributes = typeof line.attributes === 'string' ? line.attributes : null;
  if (order.orderType !== 'instore') return [{ productId, count: line.quantity ?? 0, date: line.date, attributes }];
  const product = tables.shopProducts.first({ productId, listedIn: order.placeId });
  const count = product && product.price > 0 ? Math.round(order.totalPrice / product.price) : (product?.quantity ?? 0);
  return [{ productId, count, date: null, attributes }];
}

/** A record of an expected state, or of the task's beginning. */
function readDeeds(record: PlainDict): Deed[] {
  const text = (...keys: readonly string[]) => keys.map((key) => textOrNull(record.get(key))).find((value) => value !== null) ?? null;
  const guests = amount(record.get('customer_count'));
  const [bookId, reservationId] = [text('book_id'), text('reservation_id')];
  const lines = record.get('products');
  const location = record.get('location');
  const [longitude, latitude] = isDict(location) ? [amount(location.get('longitude')), amount(location.get('latitude'))] : [null, null];
  return byLine({
    kind: bookId !== null ? 'book' : reservationId !== null ? 'reservation' : (text('order_type') ?? ''),
    id: bookId ?? reservationId ?? text('order_id') ?? '',
    placeId: text('store_id', 'shop_id', 'hotel_id', 'attraction_id', 'flight_id', 'train_id') ?? '',
    products: isList(lines) ? lines.filter(isDict).map(readProduct) : [],
    door: longitude === null || latitude === null ? null : { longitude, latitude },
    time: text('book_time', 'reservation_time', 'dispatch_time'),
    arrival: text('delivery_time'),
    guests,
    status: text('status') ?? '',
  });
}

function readProduct(product: PlainDict): DeedProduct {
  const attributes = product.get('attributes');
  return {
    productId: textOrNull(product.get('product_id')) ?? '',
    count: amount(product.get('quantity')) ?? 1,
    date: textOrNull(product.get('date')),
    attributes: isList(attributes) ? attributes.filter((each) => typeof each === 'string').join(',') : textOrNull(attributes),
  };
}

function byLine(deed: Deed): Deed[] {
  return deed.kind === 'instore' && deed.products.length > 1 ? deed.products.map((product) => ({ ...deed, products: [product] })) : [deed];
}

function textOrNull(value: Plain | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function amount(value: Plain | undefined): number | null {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : null;
}
