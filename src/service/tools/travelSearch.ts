/** Looking for hotels, attractions, flights and trains (spec vita §3, "Search"). */
import { floatText } from '../../core/pythonRepr.ts';
import { joined, Search } from '../world/searches.ts';
import { parseDate } from '../world/clock.ts';
import { createPartialRatio } from '../search/partialRatio.ts';
import type { LegRow } from '../world/tables.ts';
import type { World } from '../world/world.ts';
import { say, WRONG_DATE, type Answer } from './answer.ts';
import type { Arguments } from './arguments.ts';
import { formatAttractionStart, formatHotelStart, formatLegStart, formatTravelProduct } from './format.ts';
import type { Implementations } from './implementation.ts';

const LEAST_CITY_SCORE = 40;
const LIMIT = 100;

export const travelSearch = {
  get_ota_hotel_info({ tables }, given) {
    const hotelId = given.text('hotel_id');
    if (hotelId === '') return say('Hotel ID cannot be empty');
    const hotel = tables.hotels.first({ hotelId });
    if (!hotel) return say(`Error: hotel ${hotelId} not found`);
    const rooms = tables.hotelRooms.rows({ ownerId: hotelId }).map((room) => formatTravelProduct('hotel', room));
    return say(`Hotel Info:\n${formatHotelStart(hotel)}, products=${rooms.join('\n')})`);
  },

  get_ota_attraction_info({ tables }, given) {
    const attractionId = given.text('attraction_id');
    if (attractionId === '') return say('Attraction ID cannot be empty');
    const attraction = tables.attractions.first({ attractionId });
    if (!attraction) return say(`Error: attraction ${attractionId} not found`);
    const tickets = tables.attractionTickets.rows({ ownerId: attractionId });
    const products = tickets.map((ticket) => formatTravelProduct('attraction', ticket)).join('\n');
    const price = attraction.ticketPrice;
    return say(`Attraction Info:\n${formatAttractionStart(attraction)}ticket_price=${floatText(price)}, products=${products})`);
  },

  get_ota_flight_info: (world, given) => legInfo(world, given, 'flight'),
  get_ota_train_info: (world, given) => legInfo(world, given, 'train'),

  hotel_search_recommand({ tables }, given) {
    const hotels = inCity(tables.hotels.rows(), given.text('city_name'));
    const query = given.texts('key_words').join('');
    const texts = hotels.map(({ hotelName, tags }) => hotelName + joined(tags));
    const found = query === '' ? hotels.slice(0, LIMIT) : ranked(hotels, texts, query);
    return say(found.length > 0 ? found.map((hotel) => `${formatHotelStart(hotel)})`).join('\n') : noneFound('hotels'));
  },

  attractions_search_recommend({ tables }, given) {
    const attractions = inCity(tables.attractions.rows(), given.text('city_name'));
    const texts = attractions.map(({ attractionName, description, address }) => [attractionName, description, address].join(','));
    const found = ranked(attractions, texts, given.texts('key_words').join(''));
    return say(found.length > 0 ? found.map(formatAttractionStart).join('\n') : noneFound('attractions'));
  },

  flight_search_recommend({ tables }, given) {
    const [departure, destination] = [given.text('departure'), given.text('destination')];
    if (departure === '') return say('Departure city cannot be empty');
    if (destination === '') return say('Destination city cannot be empty');
    const found = between(tables.flights.rows(), departure, destination).slice(0, LIMIT);
    if (found.length === 0) return say('No flights found matching the criteria');
    return say(found.map((leg) => `${formatLegStart('flight', leg)})`).join('\n'));
  },

  train_ticket_search({ tables }, given) {
    const [departure, destination, date] = [given.text('departure'), given.text('destination'), given.text('date')];
    if (departure === '') return say('Departure city cannot be empty');
    if (destination === '') return say('Destination city cannot be empty');
    if (date === '') return say('Departure date cannot be empty');
    if (parseDate(date) === null) return say(WRONG_DATE);
    const found = between(tables.trains.rows(), departure, destination).flatMap((leg) =>
      tables.trainSeats.rows({ ownerId: leg.legId, date }).map(() => leg),
    );
    if (found.length === 0) return say('No trains found matching the criteria');
    return say(found.slice(0, LIMIT).map((leg) => `${formatLegStart('train', leg)})`).join('\n'));
  },
} satisfies Partial<Implementations>;

function legInfo({ tables }: World, given: Arguments, kind: 'flight' | 'train'): Answer {
  const legId = given.text(`${kind}_id`);
  const word = kind === 'flight' ? 'Flight' : 'Train';
  if (legId === '') return say(`${word} ID cannot be empty`);
  const [legs, seats] = kind === 'flight' ? [tables.flights, tables.flightSeats] : [tables.trains, tables.trainSeats];
  const leg = legs.first({ legId });
  if (!leg) return say(`Error: ${kind} ${legId} not found`);
  const products = seats.rows({ ownerId: legId }).map((seat) => formatTravelProduct(kind, seat));
  return say(`${word} Info:\n${formatLegStart(kind, leg)}, products=${products.join('\n')})`);
}

/** Those whose address names the city well enough; case counts. */
function inCity<Row extends { readonly address: string }>(rows: readonly Row[], city: string): Row[] {
  const score = createPartialRatio(city);
  return rows.filter(({ address }) => score(address) >= LEAST_CITY_SCORE);
}

function between(legs: readonly LegRow[], departure: string, destination: string): LegRow[] {
  const [from, to] = [createPartialRatio(departure), createPartialRatio(destination)];
  return legs.filter((leg) => from(leg.departureCity) >= LEAST_CITY_SCORE && to(leg.arrivalCity) >= LEAST_CITY_SCORE);
}

function ranked<Row>(rows: readonly Row[], texts: readonly string[], query: string): Row[] {
  return new Search(texts).rank(query, LIMIT).map((place) => rows[place] as Row);
}

function noneFound(kind: string): string {
  return `No ${kind} found matching the criteria. Please check if the city name is correct and try again.`;
}
