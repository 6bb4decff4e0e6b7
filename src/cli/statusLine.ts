/** One line of progress on a terminal's stderr, rewritten in place; nothing where stderr is no terminal. */
const SHORTEST_INTERVAL_MS = 50;

export class StatusLine {
  readonly #stream = process.stderr;
  #last = 0;

  /** Skipped if the line has just been written, unless it must be seen. */
  show(text: string, always = false): void {
    const now = performance.now();
    if (!this.#stream.isTTY || (!always && now - this.#last < SHORTEST_INTERVAL_MS)) return;
    this.#last = now;
    this.#stream.write(`\r\x1b[K${text.slice(0, this.#stream.columns - 1)}`);
  }

  clear(): void {
    if (this.#last > 0) this.#stream.write('\r\x1b[K');
  }
}
