/** Fills a new database with the world of a task, table by table in the order of the file. */
import { isDict, isList, type Plain, type PlainDict } from '../../core/plain.ts';
import type { Environment, Place, TravelProduct } from '../taskFile/types.ts';
import type { Table } from './table.ts';
import type { LegRow, Located, Tables, TravelProductRow } from './tables.ts';

export function loadEnvironment(tables: Tables, environment: Environment): void {
  for (const { temperature, ...weather } of environment.weather) {
    tables.weather.insert({ ...weather, low: temperature[0], high: temperature[1] });
  }
  for (const [name, value] of environment.behaviours) tables.behaviours.insert({ name, value });
  loadDelivery(tables, environment);
  loadInstore(tables, environment);
  loadTravel(tables, environment);
  for (const order of dicts(environment.orders)) loadOrder(tables, order);
  for (const place of placesOf(environment)) tables.places.insert(place);
}

function loadDelivery(tables: Tables, { stores }: Environment): void {
  for (const { products, location, ...store } of stores) {
    tables.stores.insert({ ...store, ...located(location) });
    for (const product of products) {
      tables.storeProducts.insert({ ...product, listedIn: store.storeId, orderedAttributes: null, orderedQuantity: null });
    }
  }
}

function loadInstore(tables: Tables, { shops, books, reservations }: Environment): void {
  for (const { products, location, ...shop } of shops) {
    tables.shops.insert({ ...shop, ...located(location) });
    for (const product of products) tables.shopProducts.insert({ ...product, listedIn: shop.shopId });
  }
  for (const book of dicts(books)) {
    tables.books.insert({
      bookId: words(book, 'book_id'),
      shopId: words(book, 'shop_id'),
      bookTime: words(book, 'book_time'),
      customerId: words(book, 'customer_id'),
      customerCount: amount(book, 'customer_count') ?? 0,
      bookPrice: amount(book, 'book_price') ?? 0,
      status: words(book, 'status'),
      updateTime: words(book, 'update_time'),
    });
  }
  for (const reservation of dicts(reservations)) {
    tables.reservations.insert({
      reservationId: words(reservation, 'reservation_id'),
      shopId: words(reservation, 'shop_id'),
      reservationTime: words(reservation, 'reservation_time'),
      customerId: words(reservation, 'customer_id'),
      customerCount: amount(reservation, 'customer_count') ?? 0,
      status: words(reservation, 'status'),
      updateTime: words(reservation, 'update_time'),
    });
  }
}

function loadTravel(tables: Tables, { hotels, attractions, flights, trains }: Environment): void {
  for (const { products, location, ...hotel } of hotels) {
    tables.hotels.insert({ ...hotel, ...located(location) });
    loadProducts(tables.hotelRooms, hotel.hotelId, products);
  }
  for (const { products, location, ...attraction } of attractions) {
    tables.attractions.insert({ ...attraction, ...located(location) });
    loadProducts(tables.attractionTickets, attraction.attractionId, products);
  }
  for (const { products, departureAirport, arrivalAirport, flightId, flightNumber, ...leg } of flights) {
    tables.flights.insert({ legId: flightId, number: flightNumber, ...leg, ...ends(departureAirport, arrivalAirport) });
    loadProducts(tables.flightSeats, flightId, products);
  }
  for (const { products, departureStation, arrivalStation, trainId, trainNumber, ...leg } of trains) {
    tables.trains.insert({ legId: trainId, number: trainNumber, ...leg, ...ends(departureStation, arrivalStation) });
    loadProducts(tables.trainSeats, trainId, products);
  }
}

function loadProducts(table: Table<TravelProductRow>, ownerId: string, products: readonly TravelProduct[]): void {
  for (const product of products) table.insert({ ...product, ownerId });
}

function loadOrder(tables: Tables, order: PlainDict): void {
  const orderId = words(order, 'order_id');
  tables.orders.insert({
    orderId,
    orderType: words(order, 'order_type'),
    userId: words(order, 'user_id'),
    placeId: ['store_id', 'shop_id', 'hotel_id', 'attraction_id', 'flight_id', 'train_id'].map((key) => words(order, key)).find(Boolean) ?? '',
    ...(placeOf(order) ?? { address: null, longitude: null, latitude: null }),
    dispatchTime: words(order, 'dispatch_time'),
    shippingTime: amount(order, 'shipping_time'),
    deliveryTime: words(order, 'delivery_time'),
    totalPrice: amount(order, 'total_price') ?? 0,
    createTime: words(order, 'create_time'),
    updateTime: words(order, 'update_time'),
    note: words(order, 'note'),
    status: words(order, 'status'),
  });
  const lines = order.get('products');
  for (const original of isList(lines) ? lines : []) tables.orderLines.insert({ ...BLANK_LINE, orderId, original });
}

export const BLANK_LINE = {
  original: null,
  productId: null,
  storeId: null,
  storeName: null,
  name: null,
  type: null,
  date: null,
  attributes: null,
  tags: null,
  price: null,
  quantity: null,
} as const;

/** All addresses that the world knows: those it lists, then those of its records in the order of the tables. */
function placesOf(environment: Environment): Located[] {
  const { stores, shops, hotels, attractions, flights, trains } = environment;
  return [
    ...environment.locations,
    ...[...stores, ...shops, ...hotels, ...attractions].map(({ location }) => location),
    ...flights.flatMap(({ departureAirport, arrivalAirport }) => [departureAirport, arrivalAirport]),
    ...trains.flatMap(({ departureStation, arrivalStation }) => [departureStation, arrivalStation]),
    ...dicts(environment.orders)
      .map(placeOf)
      .filter((place) => place !== null),
  ];
}

function placeOf(order: PlainDict): Located | null {
  const location = order.get('location');
  if (!isDict(location)) return null;
  return {
    address: words(location, 'address'),
    longitude: amount(location, 'longitude') ?? 0,
    latitude: amount(location, 'latitude') ?? 0,
  };
}

function located({ address, longitude, latitude }: Place): Located {
  return { address, longitude, latitude };
}

function ends(departure: Place, arrival: Place): Pick<LegRow, `${'departure' | 'arrival'}${'Address' | 'Longitude' | 'Latitude'}`> {
  return {
    departureAddress: departure.address,
    departureLongitude: departure.longitude,
    departureLatitude: departure.latitude,
    arrivalAddress: arrival.address,
    arrivalLongitude: arrival.longitude,
    arrivalLatitude: arrival.latitude,
  };
}

function dicts(records: PlainDict): PlainDict[] {
  return [...records.values()].filter(isDict);
}

/** A text of a record of free form, or a number in place of one; empty if there is none. */
function words(record: PlainDict, key: string): string {
  const value = record.get(key);
  if (typeof value === 'bigint') return value.toString();
  return typeof value === 'string' ? value : '';
}

function amount(record: PlainDict, key: string): number | null {
  const value: Plain | undefined = record.get(key);
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : null;
}
