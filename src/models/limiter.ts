/** How many requests an endpoint gets at a time, and how close together: less after a 429, slowly more again. */
import type { Platform } from './platform.ts';

export interface Limits {
  readonly maxConcurrent: number;
  /** Between the starts of two requests, in milliseconds. */
  readonly minGapMs: number;
}

const SUCCESSES_TO_RECOVER = 10;
const FIRST_GAP_MS = 250;
const LONGEST_GAP_MS = 30_000;

interface Waiting {
  readonly admit: () => void;
}

export class Limiter {
  readonly #platform: Platform;
  readonly #limits: Limits;
  readonly #queue: Waiting[] = [];
  #running = 0;
  #allowed: number;
  #gapMs: number;
  #nextStart = -Infinity;
  #successes = 0;

  constructor(platform: Platform, limits: Limits) {
    this.#platform = platform;
    this.#limits = limits;
    this.#allowed = Math.max(1, limits.maxConcurrent);
    this.#gapMs = limits.minGapMs;
  }

  /** What is allowed right now. */
  get current(): Limits {
    return { maxConcurrent: this.#allowed, minGapMs: this.#gapMs };
  }

  /** Waits for a turn, first come, first served. False if cancelled before; then nothing must be released. */
  async acquire(signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted) return false;
    if (this.#running >= this.#allowed || this.#queue.length > 0) {
      if (!(await this.#queued(signal))) return false;
    } else this.#running++;
    const now = this.#platform.now();
    const start = Math.max(now, this.#nextStart);
    this.#nextStart = start + this.#gapMs;
    if (start > now) await this.#platform.sleep(start - now, signal);
    if (!signal?.aborted) return true;
    this.release();
    return false;
  }

  release(): void {
    this.#running--;
    this.#admit();
  }

  /** Who asks for a pause gets it from all, within reason. */
  onRateLimited(retryAfterMs = 0): void {
    this.#nextStart = Math.max(this.#nextStart, this.#platform.now() + Math.min(retryAfterMs, LONGEST_GAP_MS));
    this.#successes = 0;
    this.#allowed = Math.max(1, Math.floor(this.#allowed / 2));
    this.#gapMs = Math.min(LONGEST_GAP_MS, Math.max(FIRST_GAP_MS, this.#gapMs * 2));
  }

  onSuccess(): void {
    this.#successes++;
    if (this.#successes % SUCCESSES_TO_RECOVER !== 0) return;
    this.#allowed = Math.min(Math.max(1, this.#limits.maxConcurrent), this.#allowed + 1);
    const shorter = this.#gapMs / 2;
    this.#gapMs = Math.max(this.#limits.minGapMs, shorter < FIRST_GAP_MS / 2 ? 0 : shorter);
    this.#admit();
  }

  #queued(signal?: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const leave = (): void => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        resolve(false);
      };
      const waiting: Waiting = {
        admit: () => {
          signal?.removeEventListener('abort', leave);
          this.#running++;
          resolve(true);
        },
      };
      this.#queue.push(waiting);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  #admit(): void {
    while (this.#running < this.#allowed) {
      const next = this.#queue.shift();
      if (!next) return;
      next.admit();
    }
  }
}
