/** Changes are written in order, one transaction at a time. What cannot be written stays in memory, whole, and is tried again. */
import { joinChanges, type Change, type StoredRun } from './changes.ts';
import type { RunStorage } from './storage.ts';

const RETRY_MS = 5_000;

export interface QueueEvents {
  /** `run`: as it is kept now. */
  readonly onWritten: (run: StoredRun) => void;
  /** Null: everything is written again. */
  readonly onProblem: (error: unknown) => void;
}

export class WriteQueue {
  readonly #storage: Promise<RunStorage>;
  readonly #events: QueueEvents;
  readonly #waiting = new Map<string, Change>();
  #underWay: { readonly id: string; readonly change: Change } | null = null;
  /** Those of the waiting whose last try failed: another run's changes need not wait for them. */
  readonly #failed = new Set<string>();
  #last: Promise<void> = Promise.resolve();
  #hasNext = false;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(storage: Promise<RunStorage>, events: QueueEvents) {
    this.#storage = storage;
    this.#events = events;
  }

  add(id: string, change: Change): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.set(id, waiting ? joinChanges(waiting, change) : change);
    if (!this.#failed.has(id)) this.#schedule();
  }

  /** What is not written yet. */
  waitingFor(id: string): Change | undefined {
    const waiting = this.#waiting.get(id);
    if (this.#underWay?.id !== id) return waiting;
    return waiting ? joinChanges(this.#underWay.change, waiting) : this.#underWay.change;
  }

  retry(): void {
    clearTimeout(this.#retry);
    this.#failed.clear();
    if (this.#waiting.size > 0) this.#schedule();
  }

  /** For good. Rejects if that fails. */
  async delete(ids: readonly string[]): Promise<void> {
    const deletion = this.#last.then(async () => {
      for (const id of ids) {
        this.#waiting.delete(id);
        this.#failed.delete(id);
      }
      await (await this.#storage).delete(ids);
    });
    this.#last = deletion.catch(() => {});
    await deletion;
  }

  /** When everything that waited has been tried. */
  async settled(): Promise<void> {
    let last;
    do {
      last = this.#last;
      await last;
    } while (last !== this.#last);
  }

  #schedule(): void {
    if (this.#hasNext) return;
    this.#hasNext = true;
    this.#last = this.#last.then(async () => {
      const storage = await this.#storage;
      this.#hasNext = false;
      for (const id of [...this.#waiting.keys()]) {
        if (!this.#failed.has(id)) await this.#write(storage, id);
      }
      if (this.#failed.size === 0) this.#events.onProblem(null);
    });
  }

  async #write(storage: RunStorage, id: string): Promise<void> {
    const change = this.#waiting.get(id);
    if (!change) return;
    this.#waiting.delete(id);
    this.#underWay = { id, change };
    try {
      const run = await storage.write(id, change);
      this.#underWay = null;
      if (run) this.#events.onWritten(run);
    } catch (error) {
      this.#waiting.set(id, this.waitingFor(id) ?? change);
      this.#underWay = null;
      this.#failed.add(id);
      this.#events.onProblem(error);
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => this.retry(), RETRY_MS);
    }
  }
}
