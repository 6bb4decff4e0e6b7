/** What a planner would make of a run from any of its turns. One answer a call, so that whoever asks can count and stop. */
import { invariant } from '../../src/core/result.ts';
import type { BareRun } from '../../src/rollout/bare.ts';
import { bestBot } from '../../src/startup/hindsight/bots.ts';
import type { Continuation } from '../../src/startup/hindsight/continuation.ts';
import { oracle } from '../../src/startup/hindsight/oracle.ts';
import { PastWorlds } from './pastWorlds.ts';

export type Planner = 'best-bot' | 'oracle';

export class PlannerHost {
  #worlds: PastWorlds | null = null;
  /** The oracle's plan is never worse than the best bot's, so it needs that too. */
  readonly #bestBots = new Map<number, Continuation>();

  /** To be called once, first. */
  load(run: Pick<BareRun, 'head' | 'turns'>): void {
    this.#worlds = new PastWorlds(run);
  }

  /** From the end of a turn; 0 is the start. `nodes` is the oracle's budget. */
  value(turn: number, planner: Planner, nodes: number): Continuation {
    invariant(this.#worlds, 'a run is loaded first');
    const world = this.#worlds.at(turn);
    const floor = this.#bestBots.get(turn) ?? bestBot(world);
    this.#bestBots.set(turn, floor);
    return planner === 'best-bot' ? floor : oracle(world, { nodes }, floor);
  }
}
