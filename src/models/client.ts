/** The model client: one call with retries, in turn with the other calls to the same endpoint. */
import { attempt, checkKey, type Attempt } from './attempt.ts';
import { familyOf, type Endpoint } from './endpoints.ts';
import { cancelled, type Outcome } from './failures.ts';
import { Limiter, type Limits } from './limiter.ts';
import type { Platform } from './platform.ts';
import { usualRetries, waitBeforeRetry, type Retry, type RetryPolicy } from './retry.ts';
import type { ChatAnswer, ChatRequest, Delta } from './types.ts';

export interface CompleteOptions {
  /** By default, if `onDelta` is there to see it. */
  readonly stream?: boolean;
  readonly onDelta?: (delta: Delta) => void;
  /** Called before each wait; the deltas of the failed attempt are void. */
  readonly onRetry?: (retry: Retry) => void;
  readonly signal?: AbortSignal;
  /** The longest silence, in milliseconds. */
  readonly timeoutMs?: number;
  readonly retry?: Partial<RetryPolicy>;
  /** The turn of the run, to be named when a cassette has no answer. */
  readonly turn?: number;
}

/** Live, recording or replaying. Never rejects, unless one of the given functions throws. */
export interface ModelClient {
  complete(endpoint: Endpoint, key: string | null, request: ChatRequest, options?: CompleteOptions): Promise<Outcome<ChatAnswer>>;
}

export const usualTimeoutMs = 300_000;

/** A local model answers one at a time anyway. */
export function usualLimits(endpoint: Endpoint): Limits {
  return { maxConcurrent: familyOf(endpoint).local ? 2 : 8, minGapMs: 0 };
}

export class LiveClient implements ModelClient {
  readonly platform: Platform;
  readonly #limits: (endpoint: Endpoint) => Limits;
  readonly #limiters = new Map<string, Limiter>();

  constructor(platform: Platform, limits = usualLimits) {
    this.platform = platform;
    this.#limits = limits;
  }

  limiterOf(endpoint: Endpoint): Limiter {
    const { baseUrl } = endpoint;
    const limiter = this.#limiters.get(baseUrl) ?? new Limiter(this.platform, this.#limits(endpoint));
    this.#limiters.set(baseUrl, limiter);
    return limiter;
  }

  async complete(
    endpoint: Endpoint,
    givenKey: string | null,
    request: ChatRequest,
    options: CompleteOptions = {},
  ): Promise<Outcome<ChatAnswer>> {
    const { signal, onRetry, retry, timeoutMs = usualTimeoutMs, stream = options.onDelta !== undefined } = options;
    const { platform } = this;
    const key = givenKey?.trim() || null;
    const unfit = checkKey(endpoint, key);
    if (unfit) return unfit;
    const policy = { ...usualRetries, ...retry };
    const onDelta = options.onDelta ?? ((): void => undefined);
    for (let retries = 0; ; retries++) {
      const once = { platform, endpoint, key, request, stream, onDelta, signal, timeoutMs };
      const outcome = await this.#inTurn(once);
      if (outcome.ok) return outcome;
      const waitMs = waitBeforeRetry(outcome, retries, policy, () => platform.random());
      if (waitMs === null) return outcome;
      onRetry?.({ attempt: retries + 1, maxRetries: policy.maxRetries, waitMs, failure: outcome });
      await platform.sleep(waitMs, signal);
      if (signal?.aborted) return cancelled();
    }
  }

  async #inTurn(once: Attempt): Promise<Outcome<ChatAnswer>> {
    const limiter = this.limiterOf(once.endpoint);
    if (!(await limiter.acquire(once.signal))) return cancelled();
    try {
      const outcome = await attempt(once);
      if (outcome.ok) limiter.onSuccess();
      else if (outcome.code === 'rate-limited') limiter.onRateLimited(outcome.retryAfterMs);
      return outcome;
    } finally {
      limiter.release(); // a wait before a retry keeps nobody else waiting
    }
  }
}
