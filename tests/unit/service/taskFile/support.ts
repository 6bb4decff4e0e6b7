/** Task files for tests: the made-up worlds, and a small task of every part. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readTaskFile, type ServiceTask } from '../../../../src/service/taskFile/index.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export const FIXTURE = readFileSync(resolve(import.meta.dirname, '../../../fixtures/service/tasks.json'), 'utf8');

export function tasksOf(text: string): readonly ServiceTask[] {
  const read = readTaskFile(text);
  if (!read.ok) throw new Error(`${read.where}: ${read.message}`);
  return read.value;
}

export function taskOf(task: JsonObject): ServiceTask {
  return tasksOf(JSON.stringify([task]))[0] as ServiceTask;
}

const PLACE: JsonObject = { address: '1 Mill Lane, Leeds', longitude: -1.5, latitude: 53.8 };
const NEAR: JsonObject = { address: '7 Quay Street, Leeds', longitude: -1.51, latitude: 53.81 };

/** Made anew at each call, so that a test may change it. */
export function smallTask(): JsonObject {
  const stay = { price: 80, quantity: 2, date: '2025-06-19' };
  const leg = {
    departure_city: 'Leeds',
    arrival_city: 'York',
    departure_time: '09:00',
    arrival_time: '10:00',
    tags: [],
  };
  return structuredClone<JsonObject>({
    id: 'small',
    domain: 'delivery,instore,ota',
    instructions: 'Order lunch.',
    user_scenario: { user_profile: { name: 'Ann', age: 30 } },
    evaluation_criteria: {
      expected_states: [{ required_orders: [{ store_id: 'S1' }], state_rubrics: ['Lunch is ordered.', 'Nothing else is.'] }],
      overall_rubrics: ['Nothing else is.', 'The address is asked for.'],
    },
    message_history: [],
    environment: {
      time: '2025-06-18 10:20:00',
      user_id: 'U1',
      weather: [{ city: 'Leeds', category: 'rain', datetime: '2025-06-18', temperature: [9, 14.5], humidity: 80 }],
      location: [PLACE],
      user_historical_behaviors: { budget: 30, tips: 30.5, "mother's dish": ['soup', null, true] },
      orders: {
        O1: {
          order_id: 'O1',
          order_type: 'delivery',
          user_id: 'U1',
          store_id: 'S1',
          location: PLACE,
          total_price: 12,
          status: 'paid',
          note: '',
          products: [{ product_id: 'P1', price: 12, quantity: 1.5 }],
        },
      },
      stores: {
        S1: {
          store_id: 'S1',
          name: "Ann's Soups",
          score: 4,
          location: NEAR,
          tags: ['soup', 'hot'],
          products: [
            { product_id: 'P1', name: 'Pea soup', price: 6, quantity: 9, attributes: ['hot', 'cold'], tags: ['green'] },
            { product_id: 'P2', name: 'Beet soup', price: 6.5, attributes: 'hot', tags: [] },
          ],
        },
      },
      shops: {
        B1: {
          shop_id: 'B1',
          shop_name: 'Cuts',
          score: 4.5,
          location: NEAR,
          tags: ['hair'],
          enable_book: true,
          book_price: 10,
          enable_reservation: true,
          products: [{ product_id: 'C1', name: 'Haircut', price: 20, quantity: 50, tags: [] }],
        },
      },
      books: { K1: { book_id: 'K1', shop_id: 'B1', book_time: '2025-06-19 09:00:00', customer_id: 'U1', customer_count: 2, status: 'paid' } },
      reservations: { R1: { reservation_id: 'R1', shop_id: 'B1', reservation_time: '2025-06-19 09:00:00', customer_id: 'U1', customer_count: 2, status: 'unconsumed' } },
      hotels: {
        H1: { hotel_id: 'H1', hotel_name: 'Inn', score: 4, star_rating: 3, location: NEAR, tags: [], products: [{ ...stay, product_id: 'R1', room_type: 'Twin' }] },
      },
      attractions: {
        A1: {
          attraction_id: 'A1',
          attraction_name: 'Mill',
          location: NEAR,
          description: 'A mill.',
          score: 4,
          opening_hours: '9-17',
          ticket_price: 5,
          products: [{ ...stay, product_id: 'T1', ticket_type: 'Adult' }],
        },
      },
      flights: {
        F1: {
          flight_id: 'F1',
          flight_number: 'LY1',
          ...leg,
          departure_airport_location: PLACE,
          arrival_airport_location: NEAR,
          products: [
            { ...stay, product_id: 'E1', seat_type: 'Economy' },
            { ...stay, product_id: 'E2', seat_type: 'Economy', date: '2025-06-20', price: 90 },
          ],
        },
      },
      trains: {
        N1: {
          train_id: 'N1',
          train_number: 'G1',
          ...leg,
          departure_station_location: PLACE,
          arrival_station_location: NEAR,
          products: [
            { ...stay, product_id: 'E1', seat_type: 'Second' },
            { ...stay, product_id: 'E2', seat_type: 'Second', date: '2025-06-20', price: 70 },
            { ...stay, product_id: 'E3', seat_type: 'Second', date: '2025-06-21', price: 95 },
          ],
        },
      },
    },
  });
}
