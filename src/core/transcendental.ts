/**
 * The only door to functions whose last bit is left to the JavaScript engine. V8 and
 * SpiderMonkey share fdlibm's algorithms, so Node, Chromium and Firefox agree; results
 * feed draws that are rounded to four places or compared, never shown in full.
 */
export const naturalLog = Math.log;
export const exponential = Math.exp;
export const cosine = Math.cos;
export const sine = Math.sin;
export const arcSine = Math.asin;

/** `base` raised to `exponent`; 1.5 is rounded correctly, since its result is shown in full (spec §6). */
export function power(base: number, exponent: number): number {
  return exponent === 1.5 ? powerOneAndAHalf(base) : base ** exponent;
}

/** x·√x in twice the working precision: the root's own error is computed and added back. */
function powerOneAndAHalf(x: number): number {
  if (x <= 0) return 0;
  const root = Math.sqrt(x);
  const [square, squareError] = exactProduct(root, root);
  const rootError = (x - square - squareError) / (2 * root);
  const [product, productError] = exactProduct(x, root);
  return product + (productError + x * rootError);
}

/** Dekker's product: a·b as the sum of its rounded value and the rounding error. */
function exactProduct(a: number, b: number): [number, number] {
  const product = a * b;
  const [aHigh, aLow] = split(a);
  const [bHigh, bLow] = split(b);
  return [product, aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow];
}

function split(a: number): [number, number] {
  const scaled = 134217729 * a; // 2^27 + 1
  const high = scaled - (scaled - a);
  return [high, a - high];
}
