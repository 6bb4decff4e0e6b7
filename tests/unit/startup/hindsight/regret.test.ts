import { describe, expect, test } from 'vitest';
import { RegretStudy } from '../../../../src/startup/hindsight/regret.ts';
import { property } from '../../../tools/property.ts';

/** The turns asked for, in order, when `value` is what they are worth. */
function carryOut(study: RegretStudy, value: (turn: number) => number, order = (round: number[]) => round): number[] {
  const asked: number[] = [];
  for (let round = study.round(); round.length > 0; round = study.round()) {
    asked.push(...round);
    for (const turn of order(round)) study.note(turn, value(turn));
  }
  return asked;
}

describe('regret, decision by decision', () => {
  property('with budget enough every turn is valued once, the stretches are single turns and add up', (dice) => {
    const turns = dice.whole(0, 120);
    const values = Array.from({ length: turns + 1 }, () => dice.whole(-1000, 1000));
    const study = new RegretStudy(turns, turns + 1);
    const asked = carryOut(study, (turn) => values[turn] ?? 0);
    expect(asked.sort((a, b) => a - b)).toEqual(values.map((_, turn) => turn));
    expect(study.stretches().map(({ regretCents }) => regretCents)).toEqual(values.slice(1).map((value, i) => (values[i] ?? 0) - value));
    expect(study.stretches().reduce((sum, { regretCents }) => sum + regretCents, 0)).toBe((values[0] ?? 0) - (values[turns] ?? 0));
  });

  property('a budget is kept, a short study asks what a long one asks first, and the order of the answers changes nothing', (dice) => {
    const turns = dice.whole(40, 200);
    const value = (turn: number) => (turn * 7919) % 1009;
    const ask = (budget: number) => carryOut(new RegretStudy(turns, budget), value, (round) => dice.shuffled(round));
    const budget = dice.whole(2, 19);
    expect(ask(budget)).toEqual(ask(20).slice(0, budget));
    expect(ask(budget)).toHaveLength(budget);
  });

  test('after the coarse cut it halves the stretches that cost most: one bad turn is found at once', () => {
    const study = new RegretStudy(800, 9 + 2 * 7);
    carryOut(study, (turn) => (turn < 333 ? 1000 : 0));
    expect(study.stretches().find(({ regretCents }) => regretCents !== 0)).toEqual({ fromTurn: 332, toTurn: 333, regretCents: 1000 });
  });
});
