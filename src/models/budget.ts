/** Caps on a run. At a cap it pauses, and can go on once the cap is raised. */
import type { Usage } from './types.ts';

/** Null: no cap. */
export interface Caps {
  readonly turns: number | null;
  /** Prompt and completion together. */
  readonly tokens: number | null;
  readonly costUsd: number | null;
  readonly seconds: number | null;
}

export type CapName = keyof Caps;

export interface Spent {
  readonly turns: number;
  readonly tokens: number;
  readonly costUsd: number;
  readonly seconds: number;
  /** Calls whose tokens the provider did not tell. */
  readonly callsOfUnknownTokens: number;
  /** Calls whose cost nobody knows: `costUsd` is without them. */
  readonly callsOfUnknownCost: number;
}

export interface Exceeded {
  readonly cap: CapName;
  readonly limit: number;
  readonly spent: number;
  /** The cap cannot be kept, since not all that was spent is known. */
  readonly unknown: boolean;
  readonly message: string;
}

export const noCaps: Caps = { turns: null, tokens: null, costUsd: null, seconds: null };

export const nothingSpent: Spent = { turns: 0, tokens: 0, costUsd: 0, seconds: 0, callsOfUnknownTokens: 0, callsOfUnknownCost: 0 };

/** One call more. */
export function addCall(spent: Spent, { promptTokens, completionTokens }: Usage, costUsd: number | null): Spent {
  const known = promptTokens !== null && completionTokens !== null;
  return {
    ...spent,
    tokens: spent.tokens + (promptTokens ?? 0) + (completionTokens ?? 0),
    costUsd: spent.costUsd + (costUsd ?? 0),
    callsOfUnknownTokens: spent.callsOfUnknownTokens + (known ? 0 : 1),
    callsOfUnknownCost: spent.callsOfUnknownCost + (costUsd === null ? 1 : 0),
  };
}

const order = ['turns', 'tokens', 'costUsd', 'seconds'] as const;

/** The first cap that is reached, or that cannot be kept; null if all is well. */
export function exceeded(caps: Caps, spent: Spent): Exceeded | null {
  for (const cap of order) {
    const limit = caps[cap];
    if (limit !== null && spent[cap] >= limit) {
      const message = `The cap of ${shown(cap, limit)} is reached: ${shown(cap, spent[cap])} so far.`;
      return { cap, limit, spent: spent[cap], unknown: false, message };
    }
  }
  for (const [cap, calls] of [['tokens', spent.callsOfUnknownTokens], ['costUsd', spent.callsOfUnknownCost]] as const) {
    const limit = caps[cap];
    if (limit === null || calls === 0) continue;
    const what = cap === 'tokens' ? 'number of tokens' : 'cost';
    const way = cap === 'tokens' ? 'cap the turns instead' : 'enter a price for the model, or remove the cap';
    const message = `The cap of ${shown(cap, limit)} cannot be kept: the ${what} of ${calls} call${calls === 1 ? '' : 's'} is unknown; ${way}.`;
    return { cap, limit, spent: spent[cap], unknown: true, message };
  }
  return null;
}

/** The cap on cost of a model whose price nobody knows: it cannot be kept, so no call is made under it. */
export function capWithoutPrice({ costUsd: limit }: Caps, { costUsd: spent }: Spent): Exceeded | null {
  if (limit === null) return null;
  const message = `The cap of ${shown('costUsd', limit)} cannot be kept: there is no price for the model; enter one, or cap the tokens instead.`;
  return { cap: 'costUsd', limit, spent, unknown: true, message };
}

/** What is left of each cap, never below 0; null: no cap. */
export function remaining(caps: Caps, spent: Spent): Caps {
  const left = (cap: CapName): number | null => {
    const limit = caps[cap];
    return limit === null ? null : Math.max(0, limit - spent[cap]);
  };
  return { turns: left('turns'), tokens: left('tokens'), costUsd: left('costUsd'), seconds: left('seconds') };
}

function shown(cap: CapName, value: number): string {
  if (cap === 'costUsd') return `$${value.toFixed(value > 0 && value < 0.1 ? 4 : 2)}`;
  return cap === 'seconds' ? `${Math.round(value)} seconds` : `${value} ${cap}`;
}
