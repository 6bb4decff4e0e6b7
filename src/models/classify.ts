/** Sorts what a provider reports into our codes, with advice for a person. */
import { familyOf, originOf, type Endpoint } from './endpoints.ts';
import { modelFailure, quoted, type FailureCode, type ModelFailure } from './failures.ts';
import type { ProviderError } from './providerError.ts';

export interface ErrorContext {
  readonly endpoint: Endpoint;
  readonly key: string | null;
  readonly model: string | null;
  /** Null for an error inside a 200. */
  readonly status: number | null;
  readonly retryAfterMs: number | null;
}

/** `error` is null if the body says nothing that we can read. */
export function failureOf(error: ProviderError | null, context: ErrorContext): ModelFailure {
  const { endpoint, key, model } = context;
  const status = context.status ?? error?.status ?? 500;
  const said = error ? quoted(error.message, key) : '';
  const code = codeOf(status, error ?? { message: '', kinds: [] }, model);
  const shownStatus = context.status === null ? '' : ` (HTTP ${status})`;
  const summary = `${familyOf(endpoint).label}: ${summaries[code] ?? 'the call failed'}${shownStatus}`;
  const message = said === '' ? `${summary}.` : `${summary}: ${said}`;
  return modelFailure(code, message, adviceFor(code, endpoint, status, said), {
    retryAfterMs: context.retryAfterMs ?? error?.retryAfterMs ?? undefined,
    status: context.status ?? undefined,
  });
}

const patterns = {
  spentKind: /insufficient_quota|billing|^1113$|PerDay/i,
  spent:
    /insufficient (balance|quota|credit|funds)|credit balance|out of credits?|more credits|key limit exceeded|spend(ing)? limit|usage limit|exceeded your current quota|hard limit|per[- ]day|\b(TPD|RPD)\b|daily (limit|quota)/i,
  tooLongKind: /context_length|exceed_context|string_above_max_length/i,
  tooLong: /context (length|window|size)|maximum context|prompt is too long|too many input tokens|input token count|maximum number of tokens|reduce the length/i,
  refusedKind: /content_filter|content_policy|invalid_prompt|moderation/i,
  refused: /\bflagged\b|content (management )?policy|moderation/i,
  keyKind: /API_KEY|invalid_api_key/i,
  key: /api key not valid|invalid api key/i,
  unknown: /not (found|exist|a valid)|does not exist|unknown model|no such model|invalid model|is not supported for/i,
};

function codeOf(status: number, { message, kinds }: Pick<ProviderError, 'message' | 'kinds'>, model: string | null): FailureCode {
  const kind = (pattern: RegExp): boolean => kinds.some((name) => pattern.test(name));
  const namesModel = /\bmodels?\b/i.test(message) || (model !== null && message.includes(model));

  // Gemini says "exceeded your current quota" of the minute, too.
  const spent = kind(patterns.spentKind) || (patterns.spent.test(message) && !kind(/PerMinute/));
  if (status === 402 || (spent && status >= 400 && status < 500 && status !== 401)) return 'quota-spent';
  if (status === 413 || ((kind(patterns.tooLongKind) || patterns.tooLong.test(message)) && status !== 429)) return 'context-too-long';
  if ((kind(patterns.refusedKind) || patterns.refused.test(message)) && status < 500) return 'refused';
  if (kind(/tool_use_failed/)) return 'malformed-answer'; // Groq, of a tool call it could not read
  if (kind(/model_not_found/)) return 'no-such-model';
  if (status === 401 || status === 403 || kind(patterns.keyKind) || patterns.key.test(message)) return 'bad-key';
  if (namesModel && (status === 404 || (status === 400 && patterns.unknown.test(message)))) return 'no-such-model';
  if (status === 429) return 'rate-limited';
  if (status === 529 || status === 503 || status === 498) return 'overloaded';
  if (status === 408 || status === 504) return 'timed-out';
  return status >= 500 || status === 409 ? 'server-error' : 'bad-request';
}

const summaries: Readonly<Partial<Record<FailureCode, string>>> = {
  'bad-key': 'the key was not accepted',
  'no-such-model': 'no such model',
  'rate-limited': 'too many requests',
  'quota-spent': 'the quota or the credit is used up',
  'context-too-long': 'the request is longer than the model can read',
  refused: 'the request was refused for its content',
  'malformed-answer': 'the model wrote a tool call that could not be read',
  'timed-out': 'the server gave up waiting',
  overloaded: 'the service is overloaded',
  'server-error': 'the server failed',
  'bad-request': 'the request was not accepted',
};

function adviceFor(code: FailureCode, endpoint: Endpoint, status: number, said: string): string {
  const { label, local, corsNote, keyVariable } = familyOf(endpoint);
  switch (code) {
    case 'bad-key':
      if (/cors/i.test(said)) return corsNote;
      return status === 403
        ? `Check what the key may do, the models your account may use, and whether ${label} serves your region.`
        : `Check that the key is complete, not revoked, and one for ${label} (command line: ${keyVariable}).`;
    case 'no-such-model':
      return endpoint.family === 'ollama'
        ? 'Choose a model from the list, or fetch it first: ollama pull, then its name.'
        : 'Choose a model from the list; check its spelling and that your account may use it.';
    case 'rate-limited':
      return 'Wait a little, or allow fewer requests at a time.';
    case 'quota-spent':
      return `Add credit or raise the limit in your account at ${label}, or wait until the quota starts anew; then continue the run.`;
    case 'context-too-long':
      return `Keep fewer rounds of history, or ${local ? 'start the server' : 'choose a model'} with a larger context.`;
    case 'refused':
      return 'Change the prompt, or choose another model.';
    case 'overloaded':
    case 'server-error':
    case 'timed-out':
      return 'Try again later, or choose another model or provider; nothing of the run is lost.';
    case 'malformed-answer':
      return 'Try again; if it happens often, choose a model that is better at calling tools.';
    case 'network-or-cors':
    case 'cancelled':
    case 'cassette-miss':
    case 'bad-request':
      return status === 404
        ? `Nothing is at this address: check the base URL (${originOf(endpoint)}).`
        : 'Read what the provider says; a setting such as temperature, seed or the token limit may not suit this model.';
  }
}
