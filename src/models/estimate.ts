/** What a run will take, before it starts: calls, tokens, cost, for each role. */
import type { Price } from './prices.ts';

/** Averages, in tokens. */
export interface RolePlan {
  /** `agent`, `user`, `judge`. */
  readonly role: string;
  readonly turns: number;
  /** Each after the first sees what the ones before it in the turn added. */
  readonly callsPerTurn: number;
  /** System prompt and tool descriptions: sent with every call. */
  readonly fixedTokens: number;
  /** What a turn starts with: the state and the events. */
  readonly turnTokens: number;
  /** What the model writes in a call, and then reads again in later ones. */
  readonly outputTokens: number;
  /** Thoughts of a call: paid as output, and not read again. */
  readonly thinkingTokens?: number;
  /** The tools' answers to a call. */
  readonly resultTokens: number;
  /** Turns before the present one that a call still sees; null: all. */
  readonly historyTurns: number | null;
  readonly price: Price | null;
}

export interface Estimate {
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Without the help of caches, so rather too high; null if the price is unknown. */
  readonly costUsd: number | null;
}

export interface RunEstimate extends Estimate {
  readonly roles: readonly (Estimate & { readonly role: string })[];
}

export function estimateRole(plan: RolePlan): Estimate {
  const { turns, callsPerTurn, fixedTokens, turnTokens, outputTokens, thinkingTokens = 0, resultTokens, price } = plan;
  const perCall = outputTokens + resultTokens;
  const perTurn = turnTokens + callsPerTurn * perCall;
  const calls = turns * callsPerTurn;
  const promptTokens =
    calls * (fixedTokens + turnTokens) +
    turns * perCall * ((callsPerTurn * (callsPerTurn - 1)) / 2) + // earlier calls of the same turn
    callsPerTurn * perTurn * turnsSeen(turns, plan.historyTurns);
  const completionTokens = calls * (outputTokens + thinkingTokens);
  const costUsd = price ? (promptTokens * price.input + completionTokens * price.output) / 1e6 : null;
  return { calls, promptTokens, completionTokens, costUsd };
}

/** The history that all turns together see, in turns: 0 + 1 + 2 + … until the window is full. */
function turnsSeen(turns: number, window: number | null): number {
  const last = Math.max(0, turns - 1);
  const growing = Math.min(last, window ?? last);
  return (growing * (growing + 1)) / 2 + (last - growing) * growing;
}

export function estimateRun(plans: readonly RolePlan[]): RunEstimate {
  const roles = plans.map((plan) => ({ role: plan.role, ...estimateRole(plan) }));
  const total = (field: 'calls' | 'promptTokens' | 'completionTokens'): number => roles.reduce((sum, role) => sum + role[field], 0);
  return {
    calls: total('calls'),
    promptTokens: total('promptTokens'),
    completionTokens: total('completionTokens'),
    // One unknown part makes the whole unknown.
    costUsd: roles.reduce<number | null>((sum, { costUsd }) => (sum === null || costUsd === null ? null : sum + costUsd), 0),
    roles,
  };
}
