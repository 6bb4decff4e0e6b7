/** One call of a model under caps: what every role's loop shares. */
import { capWithoutPrice, exceeded, type Caps, type Exceeded, type Spent } from '../models/budget.ts';
import type { CompleteOptions, ModelClient } from '../models/client.ts';
import { familyOf, type Endpoint } from '../models/endpoints.ts';
import type { ModelFailure } from '../models/failures.ts';
import type { ModelRef } from '../models/modelRef.ts';
import { costOf, type Price } from '../models/prices.ts';
import type { Retry } from '../models/retry.ts';
import type { ChatAnswer, ChatRequest } from '../models/types.ts';
import type { Exchange, Usage } from '../rollout/exchange.ts';
import type { Driver } from '../rollout/format.ts';

/** Whom to ask. */
export interface Caller {
  readonly client: ModelClient;
  readonly endpoint: Endpoint;
  /** Never leaves memory but to its own endpoint. */
  readonly key: string | null;
  /** Null: unknown. */
  readonly price: Price | null;
  /** What the rollout says of who drives. */
  readonly driver: Driver;
}

/** How a model is asked, whatever it is asked. */
export type Wishes = Pick<ChatRequest, 'model' | 'temperature' | 'topP' | 'seed' | 'maxOutputTokens' | 'thinking'>;

/** Why there is no answer. */
export type Unanswered =
  /** Nothing was called: a cap is reached. Goes on when it is raised. */
  | { readonly kind: 'capped'; readonly exceeded: Exceeded }
  /** The call failed for good, or was cancelled; it can be tried again. */
  | { readonly kind: 'failed'; readonly failure: ModelFailure };

export type Asked = { readonly kind: 'answered'; readonly answer: ChatAnswer; readonly usage: Usage; readonly retries: Exchange['retries'] } | Unanswered;

export type AskOptions = Pick<CompleteOptions, 'onDelta' | 'signal' | 'turn' | 'timeoutMs' | 'retry'> & {
  readonly caps: Caps;
  readonly onRetry?: (retry: Retry) => void;
};

/** `spent`: so far, for the caps. */
export async function askModel(caller: Caller, request: ChatRequest, spent: Spent, { caps, onRetry, ...options }: AskOptions): Promise<Asked> {
  const { client, endpoint, key, price } = caller;
  const isCostKnown = price !== null || familyOf(endpoint).statesCost === true;
  const cap = exceeded(caps, spent) ?? (isCostKnown ? null : capWithoutPrice(caps, spent));
  if (cap) return { kind: 'capped', exceeded: cap };
  const retries: Exchange['retries'] = [];
  const outcome = await client.complete(endpoint, key, request, {
    ...options,
    onRetry: (retry) => {
      retries.push({ code: retry.failure.code, message: retry.failure.message, waited_ms: Math.round(retry.waitMs) });
      onRetry?.(retry);
    },
  });
  if (!outcome.ok) return { kind: 'failed', failure: outcome };
  return { kind: 'answered', answer: outcome.value, usage: usageOf(outcome.value, costOf(outcome.value, price)), retries };
}

export function driverOf({ endpoint, model }: ModelRef): Driver {
  return { kind: 'model', name: `${endpoint.family}/${model}` };
}

/** The call's tokens, as a budget counts them. */
export function tokensOf(usage: Usage): ChatAnswer['usage'] {
  return {
    promptTokens: usage.prompt_tokens,
    completionTokens: usage.completion_tokens,
    cachedTokens: usage.cached_tokens,
    reasoningTokens: usage.reasoning_tokens,
  };
}

function usageOf({ usage }: ChatAnswer, cost_usd: number | null): Usage {
  return {
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    cached_tokens: usage.cachedTokens,
    reasoning_tokens: usage.reasoningTokens,
    cost_usd,
  };
}
