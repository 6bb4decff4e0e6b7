/** The tables of the service world (spec vita §2), one for each kind of record, and what a row of each holds. */
import type { Plain } from '../../core/plain.ts';
import type { Database } from '../../db/database.ts';
import type { TravelKind } from '../types.ts';
import type { Journal } from './journal.ts';
import { definitionOf, Table, type TableShape } from './table.ts';

/** Where a record is, in degrees. */
export interface Located {
  readonly address: string;
  readonly longitude: number;
  readonly latitude: number;
}

const LOCATED = { address: 'text', longitude: 'real', latitude: 'real' } as const;

/** All addresses met so far, in the order in which they were met. */
export type PlaceRow = Located;

export interface WeatherRow {
  readonly city: string;
  readonly category: string;
  readonly datetime: string;
  readonly low: number;
  readonly high: number;
  readonly humidity: number;
}

export interface BehaviourRow {
  readonly name: string;
  readonly value: Plain;
}

export interface StoreRow extends Located {
  readonly storeId: string;
  readonly name: string;
  readonly score: number;
  readonly tags: Plain;
}

export interface StoreProductRow {
  readonly productId: string;
  /** The store whose list it stands in. */
  readonly listedIn: string;
  readonly storeId: string;
  readonly storeName: string;
  readonly name: string;
  readonly attributes: Plain;
  readonly quantity: number;
  readonly price: number;
  readonly tags: Plain;
  /** As look-ups and searches show it since it was last ordered (oddity of edition 2025); null: as listed. */
  readonly orderedAttributes: Plain;
  readonly orderedQuantity: number | null;
}

export interface ShopRow extends Located {
  readonly shopId: string;
  readonly shopName: string;
  readonly score: number;
  readonly tags: Plain;
  readonly enableBook: boolean;
  readonly bookPrice: number;
  readonly enableReservation: boolean;
}

export interface ShopProductRow {
  readonly productId: string;
  readonly listedIn: string;
  readonly shopId: string;
  readonly name: string;
  readonly price: number;
  readonly quantity: number;
  readonly tags: Plain;
}

export interface BookRow {
  readonly bookId: string;
  readonly shopId: string;
  readonly bookTime: string;
  readonly customerId: string;
  readonly customerCount: number;
  readonly bookPrice: number;
  readonly status: string;
  readonly updateTime: string;
}

export interface ReservationRow {
  readonly reservationId: string;
  readonly shopId: string;
  readonly reservationTime: string;
  readonly customerId: string;
  readonly customerCount: number;
  readonly status: string;
  readonly updateTime: string;
}

export interface HotelRow extends Located {
  readonly hotelId: string;
  readonly hotelName: string;
  readonly score: number;
  readonly starRating: number;
  readonly tags: Plain;
}

export interface AttractionRow extends Located {
  readonly attractionId: string;
  readonly attractionName: string;
  readonly description: string;
  readonly score: number;
  readonly openingHours: string;
  readonly ticketPrice: number;
}

/** A flight or a train. */
export interface LegRow {
  readonly legId: string;
  readonly number: string;
  readonly departureCity: string;
  readonly arrivalCity: string;
  readonly departureAddress: string;
  readonly departureLongitude: number;
  readonly departureLatitude: number;
  readonly arrivalAddress: string;
  readonly arrivalLongitude: number;
  readonly arrivalLatitude: number;
  readonly departureTime: string;
  readonly arrivalTime: string;
  readonly tags: Plain;
}

/** A room, ticket or seat on one day. */
export interface TravelProductRow {
  readonly productId: string;
  /** The hotel, attraction, flight or train. */
  readonly ownerId: string;
  readonly type: string;
  readonly date: string;
  readonly price: number;
  readonly quantity: number;
}

export type OrderType = 'delivery' | 'instore' | TravelKind;

export interface OrderRow {
  readonly orderId: string;
  readonly orderType: string;
  readonly userId: string;
  /** The store, shop, hotel, attraction, flight or train. */
  readonly placeId: string;
  readonly address: string | null;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly dispatchTime: string;
  /** Minutes. */
  readonly shippingTime: number | null;
  readonly deliveryTime: string;
  readonly totalPrice: number;
  readonly createTime: string;
  readonly updateTime: string;
  readonly note: string;
  readonly status: string;
}

/** A line of an order. Which columns are filled depends on the order's type; a line that came with the task has `original` alone. */
export interface OrderLineRow {
  readonly orderId: string;
  /** As the task has it. */
  readonly original: Plain;
  readonly productId: string | null;
  readonly storeId: string | null;
  readonly storeName: string | null;
  readonly name: string | null;
  /** Of a room, ticket or seat. */
  readonly type: string | null;
  readonly date: string | null;
  readonly attributes: Plain;
  readonly tags: Plain;
  readonly price: number | null;
  readonly quantity: number | null;
}

const LEG = {
  legId: 'text',
  number: 'text',
  departureCity: 'text',
  arrivalCity: 'text',
  departureAddress: 'text',
  departureLongitude: 'real',
  departureLatitude: 'real',
  arrivalAddress: 'text',
  arrivalLongitude: 'real',
  arrivalLatitude: 'real',
  departureTime: 'text',
  arrivalTime: 'text',
  tags: 'plain',
} as const;

const TRAVEL_PRODUCT = {
  productId: 'text',
  ownerId: 'text',
  type: 'text',
  date: 'text',
  price: 'real',
  quantity: 'integer',
} as const;

const SHAPES = {
  places: shape<PlaceRow>({ name: 'places', columns: LOCATED }),
  weather: shape<WeatherRow>({
    name: 'weather',
    columns: { city: 'text', category: 'text', datetime: 'text', low: 'real', high: 'real', humidity: 'real' },
  }),
  behaviours: shape<BehaviourRow>({ name: 'behaviours', columns: { name: 'text', value: 'plain' } }),
  stores: shape<StoreRow>({
    name: 'stores',
    key: 'storeId',
    columns: { storeId: 'text', name: 'text', score: 'real', ...LOCATED, tags: 'plain' },
  }),
  storeProducts: shape<StoreProductRow>({
    name: 'store_products',
    lookups: ['productId'],
    references: { listedIn: 'stores(store_id)' },
    columns: {
      productId: 'text',
      listedIn: 'text',
      storeId: 'text',
      storeName: 'text',
      name: 'text',
      attributes: 'plain',
      quantity: 'integer',
      price: 'real',
      tags: 'plain',
      orderedAttributes: 'plain',
      orderedQuantity: 'integer',
    },
  }),
  shops: shape<ShopRow>({
    name: 'shops',
    key: 'shopId',
    columns: {
      shopId: 'text',
      shopName: 'text',
      score: 'real',
      ...LOCATED,
      tags: 'plain',
      enableBook: 'boolean',
      bookPrice: 'real',
      enableReservation: 'boolean',
    },
  }),
  shopProducts: shape<ShopProductRow>({
    name: 'shop_products',
    lookups: ['productId'],
    references: { listedIn: 'shops(shop_id)' },
    columns: {
      productId: 'text',
      listedIn: 'text',
      shopId: 'text',
      name: 'text',
      price: 'real',
      quantity: 'integer',
      tags: 'plain',
    },
  }),
  books: shape<BookRow>({
    name: 'books',
    key: 'bookId',
    references: { shopId: 'shops(shop_id)' },
    columns: {
      bookId: 'text',
      shopId: 'text',
      bookTime: 'text',
      customerId: 'text',
      customerCount: 'integer',
      bookPrice: 'real',
      status: 'text',
      updateTime: 'text',
    },
  }),
  reservations: shape<ReservationRow>({
    name: 'reservations',
    key: 'reservationId',
    references: { shopId: 'shops(shop_id)' },
    columns: {
      reservationId: 'text',
      shopId: 'text',
      reservationTime: 'text',
      customerId: 'text',
      customerCount: 'integer',
      status: 'text',
      updateTime: 'text',
    },
  }),
  hotels: shape<HotelRow>({
    name: 'hotels',
    key: 'hotelId',
    columns: { hotelId: 'text', hotelName: 'text', score: 'real', starRating: 'integer', ...LOCATED, tags: 'plain' },
  }),
  hotelRooms: travelProducts('hotel_rooms', 'hotels(hotel_id)'),
  attractions: shape<AttractionRow>({
    name: 'attractions',
    key: 'attractionId',
    columns: {
      attractionId: 'text',
      attractionName: 'text',
      ...LOCATED,
      description: 'text',
      score: 'real',
      openingHours: 'text',
      ticketPrice: 'real',
    },
  }),
  attractionTickets: travelProducts('attraction_tickets', 'attractions(attraction_id)'),
  flights: shape<LegRow>({ name: 'flights', key: 'legId', columns: LEG }),
  flightSeats: travelProducts('flight_seats', 'flights(leg_id)'),
  trains: shape<LegRow>({ name: 'trains', key: 'legId', columns: LEG }),
  trainSeats: travelProducts('train_seats', 'trains(leg_id)'),
  orders: shape<OrderRow>({
    name: 'orders',
    key: 'orderId',
    columns: {
      orderId: 'text',
      orderType: 'text',
      userId: 'text',
      placeId: 'text',
      ...LOCATED,
      dispatchTime: 'text',
      shippingTime: 'real',
      deliveryTime: 'text',
      totalPrice: 'real',
      createTime: 'text',
      updateTime: 'text',
      note: 'text',
      status: 'text',
    },
  }),
  orderLines: shape<OrderLineRow>({
    name: 'order_lines',
    references: { orderId: 'orders(order_id)' },
    columns: {
      orderId: 'text',
      original: 'plain',
      productId: 'text',
      storeId: 'text',
      storeName: 'text',
      name: 'text',
      type: 'text',
      date: 'text',
      attributes: 'plain',
      tags: 'plain',
      price: 'real',
      quantity: 'integer',
    },
  }),
};

type RowOf<Shape> = Shape extends TableShape<infer Row> ? Row : never;

export type Tables = { readonly [Name in keyof typeof SHAPES]: Table<RowOf<(typeof SHAPES)[Name]>> };

export function createTables(database: Database): void {
  for (const each of Object.values(SHAPES)) database.script(definitionOf(each));
}

export function tablesOf(database: Database, journal: Journal): Tables {
  return Object.fromEntries(
    Object.entries(SHAPES).map(([name, each]) => [name, new Table(database, each as TableShape<object>, journal)]),
  ) as unknown as Tables;
}

function shape<Row>(definition: TableShape<Row>): TableShape<Row> {
  return definition;
}

function travelProducts(name: string, owner: string): TableShape<TravelProductRow> {
  return { name, lookups: ['productId'], references: { ownerId: owner }, columns: TRAVEL_PRODUCT };
}
