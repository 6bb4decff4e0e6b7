/** What the page can ask of the startup worker. Bad input comes back as a value; a rejected call is a bug. */
import { transfer } from 'comlink';
import { failure, success, type Result } from '../../src/core/result.ts';
import { openDatabase } from '../../src/db/database.ts';
import { encodeRollout } from '../../src/rollout/file.ts';
import type { Recorder } from '../../src/rollout/recorder.ts';
import { BOTS, botByName } from '../../src/startup/bots/index.ts';
import type { Preset } from '../../src/startup/preset.ts';
import { readPreset, validatePreset } from '../../src/startup/presetFile.ts';
import { builtInPresets, presetByName, presetNames } from '../../src/startup/presets.ts';
import { LiveRun, type OnSnapshot } from './liveRun.ts';
import type {
  Catalogue, ExportKind, OpenedRollout, PresetCard, PresetChoice, RunRequest, RunSource, Speed, StartedRun,
} from './messages.ts';
import { OpenedRun, type OnProgress } from './openedRun.ts';

export class StartupHost {
  #onSnapshot: OnSnapshot = () => Promise.resolve();
  #live: LiveRun | null = null;
  #opened: OpenedRun | null = null;

  /** Says who hears of the run's progress, and what can be run. */
  connect(onSnapshot: OnSnapshot): Catalogue {
    this.#onSnapshot = onSnapshot;
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
    const bot = botByName(request.bot);
    if (!bot.ok) return bot;
    const run = await LiveRun.create(preset.value, request.seed, bot.value, speed, this.#onSnapshot);
    this.#live?.close();
    this.#live = run;
    return success({ facts: run.facts, start: run.takeSnapshot() });
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
}

function fileBytes(recorder: Recorder, kind: ExportKind): Uint8Array {
  if (kind === 'database') return recorder.simulation.exportDatabase();
  return encodeRollout(recorder.finish(), { gzip: kind === 'rollout-gzip' });
}

function presetCard({ name, description, rules, sim }: Preset): PresetCard {
  return { name, description, rules, horizonYears: sim.horizon_years };
}

function presetOf({ preset: choice, horizonYears }: RunRequest): Result<Preset> {
  const preset = presetChosen(choice);
  if (!preset.ok || horizonYears === undefined) return preset;
  return validatePreset({ ...preset.value, sim: { ...preset.value.sim, horizon_years: horizonYears } }, preset.value.name);
}

function presetChosen(choice: PresetChoice): Result<Preset> {
  return 'name' in choice ? presetByName(choice.name) : readPreset(choice.text, choice.file, builtInPresets);
}
