/** Tools that every domain has, and the times of delivery (spec vita §3). */
import { floatText, repr } from '../../core/pythonRepr.ts';
import { normalise } from '../search/normalise.ts';
import { createPartialRatio } from '../search/partialRatio.ts';
import { rank } from '../search/rank.ts';
import { parseDate, formatDate } from '../world/clock.ts';
import { deliveryMinutes, distanceBetween, type Point } from '../world/geography.ts';
import type { Table } from '../world/table.ts';
import type { LegRow, Located } from '../world/tables.ts';
import type { World } from '../world/world.ts';
import { raise, say, type Answer } from './answer.ts';
import type { Arguments } from './arguments.ts';
import { formatAttractionStart, formatHotelStart, formatLegStart, formatShop, formatStore, formatWeather } from './format.ts';
import { FREE_DAYS, NAMED_DAYS } from './holidays.ts';
import { showOrders } from './orders.ts';
import type { Implementations } from './implementation.ts';

const LEAST_CITY_SCORE = 50;
const LEAST_HOLIDAY_SCORE = 80;

export const general = {
  delivery_distance_to_time: (_world, given) => say(`"${floatText(deliveryMinutes(given.number('distance')))}"`),

  longitude_latitude_to_distance(_world, given) {
    const from = { longitude: given.number('longitude1'), latitude: given.number('latitude1') };
    const to = { longitude: given.number('longitude2'), latitude: given.number('latitude2') };
    return say(`"${floatText(distanceBetween(from, to))}"`);
  },

  weather,

  address_to_longitude_latitude({ whereabouts }, given) {
    const address = given.text('address');
    const place = whereabouts.resolve(address);
    if (!place) return raise(`Longitude and latitude not found for address ${address}`);
    return say(`["${floatText(place.longitude)}", "${floatText(place.latitude)}"]`);
  },

  get_date_holiday_info(_world, given) {
    const date = given.text('date');
    const day = parseDate(date);
    if (day === null) return say(`Date format error, should be yyyy-mm-dd, actual: ${date}`);
    return say(FREE_DAYS.get(formatDate(day)) ?? `Date ${date} is not a holiday`);
  },

  get_holiday_date({ language }, given) {
    const year = given.text('year');
    const wanted = given.text('holiday_name');
    const days = NAMED_DAYS.get(year);
    if (!days) return say(`Holiday data for year ${year} not found`);
    const names = days.map(([, names]) => normalise(names[language]));
    const [best] = rank(normalise(wanted), names, { limit: 1, least: LEAST_HOLIDAY_SCORE });
    const day = best && days[best.index];
    return say(day ? day[0] : `Holiday named '${wanted}' not found in year ${year}`);
  },

  get_user_historical_behaviors({ tables }) {
    return say(repr(new Map(tables.behaviours.rows().map(({ name, value }) => [name, value]))));
  },

  get_user_all_orders: (world) => say(showOrders(world, world.tables.orders.rows()).join('\n')),

  get_nearby: nearby,
} satisfies Partial<Implementations>;

function weather({ tables }: World, given: Arguments): Answer {
  const address = given.text('address');
  const [from, to] = [given.text('date_start'), given.text('date_end')];
  const [start, end] = [parseDate(from), parseDate(to)];
  if (start === null) return say(`Invalid date_start format. Expected yyyy-mm-dd, got: ${from}`);
  if (end === null) return say(`Invalid date_end format. Expected yyyy-mm-dd, got: ${to}`);
  const days = tables.weather.rows();
  const scoreOf = createPartialRatio(normalise(address));
  let best: { city: string; score: number } | null = null;
  for (const { city } of days) {
    const score = scoreOf(normalise(city));
    if (score >= LEAST_CITY_SCORE && (!best || score > best.score)) best = { city, score };
  }
  if (!best) return raise(`Weather information not found for ${address}`);
  const { city } = best;
  const found = days.filter((day) => {
    const date = parseDate(day.datetime);
    return day.city === city && date !== null && start <= date && date <= end;
  });
  if (found.length === 0) return say(`No weather information found for ${city} between ${from} and ${to}`);
  return say(found.map(formatWeather).join('\n'));
}

function nearby({ tables, whereabouts }: World, given: Arguments): Answer {
  const here = { longitude: given.number('longitude'), latitude: given.number('latitude') };
  const range = given.number('range');
  const located = <Row extends Located>(table: Table<Row>) => whereabouts.near(table, (row) => [row], here, range);
  const legs = (kind: 'flight' | 'train') =>
    whereabouts.near(kind === 'flight' ? tables.flights : tables.trains, endsOf, here, range).map((leg) => `${formatLegStart(kind, leg)})`);
  const found = [
    ...located(tables.stores).map(formatStore),
    ...located(tables.shops).map(formatShop),
    ...located(tables.hotels).map((hotel) => `${formatHotelStart(hotel)})`),
    ...located(tables.attractions).map(formatAttractionStart),
    ...legs('flight'),
    ...legs('train'),
  ];
  return say(found.length > 0 ? found.join('\n') : 'No search results found');
}

function endsOf(leg: LegRow): Point[] {
  return [
    { longitude: leg.departureLongitude, latitude: leg.departureLatitude },
    { longitude: leg.arrivalLongitude, latitude: leg.arrivalLatitude },
  ];
}
