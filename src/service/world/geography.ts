/** Distances and times (spec vita §3, "Search"). */
import { roundHalfEven } from '../../core/rounding.ts';
import { arcSine, cosine, sine } from '../../core/transcendental.ts';

const EARTH_RADIUS_METRES = 6_371_000;

/** Degrees. */
export interface Point {
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

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
