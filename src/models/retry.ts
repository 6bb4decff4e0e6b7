/** When to try again, and how long to wait before. */
import type { ModelFailure } from './failures.ts';

export interface RetryPolicy {
  /** How often a failed call is tried again (preset: `retry_max_attempts`). */
  readonly maxRetries: number;
  /** Before the first retry; it doubles with each (preset: `retry_backoff_seconds`). */
  readonly backoffSeconds: number;
  /** A provider that asks for more is not waited for: the failure comes back at once and says for how long. */
  readonly maxWaitMs: number;
}

export const usualRetries: RetryPolicy = { maxRetries: 3, backoffSeconds: 1, maxWaitMs: 120_000 };

export interface Retry {
  /** Of the failed attempt, from 1. */
  readonly attempt: number;
  readonly maxRetries: number;
  readonly waitMs: number;
  readonly failure: ModelFailure;
}

/** Null: no more. `retries` were made already. */
export function waitBeforeRetry(failure: ModelFailure, retries: number, policy: RetryPolicy, random: () => number): number | null {
  const { maxRetries, backoffSeconds, maxWaitMs } = policy;
  if (!failure.retryable || retries >= maxRetries) return null;
  const asked = failure.retryAfterMs ?? 0;
  if (asked > maxWaitMs) return null;
  const full = Math.min(backoffSeconds * 1000 * 2 ** retries, maxWaitMs);
  // Half of the wait is chance, so that clients that failed together do not return together.
  return Math.max(asked, Math.round(full * (0.5 + random() / 2)));
}

/** `Retry-After` in seconds or as a date, or the more precise `retry-after-ms`; browsers often cannot read either. */
export function readRetryAfter(header: (name: string) => string | null, nowMs: number): number | null {
  const precise = Number(header('retry-after-ms') ?? NaN);
  if (Number.isFinite(precise) && precise >= 0) return precise;
  const value = header('retry-after')?.trim();
  if (!value) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}
