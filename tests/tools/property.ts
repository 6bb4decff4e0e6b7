/**
 * Tests over made-up input. Each runs twice, from a fixed seed and from a fresh one, and names its seed in its
 * title and in a failure's message; LONGRUN_TEST_SEED=… replaces both.
 */
import seedrandom from 'seedrandom';
import { test } from 'vitest';

const given = process.env['LONGRUN_TEST_SEED'];
const seeds = given === undefined ? ['fixed', `fresh-${Math.random().toString(36).slice(2, 10)}`] : [given];

export class Dice {
  readonly #random: seedrandom.PRNG;

  constructor(seed: string) {
    this.#random = seedrandom(seed);
  }

  /** In [0, 1), with 53 random bits. */
  fraction(): number {
    return this.#random.double();
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.fraction();
  }

  /** From low to high, both included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.whole(0, items.length - 1)] as Item;
  }

  /** As many results as a number from low to high says. */
  many<Item>(low: number, high: number, make: () => Item): Item[] {
    return Array.from({ length: this.whole(low, high) }, make);
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => ({ item, place: this.fraction() }))
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item);
  }
}

/** `check` makes its input with the dice and fails by throwing. */
export function property(title: string, check: (dice: Dice) => void | Promise<void>, timeout = 180_000): void {
  for (const seed of seeds) {
    test(`${title} (seed ${seed})`, { timeout }, async () => {
      try {
        await check(new Dice(`${seed}: ${title}`));
      } catch (error) {
        if (error instanceof Error) error.message += `\nReproduce with LONGRUN_TEST_SEED=${seed}`;
        throw error;
      }
    });
  }
}
