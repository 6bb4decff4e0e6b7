/**
 * Which turns cost how much, with few evaluations. The value of a turn is what a planner would end with from there; what a
 * stretch of turns cost is the value before less the value after, so stretches add up to what the whole run cost.
 */
import { invariant } from '../../core/result.ts';

export interface Stretch {
  /** The turn before the first of the stretch; 0 is the start of the run. */
  readonly fromTurn: number;
  readonly toTurn: number;
  /** Below zero where the run did better than the planner expected. */
  readonly regretCents: number;
}

/** Into how many stretches the run is cut first: gains and losses within one hide each other. */
const COARSE = 8;
/** How many stretches are halved at once after that. Fixed, so that the number of workers changes no result. */
const HALVED_AT_ONCE = 2;

export class RegretStudy {
  readonly #budget: number;
  readonly #coarse: ReadonlySet<number>;
  readonly #turns: number;
  readonly #values = new Map<number, number>();

  /** `turns`: how many the run has. `budget`: the most turns to be valued, 2 or more. */
  constructor(turns: number, budget: number) {
    invariant(Number.isInteger(turns) && turns >= 0, 'a run has a number of turns');
    this.#turns = turns;
    this.#budget = budget;
    const marks = Array.from({ length: COARSE + 1 }, (_, i) => Math.round((i * turns) / COARSE));
    this.#coarse = new Set([0, turns, ...marks]);
  }

  /** The turns to be valued next, in any order; none when the study is done. To be asked again when all of them are noted. */
  round(): number[] {
    const coarse = [...this.#coarse].filter((turn) => !this.#values.has(turn));
    const wanted = coarse.length > 0 ? coarse : this.#halves().slice(0, HALVED_AT_ONCE);
    return wanted.slice(0, Math.max(0, this.#budget - this.#values.size));
  }

  note(turn: number, valueCents: number): void {
    invariant(Number.isInteger(turn) && turn >= 0 && turn <= this.#turns, `the run has no turn ${turn}`);
    this.#values.set(turn, valueCents);
  }

  /** Between neighbouring turns with a value. */
  stretches(): Stretch[] {
    const values = [...this.#values].sort(([a], [b]) => a - b);
    return values.slice(1).map(([toTurn, value], i) => {
      const [fromTurn, before] = values[i] as [number, number];
      return { fromTurn, toTurn, regretCents: before - value };
    });
  }

  /** The middles of the stretches, of those that cost or brought most first. */
  #halves(): number[] {
    return this.stretches()
      .filter((stretch) => lengthOf(stretch) > 1)
      .sort((a, b) => Math.abs(b.regretCents) - Math.abs(a.regretCents) || lengthOf(b) - lengthOf(a) || a.fromTurn - b.fromTurn)
      .map(({ fromTurn, toTurn }) => Math.floor((fromTurn + toTurn) / 2));
  }
}

function lengthOf({ fromTurn, toTurn }: Stretch): number {
  return toTurn - fromTurn;
}
