/** Owns the startup worker: the run it plays, the run it has opened, and what there is to choose from. */
import { proxy, transfer, type Remote } from 'comlink';
import { tick } from 'svelte';
import { describeFailure, invariant, success, type Result } from '../../core/result.ts';
import type { BareRun } from '../../rollout/bare.ts';
import type { RunHead } from '../../rollout/format.ts';
import type { StartupHost } from '../../../workers/startup/host.ts';
import type {
  Answered, Catalogue, DriverChoice, ExportKind, ModelSetup, OpenedRollout, PresetCard, RunPlan, RunRequest, RunSource, Snapshot,
  Speed, Standing, StartedRun,
} from '../../../workers/startup/messages.ts';
import type { ModelCalls } from '../../../workers/pageClient.ts';
import type { Library } from '../library/library.svelte.ts';
import { WorkerLink } from '../workerLink.svelte.ts';
import { RunSaver } from './runSaver.ts';
import { beginRun, continueRun, type ShownRun } from './shownRun.ts';

/** `pausing`: the turn under way is the last one. */
export type Phase = 'loading' | 'crashed' | 'ready' | 'starting' | 'playing' | 'pausing' | 'paused' | 'over';

/** What it takes for a model to drive. */
export interface ModelSide extends ModelCalls {
  /** `afresh`: a run begins, or is taken up again. */
  use(setup: ModelSetup, afresh: boolean): void;
  cancelAll(): void;
}

export interface OpenedView {
  readonly file: string;
  readonly head: RunHead;
  /** Of the library's run it was, if it was one. */
  readonly savedId: string | null;
  readonly verdict: OpenedRollout['verdict'];
  readonly removed: readonly string[];
  readonly report: readonly string[];
  readonly run: ShownRun;
}

export class StartupRuns {
  catalogue = $state.raw<Catalogue | null>(null);
  live = $state.raw<ShownRun | null>(null);
  opened = $state.raw<OpenedView | null>(null);
  /** What the run shown was forked from, oldest first: to be seen behind it. */
  background = $state.raw<readonly ShownRun[]>([]);
  /** The turn that is looked at; null: the last one. */
  visited = $state.raw<{ readonly turn: number; readonly standing: Standing } | null>(null);
  /** The file being opened, and how far it is: 0 to 1. */
  opening = $state.raw<{ readonly file: string; readonly share: number } | null>(null);
  speed = $state<Speed>(50);
  /** True once the worker that played `live` is gone: it can be read, not continued. */
  isLost = $state(false);
  #isStarting = $state(false);
  #wanted: number | null = null;
  #isVisiting = false;
  readonly #modelSide: () => ModelSide | null;
  readonly #saver: RunSaver;
  readonly #link: WorkerLink<StartupHost>;

  readonly phase: Phase = $derived.by(() => {
    if (this.crash !== null) return 'crashed';
    if (this.catalogue === null) return 'loading';
    if (this.#isStarting) return 'starting';
    if (this.live === null) return 'ready';
    if (this.live.latest.ending !== null || this.isLost) return 'over';
    if (this.live.latest.playing) return 'playing';
    return this.live.latest.turning ? 'pausing' : 'paused';
  });

  /** What the page shows: an opened run goes before the live one. */
  readonly shown: ShownRun | null = $derived(this.opened?.run ?? this.live);
  readonly shownSource: RunSource = $derived(this.opened ? 'opened' : 'live');
  /** The company at the turn that is looked at. */
  readonly standing: Standing | null = $derived(this.visited?.standing ?? this.shown?.latest ?? null);
  readonly canExport: boolean = $derived(this.shown !== null && this.crash === null && (this.opened !== null || !this.isLost));
  /** A person is at the wheel of what is shown, and it is their move. */
  readonly isMine: boolean = $derived(
    this.opened === null && this.visited === null && this.phase === 'paused' && this.live?.latest.driver.kind === 'human',
  );

  constructor(modelSide: () => ModelSide | null, library: Library) {
    this.#modelSide = modelSide;
    this.#saver = new RunSaver(library);
    this.#link = new WorkerLink(
      () => new Worker(new URL('../../../workers/startup.ts', import.meta.url), { type: 'module', name: 'startup' }),
      () => this.#connect(),
    );
    this.#connect();
  }

  /** Of the library's run that is being saved. */
  get savedId(): string | null {
    return this.#saver.id;
  }

  get crash(): string | null {
    return this.#link.crash;
  }

  /** A new worker. What is on the page stays there. */
  restart(): void {
    this.catalogue = null;
    this.isLost = this.live !== null;
    this.opened = null;
    this.opening = null;
    this.#isStarting = false;
    this.#modelSide()?.cancelAll();
    this.#link.restart();
  }

  /** Plays on, or begins a run. Returns what is wrong with the request. */
  async play(request: RunRequest): Promise<string | null> {
    const problem = this.phase === 'paused' ? await this.#continue(request) : this.phase === 'pausing' ? null : await this.#start(request);
    if (problem !== null) return problem;
    this.closeOpened();
    // A person plays for themselves.
    if (this.live?.latest.driver.kind !== 'human') await this.#link.call((host) => host.play());
    return null;
  }

  /** Plays one turn, of a new run if there is none to go on with. Returns what is wrong with the request. */
  async step(request: RunRequest): Promise<string | null> {
    const problem = this.phase === 'ready' ? await this.#start(request) : await this.#continue(request);
    if (problem !== null) return problem;
    this.closeOpened();
    await this.#link.call((host) => host.step());
    return null;
  }

  pause(): void {
    void this.#link.callNow((host) => host.pause());
  }

  /** Ends the run for good. */
  stop(): void {
    void this.#link.callNow((host) => host.stop());
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    void this.#link.call((host) => host.setSpeed(speed));
  }

  /** Takes up a run of the library; it waits for its driver. Returns what is wrong with it. */
  async resume(id: string, run: BareRun, name: string, driver: DriverChoice): Promise<string | null> {
    this.closeOpened();
    const onProgress = this.#beginOpening(name);
    const problem = await this.#begin(driver, (host) => host.resume(run, driver, this.speed, onProgress), () => this.#saver.takeUp(id));
    this.opening = null;
    return problem;
  }

  /** Goes on from the end of a turn of what is shown, as a run of its own. Returns what is wrong. */
  async fork(turn: number, driver: DriverChoice): Promise<string | null> {
    const { shown, shownSource, background } = this;
    const parent = this.opened ? this.opened.savedId : this.#saver.id;
    const problem = await this.#begin(driver, (host) => host.fork(shownSource, turn, driver, this.speed), (started) => {
      this.#saver.begin(started, setupOf(driver), parent === null ? null : { id: parent, turn });
    });
    if (problem !== null) return problem;
    this.closeOpened();
    this.background = shown ? [...background, shown] : background;
    return null;
  }

  /** Takes back a person's last turn, or what they did in the one under way: the run left behind stays in the library. */
  async undo(): Promise<string | null> {
    const { live, background } = this;
    if (!live) return null;
    const driver: DriverChoice = { kind: 'human', name: live.latest.driver.name };
    const parent = this.#saver.id;
    const problem = await this.#begin(driver, (host) => host.undo(driver, this.speed), (started) => {
      this.#saver.begin(started, null, parent === null ? null : { id: parent, turn: started.start.turn });
    });
    if (problem === null) this.background = background;
    return problem;
  }

  /** Somebody else takes the wheel of the live run, from the next turn on. Returns what is wrong. */
  async hand(driver: DriverChoice): Promise<string | null> {
    if (driver.kind === 'model') this.#modelSide()?.use(driver.setup, false);
    const handed = await this.#link.call((host) => host.hand(driver));
    if (handed?.ok) this.#saver.change(setupOf(driver));
    return handed && !handed.ok ? describeFailure(handed) : null;
  }

  /** Runs a command of the person at the wheel. */
  async command(line: string): Promise<Result<Answered> | undefined> {
    return this.#link.call((host) => host.command(line));
  }

  /** Shows the company as it was at the end of a turn; null: as it is. */
  async visit(turn: number | null): Promise<void> {
    this.#wanted = turn;
    if (turn === null) this.visited = null;
    if (this.#isVisiting) return;
    this.#isVisiting = true;
    while (this.#wanted !== null && this.#wanted !== this.visited?.turn) {
      const [wanted, source]: [number, RunSource] = [this.#wanted, this.shownSource];
      const standing = await this.#link.call((host) => host.visit(source, wanted));
      if (!standing?.ok) break;
      if (this.#wanted !== null) this.visited = { turn: wanted, standing: standing.value };
    }
    this.#isVisiting = false;
  }

  /** Anything else that the worker knows; undefined if it crashed. */
  async ask<Answer>(work: (host: Remote<StartupHost>) => Answer): Promise<Awaited<Answer> | undefined> {
    return this.#link.call(work);
  }

  async plan(request: Pick<RunRequest, 'preset' | 'horizonYears'>): Promise<RunPlan | null> {
    const plan = await this.#link.call((host) => host.plan(request));
    return plan?.ok ? plan.value : null;
  }

  async checkPreset(file: string, text: string): Promise<Result<PresetCard> | undefined> {
    return this.#link.call((host) => host.checkPreset(file, text));
  }

  /** Returns what is wrong with the file; then nothing has changed. */
  async open(file: string, bytes: Uint8Array): Promise<string | null> {
    return this.#open(file, null, (host, onProgress) => host.open(transfer(bytes, [bytes.buffer]), file, onProgress));
  }

  /** A run from a link or from the library, which is recomputed and checked. */
  async openBare(run: BareRun, name: string, savedId: string | null): Promise<string | null> {
    return this.#open(name, savedId, async (host, onProgress) => success(await host.openBare(run, name, onProgress)));
  }

  closeOpened(): void {
    if (!this.opened) return;
    this.opened = null;
    void this.visit(null);
    void this.#link.call((host) => host.closeOpened());
  }

  /** The bytes of a file of what is shown. */
  async export(kind: ExportKind): Promise<Result<Uint8Array> | undefined> {
    const source = this.shownSource;
    return this.#link.call((host) => host.export(source, kind));
  }

  #connect(): void {
    const onSnapshot = proxy(async (snapshot: Snapshot) => {
      if (this.live) this.live = continueRun(this.live, snapshot);
      this.#saver.save(snapshot);
      // The worker sends the next one when this one is on the page.
      await tick();
    });
    const calls = proxy<ModelCalls>({
      complete: (...call) => {
        const side = this.#modelSide();
        invariant(side, 'a model drives only once its side of the page is loaded');
        return side.complete(...call);
      },
      cancel: (id) => this.#modelSide()?.cancel(id),
    });
    void this.#link
      .call((host) => host.connect(onSnapshot, calls))
      .then((catalogue) => {
        if (!catalogue) return;
        this.catalogue = catalogue;
        // What the first run needs is fetched while the user looks around.
        void this.#link.call((host) => host.warmUp());
        void import('../charts/drawing.ts');
      });
  }

  async #start(request: RunRequest): Promise<string | null> {
    const { driver } = request;
    return this.#begin(driver, (host) => host.start(request, this.speed), (started) => this.#saver.begin(started, setupOf(driver), null));
  }

  async #begin(
    driver: DriverChoice,
    call: (host: Remote<StartupHost>) => Promise<Result<StartedRun>>,
    save: (started: StartedRun) => void,
  ): Promise<string | null> {
    this.#isStarting = true;
    const started = await this.#link.call(call);
    this.#isStarting = false;
    if (!started) return null;
    if (!started.ok) return describeFailure(started);
    const { facts, start } = started.value;
    this.live = beginRun(facts, start);
    this.background = [];
    this.isLost = false;
    void this.visit(null);
    save(started.value);
    if (driver.kind === 'model') this.#modelSide()?.use(driver.setup, true);
    return null;
  }

  async #open(
    file: string,
    savedId: string | null,
    call: (host: Remote<StartupHost>, onProgress: (share: number) => void) => Promise<Result<OpenedRollout>>,
  ): Promise<string | null> {
    if (this.opening) return null;
    if (this.phase === 'playing') this.pause();
    const onProgress = this.#beginOpening(file);
    const opened = await this.#link.call((host) => call(host, onProgress));
    this.opening = null;
    if (!opened) return null;
    if (!opened.ok) return describeFailure(opened);
    const { facts, end, ...rest } = opened.value;
    this.opened = { ...rest, savedId, run: beginRun(facts, end) };
    this.background = [];
    void this.visit(null);
    return null;
  }

  #beginOpening(file: string): (share: number) => void {
    this.opening = { file, share: 0 };
    return proxy((share: number) => {
      if (this.opening) this.opening = { file, share };
    });
  }

  /** Goes on under the terms that are set now. */
  async #continue({ driver }: RunRequest): Promise<null> {
    if (driver.kind !== 'model') return null;
    this.#modelSide()?.use(driver.setup, false);
    this.#saver.change(driver.setup);
    await this.#link.call((host) => host.setModel(driver.setup));
    return null;
  }
}

function setupOf(driver: DriverChoice): ModelSetup | null {
  return driver.kind === 'model' ? driver.setup : null;
}
