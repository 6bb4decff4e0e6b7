/** What may go wrong with a call, as values: a code for programs, a message and advice for people. */
import type { Failure, Success } from '../core/result.ts';
import { familyOf, isNearby, originOf, type Endpoint } from './endpoints.ts';
import { redact } from './secrets.ts';

export type FailureCode =
  | 'bad-key'
  | 'no-such-model'
  /** In a browser the two cannot be told apart. */
  | 'network-or-cors'
  | 'rate-limited'
  | 'quota-spent'
  | 'context-too-long'
  | 'refused'
  | 'malformed-answer'
  | 'timed-out'
  | 'overloaded'
  | 'server-error'
  | 'cancelled'
  | 'bad-request'
  | 'cassette-miss';

export interface ModelFailure extends Failure {
  readonly code: FailureCode;
  /** What to do about it. */
  readonly advice: string;
  /** Whether the same call may succeed a little later. */
  readonly retryable: boolean;
  /** How long the provider asks to wait. */
  readonly retryAfterMs?: number;
  /** HTTP, where there was an answer. */
  readonly status?: number;
}

export type Outcome<Value> = Success<Value> | ModelFailure;

const retryableCodes: ReadonlySet<FailureCode> = new Set([
  'network-or-cors', 'rate-limited', 'malformed-answer', 'timed-out', 'overloaded', 'server-error',
]);

export function modelFailure(
  code: FailureCode,
  message: string,
  advice: string,
  { retryable = retryableCodes.has(code), ...rest }: { retryable?: boolean; retryAfterMs?: number | undefined; status?: number | undefined } = {},
): ModelFailure {
  const { retryAfterMs, status } = rest;
  return {
    ok: false,
    code,
    message,
    advice,
    retryable,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(status === undefined ? {} : { status }),
  };
}

const LONGEST_QUOTE = 300;

/** Text from a provider is data: without keys (first, lest a cut key slips through), on one line, and short. */
export function quoted(text: string, key: string | null): string {
  const clean = redact(text, key === null ? [] : [key]).replace(/\s+/g, ' ').trim();
  return clean.length > LONGEST_QUOTE ? `${clean.slice(0, LONGEST_QUOTE)}…` : clean;
}

export function cancelled(): ModelFailure {
  return modelFailure('cancelled', 'The call was cancelled.', 'Continue the run whenever you like.');
}

export function timedOut(endpoint: Endpoint, timeoutMs: number): ModelFailure {
  const who = familyOf(endpoint).label;
  return modelFailure(
    'timed-out',
    `${who} sent nothing for ${Math.round(timeoutMs / 1000)} seconds.`,
    isNearby(endpoint)
      ? 'A local model may be loading, or be slow on this machine: allow more time, or take a smaller model.'
      : 'Try again, allow more time, or switch streaming on so that an answer under way is seen.',
  );
}

export function noAnswer(endpoint: Endpoint, browser: boolean, reason: string): ModelFailure {
  const { label, corsNote } = familyOf(endpoint);
  const where = `${label} (${originOf(endpoint)})`;
  const why = reason === '' ? '' : ` (${reason})`;
  if (!browser) {
    return modelFailure('network-or-cors', `No answer from ${where}${why}.`, 'Check the base URL, that the server runs, and the network.');
  }
  return modelFailure(
    'network-or-cors',
    `No answer from ${where}${why}: either the network or the server is down, or the server does not allow this page (CORS), or it hides an error such as a bad key from it. A browser does not tell which.`,
    corsNote,
  );
}

export function brokenOff(endpoint: Endpoint): ModelFailure {
  return modelFailure(
    'network-or-cors',
    `The answer of ${familyOf(endpoint).label} broke off before its end.`,
    'Try again; if it happens often, look for a proxy or a server that closes connections early.',
  );
}

export function malformedAnswer(endpoint: Endpoint, what: string, retryable = true): ModelFailure {
  return modelFailure(
    'malformed-answer',
    `${familyOf(endpoint).label} sent ${what}.`,
    'Check that the base URL is that of the API itself and that the server speaks this format; otherwise try again.',
    { retryable },
  );
}
