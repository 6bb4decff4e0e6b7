/** A recorded run as the page sees it. */
import type { Recorder } from '../../src/rollout/recorder.ts';
import { monthlyPayroll } from '../../src/startup/commands/company.ts';
import { CurveReader } from './curves.ts';
import { EventLog } from './eventLog.ts';
import type { Ending, RunFacts, Snapshot } from './messages.ts';
import { countTasks, openTasks } from './openTasks.ts';

export class RunView {
  readonly #recorder: Recorder;
  readonly #curves = new CurveReader();
  readonly #log: EventLog;

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
    this.#log = new EventLog(recorder.simulation.hiddenWorld);
  }

  facts(driver: string): RunFacts {
    const { preset, seed, hiddenWorld } = this.#recorder.simulation;
    return {
      presetName: preset.name,
      rules: preset.rules,
      seed,
      driver,
      startedAt: hiddenWorld.company.started_at / 1000,
      horizonEnd: hiddenWorld.company.horizon_end / 1000,
    };
  }

  /** The run as it stands; its points and log entries are those since the last call. */
  takeSnapshot(playing: boolean, ending: Ending | null): Snapshot {
    const { simulation, series, turns, turnCount } = this.#recorder;
    const world = simulation.hiddenWorld;
    const fundsCents = world.company.funds_cents;
    const payrollCents = monthlyPayroll(world);
    return {
      playing,
      time: world.now / 1000,
      turn: turnCount,
      fundsCents,
      payrollCents,
      runwayMonths: payrollCents > 0 ? fundsCents / payrollCents : null,
      counts: countTasks(world),
      openTasks: openTasks(world),
      newPoints: this.#curves.read(series),
      newEntries: this.#log.read(turns),
      ending,
      outcome: ending === null ? null : this.#recorder.finish().outcome,
    };
  }
}
