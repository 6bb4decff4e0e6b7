/** One experiment on the page: where its trials stand, and what they amount to. It goes on while its reader looks elsewhere. */
import { proxy } from 'comlink';
import { SvelteMap } from 'svelte/reactivity';
import type { TrialKey, TrialProgress } from '../../../agents/service/experiment.ts';
import { trialName } from '../../../agents/service/trialName.ts';
import { describeFailure } from '../../../core/result.ts';
import { nothingSpent } from '../../../models/budget.ts';
import type { ErrorLabel } from '../../../service/metrics/errorLabels.ts';
import type { ExperimentPlan, ExperimentResults, TrialComparison, TrialFiles } from '../../../../workers/service/experimentMessages.ts';
import { text } from '../../texts.ts';
import type { KeyRing } from '../../model/keyRing.svelte.ts';
import type { Service } from '../service.svelte.ts';
import { pageCalls } from './experimentCalls.ts';
import { trialsOfPlan } from './plan.ts';
import type { ExperimentStore, KeptExperiment, KeptStanding } from './store.ts';

export class Experiment {
  readonly kept: KeptExperiment;
  /** Null: imported, there is nothing to run. */
  readonly plan: ExperimentPlan | null;
  /** In the order in which they begin; those of the plan. */
  readonly keys: readonly TrialKey[] = [];
  /** `pausing`: calls under way end first. */
  phase = $state<'idle' | 'running' | 'pausing'>('idle');
  /** What went wrong last, in words. */
  problem = $state<string | null>(null);
  /** Where the browser keeps nothing, and why. */
  keepingProblem = $state<string | null>(null);
  results = $state.raw<ExperimentResults | null>(null);
  readonly #standings = new SvelteMap<string, KeptStanding>();
  /** What the browser would not keep, by the names of trials. */
  readonly #memory = new Map<string, Uint8Array>();
  readonly #service: Service;
  readonly #store: ExperimentStore;
  #underWay: Promise<void> = Promise.resolve();
  #loading: Promise<void> | null = null;
  #summing: Promise<void> | null = null;

  readonly standings: readonly TrialProgress[] = $derived.by(() => this.keys.map((key) => this.standingOf(key)));
  readonly done: number = $derived(this.standings.filter(({ status }) => status === 'done').length);
  readonly failed: number = $derived(this.standings.filter(({ status }) => status === 'failed').length);
  readonly isOver: boolean = $derived(this.done === this.keys.length);

  constructor(kept: KeptExperiment, service: Service, store: ExperimentStore) {
    this.kept = kept;
    this.plan = kept.kind === 'planned' ? kept.plan : null;
    if (this.plan) this.keys = trialsOfPlan(this.plan);
    this.#service = service;
    this.#store = store;
  }

  get id(): string {
    return this.kept.id;
  }

  get name(): string {
    return this.kept.kind === 'planned' ? this.kept.plan.name : this.kept.results.name;
  }

  standingOf(key: TrialKey): TrialProgress {
    const progress = this.#standings.get(trialName(key))?.progress;
    if (!progress) return { key, status: 'waiting', messages: 0, spent: { assistant: nothingSpent, user: nothingSpent, judge: nothingSpent }, reason: '' };
    // Nobody told how it ended: the page or its worker went away.
    if (progress.status === 'running' && this.phase === 'idle') return { ...progress, status: 'paused', reason: text('experimentInterrupted') };
    return progress;
  }

  /** Where the trials stood when they were last heard of. */
  load(): Promise<void> {
    return (this.#loading ??= this.#keep(async () => {
      for (const standing of await this.#store.standings(this.id)) this.#standings.set(standing.trial, standing);
    }));
  }

  /** Runs what is left, to the end or until it is paused. */
  async run(keys: KeyRing): Promise<void> {
    const { plan } = this;
    if (!plan || this.phase !== 'idle') return;
    this.phase = 'running';
    this.problem = null;
    await this.load();
    // Another tab would pay for the same calls.
    this.#underWay = locked(`longrun-experiment-${this.id}`, async (isFree) => {
      if (isFree) await this.#run(plan, keys);
      else this.problem = text('experimentElsewhere');
    });
    await this.#underWay;
    this.phase = 'idle';
    void this.sumUp();
  }

  pause(): void {
    if (this.phase !== 'running') return;
    this.phase = 'pausing';
    void this.#service.ask((host) => host.experiments.pause(this.id));
  }

  /** Breaks off the calls under way; resolves when nothing runs any more. */
  async stop(): Promise<void> {
    await this.#service.ask((host) => host.experiments.stop(this.id));
    await this.#underWay;
  }

  /** Brings the results up to date. */
  async sumUp(): Promise<void> {
    // One after the other, so that the later ones stay.
    const before = this.#summing;
    const summing = (async () => {
      await before;
      await this.#sumUp();
    })();
    this.#summing = summing;
    await summing;
  }

  /** A trial's rollout file, gzipped; null: not begun. */
  async rollout(key: TrialKey): Promise<Uint8Array | null> {
    return this.#files.load(trialName(key));
  }

  async label(key: TrialKey, label: ErrorLabel | null): Promise<void> {
    const labelled = await this.#service.ask((host) => host.experiments.label(key, label, proxy(this.#files)));
    if (labelled && !labelled.ok) this.problem = describeFailure(labelled);
    await this.sumUp();
  }

  /** The trials of one task, by one assistant or all. */
  async compare(set: string, taskId: string): Promise<TrialComparison | null> {
    const { kept } = this;
    const own = this.keys.filter((key) => key.set === set && key.taskId === taskId);
    const compared = await this.#service.ask((host) => {
      if (kept.kind === 'imported') return host.experiments.compareImported(kept.results.name, kept.results.bytes, taskId);
      return host.experiments.compare(own, proxy(this.#files));
    });
    if (compared && !compared.ok) this.problem = describeFailure(compared);
    return compared?.ok ? compared.value : null;
  }

  /** The original's results file, of one assistant. */
  async resultsFile(model: string, timestamp: string): Promise<Uint8Array | null> {
    const { kept } = this;
    const own = this.keys.filter((key) => key.model === model);
    const file = await this.#service.ask((host) => {
      if (kept.kind === 'imported') return host.experiments.importedFile(kept.results.name, kept.results.bytes);
      return host.experiments.resultsFile(own, proxy(this.#files), timestamp, this.name);
    });
    if (file && !file.ok) this.problem = describeFailure(file);
    return file?.ok ? file.value : null;
  }

  async #run(plan: ExperimentPlan, keys: KeyRing): Promise<void> {
    for (const set of new Set(plan.tasks.map((task) => task.set))) await this.#service.read(set);
    const calls = pageCalls(plan, keys);
    const onProgress = (progress: TrialProgress) => void this.#note(progress);
    const ended = await this.#service.ask((host) => host.experiments.run(this.id, plan, proxy(calls), proxy(this.#files), proxy(onProgress)));
    calls.cancelAll();
    if (!ended) this.problem = text('serviceWorkerGone');
    else if (!ended.ok) this.problem = describeFailure(ended);
  }

  async #sumUp(): Promise<void> {
    const { kept } = this;
    await this.load();
    if (kept.kind === 'planned') for (const set of new Set(kept.plan.tasks.map((task) => task.set))) await this.#service.read(set);
    const saved = this.keys.flatMap((key) => {
      const standing = this.#standings.get(trialName(key));
      // One under way is no error yet.
      return standing && standing.progress.messages > 0 && this.standingOf(key).status !== 'running' ? [{ key, version: standing.version }] : [];
    });
    const results = await this.#service.ask((host) => {
      if (kept.kind === 'imported') return host.experiments.importedResults(kept.results.name, kept.results.bytes);
      return host.experiments.results(kept.id, kept.plan, saved, proxy(this.#files));
    });
    if (results?.ok) this.results = results.value;
    else if (results) this.problem = describeFailure(results);
  }

  async #note(progress: TrialProgress): Promise<void> {
    const trial = trialName(progress.key);
    const standing = { experiment: this.id, trial, progress, version: this.#standings.get(trial)?.version ?? 0 };
    this.#standings.set(trial, standing);
    await this.#keep(() => this.#store.putStanding(standing));
  }

  readonly #files: TrialFiles = {
    load: async (trial) => this.#memory.get(trial) ?? (await this.#keep(() => this.#store.rollout(this.id, trial))) ?? null,
    save: async (trial, bytes) => {
      this.#memory.set(trial, bytes);
      await this.#keep(async () => {
        await this.#store.putRollout(this.id, trial, bytes);
        this.#memory.delete(trial);
      });
      const standing = this.#standings.get(trial);
      if (standing) this.#standings.set(trial, { ...standing, version: standing.version + 1 });
    },
  };

  async #keep<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await work();
    } catch (error) {
      this.keepingProblem = error instanceof Error ? error.message : String(error);
      return undefined;
    }
  }
}

/** `work` is told whether no other tab holds the name. */
async function locked(name: string, work: (isFree: boolean) => Promise<void>): Promise<void> {
  // Only secure pages have locks.
  if (!('locks' in navigator)) return work(true);
  await navigator.locks.request(name, { ifAvailable: true }, (lock) => work(lock !== null));
}
