/** Records as tools show them, in Python's notation (spec vita §3, "Results"): floats with a point, lists as `repr`. */
import { isList, type Plain } from '../../core/plain.ts';
import { floatText, plainText, repr } from '../../core/pythonRepr.ts';
import type { TravelKind } from '../types.ts';
import type {
  AttractionRow,
  BookRow,
  HotelRow,
  LegRow,
  Located,
  OrderLineRow,
  OrderRow,
  ReservationRow,
  ShopProductRow,
  ShopRow,
  StoreProductRow,
  StoreRow,
  TravelProductRow,
  WeatherRow,
} from '../world/tables.ts';

export function formatStore({ name, storeId, score, tags, ...place }: StoreRow): string {
  return `Store(name=${name}, store_id=${storeId}, score=${floatText(score)}, location=${atPlace(place)}, tags=${repr(tags)})`;
}

/** What look-ups and searches show: the line that was ordered last, if any was. */
export function formatStoreProduct(product: StoreProductRow): string {
  const { orderedAttributes, orderedQuantity } = product;
  if (orderedQuantity === null) return formatListedProduct(product);
  return formatListedProduct({ ...product, attributes: orderedAttributes, quantity: orderedQuantity });
}

type ListedProduct = Pick<StoreProductRow, 'storeName' | 'storeId' | 'name' | 'productId' | 'attributes' | 'quantity' | 'price' | 'tags'>;

export function formatListedProduct(product: ListedProduct): string {
  const { storeName, storeId, name, productId, attributes, quantity, price, tags } = product;
  return (
    `StoreProduct(store_name=${storeName}, store_id=${storeId}, product_name=${name}, product_id=${productId}, ` +
    `attributes=${attributesText(attributes)}, quantity=${quantity}, price=${floatText(price)}, tags=${repr(tags)})`
  );
}

export function attributesText(attributes: Plain): string {
  return isList(attributes) ? attributes.map(plainText).join(', ') : plainText(attributes ?? '');
}

export function formatShop(shop: ShopRow): string {
  const { shopName, shopId, score, tags, enableBook, bookPrice, enableReservation } = shop;
  return (
    `Shop(shop_name=${shopName}, shop_id=${shopId}, score=${floatText(score)}, location=${atPlace(shop)}, tags=${repr(tags)}, ` +
    `enable_book=${repr(enableBook)}, book_price=${floatText(bookPrice)}, enable_reservation=${repr(enableReservation)})`
  );
}

export function formatShopProduct({ shopId, productId, name, price, quantity, tags }: ShopProductRow): string {
  return `ShopProduct(shop_id=${shopId}, product_id=${productId}, name=${name}, price=${floatText(price)}, quantity=${quantity}, tags=${repr(tags)})`;
}

export function formatBook({ bookId, shopId, bookTime, customerId, customerCount, bookPrice, status }: BookRow): string {
  return (
    `BookInfo(book_id=${bookId},shop_id=${shopId}, book_time=${bookTime}, customer_id=${customerId}, ` +
    `customer_count=${customerCount}, book_price=${floatText(bookPrice)}, status=${status}`
  );
}

export function formatReservation(reservation: ReservationRow): string {
  const { reservationId, shopId, reservationTime, customerId, customerCount, status } = reservation;
  return (
    `ReservationInfo(reservation_id=${reservationId},shop_id=${shopId}, reservation_time=${reservationTime}, ` +
    `customer_id=${customerId}, customer_count=${customerCount}, status=${status}`
  );
}

/** All but the closing parenthesis, which a look-up puts after the products. */
export function formatHotelStart(hotel: HotelRow): string {
  const { hotelId, hotelName, score, starRating, tags } = hotel;
  return (
    `Hotel(hotel_id=${hotelId}, hotel_name=${hotelName}, score=${floatText(score)}, star_rating=${starRating}, ` +
    `location=${travelPlace(hotel)}, tags=${repr(tags)}`
  );
}

/** Ends in a comma and a space. */
export function formatAttractionStart(attraction: AttractionRow): string {
  const { attractionId, attractionName, description, score, openingHours } = attraction;
  return (
    `Attraction(attraction_id=${attractionId}, attraction_name=${attractionName}, location=${travelPlace(attraction)}, ` +
    `description=${description}, score=${floatText(score)}, opening_hours=${openingHours}, `
  );
}

const LEG_WORDS = {
  flight: { name: 'Flight', id: 'flight_id', number: 'flight_number', station: 'airport' },
  train: { name: 'Train', id: 'train_id', number: 'train_number', station: 'station' },
} as const;

/** All but the closing parenthesis. */
export function formatLegStart(kind: 'flight' | 'train', leg: LegRow): string {
  const words = LEG_WORDS[kind];
  const departure = { address: leg.departureAddress, longitude: leg.departureLongitude, latitude: leg.departureLatitude };
  const arrival = { address: leg.arrivalAddress, longitude: leg.arrivalLongitude, latitude: leg.arrivalLatitude };
  return (
    `${words.name}(${words.id}=${leg.legId}, ${words.number}=${leg.number}, departure_city=${leg.departureCity}, ` +
    `arrival_city=${leg.arrivalCity}, departure_${words.station}_location=${travelPlace(departure)}, ` +
    `arrival_${words.station}_location=${travelPlace(arrival)}, departure_time=${leg.departureTime}, ` +
    `arrival_time=${leg.arrivalTime}, tags=${repr(leg.tags)}`
  );
}

const PRODUCT_WORDS: Readonly<Record<TravelKind, { name: string; type: string; id: string }>> = {
  hotel: { name: 'HotelProduct', type: 'room_type', id: 'room_id' },
  attraction: { name: 'AttractionProduct', type: 'ticket_type', id: 'attraction_id' },
  flight: { name: 'FlightProduct', type: 'seat_type', id: 'seat_id' },
  train: { name: 'TrainProduct', type: 'seat_type', id: 'seat_id' },
};

type ShownTravelProduct = Pick<TravelProductRow, 'type' | 'date' | 'price' | 'quantity' | 'productId'>;

export function formatTravelProduct(kind: TravelKind, { type, date, price, quantity, productId }: ShownTravelProduct): string {
  const words = PRODUCT_WORDS[kind];
  return `${words.name}(${words.type}=${type}, date=${date}, price=${floatText(price)}, quantity=${quantity}, ${words.id}=${productId})`;
}

const PLACE_KEYS: Readonly<Record<string, string>> = {
  delivery: 'store_id',
  instore: 'shop_id',
  hotel: 'hotel_id',
  attraction: 'attraction_id',
  flight: 'flight_id',
  train: 'train_id',
};

/** `lines`: as `formatLine` shows them. */
export function formatOrder(order: OrderRow, lines: readonly string[]): string {
  const { dispatchTime, shippingTime, deliveryTime, note, status } = order;
  const isDelivery = order.orderType === 'delivery';
  const shipping = shippingTime === null ? 'None' : floatText(shippingTime);
  const times = isDelivery ? `dispatch_time:${dispatchTime}, shipping_time:${shipping}, delivery_time:${deliveryTime}, ` : '';
  return (
    `Order(${orderHead(order)}${times}${orderDates(order)}` +
    `${isDelivery ? `note:${note}, ` : ''}status:${status}, products:[${lines.join(', ')}])`
  );
}

export function formatOrderBriefly(order: OrderRow): string {
  return `Order(${orderHead(order)}${orderDates(order)}status:${order.status}, `;
}

function orderHead({ orderId, orderType, userId, placeId }: OrderRow): string {
  return `order_id:${orderId}, order_type:${orderType}, user_id:${userId}, ${PLACE_KEYS[orderType] ?? 'store_id'}:${placeId}, `;
}

function orderDates({ totalPrice, createTime, updateTime }: OrderRow): string {
  return `total_price:${floatText(totalPrice)}, create_time:${createTime}, update_time:${updateTime}, `;
}

/** `shopProduct`: what an in-store line refers to, as it stands now. */
export function formatLine(orderType: string, line: OrderLineRow, shopProduct: ShopProductRow | undefined): string {
  if (line.original !== null) return repr(line.original);
  if (shopProduct) return formatShopProduct(shopProduct);
  const { productId, storeId, storeName, name, type, date, attributes, tags, price, quantity } = line;
  const shared = { productId: productId ?? '', price: price ?? 0, quantity: quantity ?? 0 };
  if (orderType === 'delivery') {
    return formatListedProduct({ ...shared, storeId: storeId ?? '', storeName: storeName ?? '', name: name ?? '', attributes, tags });
  }
  return formatTravelProduct(orderType as TravelKind, { ...shared, type: type ?? '', date: date ?? '' });
}

export function formatWeather({ city, category, datetime, low, high, humidity }: WeatherRow): string {
  return (
    `city: ${city}, weather: ${category}, datetime: ${datetime}, ` +
    `temperature: ${floatText(low)}~${floatText(high)}, humidity: ${floatText(humidity)}`
  );
}

function atPlace({ address, longitude, latitude }: Located): string {
  return `${address} longitude:${floatText(longitude)},latitude:${floatText(latitude)}`;
}

function travelPlace({ address, longitude, latitude }: Located): string {
  return `address='${address}' longitude=${floatText(longitude)} latitude=${floatText(latitude)}`;
}
