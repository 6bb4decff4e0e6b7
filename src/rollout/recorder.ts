/** Records a run as it happens: every command with its answer, a state hash a turn, curves and outcome. */
import { formatInstant } from '../core/calendar.ts';
import { outcomeOf } from '../startup/outcome.ts';
import { SeriesSampler, type Series } from '../startup/series.ts';
import { isCommand, type CommandAnswer, type Simulation } from '../startup/simulation.ts';
import { ENGINE_VERSION } from '../startup/version.ts';
import { digestOf, isSameDriver, type Branch, type Driver, type Rollout, type Turn, type TurnDetails } from './format.ts';

type RecordedCommand = Turn['commands'][number];

/** A clock in milliseconds, handed in by whoever may look at one. */
export type Clock = () => number;

export interface RecorderOptions {
  /** Without a clock no timings are recorded, and two recordings of one run are equal byte for byte. */
  readonly clock?: Clock | undefined;
  /** From 1; a later one follows a bankruptcy (spec §8). */
  readonly episode?: number | undefined;
  readonly lineage?: readonly Branch[] | undefined;
  /** What was recorded up to where the simulation stands. */
  readonly past?: { readonly turns: readonly Turn[]; readonly series: Series };
}

export class Recorder {
  readonly simulation: Simulation;
  readonly driver: Driver;
  readonly episode: number;
  readonly lineage: readonly Branch[];
  /** Who drives now; a turn says so where it is not the rollout's driver. */
  atWheel: Driver;
  readonly #clock: Clock | null;
  readonly #sampler: SeriesSampler;
  readonly #turns: Turn[];
  #commands: RecordedCommand[] = [];
  #turnStart: number;

  constructor(simulation: Simulation, driver: Driver, { clock, episode = 1, lineage = [], past }: RecorderOptions = {}) {
    this.simulation = simulation;
    this.driver = driver;
    this.atWheel = driver;
    this.episode = episode;
    this.lineage = lineage;
    this.#clock = clock ?? null;
    this.#turns = past ? [...past.turns] : [];
    this.#sampler = new SeriesSampler(simulation.hiddenWorld, past?.series);
    this.#turnStart = clock?.() ?? 0;
  }

  /** Runs one line, `yc-bench task list`; a line the world cannot take is recorded like any other. */
  run(line: string): CommandAnswer {
    const answer = this.simulation.runLine(line);
    this.#commands.push({ command: line, exit: answer.exit, answer: 'json' in answer ? answer.json : answer.text });
    this.#sampler.sample(this.simulation.hiddenWorld);
    return answer;
  }

  /** Closes the current turn; one without a command counts too (a model may only talk). */
  endTurn(details: TurnDetails = {}): void {
    this.#close({
      ...(this.#clock ? { elapsed_ms: Math.round(this.#clock() - this.#turnStart) } : {}),
      ...(isSameDriver(this.atWheel, this.driver) ? {} : { driver: this.atWheel }),
      ...details,
    });
  }

  /** Plays a recorded turn again; how it came about, which cannot be recomputed, is taken over. */
  repeatTurn(lines: readonly string[], details: TurnDetails): Turn {
    for (const line of lines) this.run(line);
    return this.#close(details);
  }

  #close(details: TurnDetails): Turn {
    const turn: Turn = {
      turn: this.#turns.length + 1,
      commands: this.#commands,
      sim_time: formatInstant(this.simulation.simTime),
      hash: this.simulation.hash(),
      ...details,
    };
    this.#turns.push(turn);
    this.#commands = [];
    this.#turnStart = this.#clock?.() ?? 0;
    return turn;
  }

  /** The commands of the turn under way. */
  get openCommands(): readonly RecordedCommand[] {
    return this.#commands;
  }

  /** True at the end of the world's run, or at the preset's limit of turns. */
  get isOver(): boolean {
    return this.simulation.terminalReason !== null || this.#isTurnLimitReached;
  }

  get #isTurnLimitReached(): boolean {
    return this.#turns.length >= (this.simulation.preset.loop.max_turns ?? Infinity);
  }

  get turnCount(): number {
    return this.#turns.length;
  }

  get turns(): readonly Turn[] {
    return this.#turns;
  }

  get series(): Series {
    return this.#sampler.series;
  }

  /** The run so far as a rollout; a turn that has begun is closed. */
  finish(): Rollout {
    if (this.#commands.length > 0) this.endTurn();
    const { simulation } = this;
    const { preset, hiddenWorld: world } = simulation;
    const rollout = {
      format: 'longrun-rollout',
      version: 1,
      arena: 'startup',
      engine_version: ENGINE_VERSION,
      rules: preset.rules,
      preset,
      seed: simulation.seed,
      driver: this.driver,
      ...(this.episode > 1 ? { episode: this.episode } : {}),
      ...(this.lineage.length > 0 ? { lineage: [...this.lineage] } : {}),
      started_at: formatInstant(world.company.started_at),
      turns: this.#turns,
      outcome: outcomeOf(world, {
        turns: this.#turns.length,
        scratchpadWrites: scratchpadWrites(this.#turns),
        turnLimitReached: this.#isTurnLimitReached,
      }),
      series: this.series,
    } as const;
    return { ...rollout, digest: digestOf(rollout) };
  }
}

function scratchpadWrites(turns: readonly Turn[]): number {
  const commands = turns.flatMap((turn) => turn.commands);
  return commands.filter(({ command, exit }) => exit === 0 && isCommand(command, 'scratchpad', 'write', 'append', 'clear')).length;
}
