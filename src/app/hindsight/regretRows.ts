/** What stretches of a run cost, with what the planner would have begun there and what the run began. */
import type { TimelineView } from '../../../workers/startup/timeline.ts';
import { listed, text } from '../texts.ts';
import type { Finding } from './regret.svelte.ts';

export interface RegretRow {
  readonly fromTurn: number;
  /** Null: what it cost that the run ended before the horizon. */
  readonly toTurn: number | null;
  readonly regretCents: number;
  /** Tasks with their teams, in order. */
  readonly planned: readonly string[];
  readonly done: readonly string[];
}

/** What costs most first. Together: the planner's value at the start less the run's final funds, once both are known. */
export function regretRows({ plans, stretches }: Finding, { turns, tasks }: TimelineView, finalFundsCents: number): RegretRow[] {
  const timeOf = (turn: number) => turns[turn]?.time ?? Infinity;
  const startsAt = (turn: number) => plans.find((each) => each.turn === turn)?.plan.starts ?? [];
  const done = tasks.map(({ title, team, startedAt }) => ({ time: startedAt ?? Infinity, name: nameOf(title, team.map(({ name }) => name)) }));
  done.sort((a, b) => a.time - b.time);
  const rows = stretches.map(({ fromTurn, toTurn, regretCents }): RegretRow => {
    const isWithin = (time: number) => time >= timeOf(fromTurn) && time < timeOf(toTurn);
    return {
      fromTurn,
      toTurn,
      regretCents,
      planned: startsAt(fromTurn).filter(({ startedAt }) => isWithin(startedAt / 1000)).map(({ title, team }) => nameOf(title, team)),
      done: done.filter(({ time }) => isWithin(time)).map(({ name }) => name),
    };
  });
  const last = plans.at(-1);
  if (last?.turn === turns.length - 1 && last.plan.finalFundsCents !== finalFundsCents) {
    const planned = last.plan.starts.map(({ title, team }) => nameOf(title, team));
    rows.push({ fromTurn: last.turn, toTurn: null, regretCents: last.plan.finalFundsCents - finalFundsCents, planned, done: [] });
  }
  return rows.sort((a, b) => b.regretCents - a.regretCents || a.fromTurn - b.fromTurn);
}

function nameOf(task: string, team: readonly string[]): string {
  return text('hindsightStart', { task, team: listed(team) });
}
