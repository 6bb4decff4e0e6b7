/** The world at the end of any turn of a run, by running its lines again. */
import { invariant } from '../../src/core/result.ts';
import type { BareRun } from '../../src/rollout/bare.ts';
import { freshWorld, Simulation } from '../../src/startup/simulation.ts';
import type { World } from '../../src/startup/world.ts';

export class PastWorlds {
  readonly #turns: BareRun['turns'];
  /** Those that were asked for: copies share their rows. */
  readonly #known: Map<number, World>;

  constructor({ head: { preset, seed }, turns }: Pick<BareRun, 'head' | 'turns'>) {
    this.#turns = turns;
    this.#known = new Map([[0, freshWorld(preset, seed)]]);
  }

  /** To be read only. */
  at(turn: number): World {
    const from = Math.max(...[...this.#known.keys()].filter((known) => known <= turn));
    const world = this.#known.get(from);
    invariant(world && turn <= this.#turns.length, `there is no turn ${turn}`);
    if (from === turn) return world;
    const simulation = Simulation.inMemory(world);
    for (const line of this.#turns.slice(from, turn).flatMap(({ lines }) => lines)) simulation.runLine(line);
    this.#known.set(turn, simulation.hiddenWorld);
    return simulation.hiddenWorld;
  }
}
