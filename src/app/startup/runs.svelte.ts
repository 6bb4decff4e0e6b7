/** Owns the startup worker: the run it plays, the rollout it has opened, and what there is to choose from. */
import { proxy, transfer, type Remote } from 'comlink';
import { tick } from 'svelte';
import { describeFailure, invariant, type Result } from '../../core/result.ts';
import type { StartupHost } from '../../../workers/startup/host.ts';
import type {
  Catalogue, ExportKind, ModelCalls, ModelSetup, OpenedRollout, PresetCard, RunHead, RunPlan, RunRequest, RunSource, Snapshot, Speed, StartedRun,
} from '../../../workers/startup/messages.ts';
import { WorkerLink } from '../workerLink.svelte.ts';
import type { KeptRun, RunKeeper } from './keptRun.svelte.ts';
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
  readonly verdict: OpenedRollout['verdict'];
  readonly removed: readonly string[];
  readonly report: readonly string[];
  readonly run: ShownRun;
}

export class StartupRuns {
  catalogue = $state.raw<Catalogue | null>(null);
  live = $state.raw<ShownRun | null>(null);
  opened = $state.raw<OpenedView | null>(null);
  /** The file being opened, and how far it is: 0 to 1. */
  opening = $state.raw<{ readonly file: string; readonly share: number } | null>(null);
  speed = $state<Speed>(50);
  /** True once the worker that played `live` is gone: it can be read, not continued. */
  isLost = $state(false);
  #isStarting = $state(false);
  /** Of a run that is kept: a model's, not a cassette's. */
  #head: RunHead | null = null;
  readonly #modelSide: () => ModelSide | null;
  readonly #keeper: RunKeeper;
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

  /** What the page shows: an opened rollout goes before the run. */
  readonly shown: ShownRun | null = $derived(this.opened?.run ?? this.live);
  readonly shownSource: RunSource = $derived(this.opened ? 'opened' : 'live');
  readonly canExport: boolean = $derived(this.shown !== null && this.crash === null && (this.opened !== null || !this.isLost));

  constructor(modelSide: () => ModelSide | null, keeper: RunKeeper) {
    this.#modelSide = modelSide;
    this.#keeper = keeper;
    this.#link = new WorkerLink(
      () => new Worker(new URL('../../../workers/startup.ts', import.meta.url), { type: 'module', name: 'startup' }),
      () => this.#connect(),
    );
    this.#connect();
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
    await this.#link.call((host) => host.play());
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

  /** Takes up the run that was kept; it waits to be played. Returns what is wrong with it. */
  async resume({ head, turns }: KeptRun, setup: ModelSetup): Promise<string | null> {
    this.closeOpened();
    const onProgress = proxy((share: number) => {
      if (this.opening) this.opening = { file: head.preset.name, share };
    });
    this.opening = { file: head.preset.name, share: 0 };
    const problem = await this.#begin(setup, (host) => host.resume(head, turns, setup, this.speed, onProgress));
    this.opening = null;
    return problem;
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
    if (this.opening) return null;
    if (this.phase === 'playing') this.pause();
    this.opening = { file, share: 0 };
    const onProgress = proxy((share: number) => {
      if (this.opening) this.opening = { file, share };
    });
    const opened = await this.#link.call((host) => host.open(transfer(bytes, [bytes.buffer]), file, onProgress));
    this.opening = null;
    if (!opened) return null;
    if (!opened.ok) return describeFailure(opened);
    const { facts, end, ...rest } = opened.value;
    this.opened = { ...rest, run: beginRun(facts, end) };
    return null;
  }

  closeOpened(): void {
    if (!this.opened) return;
    this.opened = null;
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
      if (this.#head && snapshot.newTurns.length > 0) this.#keeper.add(snapshot.newTurns);
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
    const setup = request.driver.kind === 'model' ? request.driver.setup : null;
    const problem = await this.#begin(setup, (host) => host.start(request, this.speed));
    if (problem === null && this.#head && setup) this.#keeper.begin(this.#head, setup);
    return problem;
  }

  async #begin(setup: ModelSetup | null, call: (host: Remote<StartupHost>) => Promise<Result<StartedRun>>): Promise<string | null> {
    this.#isStarting = true;
    const started = await this.#link.call(call);
    this.#isStarting = false;
    if (!started) return null;
    if (!started.ok) return describeFailure(started);
    const { facts, start, head } = started.value;
    this.live = beginRun(facts, start);
    this.isLost = false;
    this.#head = head.driver.kind === 'model' ? head : null;
    if (setup) this.#modelSide()?.use(setup, true);
    return null;
  }

  /** Goes on under the terms that are set now. */
  async #continue({ driver }: RunRequest): Promise<null> {
    if (driver.kind !== 'model') return null;
    this.#modelSide()?.use(driver.setup, false);
    if (this.#head) this.#keeper.change(this.#head, driver.setup);
    await this.#link.call((host) => host.setModel(driver.setup));
    return null;
  }
}
