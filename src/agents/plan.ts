/** What a model's run of a preset will take, as far as it can be known before: for an estimate that says it is rough. */
import type { RolePlan } from '../models/estimate.ts';
import type { Price } from '../models/prices.ts';
import type { Preset } from '../startup/preset.ts';
import { RUN_COMMAND } from './prompts.ts';

/** Bots take 60 to 900, by how much they take on at once. */
const TURNS_A_YEAR = 150;
const CHARACTERS_A_TOKEN = 4;

/** Averages of a turn, in tokens. A model that looks around a lot reads more. */
const TURN = { callsPerTurn: 1, turnTokens: 250, outputTokens: 400, resultTokens: 2500 };

export interface PlanChoices {
  /** The system prompt without the scratchpad. */
  readonly rules: string;
  readonly price: Price | null;
  /** A cap of the user's own; null for none. */
  readonly maxTurns: number | null;
}

export function agentPlan({ loop, sim, agent }: Pick<Preset, 'loop' | 'sim' | 'agent'>, { rules, price, maxTurns }: PlanChoices): RolePlan {
  return {
    role: 'agent',
    ...TURN,
    turns: Math.min(loop.max_turns ?? Infinity, maxTurns ?? Infinity, TURNS_A_YEAR * sim.horizon_years),
    fixedTokens: Math.ceil((rules.length + JSON.stringify(RUN_COMMAND).length) / CHARACTERS_A_TOKEN),
    historyTurns: agent.history_keep_rounds,
    price,
  };
}
