/** Owns a worker: calls it, hears when it crashes, and starts another in its place. */
import { wrap, type Remote } from 'comlink';
import { text } from './texts.ts';

const PATIENCE_MS = 10_000;

export class WorkerLink<Host> {
  /** What went wrong, or null while the worker is well. */
  crash = $state.raw<string | null>(null);
  readonly #create: () => Worker;
  readonly #onStart: () => void;
  #worker!: Worker;
  #host!: Remote<Host>;
  /** Resolves when this worker crashes: nobody answers the calls that are still open. */
  #crashed!: Promise<undefined>;
  #reportCrash!: (reason: string) => void;

  /** `onStart` is called whenever there is a new worker. */
  constructor(create: () => Worker, onStart: () => void) {
    this.#create = create;
    this.#onStart = onStart;
    this.#start();
  }

  /** The answer, or undefined if the worker crashed first. */
  async call<Answer>(work: (host: Remote<Host>) => Answer): Promise<Awaited<Answer> | undefined> {
    const report = this.#reportCrash;
    try {
      return await Promise.race([work(this.#host), this.#crashed]);
    } catch (error) {
      // Bad input comes back as a value; what is thrown is a bug.
      report(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  /** A call that a healthy worker answers at once: one that hangs counts as crashed. */
  async callNow(work: (host: Remote<Host>) => unknown): Promise<void> {
    const report = this.#reportCrash;
    const timer = setTimeout(() => report(text('workerSilent')), PATIENCE_MS);
    await this.call(work);
    clearTimeout(timer);
  }

  restart(): void {
    this.#worker.terminate();
    this.#start();
    this.#onStart();
  }

  #start(): void {
    this.crash = null;
    const worker = this.#create();
    this.#worker = worker;
    this.#host = wrap<Host>(worker);
    this.#crashed = new Promise((resolve) => {
      this.#reportCrash = (reason) => {
        resolve(undefined);
        if (this.#worker !== worker) return;
        worker.terminate();
        this.crash ??= reason;
      };
    });
    worker.addEventListener('error', (event) => {
      // An event without a message: the script did not load or does not parse.
      this.#reportCrash(event.message || text('workerNotLoaded'));
    });
    worker.addEventListener('messageerror', () => this.#reportCrash(text('workerUnreadable')));
  }
}
