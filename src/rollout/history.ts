/**
 * A recorded run at any of its turns. Running a long run's commands again takes seconds, so worlds are kept on the way
 * (a copy is a millisecond: its rows are shared), at most so many, spread evenly.
 */
import { invariant } from '../core/result.ts';
import { SeriesSampler, type Series } from '../startup/series.ts';
import { freshWorld, Simulation } from '../startup/simulation.ts';
import type { World } from '../startup/world.ts';
import { detailsOf, isSameDriver, type Branch, type Driver, type Turn } from './format.ts';
import { Recorder, type Clock } from './recorder.ts';

const MOST_CHECKPOINTS = 64;

interface Checkpoint {
  readonly turn: number;
  readonly world: World;
  /** How long each curve was. */
  readonly lengths: Readonly<Record<keyof Series, number>>;
}

export interface Fork {
  /** The last turn in common; 0 for none. */
  readonly turn: number;
  readonly reason: Branch['reason'];
  /** Who goes on. */
  readonly driver: Driver;
  readonly clock?: Clock;
}

export class History {
  readonly recorder: Recorder;
  #checkpoints: Checkpoint[];
  /** In turns; doubles when there are too many. */
  #interval = 1;

  /** `note` is to be called after every turn from now on; what was before is found by running it again. */
  constructor(recorder: Recorder) {
    const { preset, seed } = recorder.simulation;
    const world = freshWorld(preset, seed);
    this.recorder = recorder;
    this.#checkpoints = [{ turn: 0, world, lengths: lengthsOf(new SeriesSampler(world).series) }];
  }

  note(): void {
    const { turnCount, simulation, series } = this.recorder;
    if (turnCount % this.#interval !== 0 || turnCount <= this.#last.turn) return;
    this.#checkpoints.push({ turn: turnCount, world: simulation.hiddenWorld.copy(), lengths: lengthsOf(series) });
    if (this.#checkpoints.length <= MOST_CHECKPOINTS) return;
    this.#interval *= 2;
    this.#checkpoints = this.#checkpoints.filter(({ turn }) => turn % this.#interval === 0);
  }

  /** The world at the end of a turn, 0 for the start, in memory. */
  at(turn: number): Simulation {
    const checkpoint = this.#before(turn);
    const simulation = Simulation.inMemory(checkpoint.world);
    for (const { commands } of this.recorder.turns.slice(checkpoint.turn, turn)) {
      for (const { command } of commands) simulation.runLine(command);
    }
    return simulation;
  }

  /** A run of its own that goes on from the end of a turn; it has the turns up to there, and says where it comes from. */
  async fork({ turn, reason, driver, clock }: Fork): Promise<History> {
    const { recorder: parent } = this;
    const checkpoint = this.#before(turn);
    const turns = parent.turns.slice(0, turn).map((each) => drivenBy(each, parent.driver, driver));
    const branch: Branch = { turn, reason, driver: parent.driver, abandoned_turns: parent.turnCount - turn };
    const recorder = new Recorder(await Simulation.from(checkpoint.world), driver, {
      clock,
      episode: parent.episode,
      lineage: [...parent.lineage, branch],
      past: { turns: turns.slice(0, checkpoint.turn), series: cut(parent.series, checkpoint.lengths) },
    });
    for (const each of turns.slice(checkpoint.turn)) recorder.repeatTurn(each.commands.map(({ command }) => command), detailsOf(each));
    const fork = new History(recorder);
    fork.#interval = this.#interval;
    fork.#checkpoints = this.#checkpoints.filter((each) => each.turn <= turn);
    return fork;
  }

  get #first(): Checkpoint {
    const [first] = this.#checkpoints;
    invariant(first, 'a run has a start');
    return first;
  }

  get #last(): Checkpoint {
    return this.#checkpoints.at(-1) ?? this.#first;
  }

  #before(turn: number): Checkpoint {
    invariant(turn >= 0 && turn <= this.recorder.turnCount, `there is no turn ${turn}`);
    return this.#checkpoints.filter((checkpoint) => checkpoint.turn <= turn).at(-1) ?? this.#first;
  }
}

function lengthsOf({ funds, prestige, payroll, trust }: Series): Checkpoint['lengths'] {
  return { funds: funds.length, prestige: prestige.length, payroll: payroll.length, trust: trust.length };
}

function cut(series: Series, lengths: Checkpoint['lengths']): Series {
  return {
    funds: series.funds.slice(0, lengths.funds),
    prestige: series.prestige.slice(0, lengths.prestige),
    payroll: series.payroll.slice(0, lengths.payroll),
    trust: series.trust.slice(0, lengths.trust),
  };
}

/** A turn under another rollout's driver: it says who drove it, where that is not the same. */
function drivenBy(turn: Turn, before: Driver, now: Driver): Turn {
  const { driver = before, ...rest } = turn;
  return isSameDriver(driver, now) ? rest : { ...rest, driver };
}
