/**
 * Correct rounding of binary doubles to decimal places, ties to even on the exact
 * binary value (spec §1): what CPython's `round(x, n)` gives.
 */

const POWERS_OF_TEN = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6];

/** `value` rounded to `places` (0 to 6) decimal places, ties to even. */
export function roundHalfEven(value: number, places: number): number {
  const power = POWERS_OF_TEN[places];
  if (power === undefined) throw new RangeError(`places must be 0 to 6, got ${places}`);
  const scaled = value * power;
  const distance = Math.abs(scaled - Math.floor(scaled) - 0.5);
  // Far from a half, the rounding error of the multiplication cannot change the answer.
  if (distance > 1e-4 && Math.abs(scaled) < 1e9) return Math.round(scaled) / power;
  if (isExactTie(value, places)) {
    const below = Math.floor(scaled);
    return (below % 2 === 0 ? below : below + 1) / power;
  }
  return Number(value.toFixed(places)); // exact but for ties, which are settled above
}

/** A double can lie exactly half-way only if it has at most `places + 1` binary places. */
function isExactTie(value: number, places: number): boolean {
  const binaryPlaces = value * 2 ** (places + 1);
  if (!Number.isInteger(binaryPlaces)) return false;
  const doubled = binaryPlaces * 5 ** places; // = value · 10^places · 2, exact below 2^53
  return Number.isSafeInteger(doubled) && doubled % 2 !== 0;
}
