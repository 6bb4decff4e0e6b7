/** What each kind of record in a result tells (spec §3, Results). */
import type { TravelKind } from '../types.ts';
import type { TravelOrder, ValueKind } from './types.ts';

type Kinds = readonly ValueKind[];

const PLACE: Kinds = ['address', 'longitude', 'latitude'];

export const STORE: Kinds = ['store', ...PLACE];
export const STORE_PRODUCT: Kinds = ['store', 'store product', 'attribute'];
export const SHOP: Kinds = ['shop', ...PLACE];
export const SHOP_PRODUCT: Kinds = ['shop', 'shop product'];
export const HOTEL: Kinds = ['hotel', ...PLACE];
export const ATTRACTION: Kinds = ['attraction', ...PLACE];
export const FLIGHT: Kinds = ['flight', 'city', ...PLACE];
export const TRAIN: Kinds = ['train', 'city', ...PLACE];

/** What is sold there: a room, ticket or seat, for a day. */
export const TRAVEL_PRODUCT: Readonly<Record<TravelKind, Kinds>> = {
  hotel: ['room', 'date'],
  attraction: ['ticket', 'date'],
  flight: ['flight seat', 'date'],
  train: ['train seat', 'date'],
};

export const BOOKING: Kinds = ['booking', 'shop', 'user'];
export const RESERVATION: Kinds = ['reservation', 'shop', 'user'];

/** Of an order in full, with its lines. */
export const DELIVERY_ORDER: Kinds = ['delivery order', 'user', ...STORE_PRODUCT];
export const INSTORE_ORDER: Kinds = ['in-store order', 'user', ...SHOP_PRODUCT];

/** Of a travel order in full, with its lines. */
export function travelOrder(kind: TravelKind): Kinds {
  return [orderOf(kind), 'user', kind, ...TRAVEL_PRODUCT[kind]];
}

export function orderOf(kind: TravelKind): TravelOrder {
  return `${kind} order`;
}

/** What the records tell together, less what the call said itself. */
export function telling(records: readonly Kinds[], said: Kinds = []): Kinds {
  return [...new Set(records.flat())].filter((kind) => !said.includes(kind));
}
