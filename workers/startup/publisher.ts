/** Sends snapshots to the page: at most one in flight and twenty a second, and always the last one. */

const SHORTEST_INTERVAL_MS = 50;

export class Publisher {
  readonly #deliver: () => Promise<void>;
  #sending = false;
  #isStale = false;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #lastSent = -Infinity;

  /** `deliver` takes and sends a snapshot, and resolves when the page has it. */
  constructor(deliver: () => Promise<void>) {
    this.#deliver = deliver;
  }

  /** Says that something changed. */
  publish(): void {
    this.#isStale = true;
    if (this.#isClosed || this.#sending || this.#timer !== null) return;
    const wait = this.#lastSent + SHORTEST_INTERVAL_MS - performance.now();
    if (wait > 0) this.#timer = setTimeout(() => this.#send(), wait);
    else this.#send();
  }

  /** Sends nothing from now on. */
  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#isClosed = true;
  }

  #send(): void {
    this.#timer = null;
    this.#sending = true;
    this.#isStale = false;
    this.#lastSent = performance.now();
    this.#deliver().then(() => {
      this.#sending = false;
      if (this.#isStale) this.publish();
    }, reportError);
  }
}
