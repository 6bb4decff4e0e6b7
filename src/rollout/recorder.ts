/** Records a run as it happens: every command with its answer, a state hash a turn, curves and outcome. */
import { formatInstant } from '../core/calendar.ts';
import { outcomeOf } from '../startup/outcome.ts';
import { SeriesSampler, type Series } from '../startup/series.ts';
import { isCommand, type CommandAnswer, type Simulation } from '../startup/simulation.ts';
import { ENGINE_VERSION } from '../startup/version.ts';
import { digestOf, type Driver, type Rollout, type Turn, type TurnDetails } from './format.ts';

type RecordedCommand = Turn['commands'][number];

/** A clock in milliseconds, handed in by whoever may look at one. */
export type Clock = () => number;

export class Recorder {
  readonly simulation: Simulation;
  readonly driver: Driver;
  /** From 1; a later one follows a bankruptcy (spec §8). */
  readonly episode: number;
  readonly #clock: Clock | null;
  readonly #sampler: SeriesSampler;
  readonly #turns: Turn[] = [];
  #commands: RecordedCommand[] = [];
  #turnStart: number;

  /** Without a clock no timings are recorded, and two recordings of one run are equal byte for byte. */
  constructor(simulation: Simulation, driver: Driver, clock: Clock | null = null, episode = 1) {
    this.simulation = simulation;
    this.episode = episode;
    this.driver = driver;
    this.#clock = clock;
    this.#sampler = new SeriesSampler(simulation.hiddenWorld);
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
    const now = this.#clock?.() ?? 0;
    this.#turns.push({
      turn: this.#turns.length + 1,
      commands: this.#commands,
      sim_time: formatInstant(this.simulation.simTime),
      hash: this.simulation.hash(),
      ...(this.#clock ? { elapsed_ms: Math.round(now - this.#turnStart) } : {}),
      ...details,
    });
    this.#commands = [];
    this.#turnStart = now;
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
