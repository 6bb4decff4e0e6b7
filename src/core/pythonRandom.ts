/**
 * CPython 3.11's `random.Random`, seeded from an unsigned 64-bit integer (spec §1):
 * Mersenne Twister underneath, and CPython's distributions on top, draw for draw.
 */
import MersenneTwister from 'mersenne-twister';
import { sha256Bytes } from './hash.ts';
import { invariant } from './result.ts';
import { cosine, exponential, naturalLog, power, sine } from './transcendental.ts';

const TWO_PI = 2 * Math.PI;
const LOG_4 = naturalLog(4);
const CHENG_CONSTANT = 1 + naturalLog(4.5);

/** The stream named `key` of a run's seed: SHA-256 of `seed:key`, first eight bytes. */
export function randomStream(seed: number, key: string): PythonRandom {
  const digest = new DataView(sha256Bytes(`${seed}:${key}`).buffer);
  return new PythonRandom(digest.getUint32(0), digest.getUint32(4));
}

export class PythonRandom {
  readonly #twister: MersenneTwister;
  #spareGauss: number | null = null;

  /** Seeds from the integer `high · 2³² + low`, as CPython does: 32-bit words, least significant first. */
  constructor(high: number, low: number) {
    this.#twister = new MersenneTwister(high === 0 ? [low] : [low, high]);
  }

  /** A double in [0, 1) with 53 random bits. */
  random(): number {
    return this.#twister.random_long();
  }

  /** The top `bits` (1 to 32) bits of one draw. */
  bits(bits: number): number {
    return this.#twister.random_int() >>> (32 - bits);
  }

  /** An integer in [0, limit). */
  below(limit: number): number {
    const bits = 32 - Math.clz32(limit);
    let draw = this.bits(bits);
    while (draw >= limit) draw = this.bits(bits);
    return draw;
  }

  uniform(low: number, high: number): number {
    return low + (high - low) * this.random();
  }

  triangular(low: number, high: number, mode: number): number {
    const u = this.random();
    if (high === low) return low;
    const c = (mode - low) / (high - low);
    return u > c
      ? high + (low - high) * Math.sqrt((1 - u) * (1 - c))
      : low + (high - low) * Math.sqrt(u * c);
  }

  /** Box–Muller; the second value of each pair is kept for the next call. */
  gauss(mean: number, deviation: number): number {
    let z = this.#spareGauss;
    this.#spareGauss = null;
    if (z === null) {
      const angle = this.random() * TWO_PI;
      const radius = Math.sqrt(-2 * naturalLog(1 - this.random()));
      z = cosine(angle) * radius;
      this.#spareGauss = sine(angle) * radius;
    }
    return mean + z * deviation;
  }

  gamma(shape: number, scale: number): number {
    if (shape > 1) return this.#gammaAboveOne(shape) * scale;
    if (shape === 1) return -naturalLog(1 - this.random()) * scale;
    return this.#gammaBelowOne(shape) * scale;
  }

  beta(alpha: number, beta: number): number {
    const y = this.gamma(alpha, 1);
    return y === 0 ? 0 : y / (y + this.gamma(beta, 1));
  }

  choice<Item>(items: readonly Item[]): Item {
    return at(items, this.below(items.length));
  }

  /** `count` distinct items in the order drawn; pool or set by CPython's size rule. */
  sample<Item>(items: readonly Item[], count: number): Item[] {
    const size = items.length;
    invariant(count <= size, `sample of ${count} from ${size}`);
    let setSize = 21;
    if (count > 5) setSize += 4 ** Math.ceil(naturalLog(count * 3) / LOG_4);
    if (size <= setSize) {
      const pool = [...items];
      return Array.from({ length: count }, (_, i) => {
        const index = this.below(size - i);
        const chosen = at(pool, index);
        pool[index] = at(pool, size - i - 1);
        return chosen;
      });
    }
    const chosen = new Set<number>();
    while (chosen.size < count) chosen.add(this.below(size)); // a repeated index draws again
    return [...chosen].map((index) => at(items, index));
  }

  /** Shuffles in place. */
  shuffle<Item>(items: Item[]): void {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [items[i], items[j]] = [at(items, j), at(items, i)];
    }
  }

  /** R. Cheng's rejection method, shape > 1. */
  #gammaAboveOne(shape: number): number {
    const a = Math.sqrt(2 * shape - 1);
    const b = shape - LOG_4;
    const c = shape + a;
    for (;;) {
      const u1 = this.random();
      if (u1 <= 1e-7 || u1 >= 0.9999999) continue;
      const u2 = 1 - this.random();
      const v = naturalLog(u1 / (1 - u1)) / a;
      const x = shape * exponential(v);
      const z = u1 * u1 * u2;
      const r = b + c * v - x;
      if (r + CHENG_CONSTANT - 4.5 * z >= 0 || r >= naturalLog(z)) return x;
    }
  }

  /** Ahrens and Dieter's method, shape < 1. */
  #gammaBelowOne(shape: number): number {
    const b = (Math.E + shape) / Math.E;
    for (;;) {
      const p = b * this.random();
      const x = p <= 1 ? power(p, 1 / shape) : -naturalLog((b - p) / shape);
      const u = this.random();
      if (p > 1 ? u <= power(x, shape - 1) : u <= exponential(-x)) return x;
    }
  }
}

function at<Item>(items: readonly Item[], index: number): Item {
  invariant(index < items.length, `index ${index} of ${items.length}`);
  return items[index] as Item;
}
