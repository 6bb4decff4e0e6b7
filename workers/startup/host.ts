/** What the page can ask of the startup worker. Bad input comes back as a value; a rejected call is a bug. */
import { transfer } from 'comlink';
import { agentPlan } from '../../src/agents/plan.ts';
import { defaultSystemPrompt } from '../../src/agents/prompts.ts';
import { failure, invariant, success, type Result } from '../../src/core/result.ts';
import { openDatabase } from '../../src/db/database.ts';
import { encodeRollout } from '../../src/rollout/file.ts';
import type { Turn } from '../../src/rollout/format.ts';
import { Recorder } from '../../src/rollout/recorder.ts';
import { replayRollout } from '../../src/rollout/replay.ts';
import { BOTS, botByName } from '../../src/startup/bots/index.ts';
import type { Preset } from '../../src/startup/preset.ts';
import { readPreset, validatePreset } from '../../src/startup/presetFile.ts';
import { builtInPresets, presetByName, presetNames } from '../../src/startup/presets.ts';
import { Simulation } from '../../src/startup/simulation.ts';
import { nextTask } from './eventLoop.ts';
import { LiveRun, type OnSnapshot } from './liveRun.ts';
import type {
  Catalogue, ExportKind, ModelCalls, ModelSetup, OpenedRollout, PresetCard, PresetChoice, RunPlan, RunRequest, RunHead, RunSource, Speed,
  StartedRun,
} from './messages.ts';
import { ModelWheel } from './modelWheel.ts';
import { OpenedRun, type OnProgress } from './openedRun.ts';
import { Stopwatch } from './stopwatch.ts';
import { BotWheel } from './wheel.ts';

export class StartupHost {
  #onSnapshot: OnSnapshot = () => Promise.resolve();
  #calls: ModelCalls | null = null;
  #live: LiveRun | null = null;
  #opened: OpenedRun | null = null;

  /** Says who hears of the run's progress, who asks models, and what can be run. */
  connect(onSnapshot: OnSnapshot, calls: ModelCalls): Catalogue {
    this.#onSnapshot = onSnapshot;
    this.#calls = calls;
    const presets = presetNames.flatMap((name) => {
      const preset = presetByName(name);
      return preset.ok ? [presetCard(preset.value)] : [];
    });
    return { presets, bots: BOTS.map(({ name, summary }) => ({ name, summary })) };
  }

  /** Loads the database engine, so that the first run does not wait for it. */
  async warmUp(): Promise<void> {
    (await openDatabase()).close();
  }

  /** Error codes: those of `readPreset`. */
  checkPreset(file: string, text: string): Result<PresetCard> {
    const preset = readPreset(text, file, builtInPresets);
    return preset.ok ? success(presetCard(preset.value)) : preset;
  }

  /** Makes the world and waits for `play` or `step`. The run before it is gone. Error codes: those of presets and bots. */
  async start(request: RunRequest, speed: Speed): Promise<Result<StartedRun>> {
    const preset = presetOf(request);
    if (!preset.ok) return preset;
    const { driver, seed } = request;
    if (driver.kind === 'model') {
      const watch = new Stopwatch();
      const simulation = await Simulation.create(preset.value, seed);
      return success(this.#startModel(new Recorder(simulation, driver.setup.driver, { clock: watch.read }), driver.setup, watch, speed));
    }
    const bot = botByName(driver.name);
    if (!bot.ok) return bot;
    // No clock: timings would tell the chosen speed, not the engine's.
    const recorder = new Recorder(await Simulation.create(preset.value, seed), { kind: 'bot', name: bot.value.name });
    return success(this.#begin(new LiveRun(recorder, new BotWheel(bot.value, recorder), speed, this.#onSnapshot)));
  }

  /**
   * Takes up a model's run where it was left: replays it, and waits for `play` or `step`. The run before it is gone.
   * Error code: `rollout-diverged`.
   */
  async resume(head: RunHead, turns: readonly Turn[], setup: ModelSetup, speed: Speed, onProgress: OnProgress): Promise<Result<StartedRun>> {
    const watch = new Stopwatch();
    const { recorder, divergence } = await replayRollout({ ...head, turns }, async (done, total) => {
      onProgress(done / total);
      await nextTask();
    }, watch.read);
    if (!divergence) return success(this.#startModel(recorder, setup, watch, speed));
    recorder.simulation.close();
    return failure('rollout-diverged', `it does not recompute: turn ${divergence.turn}, ${divergence.path}`);
  }

  /** Lets the model go on under other terms, or another one. Nothing happens if no model drives. */
  setModel(setup: ModelSetup): void {
    const wheel = this.#live?.wheel;
    if (wheel instanceof ModelWheel) wheel.use(setup);
  }

  /** What a model's run would take. Error codes: those of presets. */
  plan(request: Pick<RunRequest, 'preset' | 'horizonYears'>): Result<RunPlan> {
    const preset = presetOf(request);
    if (!preset.ok) return preset;
    const rules = preset.value.agent.system_prompt ?? defaultSystemPrompt(preset.value);
    return success({ agent: agentPlan(preset.value, { rules, price: null, maxTurns: null }), rules });
  }

  play(): void {
    this.#live?.play();
  }

  pause(): void {
    this.#live?.pause();
  }

  step(): void {
    this.#live?.step();
  }

  stop(): void {
    this.#live?.stop();
  }

  setSpeed(speed: Speed): void {
    this.#live?.setSpeed(speed);
  }

  /** Error codes: those of `scoreFile`. A file that cannot be opened changes nothing. */
  async open(bytes: Uint8Array, file: string, onProgress: OnProgress): Promise<Result<OpenedRollout>> {
    const opened = await OpenedRun.open(bytes, file, onProgress);
    if (!opened.ok) return opened;
    this.closeOpened();
    this.#opened = opened.value;
    return success(opened.value.view);
  }

  closeOpened(): void {
    this.#opened?.close();
    this.#opened = null;
  }

  /** The bytes of a file. Error code: `no-run`. */
  export(source: RunSource, kind: ExportKind): Result<Uint8Array> {
    const recorder = (source === 'live' ? this.#live : this.#opened)?.recorder;
    if (!recorder) return failure('no-run', 'there is no run to export');
    const bytes = fileBytes(recorder, kind);
    return transfer(success(bytes), [bytes.buffer]);
  }

  #startModel(recorder: Recorder, setup: ModelSetup, watch: Stopwatch, speed: Speed): StartedRun {
    invariant(this.#calls, 'the page connects first');
    return this.#begin(new LiveRun(recorder, new ModelWheel(recorder, setup, this.#calls, watch), speed, this.#onSnapshot));
  }

  #begin(run: LiveRun): StartedRun {
    this.#live?.close();
    this.#live = run;
    return { facts: run.facts, start: run.takeSnapshot(), head: run.head() };
  }
}

function fileBytes(recorder: Recorder, kind: ExportKind): Uint8Array {
  if (kind === 'database') return recorder.simulation.exportDatabase();
  return encodeRollout(recorder.finish(), { gzip: kind === 'rollout-gzip' });
}

function presetCard({ name, description, rules, sim }: Preset): PresetCard {
  return { name, description, rules, horizonYears: sim.horizon_years };
}

function presetOf({ preset: choice, horizonYears }: Pick<RunRequest, 'preset' | 'horizonYears'>): Result<Preset> {
  const preset = presetChosen(choice);
  if (!preset.ok || horizonYears === undefined) return preset;
  return validatePreset({ ...preset.value, sim: { ...preset.value.sim, horizon_years: horizonYears } }, preset.value.name);
}

function presetChosen(choice: PresetChoice): Result<Preset> {
  return 'name' in choice ? presetByName(choice.name) : readPreset(choice.text, choice.file, builtInPresets);
}
