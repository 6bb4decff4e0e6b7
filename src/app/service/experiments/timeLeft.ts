/** What is left of an experiment, as the trials that are finished tell: nothing is told before there are any. */
import type { TrialProgress } from '../../../agents/service/experiment.ts';
import { ROLES, type Role } from '../../../service/roles.ts';

export interface Left {
  /** Finished trials that it rests on. */
  readonly from: number;
  /** Of calls, trials side by side. */
  readonly seconds: number;
  /** Null: not all costs are known. */
  readonly costUsd: Readonly<Record<Role, number | null>>;
}

type Standing = Pick<TrialProgress, 'key' | 'status' | 'spent'>;

/** By the median of each assistant's finished trials. Null while an assistant with work left has finished none, or nothing is left. */
export function whatIsLeft(trials: readonly Standing[], concurrency: number): Left | null {
  const [done, open] = [trials.filter(({ status }) => status === 'done'), trials.filter(({ status }) => status !== 'done')];
  const usual = new Map([...new Set(done.map(({ key }) => key.model))].map((model) => [model, usualOf(done.filter(({ key }) => key.model === model))]));
  if (open.length === 0 || open.some(({ key }) => !usual.has(key.model))) return null;
  const leftOf = (amount: 'seconds' | 'costUsd', role: Role) => {
    return open.reduce((sum, { key, spent }) => sum + Math.max(0, (usual.get(key.model)?.[role][amount] ?? 0) - spent[role][amount]), 0);
  };
  const costOf = (role: Role) => (trials.every(({ spent }) => spent[role].callsOfUnknownCost === 0) ? leftOf('costUsd', role) : null);
  return {
    from: done.length,
    seconds: ROLES.reduce((sum, role) => sum + leftOf('seconds', role), 0) / Math.min(concurrency, open.length),
    costUsd: { assistant: costOf('assistant'), user: costOf('user'), judge: costOf('judge') },
  };
}

function usualOf(done: readonly Standing[]) {
  const usual = (role: Role) => ({
    seconds: median(done.map(({ spent }) => spent[role].seconds)),
    costUsd: median(done.map(({ spent }) => spent[role].costUsd)),
  });
  return { assistant: usual('assistant'), user: usual('user'), judge: usual('judge') };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  return ((low ?? 0) + (high ?? 0)) / 2;
}
