/**
 * A model at the wheel of a recorded run, a turn at a time. All that a later turn needs is in the recorder's turns: a
 * run that stopped anywhere is replayed from its rollout and goes on, and no call is made or paid twice.
 */
import { addCall, capWithoutPrice, exceeded, nothingSpent, type Caps, type Exceeded, type Spent } from '../models/budget.ts';
import type { CompleteOptions, ModelClient } from '../models/client.ts';
import { familyOf, type Endpoint } from '../models/endpoints.ts';
import type { ModelFailure } from '../models/failures.ts';
import type { ModelRef } from '../models/modelRef.ts';
import { costOf, type Price } from '../models/prices.ts';
import type { Retry } from '../models/retry.ts';
import type { ChatAnswer, ToolResult } from '../models/types.ts';
import type { Exchange, Usage } from '../rollout/exchange.ts';
import type { Driver, Turn } from '../rollout/format.ts';
import type { Recorder } from '../rollout/recorder.ts';
import { toolAnswer } from '../startup/toolAnswer.ts';
import { isResumeDue, loopState, nextRequest, readCalls, resumes, type LoopState, type ModelSettings, type Step } from './loop.ts';

/** Whom to ask, and how. */
export interface Connection {
  readonly client: ModelClient;
  readonly endpoint: Endpoint;
  /** Never leaves memory but to its own endpoint. */
  readonly key: string | null;
  readonly settings: ModelSettings;
  /** Null: unknown. */
  readonly price: Price | null;
  /** What the rollout says of who drives. */
  readonly driver: Driver;
}

export type TurnResult =
  | { readonly kind: 'played' }
  /** Nothing was called: a cap is reached. Goes on when it is raised. */
  | { readonly kind: 'capped'; readonly exceeded: Exceeded }
  /** The call failed for good, or was cancelled; nothing has changed, and the turn can be tried again. */
  | { readonly kind: 'failed'; readonly failure: ModelFailure }
  | { readonly kind: 'over' };

export type TurnOptions = Pick<CompleteOptions, 'onDelta' | 'signal'> & {
  readonly caps: Caps;
  readonly onRetry?: (retry: Retry) => void;
};

/** A model at the wheel, from wherever the recorder stands: the start, a bot's turns, or a model's. */
export class ModelRun {
  readonly recorder: Recorder;
  /** May be exchanged between turns: another model takes over, and the rollout says so. */
  connection: Connection;
  #spent: Spent;

  constructor(recorder: Recorder, connection: Connection) {
    this.recorder = recorder;
    this.connection = connection;
    this.#spent = spentIn(recorder.turns);
  }

  get spent(): Spent {
    return this.#spent;
  }

  get isOver(): boolean {
    return this.recorder.isOver;
  }

  /** One model call, and the commands it asks for. */
  async playTurn({ caps, onDelta, onRetry, signal }: TurnOptions): Promise<TurnResult> {
    if (this.isOver) return { kind: 'over' };
    const { client, endpoint, key, settings, price } = this.connection;
    const isCostKnown = price !== null || familyOf(endpoint).statesCost === true;
    const cap = exceeded(caps, this.#spent) ?? (isCostKnown ? null : capWithoutPrice(caps, this.#spent));
    if (cap) return { kind: 'capped', exceeded: cap };
    const { turns, simulation } = this.recorder;
    const { agent } = simulation.preset;
    const state = loopState(turns, simulation.status(), simulation.preset, this.recorder.episode);
    const retries: Exchange['retries'] = [];
    const outcome = await client.complete(endpoint, key, nextRequest(state, settings, simulation.scratchpad), {
      turn: turns.length + 1,
      timeoutMs: agent.request_timeout_seconds * 1000,
      retry: { maxRetries: agent.retry_max_attempts, backoffSeconds: agent.retry_backoff_seconds },
      onRetry: (retry) => {
        retries.push({ code: retry.failure.code, message: retry.failure.message, waited_ms: Math.round(retry.waitMs) });
        onRetry?.(retry);
      },
      ...(onDelta ? { onDelta } : {}),
      ...(signal ? { signal } : {}),
    });
    if (!outcome.ok) return { kind: 'failed', failure: outcome };
    // From here to the end of the turn nothing waits: an answer that was paid for is never lost half-way.
    this.#act(outcome.value, state, retries, costOf(outcome.value, price));
    return { kind: 'played' };
  }

  #act(answer: ChatAnswer, state: LoopState, retries: Exchange['retries'], costUsd: number | null): void {
    const { recorder } = this;
    recorder.atWheel = this.connection.driver;
    const results = readCalls(answer.message).map((step) => perform(recorder, step));
    const forced = !resumes({ commands: recorder.openCommands }) && !recorder.isOver && isResumeDue(state.idleTurns, recorder.simulation.preset);
    if (forced) recorder.run('yc-bench sim resume');
    recorder.endTurn({
      ...(forced ? { forced } : {}),
      usage: usageOf(answer, costUsd),
      exchange: exchangeOf(state.user, answer, results, retries),
    });
    this.#spent = addTurn(this.#spent, recorder.turns.at(-1));
  }
}

export function driverOf({ endpoint, model }: ModelRef): Driver {
  return { kind: 'model', name: `${endpoint.family}/${model}` };
}

/** What a run's turns have spent: calls of models only. */
export function spentIn(turns: readonly Turn[]): Spent {
  return turns.reduce(addTurn, nothingSpent);
}

function addTurn(spent: Spent, turn: Turn | undefined): Spent {
  if (!turn?.usage) return spent;
  const { usage, elapsed_ms = 0 } = turn;
  const tokens = {
    promptTokens: usage.prompt_tokens,
    completionTokens: usage.completion_tokens,
    cachedTokens: usage.cached_tokens,
    reasoningTokens: usage.reasoning_tokens,
  };
  const added = addCall(spent, tokens, usage.cost_usd);
  return { ...added, turns: spent.turns + 1, seconds: spent.seconds + elapsed_ms / 1000 };
}

function perform(recorder: Recorder, step: Step): ToolResult {
  const { id: callId, name } = step.call;
  if ('objection' in step) return { role: 'toolResult', callId, name, text: step.objection, isError: true };
  const answer = recorder.run(step.line);
  return { role: 'toolResult', callId, name, text: JSON.stringify(toolAnswer(step.line, answer)) };
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

function exchangeOf(user: string, answer: ChatAnswer, results: readonly ToolResult[], retries: Exchange['retries']): Exchange {
  const { text, toolCalls, provider } = answer.message;
  return {
    user,
    text,
    thinking: answer.thinking,
    calls: toolCalls.map(({ id, name, arguments: given }, i) => ({
      id,
      name,
      arguments: { ...given },
      result: results[i]?.text ?? '',
      is_error: results[i]?.isError ?? false,
    })),
    finish: answer.finish,
    provider: provider && { ...provider, message: { ...provider.message } },
    sent: { ...answer.sent },
    retries,
  };
}
