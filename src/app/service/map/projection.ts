/** Degrees on a plane: good for a city or a country, where nothing is measured on the drawing. */
export interface Point {
  readonly longitude: number;
  readonly latitude: number;
}

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

/** The frame moved by so many pixels. */
export function moved(frame: Frame, x: number, y: number): Frame {
  return {
    ...frame,
    longitude: frame.longitude + x / frame.scale / Math.cos(frame.latitude * RADIANS),
    latitude: frame.latitude - y / frame.scale,
  };
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
