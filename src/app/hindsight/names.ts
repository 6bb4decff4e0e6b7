/** What planners are called. */
import { text } from '../texts.ts';
import type { Finding } from './regret.svelte.ts';

/** With the bot that does best from the start, once that is known, or the oracle's budget. */
export function plannerName({ planner, nodes, plans: [first] }: Finding): string {
  if (planner === 'oracle') return text('hindsightOracleOf', { nodes });
  return first?.turn === 0 ? text('hindsightBestBotIs', { bot: first.plan.planner }) : text('hindsightPlanner_best-bot');
}
