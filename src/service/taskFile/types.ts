/** What a task file says once it is read (spec vita §1): a customer, what they want, and the world they live in. */
import type { Plain, PlainDict } from '../../core/plain.ts';
import type { Domain, Language } from '../types.ts';

export interface ServiceTask {
  readonly id: string;
  readonly domains: readonly Domain[];
  readonly language: Language;
  readonly environment: Environment;
  /** Who the customer is: free form. */
  readonly profile: PlainDict;
  readonly instructions: string;
  readonly expectedStates: readonly ExpectedState[];
  readonly overallRubrics: readonly string[];
  readonly messageHistory: readonly Plain[];
  /** How it can be solved (ours; published tasks have none). */
  readonly solution?: readonly SolutionStep[];
  /** All that the file says of the task, also what nothing here reads. */
  readonly raw: PlainDict;
}

/** A state that the database should end in. Bookings and reservations stand among the orders, told apart by their ids. */
export interface ExpectedState {
  readonly requiredOrders: readonly PlainDict[];
  readonly optionalOrders: readonly PlainDict[];
  readonly stateRubrics: readonly string[];
}

export type SolutionStep = { readonly tool: string; readonly arguments: PlainDict } | { readonly reply: string };

export interface Environment {
  /** `yyyy-mm-dd HH:MM:SS`, where the clock stands. */
  readonly time: string;
  readonly userId: string;
  readonly weather: readonly Weather[];
  readonly locations: readonly Place[];
  readonly behaviours: PlainDict;
  /** As they came, by id. */
  readonly orders: PlainDict;
  readonly stores: readonly Store[];
  readonly shops: readonly Shop[];
  /** As they came, by id. */
  readonly books: PlainDict;
  readonly reservations: PlainDict;
  readonly hotels: readonly Hotel[];
  readonly attractions: readonly Attraction[];
  readonly flights: readonly Flight[];
  readonly trains: readonly Train[];
}

/** Degrees. */
export interface Place {
  readonly address: string;
  readonly longitude: number;
  readonly latitude: number;
}

/** One city on one day: degrees and per cent. */
export interface Weather {
  readonly city: string;
  readonly category: string;
  /** `yyyy-mm-dd` */
  readonly datetime: string;
  readonly temperature: readonly [number, number];
  readonly humidity: number;
}

export interface Store {
  readonly storeId: string;
  readonly name: string;
  readonly score: number;
  readonly location: Place;
  readonly tags: Plain;
  readonly products: readonly StoreProduct[];
}

export interface StoreProduct {
  readonly productId: string;
  readonly storeId: string;
  readonly storeName: string;
  readonly name: string;
  readonly price: number;
  /** 0 if the file says none. */
  readonly quantity: number;
  /** A text or a list of texts. */
  readonly attributes: Plain;
  readonly tags: Plain;
}

export interface Shop {
  readonly shopId: string;
  readonly shopName: string;
  readonly score: number;
  readonly location: Place;
  readonly tags: Plain;
  readonly enableBook: boolean;
  readonly bookPrice: number;
  readonly enableReservation: boolean;
  readonly products: readonly ShopProduct[];
}

export interface ShopProduct {
  readonly productId: string;
  readonly shopId: string;
  readonly name: string;
  readonly price: number;
  readonly quantity: number;
  readonly tags: Plain;
}

export interface Hotel {
  readonly hotelId: string;
  readonly hotelName: string;
  readonly score: number;
  readonly starRating: number;
  readonly location: Place;
  readonly tags: Plain;
  readonly products: readonly TravelProduct[];
}

export interface Attraction {
  readonly attractionId: string;
  readonly attractionName: string;
  readonly location: Place;
  readonly description: string;
  readonly score: number;
  readonly openingHours: string;
  readonly ticketPrice: number;
  readonly products: readonly TravelProduct[];
}

export interface Flight extends Leg {
  readonly flightId: string;
  readonly flightNumber: string;
  readonly departureAirport: Place;
  readonly arrivalAirport: Place;
}

export interface Train extends Leg {
  readonly trainId: string;
  readonly trainNumber: string;
  readonly departureStation: Place;
  readonly arrivalStation: Place;
}

interface Leg {
  readonly departureCity: string;
  readonly arrivalCity: string;
  /** `HH:MM` */
  readonly departureTime: string;
  readonly arrivalTime: string;
  readonly tags: Plain;
  readonly products: readonly TravelProduct[];
}

/** A room, ticket or seat on one day. */
export interface TravelProduct {
  readonly productId: string;
  /** Of the room, ticket or seat. */
  readonly type: string;
  /** `yyyy-mm-dd` */
  readonly date: string;
  readonly price: number;
  readonly quantity: number;
}
