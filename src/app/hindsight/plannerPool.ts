/** A few planners at work on one run. Questions are answered by whoever is free; the answers do not depend on who that is. */
import { wrap, type Remote } from 'comlink';
import type { BareRun } from '../../rollout/bare.ts';
import type { Continuation } from '../../startup/hindsight/continuation.ts';
import type { Planner, PlannerHost } from '../../../workers/planner/host.ts';
import { text } from '../texts.ts';

/** More would leave nothing of the machine to its owner. */
const MOST_WORKERS = 4;

export class PlannerPool {
  /** What went wrong, unless it was closed by whoever opened it. */
  problem: string | null = null;
  readonly #workers: readonly Worker[];
  readonly #idle: Remote<PlannerHost>[] = [];
  readonly #waiting: ((planner: Remote<PlannerHost>) => void)[] = [];
  readonly #closed: Promise<null>;
  #close!: () => void;

  constructor(run: Pick<BareRun, 'head' | 'turns'>) {
    this.#closed = new Promise((resolve) => {
      this.#close = () => resolve(null);
    });
    const count = Math.max(1, Math.min(MOST_WORKERS, navigator.hardwareConcurrency));
    this.#workers = Array.from({ length: count }, () => {
      const worker = new Worker(new URL('../../../workers/planner.ts', import.meta.url), { type: 'module', name: 'planner' });
      worker.addEventListener('error', ({ message }) => this.#fail(message || text('workerNotLoaded')));
      const planner = wrap<PlannerHost>(worker);
      void planner.load(run).then(() => this.#free(planner), (error: unknown) => this.#fail(String(error)));
      return worker;
    });
  }

  /** Null if the pool is closed before the answer comes. */
  async value(turn: number, planner: Planner, nodes: number): Promise<Continuation | null> {
    const free = await Promise.race([this.#nextFree(), this.#closed]);
    if (!free) return null;
    try {
      return await Promise.race([free.value(turn, planner, nodes), this.#closed]);
    } catch (error) {
      this.#fail(String(error));
      return null;
    } finally {
      this.#free(free);
    }
  }

  /** Stops the planners at whatever they do. */
  close(): void {
    for (const worker of this.#workers) worker.terminate();
    this.#close();
  }

  #nextFree(): Promise<Remote<PlannerHost>> | Remote<PlannerHost> {
    return this.#idle.pop() ?? new Promise((resolve) => this.#waiting.push(resolve));
  }

  #free(planner: Remote<PlannerHost>): void {
    const next = this.#waiting.shift();
    if (next) next(planner);
    else this.#idle.push(planner);
  }

  #fail(reason: string): void {
    this.problem ??= reason;
    this.close();
  }
}
