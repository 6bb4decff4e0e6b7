/** Named streams of chance: what one table draws does not shift what the others get. */
import seedrandom from 'seedrandom';

export class Draw {
  readonly #random: seedrandom.PRNG;

  constructor(seed: string, stream: string) {
    this.#random = seedrandom(`${seed}:${stream}`);
  }

  /** Both ends included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.#random.double() * (high - low + 1));
  }

  /** With this many decimals. */
  between(low: number, high: number, decimals: number): number {
    return Number((low + this.#random.double() * (high - low)).toFixed(decimals));
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.whole(0, items.length - 1)] as Item;
  }

  /** That many different ones, in their order. */
  some<Item>(items: readonly Item[], count: number): Item[] {
    let wanted = count;
    return items.filter((_, i) => {
      const isTaken = this.#random.double() * (items.length - i) < wanted;
      if (isTaken) wanted--;
      return isTaken;
    });
  }
}
