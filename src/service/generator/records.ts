/** Records of made-up worlds, in the form of task files (spec vita §1). */
import { formatDate, parseDate, plusDays } from '../world/clock.ts';
import type { Language } from '../types.ts';
import type { Draw } from './draw.ts';
import * as words from './words.ts';
import type { City, Pair, Trade } from './words.ts';

export interface Setting {
  readonly language: Language;
  readonly city: City;
  /** `yyyy-mm-dd` */
  readonly today: string;
}

export interface RawPlace {
  readonly address: string;
  readonly longitude: number;
  readonly latitude: number;
}

interface RawProduct {
  readonly product_id: string;
  readonly price: number;
  readonly quantity: number;
}

export interface RawGoods extends RawProduct {
  readonly name: string;
  readonly tags: readonly string[];
}

/** A room, ticket or seat. */
export type RawDated = RawProduct & { readonly date: string } & Readonly<Record<'room_type' | 'ticket_type' | 'seat_type', string | undefined>>;

const PLACES_SPREAD_DEGREES = 0.06;
/** Days for which rooms, tickets, seats and weather are known. */
export const DAYS = 5;

export function said({ language }: Pick<Setting, 'language'>, [english, chinese]: Pair): string {
  return language === 'english' ? english : chinese;
}

export function place(draw: Draw, setting: Setting, city: City = setting.city): RawPlace {
  const [road, number] = [said(setting, draw.pick(words.ROADS)), draw.whole(1, 480)];
  const town = said(setting, city.name);
  return {
    address: setting.language === 'english' ? `No. ${number} ${road}, ${town}` : `${town}市${road}${number}号`,
    longitude: draw.between(city.longitude - PLACES_SPREAD_DEGREES, city.longitude + PLACES_SPREAD_DEGREES, 6),
    latitude: draw.between(city.latitude - PLACES_SPREAD_DEGREES, city.latitude + PLACES_SPREAD_DEGREES, 6),
  };
}

export function weather(draw: Draw, setting: Setting, city: City) {
  return days(setting).map((datetime) => {
    const low = draw.whole(8, 24);
    return {
      city: said(setting, city.name),
      category: said(setting, draw.pick(words.WEATHERS)),
      datetime,
      temperature: [low, low + draw.whole(4, 10)],
      humidity: draw.whole(30, 90),
    };
  });
}

export function store(draw: Draw, setting: Setting, id: string, size: number) {
  const trade = draw.pick(words.STORE_TRADES);
  const name = houseName(draw, setting, trade.word);
  return {
    store_id: id,
    name,
    score: draw.between(3.6, 4.9, 1),
    location: place(draw, setting),
    tags: draw.some(trade.tags, 2).map((tag) => said(setting, tag)),
    products: goods(draw, setting, trade, id, size).map((product) => ({ ...product, store_id: id, store_name: name, attributes: '' })),
  };
}

export function shop(draw: Draw, setting: Setting, id: string, size: number) {
  const trade = draw.pick(words.SHOP_TRADES);
  const canBook = draw.whole(0, 1) === 1;
  return {
    shop_id: id,
    shop_name: houseName(draw, setting, trade.word),
    score: draw.between(3.6, 4.9, 1),
    location: place(draw, setting),
    tags: draw.some(trade.tags, 2).map((tag) => said(setting, tag)),
    enable_book: canBook,
    book_price: canBook ? draw.whole(0, 5) * 10 : 0,
    enable_reservation: draw.whole(0, 1) === 1,
    products: goods(draw, setting, trade, id, size).map((product) => ({ ...product, shop_id: id })),
  };
}

export function hotel(draw: Draw, setting: Setting, id: string, size: number) {
  return {
    hotel_id: id,
    hotel_name: houseName(draw, setting, draw.pick(words.HOTEL_WORDS)),
    score: draw.between(3.6, 4.9, 1),
    star_rating: draw.whole(2, 5),
    location: place(draw, setting),
    tags: draw.some(words.HOTEL_TAGS, 2).map((tag) => said(setting, tag)),
    products: dated(draw, setting, id, size, 'room_type', words.ROOMS, [160, 980]),
  };
}

export function attraction(draw: Draw, setting: Setting, id: string, size: number) {
  const products = dated(draw, setting, id, size, 'ticket_type', words.TICKETS, [20, 160]);
  return {
    attraction_id: id,
    attraction_name: houseName(draw, setting, draw.pick(words.SIGHT_WORDS)),
    location: place(draw, setting),
    description: said(setting, draw.pick(words.SIGHT_TEXTS)),
    score: draw.between(3.6, 4.9, 1),
    opening_hours: `0${draw.whole(7, 9)}:00-${draw.whole(16, 21)}:00`,
    ticket_price: products[0]?.price ?? 0,
    products,
  };
}

export function flight(draw: Draw, setting: Setting, id: string, size: number) {
  const { from, to, ...times } = leg(draw, setting, words.AIRPORT);
  return {
    flight_id: id,
    flight_number: `LR${draw.whole(1000, 9999)}`,
    departure_airport_location: from,
    arrival_airport_location: to,
    ...times,
    products: dated(draw, setting, id, size, 'seat_type', words.FLIGHT_SEATS, [280, 1900]),
  };
}

export function train(draw: Draw, setting: Setting, id: string, size: number) {
  const { from, to, ...times } = leg(draw, setting, words.STATION);
  return {
    train_id: id,
    train_number: `${draw.pick(['G', 'D'])}${draw.whole(100, 9999)}`,
    departure_station_location: from,
    arrival_station_location: to,
    ...times,
    products: dated(draw, setting, id, size, 'seat_type', words.TRAIN_SEATS, [60, 720]),
  };
}

/** From or to the setting's city. */
function leg(draw: Draw, setting: Setting, stop: Pair) {
  const other = draw.pick(words.CITIES.filter(({ name }) => name[0] !== setting.city.name[0]));
  const [start, end] = draw.whole(0, 1) === 0 ? [setting.city, other] : [other, setting.city];
  const hour = draw.whole(6, 18);
  return {
    departure_city: said(setting, start.name),
    arrival_city: said(setting, end.name),
    from: stopIn(draw, setting, start, stop),
    to: stopIn(draw, setting, end, stop),
    departure_time: clock(hour, draw.whole(0, 59)),
    arrival_time: clock(hour + draw.whole(2, 5), draw.whole(0, 59)),
    tags: draw.some(words.LEG_TAGS, 1).map((tag) => said(setting, tag)),
  };
}

function stopIn(draw: Draw, setting: Setting, city: City, stop: Pair): RawPlace {
  const { address, ...where } = place(draw, setting, city);
  return { address: setting.language === 'english' ? `${said(setting, stop)}, ${address}` : `${address}${said(setting, stop)}`, ...where };
}

function goods(draw: Draw, setting: Setting, trade: Trade, owner: string, size: number): RawGoods[] {
  return Array.from({ length: size }, (_, i) => {
    const [manner, thing] = [said(setting, draw.pick(words.MANNERS)), said(setting, draw.pick(trade.goods))];
    return {
      product_id: `${owner}P${i + 1}`,
      name: setting.language === 'english' ? `${manner} ${thing}` : manner + thing,
      price: draw.whole(...trade.prices),
      quantity: draw.whole(1, 60),
      tags: draw.some(trade.labels, 2).map((label) => said(setting, label)),
    };
  });
}

/** One after the other: each type on each day; then the types again. */
function dated(
  draw: Draw,
  setting: Setting,
  owner: string,
  size: number,
  key: keyof Pick<RawDated, 'room_type' | 'ticket_type' | 'seat_type'>,
  types: readonly Pair[],
  prices: readonly [number, number],
) {
  const dates = days(setting);
  return Array.from({ length: size }, (_, i) => ({
    product_id: `${owner}P${i + 1}`,
    [key]: said(setting, types[Math.floor(i / DAYS) % types.length] ?? types[0] ?? ['', '']),
    date: dates[i % DAYS] ?? setting.today,
    price: draw.whole(...prices),
    quantity: draw.whole(0, 30),
  }));
}

function houseName(draw: Draw, setting: Setting, word: Pair): string {
  const [name, kind, road] = [draw.pick(words.NAMES), word, draw.pick(words.ROADS)].map((pair) => said(setting, pair));
  return setting.language === 'english' ? `${name} ${kind} (${road})` : `${name}${kind}（${road}店）`;
}

function days({ today }: Setting): string[] {
  return Array.from({ length: DAYS }, (_, i) => formatDate(plusDays(parseDate(today) ?? 0, i)));
}

function clock(hour: number, minute: number): string {
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
}
