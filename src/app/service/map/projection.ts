/** Degrees on a plane: good for a city or a country, where nothing is measured on the drawing. */
import { distanceBetween, type Point } from '../../../service/world/geography.ts';

/** What part of the world is drawn. */
export interface Frame {
  readonly longitude: number;
  readonly latitude: number;
  /** Pixels a degree of latitude. */
  readonly scale: number;
}

const RADIANS = Math.PI / 180;
const METRES_A_DEGREE = 6_371_000 * RADIANS;
/** Of the drawing, around what is on it. */
const MARGIN = 0.08;
/** Degrees: what stands in one place is still drawn as a place, not as a point of no size. */
const SMALLEST = 0.004;
/** Pixels a degree of latitude: half a metre a pixel. */
const CLOSEST = METRES_A_DEGREE * 2;
/** Times that all there is may be smaller than the drawing. */
const FARTHEST = 4;

/** All points, in the middle of a drawing of so many pixels. */
export function frameOf(points: readonly Point[], width: number, height: number): Frame {
  const longitudes = range(points.map(({ longitude }) => longitude));
  const latitudes = range(points.map(({ latitude }) => latitude));
  const latitude = (latitudes.low + latitudes.high) / 2;
  const across = Math.max(SMALLEST, (longitudes.high - longitudes.low) * Math.cos(latitude * RADIANS));
  const up = Math.max(SMALLEST, latitudes.high - latitudes.low);
  const scale = (1 - 2 * MARGIN) * Math.min(width / across, height / up);
  return { longitude: (longitudes.low + longitudes.high) / 2, latitude, scale };
}

/** Pixels from the middle of the drawing, y downwards. */
export function projected({ longitude, latitude }: Point, frame: Frame): { readonly x: number; readonly y: number } {
  return {
    x: (longitude - frame.longitude) * Math.cos(frame.latitude * RADIANS) * frame.scale,
    y: (frame.latitude - latitude) * frame.scale,
  };
}

/** Whether a point is on a drawing of so many pixels. */
export function isWithin(point: Point, frame: Frame, width: number, height: number): boolean {
  const { x, y } = projected(point, frame);
  return Math.abs(x) <= width / 2 && Math.abs(y) <= height / 2;
}

/** The frame moved by so many pixels. */
export function moved(frame: Frame, x: number, y: number): Frame {
  return {
    ...frame,
    longitude: frame.longitude + x / frame.scale / Math.cos(frame.latitude * RADIANS),
    latitude: frame.latitude - y / frame.scale,
  };
}

/** The frame closer by so many times, though not beyond a street, nor far beyond all there is. */
export function zoomed(frame: Frame, times: number, all: Frame): Frame {
  return { ...frame, scale: Math.min(Math.max(frame.scale * times, all.scale / FARTHEST), Math.max(CLOSEST, all.scale)) };
}

/** What cannot be told apart on the drawing, together: what stands in one cell of so many degrees, in the order of the first of each. */
export function stacksOf<Place extends Point>(places: readonly Place[], cell: number): readonly (readonly [Place, ...Place[]])[] {
  const stacks = new Map<string, [Place, ...Place[]]>();
  for (const place of places) {
    const where = `${Math.floor(place.longitude / cell)} ${Math.floor(place.latitude / cell)}`;
    const stack = stacks.get(where);
    if (stack) stack.push(place);
    else stacks.set(where, [place]);
  }
  return [...stacks.values()];
}

/** Where a stack is drawn. */
export function middleOf(stack: readonly Point[]): Point {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { longitude: mean(stack.map(({ longitude }) => longitude)), latitude: mean(stack.map(({ latitude }) => latitude)) };
}

/** The nearest ones first, in metres. */
export function nearestTo<Place extends Point>(home: Point, places: readonly Place[], most: number): { readonly place: Place; readonly metres: number }[] {
  return places.map((place) => ({ place, metres: distanceBetween(home, place) })).sort((a, b) => a.metres - b.metres).slice(0, most);
}

/** A round length of at most so many pixels: 1, 2 or 5 times a power of ten. */
export function scaleBar({ scale }: Frame, most: number): { readonly metres: number; readonly pixels: number } {
  const longest = (most / scale) * METRES_A_DEGREE;
  const power = 10 ** Math.floor(Math.log10(longest));
  const metres = ([5, 2].find((step) => step * power <= longest) ?? 1) * power;
  return { metres, pixels: (metres / METRES_A_DEGREE) * scale };
}

/** Of very many, too: arguments of a function are limited. */
function range(values: readonly number[]): { readonly low: number; readonly high: number } {
  const [first = 0] = values;
  return values.reduce(({ low, high }, value) => ({ low: Math.min(low, value), high: Math.max(high, value) }), { low: first, high: first });
}
