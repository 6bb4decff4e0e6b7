/** A clock that stands still between turns: a pause is nobody's thinking time. */
export class Stopwatch {
  #total = 0;
  #since: number | null = null;

  readonly read = (): number => this.#total + (this.#since === null ? 0 : performance.now() - this.#since);

  start(): void {
    this.#since ??= performance.now();
  }

  stop(): void {
    this.#total = this.read();
    this.#since = null;
  }
}
