/** The world of a task, record by record (spec vita §1). */
import type { PlainDict } from '../../core/plain.ts';
import { parseDate, parseTime } from '../world/clock.ts';
import { Field } from './field.ts';
import type { Attraction, Environment, Flight, Hotel, Place, Shop, Store, Train, TravelProduct, Weather } from './types.ts';

export function readEnvironment(given: Field): Environment {
  const field = new Field(given.dict(), given.path); // a text is unwrapped once, not for every key
  const time = field.at('time');
  if (parseTime(time.text()) === null) time.fail('a time such as 2025-06-18 10:20:00');
  return {
    time: time.text(),
    userId: field.at('user_id').id(),
    weather: field.at('weather').list().map(readWeather),
    locations: field.at('location').list().map(readPlace),
    behaviours: field.at('user_historical_behaviors').dict(),
    orders: readById(field.at('orders'), 'order_id', 'total_price'),
    stores: unique(field.at('stores'), readStore, ({ storeId }) => storeId),
    shops: unique(field.at('shops'), readShop, ({ shopId }) => shopId),
    books: readById(field.at('books'), 'book_id', 'book_price'),
    reservations: readById(field.at('reservations'), 'reservation_id', 'customer_count'),
    hotels: unique(field.at('hotels'), readHotel, ({ hotelId }) => hotelId),
    attractions: unique(field.at('attractions'), readAttraction, ({ attractionId }) => attractionId),
    flights: unique(field.at('flights'), readFlight, ({ flightId }) => flightId),
    trains: unique(field.at('trains'), readTrain, ({ trainId }) => trainId),
  };
}

function unique<Value>(field: Field, read: (record: Field) => Value, idOf: (value: Value) => string): Value[] {
  const seen = new Set<string>();
  return field.records().map((record) => {
    const value = read(record);
    if (seen.has(idOf(value))) record.fail(`the only one with the id ${idOf(value)}`);
    seen.add(idOf(value));
    return value;
  });
}

/** Records that stay as they came; only the id and one number are looked at. */
function readById(field: Field, idKey: string, numberKey: string): PlainDict {
  const records = unique(
    field,
    (record) => {
      record.at(numberKey).numberOr(0);
      return [record.at(idKey).id(), record.dict()] as const;
    },
    ([id]) => id,
  );
  return new Map(records);
}

function readPlace(field: Field): Place {
  return {
    address: field.at('address').text(),
    longitude: field.at('longitude').number(),
    latitude: field.at('latitude').number(),
  };
}

function readWeather(field: Field): Weather {
  const temperature = field.at('temperature');
  const [low, high] = temperature.list();
  if (!low || !high) return temperature.fail('a list of the lowest and the highest temperature');
  return {
    city: field.at('city').text(),
    category: field.at('category').text(),
    datetime: readDate(field.at('datetime')),
    temperature: [low.number(), high.number()],
    humidity: field.at('humidity').numberOr(0),
  };
}

function readDate(field: Field): string {
  return parseDate(field.text()) === null ? field.fail('a date such as 2025-06-18') : field.text();
}

function readStore(field: Field): Store {
  const storeId = field.at('store_id').id();
  const name = field.at('name').text();
  return {
    storeId,
    name,
    score: field.at('score').numberOr(0),
    location: readPlace(field.at('location')),
    tags: field.at('tags').value ?? [],
    products: field.at('products').list().map((product) => ({
      productId: product.at('product_id').id(),
      storeId: product.at('store_id').idOr(storeId),
      storeName: product.at('store_name').textOr(name),
      name: product.at('name').text(),
      price: product.at('price').number(),
      quantity: product.at('quantity').numberOr(0),
      attributes: product.at('attributes').value ?? '',
      tags: product.at('tags').value ?? [],
    })),
  };
}

function readShop(field: Field): Shop {
  const shopId = field.at('shop_id').id();
  return {
    shopId,
    shopName: field.at('shop_name').text(),
    score: field.at('score').numberOr(0),
    location: readPlace(field.at('location')),
    tags: field.at('tags').value ?? [],
    enableBook: field.at('enable_book').flag(),
    bookPrice: field.at('book_price').numberOr(0),
    enableReservation: field.at('enable_reservation').flag(),
    products: field.at('products').list().map((product) => ({
      productId: product.at('product_id').id(),
      shopId: product.at('shop_id').idOr(shopId),
      name: product.at('name').text(),
      price: product.at('price').number(),
      quantity: product.at('quantity').numberOr(0),
      tags: product.at('tags').value ?? [],
    })),
  };
}

function readHotel(field: Field): Hotel {
  return {
    hotelId: field.at('hotel_id').id(),
    hotelName: field.at('hotel_name').text(),
    score: field.at('score').numberOr(0),
    starRating: field.at('star_rating').numberOr(0),
    location: readPlace(field.at('location')),
    tags: field.at('tags').value ?? [],
    products: readProducts(field, 'room_type'),
  };
}

function readAttraction(field: Field): Attraction {
  return {
    attractionId: field.at('attraction_id').id(),
    attractionName: field.at('attraction_name').text(),
    location: readPlace(field.at('location')),
    description: field.at('description').textOr(''),
    score: field.at('score').numberOr(0),
    openingHours: field.at('opening_hours').textOr(''),
    ticketPrice: field.at('ticket_price').numberOr(0),
    products: readProducts(field, 'ticket_type'),
  };
}

function readFlight(field: Field): Flight {
  return {
    flightId: field.at('flight_id').id(),
    flightNumber: field.at('flight_number').text(),
    departureAirport: readPlace(field.at('departure_airport_location')),
    arrivalAirport: readPlace(field.at('arrival_airport_location')),
    ...readLeg(field),
  };
}

function readTrain(field: Field): Train {
  return {
    trainId: field.at('train_id').id(),
    trainNumber: field.at('train_number').text(),
    departureStation: readPlace(field.at('departure_station_location')),
    arrivalStation: readPlace(field.at('arrival_station_location')),
    ...readLeg(field),
  };
}

function readLeg(field: Field) {
  return {
    departureCity: field.at('departure_city').text(),
    arrivalCity: field.at('arrival_city').text(),
    departureTime: field.at('departure_time').text(),
    arrivalTime: field.at('arrival_time').text(),
    tags: field.at('tags').value ?? [],
    products: readProducts(field, 'seat_type'),
  };
}

function readProducts(field: Field, type: string): TravelProduct[] {
  return field.at('products').list().map((product) => ({
    productId: product.at('product_id').id(),
    type: product.at(type).text(),
    date: readDate(product.at('date')),
    price: product.at('price').number(),
    quantity: product.at('quantity').numberOr(0),
  }));
}
