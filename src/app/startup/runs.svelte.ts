/** Owns the startup worker: the run it plays, the rollout it has opened, and what there is to choose from. */
import { proxy, transfer } from 'comlink';
import { tick } from 'svelte';
import { describeFailure, type Result } from '../../core/result.ts';
import type { StartupHost } from '../../../workers/startup/host.ts';
import type {
  Catalogue, ExportKind, OpenedRollout, PresetCard, RunRequest, RunSource, Snapshot, Speed,
} from '../../../workers/startup/messages.ts';
import { WorkerLink } from '../workerLink.svelte.ts';
import { beginRun, continueRun, type ShownRun } from './shownRun.ts';

export type Phase = 'loading' | 'crashed' | 'ready' | 'starting' | 'playing' | 'paused' | 'over';

export interface OpenedView {
  readonly file: string;
  readonly verdict: OpenedRollout['verdict'];
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
  readonly #link: WorkerLink<StartupHost>;

  readonly phase: Phase = $derived.by(() => {
    if (this.crash !== null) return 'crashed';
    if (this.catalogue === null) return 'loading';
    if (this.#isStarting) return 'starting';
    if (this.live === null) return 'ready';
    if (this.live.latest.ending !== null || this.isLost) return 'over';
    return this.live.latest.playing ? 'playing' : 'paused';
  });

  /** What the page shows: an opened rollout goes before the run. */
  readonly shown: ShownRun | null = $derived(this.opened?.run ?? this.live);
  readonly shownSource: RunSource = $derived(this.opened ? 'opened' : 'live');
  readonly canExport: boolean = $derived(this.shown !== null && this.crash === null && (this.opened !== null || !this.isLost));

  constructor() {
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
    this.#link.restart();
  }

  /** Plays on, or begins a run. Returns what is wrong with the request. */
  async play(request: RunRequest): Promise<string | null> {
    if (this.phase !== 'paused') {
      const problem = await this.#start(request);
      if (problem !== null) return problem;
    }
    this.closeOpened();
    await this.#link.call((host) => host.play());
    return null;
  }

  /** Plays one turn, of a new run if there is none to go on with. Returns what is wrong with the request. */
  async step(request: RunRequest): Promise<string | null> {
    if (this.phase === 'ready') {
      const problem = await this.#start(request);
      if (problem !== null) return problem;
    }
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
      // The worker sends the next one when this one is on the page.
      await tick();
    });
    void this.#link
      .call((host) => host.connect(onSnapshot))
      .then((catalogue) => {
        if (!catalogue) return;
        this.catalogue = catalogue;
        // What the first run needs is fetched while the user looks around.
        void this.#link.call((host) => host.warmUp());
        void import('../charts/drawing.ts');
      });
  }

  async #start(request: RunRequest): Promise<string | null> {
    this.#isStarting = true;
    const started = await this.#link.call((host) => host.start(request, this.speed));
    this.#isStarting = false;
    if (!started) return null;
    if (!started.ok) return describeFailure(started);
    this.live = beginRun(started.value.facts, started.value.start);
    this.isLost = false;
    return null;
  }
}
