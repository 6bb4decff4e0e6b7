/** Distances, times and addresses (spec vita §3, "Search"). */
import { roundHalfEven } from '../../core/rounding.ts';
import { arcSine, cosine, sine } from '../../core/transcendental.ts';
import { normalise } from '../search/normalise.ts';
import { createPartialRatio, ratio } from '../search/partialRatio.ts';
import type { Located, Tables } from './tables.ts';

const EARTH_RADIUS_METRES = 6_371_000;
const LEAST_PARTIAL_RATIO = 30;
const LEAST_RATIO = 20;

interface Point {
  readonly longitude: number;
  readonly latitude: number;
}

/** Whole metres on the sphere, by the haversine formula. */
export function distanceBetween(from: Point, to: Point): number {
  const [longitude1, latitude1, longitude2, latitude2] = [from.longitude, from.latitude, to.longitude, to.latitude].map(radians) as [number, number, number, number];
  const halfLatitude = sine((latitude2 - latitude1) / 2);
  const halfLongitude = sine((longitude2 - longitude1) / 2);
  const a = halfLatitude * halfLatitude + cosine(latitude1) * cosine(latitude2) * halfLongitude * halfLongitude;
  return roundHalfEven(2 * arcSine(Math.sqrt(a)) * EARTH_RADIUS_METRES, 0);
}

/** Minutes from the store to the door, for a distance in metres. */
export function deliveryMinutes(metres: number): number {
  return roundHalfEven(25 + Math.trunc(metres) * 0.00651, 0);
}

/** The known place that an address means most likely, if it means any. */
export function resolveAddress({ places }: Tables, address: string): Located | null {
  const query = normalise(address);
  const partialRatio = createPartialRatio(query);
  let best: { place: Located; score: number; text: string } | null = null;
  for (const place of places.rows()) {
    const text = normalise(place.address);
    const score = partialRatio(text);
    if (!best || score > best.score) best = { place, score, text };
  }
  if (!best || Math.round(best.score) < LEAST_PARTIAL_RATIO) return null;
  return Math.round(ratio(query, best.text)) < LEAST_RATIO ? null : best.place;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
