/** A recorded run as the page sees it. */
import { spentIn } from '../../src/agents/modelRun.ts';
import type { Turn } from '../../src/rollout/format.ts';
import type { Recorder } from '../../src/rollout/recorder.ts';
import { monthlyPayroll } from '../../src/startup/commands/company.ts';
import { differsFromBuiltIn } from '../../src/startup/presets.ts';
import { CurveReader } from './curves.ts';
import { EventLog } from './eventLog.ts';
import type { RunFacts, RunHead, Snapshot } from './messages.ts';
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
    const { driver, simulation } = this.#recorder;
    const { preset, seed, hiddenWorld } = simulation;
    return {
      presetName: preset.name,
      isChanged: differsFromBuiltIn(preset),
      rules: preset.rules,
      seed,
      driver,
      startedAt: hiddenWorld.company.started_at / 1000,
      horizonEnd: hiddenWorld.company.horizon_end / 1000,
    };
  }

  head(): RunHead {
    const { driver, episode, simulation } = this.#recorder;
    const { preset, seed } = simulation;
    return { preset, seed, driver, ...(episode > 1 ? { episode } : {}) };
  }

  /** The run as it stands; its points and log entries are those since the last call. */
  takeSnapshot({ playing, turning, halt, ending }: Pick<Snapshot, 'playing' | 'turning' | 'halt' | 'ending'>): Snapshot {
    const { simulation, series, turns, turnCount } = this.#recorder;
    const world = simulation.hiddenWorld;
    const fundsCents = world.company.funds_cents;
    const payrollCents = monthlyPayroll(world);
    return {
      playing,
      turning,
      time: world.now / 1000,
      turn: turnCount,
      fundsCents,
      payrollCents,
      runwayMonths: payrollCents > 0 ? fundsCents / payrollCents : null,
      counts: countTasks(world),
      openTasks: openTasks(world),
      newPoints: this.#curves.read(series),
      newEntries: this.#log.read(turns),
      newTurns: this.#readTurns(turns),
      spent: turns.some(({ usage }) => usage) ? spentIn(turns) : null,
      halt,
      ending,
      outcome: ending === null ? null : this.#recorder.finish().outcome,
    };
  }
  /** Those of models that were not read before. */
  #readTurns(turns: readonly Turn[]): Turn[] {
    const unread = turns.slice(this.#turns).filter(({ exchange }) => exchange);
    this.#turns = turns.length;
    return unread;
  }
}
