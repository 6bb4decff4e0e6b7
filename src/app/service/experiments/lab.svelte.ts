/** All experiments that this browser keeps. */
import { describeFailure } from '../../../core/result.ts';
import type { ExperimentPlan } from '../../../../workers/service/experimentMessages.ts';
import { text } from '../../texts.ts';
import type { Service } from '../service.svelte.ts';
import { Experiment } from './experiment.svelte.ts';
import { openExperimentStore, type KeptExperiment } from './store.ts';

export class ExperimentLab {
  /** The newest first; null until it is known. */
  experiments = $state.raw<readonly Experiment[] | null>(null);
  /** Where the browser keeps nothing, and why. */
  keepingProblem = $state<string | null>(null);
  readonly #service: Service;
  readonly #store = openExperimentStore();

  constructor(service: Service) {
    this.#service = service;
    void this.#load();
  }

  find(id: string): Experiment | null {
    return this.experiments?.find((experiment) => experiment.id === id) ?? null;
  }

  /** It does not run by itself. */
  async add(plan: ExperimentPlan): Promise<Experiment> {
    return this.#add({ kind: 'planned', id: crypto.randomUUID(), createdAt: Date.now(), plan });
  }

  /** A results file as an experiment without a plan; or what is wrong with it. */
  async importResults(name: string, bytes: Uint8Array): Promise<Experiment | string> {
    const read = await this.#service.ask((host) => host.experiments.importResults(name, bytes));
    if (!read) return text('serviceWorkerGone');
    if (!read.ok) return describeFailure(read);
    return this.#add({ kind: 'imported', id: crypto.randomUUID(), createdAt: Date.now(), results: read.value });
  }

  async remove(experiment: Experiment): Promise<void> {
    await experiment.stop();
    this.experiments = (this.experiments ?? []).filter((other) => other !== experiment);
    await this.#keep(() => this.#store.remove(experiment.id));
  }

  async #add(kept: KeptExperiment): Promise<Experiment> {
    const experiment = new Experiment(kept, this.#service, this.#store);
    this.experiments = [experiment, ...(this.experiments ?? [])];
    await this.#keep(() => this.#store.put(kept));
    return experiment;
  }

  async #load(): Promise<void> {
    const kept = (await this.#keep(() => this.#store.experiments())) ?? [];
    const loaded = kept.sort((a, b) => b.createdAt - a.createdAt).map((each) => new Experiment(each, this.#service, this.#store));
    // One that was made in the meantime is among them already.
    const made = (this.experiments ?? []).filter(({ id }) => kept.every((each) => each.id !== id));
    this.experiments = [...made, ...loaded];
    for (const experiment of this.experiments) void experiment.load();
  }

  async #keep<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await work();
    } catch (error) {
      this.keepingProblem = error instanceof Error ? error.message : String(error);
      return undefined;
    }
  }
}
