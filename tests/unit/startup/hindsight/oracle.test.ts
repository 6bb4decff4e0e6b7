import { describe, expect, test } from 'vitest';
import { bestBot } from '../../../../src/startup/hindsight/bots.ts';
import { isBetter, type Continuation } from '../../../../src/startup/hindsight/continuation.ts';
import { oracle } from '../../../../src/startup/hindsight/oracle.ts';
import { Simulation } from '../../../../src/startup/simulation.ts';
import type { World } from '../../../../src/startup/world.ts';
import { property } from '../../../tools/property.ts';
import { newWorld, RICH, somewhere } from './worlds.ts';

/** Plays the moves by the normal road, and checks that they lead to the claimed end. */
function replay(world: World, plan: Continuation): void {
  const simulation = Simulation.inMemory(world);
  for (const argv of plan.moves) expect(simulation.execute(argv), argv.join(' ')).toMatchObject({ exit: 0 });
  const { funds_cents, terminal_reason, sim_time } = simulation.hiddenWorld.company;
  expect({ funds: funds_cents, end: terminal_reason ?? 'gave_up' }).toEqual({ funds: plan.finalFundsCents, end: plan.endedBy });
  expect(plan.funds.at(-1)).toEqual({ time: sim_time, fundsCents: funds_cents });
}

/** What a planner that does nothing has: a floor that costs no time. */
const nothing = (world: World): Continuation => ({
  planner: 'nobody', finalFundsCents: world.company.funds_cents,
  endedBy: world.company.terminal_reason ?? 'gave_up', funds: [{ time: world.now, fundsCents: world.company.funds_cents }], moves: [], starts: [],
});

/** A late point of a year leaves little to play: quick to evaluate, and with a past of its own. */
const STEPS = 120;

describe('oracle (issue 4: "a planner that knows the hidden truth … deterministic for a given budget of nodes")', () => {
  test('by its first node it beats the best bot of a whole year of classic rules, and its moves replay', () => {
    const world = newWorld('fast-test', 1);
    const floor = bestBot(world);
    const plan = oracle(world, { nodes: 1 }, floor);
    expect(plan.finalFundsCents).toBeGreaterThan(floor.finalFundsCents);
    replay(world, plan);
  });

  for (const preset of ['paper', 'fast-test']) {
    property(`${preset}: from any point never below its floor, never worse with more nodes, twice the same, replays`, (dice) => {
      const world = somewhere(dice, newWorld(preset, dice.whole(0, 1e6), RICH), dice.whole(STEPS, 2 * STEPS));
      const before = world.store.hash();
      const floor = bestBot(world);
      const plans = [2, 1, 2].map((nodes) => oracle(world, { nodes }, floor));
      expect(plans[2]).toEqual(plans[0]);
      expect(isBetter(plans[1] as Continuation, plans[0] as Continuation)).toBe(false);
      for (const plan of plans.slice(0, 2)) {
        expect(isBetter(floor, plan)).toBe(false);
        replay(world, plan);
      }
      expect(world.store.hash()).toBe(before);
    });
  }

  property('it accepts nothing that it does not start at once: the offers behind those on the market stay unknown to it', (dice) => {
    const world = newWorld('paper', dice.whole(0, 1e6));
    const accepts = oracle(world, { nodes: 1 }, nothing(world)).moves.filter(([, name]) => name === 'accept' || name === 'dispatch');
    expect(accepts.length).toBeGreaterThan(0);
    accepts.forEach(([, name], i) => expect(name).toBe(i % 2 === 0 ? 'accept' : 'dispatch'));
  });

  property('short of money, of people and of time it still comes to a result that replays', (dice) => {
    const knobs = { 'world.initial_funds_cents': dice.whole(0, 3_000_000), 'world.num_employees': dice.whole(1, 3), 'world.num_market_tasks': dice.whole(1, 5) };
    const world = somewhere(dice, newWorld(dice.pick(['paper', 'classic', 'tutorial']), dice.whole(0, 1e6), knobs), dice.whole(0, 200));
    replay(world, oracle(world, { nodes: 2 }, nothing(world)));
  });
});
