/** A model at the wheel. Its calls are made by the page: keys and the network are none of the worker's business. */
import { settingsFor } from '../../src/agents/connect.ts';
import { ModelRun, type Connection } from '../../src/agents/modelRun.ts';
import type { ModelClient } from '../../src/models/client.ts';
import type { Recorder } from '../../src/rollout/recorder.ts';
import { PageClient, type ModelCalls } from '../pageClient.ts';
import type { Halt, ModelSetup } from './messages.ts';
import type { Stopwatch } from './stopwatch.ts';
import type { Wheel } from './wheel.ts';

export class ModelWheel implements Wheel {
  readonly #client: PageClient;
  readonly #run: ModelRun;
  readonly #watch: Stopwatch;
  #setup: ModelSetup;
  #underWay: AbortController | null = null;

  constructor(recorder: Recorder, setup: ModelSetup, calls: ModelCalls, watch: Stopwatch) {
    this.#client = new PageClient(calls);
    this.#setup = setup;
    this.#watch = watch;
    this.#run = new ModelRun(recorder, connectionOf(recorder, setup, this.#client));
  }

  get isOver(): boolean {
    return this.#run.isOver;
  }

  /** A cassette answers at once, so it is played at the chosen speed. */
  get isPaced(): boolean {
    return this.#setup.driver.kind === 'cassette';
  }

  /** Another model, or the same under other terms, from the next turn on. */
  use(setup: ModelSetup): void {
    this.#setup = setup;
    this.#run.connection = connectionOf(this.#run.recorder, setup, this.#client);
  }

  async playTurn(): Promise<Halt | null> {
    const controller = new AbortController();
    this.#underWay = controller;
    this.#watch.start();
    const result = await this.#run.playTurn({ caps: this.#setup.caps, signal: controller.signal });
    this.#watch.stop();
    this.#underWay = null;
    if (result.kind === 'capped') return { message: result.exceeded.message, advice: '' };
    if (result.kind !== 'failed' || result.failure.code === 'cancelled') return null;
    return { message: result.failure.message, advice: result.failure.advice };
  }

  abort(): void {
    this.#underWay?.abort();
  }
}

function connectionOf(recorder: Recorder, { endpoint, model, price, rules, driver }: ModelSetup, client: ModelClient): Connection {
  const { preset, seed } = recorder.simulation;
  const settings = settingsFor(preset, { model }, seed, rules ?? undefined);
  return { client, endpoint, key: null, settings, price, driver };
}
