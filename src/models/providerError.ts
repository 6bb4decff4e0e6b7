/** Error bodies of the three formats, as one shape. */
import { isObject, type Json } from '../core/json.ts';
import { objects, object, text } from './wire/reading.ts';

export interface ProviderError {
  readonly message: string;
  /** Everything that names the error's kind: type, code, status, reason, quota. */
  readonly kinds: readonly string[];
  /** HTTP status named in the body, for an error inside a 200. */
  readonly status: number | null;
  readonly retryAfterMs: number | null;
}

/** Statuses of errors that come inside a 200, by their kind. */
const statusOfKind: ReadonlyMap<string, number> = new Map([
  ['overloaded_error', 529],
  ['rate_limit_error', 429],
  ['rate_limit_exceeded', 429],
  ['insufficient_quota', 429],
  ['authentication_error', 401],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['request_too_large', 413],
  ['invalid_request_error', 400],
  ['timeout_error', 504],
]);

/** Null if the value reports no error. */
export function readProviderError(body: Json): ProviderError | null {
  const outer = Array.isArray(body) ? (body[0] as Json | undefined) : body; // Gemini wraps it in a list at times
  if (!isObject(outer)) return null;
  const { error } = outer;
  if (typeof error === 'string') return { message: error, kinds: [], status: null, retryAfterMs: null };
  const bare = outer['object'] === 'error' || outer['type'] === 'error' || outer['detail'] !== undefined; // vLLM, FastAPI
  const inner = isObject(error) ? error : bare ? outer : null;
  if (!inner) return null;

  const details = objects(inner['details']);
  const quotas = details.flatMap(({ violations }) => objects(violations)).map(({ quotaId }) => quotaId);
  const kinds = [inner['type'], inner['code'], inner['status'], ...details.map(({ reason }) => reason), ...quotas]
    .filter((kind) => typeof kind === 'string' || typeof kind === 'number')
    .map(String);
  // OpenRouter tells the error of the provider behind it in `raw`.
  const messages = [inner['message'] ?? inner['detail'] ?? outer['message'], object(inner['metadata'])['raw']].map(asText).filter(Boolean);
  const delay = details.map(({ retryDelay }) => /^([\d.]+)s$/.exec(text(retryDelay) ?? '')?.[1]).find(Boolean);
  const code = Number(inner['code']);
  return {
    message: [...new Set(messages)].join(' · '),
    kinds,
    status: code >= 400 && code < 600 ? code : (kinds.map((kind) => statusOfKind.get(kind)).find(Boolean) ?? null),
    retryAfterMs: delay === undefined ? null : Math.ceil(Number(delay) * 1000),
  };
}

function asText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
