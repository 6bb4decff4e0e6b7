/** What the page can ask of the startup worker. Bad input comes back as a value; a rejected call is a bug. */
import { transfer } from 'comlink';
import { agentPlan } from '../../src/agents/plan.ts';
import { defaultSystemPrompt } from '../../src/agents/prompts.ts';
import { failure, invariant, success, type Result } from '../../src/core/result.ts';
import { openDatabase } from '../../src/db/database.ts';
import { bareTurn, replayBare, type BareRun } from '../../src/rollout/bare.ts';
import { encodeRollout } from '../../src/rollout/file.ts';
import type { Driver } from '../../src/rollout/format.ts';
import { History } from '../../src/rollout/history.ts';
import { Recorder } from '../../src/rollout/recorder.ts';
import { BOTS, botByName } from '../../src/startup/bots/index.ts';
import type { Truth } from '../../src/startup/hindsight/truth.ts';
import type { LessonView } from '../../src/startup/lessons/view.ts';
import type { Preset } from '../../src/startup/preset.ts';
import { readPreset, validatePreset } from '../../src/startup/presetFile.ts';
import { builtInPresets, presetByName, presetNames } from '../../src/startup/presets.ts';
import { Simulation } from '../../src/startup/simulation.ts';
import { deskView } from './desk.ts';
import type { DeskView } from './deskView.ts';
import { hindsightOf } from './hindsight.ts';
import { lessonView } from './lessonView.ts';
import { LiveRun, type OnSnapshot } from './liveRun.ts';
import type {
  Answered, Catalogue, DriverChoice, ExportKind, ModelSetup, OpenedRollout, PresetCard, PresetChoice, RunPlan, RunRequest, RunSource,
  Speed, Standing, StartedRun,
} from './messages.ts';
import type { ModelCalls } from '../pageClient.ts';
import { ModelWheel } from './modelWheel.ts';
import { breather, OpenedRun, Watch, type OnProgress } from './openedRun.ts';
import { RunView, standingOf } from './runView.ts';
import { Stopwatch } from './stopwatch.ts';
import { timelineOf, type TimelineView } from './timeline.ts';
import { searchTranscript, transcriptIndex, transcriptMarks, transcriptText, transcriptTurns } from './transcript.ts';
import type { Found, FullTurn, Marks, PartName, TurnLine } from './transcriptView.ts';
import { BotWheel, HumanWheel, type Wheel } from './wheel.ts';

export class StartupHost {
  #onSnapshot: OnSnapshot = () => Promise.resolve();
  #calls: ModelCalls | null = null;
  #live: LiveRun | null = null;
  #opened: OpenedRun | null = null;
  #visited: { readonly source: RunSource; readonly turn: number; readonly simulation: Simulation } | null = null;

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

  /** Makes the world and waits for its driver. The run before it is gone. Error codes: those of presets and bots. */
  async start(request: RunRequest, speed: Speed): Promise<Result<StartedRun>> {
    const preset = presetOf(request);
    if (!preset.ok) return preset;
    const seat = this.#seatOf(request.driver);
    if (!seat.ok) return seat;
    const { driver, watch } = seat.value;
    const recorder = new Recorder(await Simulation.create(preset.value, request.seed), driver, { clock: watch?.read });
    return success(this.#begin(new History(recorder), seat.value, speed));
  }

  /**
   * Takes up a run where it was left: replays it, and waits for its driver. The run before it is gone.
   * Error codes: `rollout-diverged`, those of bots.
   */
  async resume(run: BareRun, driver: DriverChoice, speed: Speed, onProgress: OnProgress): Promise<Result<StartedRun>> {
    const seat = this.#seatOf(driver);
    if (!seat.ok) return seat;
    const watch = new Watch(breather(onProgress));
    const { recorder, divergence } = await replayBare(run, watch.onTurn, seat.value.watch?.read);
    if (!divergence) return success(this.#begin(watch.historyOf(recorder), seat.value, speed));
    recorder.simulation.close();
    return failure('rollout-diverged', `it does not recompute: turn ${divergence.turn}, ${divergence.path}`);
  }

  /**
   * Goes on from the end of a turn as a run of its own, and waits for its driver; the live run before it is gone.
   * Error codes: `no-run`, `turn-unknown`, those of bots.
   */
  async fork(source: RunSource, turn: number, driver: DriverChoice, speed: Speed): Promise<Result<StartedRun>> {
    const history = this.#historyAt(source, turn);
    if (!history.ok) return history;
    const seat = this.#seatOf(driver);
    if (!seat.ok) return seat;
    const { driver: named, watch } = seat.value;
    const fork = await history.value.fork({ turn, reason: 'fork', driver: named, ...(watch ? { clock: watch.read } : {}) });
    return success(this.#begin(fork, seat.value, speed));
  }

  /** Takes back the last turn of the live run, or what has been done of the one under way. Error codes: `no-run`, `turn-unknown`, those of bots. */
  async undo(driver: DriverChoice, speed: Speed): Promise<Result<StartedRun>> {
    const recorder = this.#live?.recorder;
    if (!this.#live || !recorder) return failure('no-run', 'there is no run');
    const turn = recorder.turnCount - (recorder.openCommands.length > 0 ? 0 : 1);
    if (turn < 0) return failure('turn-unknown', 'there is no turn to take back');
    const seat = this.#seatOf(driver);
    if (!seat.ok) return seat;
    const fork = await this.#live.history.fork({ turn, reason: 'undo', driver: recorder.driver });
    return success(this.#begin(fork, seat.value, speed));
  }

  /** Somebody else takes over the live run. Error codes: `no-run`, `run-busy`, `run-over`, those of bots. */
  hand(driver: DriverChoice): Result<null> {
    const seat = this.#seatOf(driver);
    if (!seat.ok) return seat;
    return this.#live?.hand(seat.value.driver, seat.value.take) ?? failure('no-run', 'there is no run');
  }

  /** Runs a command of the person at the wheel. Error codes: `no-run`, `run-over`, `not-at-wheel`. */
  command(line: string): Result<Answered> {
    return this.#live?.command(line) ?? failure('no-run', 'there is no run');
  }

  /** The company at the end of a turn; 0 is the start. Error codes: `no-run`, `turn-unknown`. */
  visit(source: RunSource, turn: number): Result<Standing> {
    const simulation = this.#simulationAt(source, turn);
    return simulation.ok ? success(standingOf(simulation.value.hiddenWorld, turn)) : simulation;
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
    return opened.ok ? success(this.#show(opened.value)) : opened;
  }

  async openBare(run: BareRun, name: string, onProgress: OnProgress): Promise<OpenedRollout> {
    return this.#show(await OpenedRun.openBare(run, name, onProgress));
  }

  closeOpened(): void {
    this.#opened?.close();
    this.#opened = null;
    this.#visited = null;
  }

  /** A run reduced to what cannot be recomputed. Error code: `no-run`. */
  bare(source: RunSource): Result<BareRun> {
    const history = this.#history(source);
    if (!history.ok) return history;
    const { turns, openCommands } = history.value.recorder;
    const head = new RunView(history.value.recorder).head();
    return success({ head, turns: turns.map(bareTurn), openLines: openCommands.map(({ command }) => command) });
  }

  /** The bytes of a file. Error code: `no-run`. */
  export(source: RunSource, kind: ExportKind): Result<Uint8Array> {
    const history = this.#history(source);
    if (!history.ok) return history;
    const bytes = fileBytes(history.value.recorder, kind);
    return transfer(success(bytes), [bytes.buffer]);
  }

  /** The whole run in time. Error code: `no-run`. */
  timeline(source: RunSource): Result<TimelineView> {
    const history = this.#history(source);
    return history.ok ? success(timelineOf(history.value)) : history;
  }

  /** What commands show of the company: at the end of a turn, or now (null). Error codes: `no-run`, `turn-unknown`. */
  desk(source: RunSource, turn: number | null): Result<DeskView> {
    const history = this.#history(source);
    if (!history.ok) return history;
    const simulation = turn === null ? success(history.value.recorder.simulation) : this.#simulationAt(source, turn);
    return simulation.ok ? success(deskView(simulation.value)) : simulation;
  }

  /** The lines of all turns after `from`. Error code, here and for the rest of the transcript: `no-run`. */
  transcriptIndex(source: RunSource, from: number): Result<TurnLine[]> {
    const history = this.#history(source);
    return history.ok ? success(transcriptIndex(history.value, from)) : history;
  }

  transcriptTurns(source: RunSource, from: number, to: number): Result<FullTurn[]> {
    const history = this.#history(source);
    return history.ok ? success(transcriptTurns(history.value, from, to)) : history;
  }

  transcriptText(source: RunSource, turn: number, part: PartName): Result<string> {
    const history = this.#history(source);
    return history.ok ? success(transcriptText(history.value, turn, part)) : history;
  }

  /** Null if a newer search has begun meanwhile. */
  async searchTranscript(source: RunSource, query: string): Promise<Result<Found | null>> {
    const history = this.#history(source);
    return history.ok ? success(await searchTranscript(history.value, query)) : history;
  }

  transcriptMarks(source: RunSource): Result<Marks> {
    const history = this.#history(source);
    return history.ok ? success(transcriptMarks(history.value)) : history;
  }

  /** What was hidden while the run went on. Error codes: `no-run`, `run-not-over`. */
  hindsight(source: RunSource): Result<Truth> {
    const history = this.#history(source);
    return history.ok ? hindsightOf(history.value, source === 'opened' || this.#live?.isFinal === true) : history;
  }

  /** What a lesson's checks read; `guess` names a client whose loyalty the user submits a guess of. Error code: `no-run`. */
  lesson(source: RunSource, guess: string | null): Result<LessonView> {
    const history = this.#history(source);
    return history.ok ? success(lessonView(history.value, guess)) : history;
  }

  #seatOf(choice: DriverChoice): Result<Seat> {
    switch (choice.kind) {
      case 'bot': {
        const bot = botByName(choice.name);
        if (!bot.ok) return bot;
        // No clock: timings would tell the chosen speed, not the engine's.
        const driver = { kind: 'bot', name: bot.value.name } as const;
        return success({ driver, watch: null, take: (recorder) => new BotWheel(bot.value, recorder) });
      }
      case 'human': {
        const driver = { kind: 'human', name: choice.name } as const;
        return success({ driver, watch: null, take: (recorder) => new HumanWheel(recorder, driver) });
      }
      case 'model': {
        const [calls, watch, { setup }] = [this.#calls, new Stopwatch(), choice];
        invariant(calls, 'the page connects first');
        return success({ driver: setup.driver, watch, take: (recorder) => new ModelWheel(recorder, setup, calls, watch) });
      }
    }
  }

  #begin(history: History, { take }: Seat, speed: Speed): StartedRun {
    const run = new LiveRun(history, take(history.recorder), speed, this.#onSnapshot);
    this.#live?.close();
    this.#live = run;
    this.#visited = null;
    return { facts: run.facts, start: run.takeSnapshot(), head: run.head() };
  }

  #show(opened: OpenedRun): OpenedRollout {
    this.closeOpened();
    this.#opened = opened;
    return opened.view;
  }

  #history(source: RunSource): Result<History> {
    const history = (source === 'live' ? this.#live : this.#opened)?.history;
    return history ? success(history) : failure('no-run', 'there is no run');
  }

  #historyAt(source: RunSource, turn: number): Result<History> {
    const history = this.#history(source);
    const last = history.ok ? history.value.recorder.turnCount : 0;
    if (!history.ok || (turn >= 0 && turn <= last)) return history;
    return failure('turn-unknown', `there is no turn ${turn}: there are 0 to ${last}`);
  }

  /** In memory, at the end of a turn. The last one asked for is kept: it is looked at from several sides. */
  #simulationAt(source: RunSource, turn: number): Result<Simulation> {
    const visited = this.#visited;
    if (visited?.source === source && visited.turn === turn) return success(visited.simulation);
    const history = this.#historyAt(source, turn);
    if (!history.ok) return history;
    const simulation = history.value.at(turn);
    this.#visited = { source, turn, simulation };
    return success(simulation);
  }
}

/** Who drives, and how they take the wheel. */
interface Seat {
  readonly driver: Driver;
  /** Measures the turns of those whose time counts. */
  readonly watch: Stopwatch | null;
  readonly take: (recorder: Recorder) => Wheel;
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
