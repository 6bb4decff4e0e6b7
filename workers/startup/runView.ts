/** A recorded run as the page sees it. */
import { spentIn } from '../../src/agents/modelRun.ts';
import { bareTurn, type BareTurn } from '../../src/rollout/bare.ts';
import type { RunHead, Turn } from '../../src/rollout/format.ts';
import type { Recorder } from '../../src/rollout/recorder.ts';
import { monthlyPayroll } from '../../src/startup/commands/company.ts';
import { differsFromBuiltIn } from '../../src/startup/presets.ts';
import type { World } from '../../src/startup/world.ts';
import { CurveReader } from './curves.ts';
import { EventLog } from './eventLog.ts';
import type { RunFacts, Snapshot, Standing } from './messages.ts';
import { countTasks, openTasks } from './openTasks.ts';

export class RunView {
  readonly #recorder: Recorder;
  readonly #curves = new CurveReader();
  readonly #log: EventLog;
  /** Turns handed on so far. */
  #turns = 0;

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
    this.#log = new EventLog(recorder.simulation.hiddenWorld);
  }

  facts(): RunFacts {
    const { driver, lineage, simulation } = this.#recorder;
    const { preset, seed, hiddenWorld } = simulation;
    return {
      presetName: preset.name,
      isChanged: differsFromBuiltIn(preset),
      rules: preset.rules,
      seed,
      driver,
      lineage,
      startedAt: hiddenWorld.company.started_at / 1000,
      horizonEnd: hiddenWorld.company.horizon_end / 1000,
      horizonYears: preset.sim.horizon_years,
    };
  }

  head(): RunHead {
    const { driver, episode, lineage, simulation } = this.#recorder;
    const { preset, seed } = simulation;
    return { preset, seed, driver, ...(episode > 1 ? { episode } : {}), ...(lineage.length > 0 ? { lineage: [...lineage] } : {}) };
  }

  /** The run as it stands; its points, log entries and turns are those since the last call. */
  takeSnapshot({ playing, turning, halt, ending }: Pick<Snapshot, 'playing' | 'turning' | 'halt' | 'ending'>): Snapshot {
    const { simulation, series, turns, turnCount, atWheel, openCommands } = this.#recorder;
    return {
      ...standingOf(simulation.hiddenWorld, turnCount),
      playing,
      turning,
      driver: atWheel,
      newPoints: this.#curves.read(series),
      newEntries: this.#log.read(turns),
      newTurns: this.#readTurns(turns),
      openLines: openCommands.map(({ command }) => command),
      spent: turns.some(({ usage }) => usage) ? spentIn(turns) : null,
      halt,
      ending,
      outcome: ending === null ? null : this.#recorder.finish().outcome,
    };
  }

  #readTurns(turns: readonly Turn[]): BareTurn[] {
    const unread = turns.slice(this.#turns).map(bareTurn);
    this.#turns = turns.length;
    return unread;
  }
}

export function standingOf(world: World, turn: number): Standing {
  const fundsCents = world.company.funds_cents;
  const payrollCents = monthlyPayroll(world);
  return {
    time: world.now / 1000,
    turn,
    fundsCents,
    payrollCents,
    runwayMonths: payrollCents > 0 ? fundsCents / payrollCents : null,
    counts: countTasks(world),
    openTasks: openTasks(world),
  };
}
