/** What a role's models took so far, in a line. What nobody knows is called unknown. */
import type { Spent } from '../../../models/budget.ts';
import { cost, integer, tokens } from '../../format.ts';
import { text } from '../../texts.ts';

export function spentText({ turns, tokens: used, costUsd, callsOfUnknownTokens, callsOfUnknownCost }: Spent): string {
  return text('runSpentLine', {
    calls: integer(turns),
    tokens: partly(tokens(used), callsOfUnknownTokens, turns),
    cost: partly(cost(costUsd), callsOfUnknownCost, turns),
  });
}

function partly(value: string, unknown: number, all: number): string {
  if (unknown === 0) return value;
  return unknown === all ? text('unknown') : text('atLeast', { value });
}
