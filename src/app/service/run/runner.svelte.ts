/** Lets whoever plays a role speak, and the judge judge, message by message and window by window, until somebody stops it. */
import type { Speaker } from '../../../service/roles.ts';
import type { ServiceHalt } from '../../../../workers/service/messages.ts';
import type { Service } from '../service.svelte.ts';

export class Runner {
  activity = $state<'idle' | 'playing' | 'judging'>('idle');
  /** Stops once the message or window under way is finished. */
  isPausing = $state(false);
  /** Why it stopped by itself; null: it did not. */
  halt = $state.raw<ServiceHalt | null>(null);
  judgesAtEnd = $state(true);
  readonly #service: Service;
  /** Resolves once it is idle. */
  #under: Promise<void> = Promise.resolve();

  constructor(service: Service) {
    this.#service = service;
  }

  get isBusy(): boolean {
    return this.activity !== 'idle';
  }

  /** It is somebody's turn whom the page can let speak. */
  get canPlay(): boolean {
    const turn = this.#service.view?.turn;
    return !this.isBusy && turn !== null && turn !== undefined && !this.isPersons(turn);
  }

  get canJudge(): boolean {
    return !this.isBusy && this.#service.roles.judging !== null && (this.#service.view?.messages.length ?? 0) > 1;
  }

  /** A side whose model lacks something is a person's, too. */
  isPersons(side: Speaker): boolean {
    const { roles } = this.#service;
    return (roles[side] ?? { kind: 'person' }).kind === 'person';
  }

  /** One message. */
  step(): Promise<void> {
    return this.#start(() => this.#play(() => false));
  }

  /** To the end, or to a person's turn. */
  play(): Promise<void> {
    return this.#start(() => this.#play(() => true));
  }

  /** After a person spoke for one side: the other one answers, until it is that side's turn again. */
  async respondTo(side: Speaker): Promise<void> {
    if (this.#service.view?.turn !== side) await this.#start(() => this.#play((turn) => turn !== side));
  }

  judge(): Promise<void> {
    return this.#start(() => this.#judge());
  }

  pause(): void {
    this.isPausing = true;
  }

  /** At once: the call under way is given up. Resolves once nothing is under way. */
  async cancel(): Promise<void> {
    this.isPausing = true;
    await this.#service.ask((host) => host.abort());
    await this.#under;
  }

  /** Another conversation has come. */
  reset(): void {
    this.isPausing = true;
    this.halt = null;
  }

  /** Nothing while something else is under way. */
  async #start(work: () => Promise<void>): Promise<void> {
    if (!this.isBusy) await (this.#under = work());
  }

  async #judge(): Promise<void> {
    if (!this.canJudge) return;
    this.#begin('judging');
    while (!this.isPausing) {
      const judged = await this.#service.judgeStep();
      this.halt = judged?.halt ?? null;
      if (!judged || judged.halt || judged.isOver) break;
    }
    this.activity = 'idle';
  }

  async #play(goesOn: (turn: Speaker) => boolean): Promise<void> {
    const service = this.#service;
    if (this.canPlay) {
      this.#begin('playing');
      for (let turn = service.view?.turn; turn && !this.isPersons(turn); turn = service.view?.turn) {
        const moved = await service.step();
        this.halt = moved?.halt ?? null;
        const next = service.view?.turn;
        if (!moved || moved.halt || this.isPausing || !next || !goesOn(next)) break;
      }
      this.activity = 'idle';
      if (this.isPausing || this.halt) return;
    }
    if (service.view?.turn === null && this.judgesAtEnd) await this.#judge();
  }

  #begin(activity: 'playing' | 'judging'): void {
    this.activity = activity;
    this.isPausing = false;
    this.halt = null;
  }
}
