import { describe, expect, test } from 'vitest';
import { BOTS } from '../../../../src/startup/bots/index.ts';
import { bestBot, continueWithBot } from '../../../../src/startup/hindsight/bots.ts';
import { MOST_POINTS } from '../../../../src/startup/hindsight/continuation.ts';
import { Simulation } from '../../../../src/startup/simulation.ts';
import { property } from '../../../tools/property.ts';
import { newWorld, RICH, somewhere } from './worlds.ts';

describe('continuing with a bot', () => {
  test('from the start it ends where the recorded greedy policy of the original ends', () => {
    const { finalFundsCents, endedBy, starts, funds } = continueWithBot(newWorld('paper', 1), BOTS[0] as (typeof BOTS)[number]);
    expect({ finalFundsCents, endedBy }).toEqual({ finalFundsCents: 43_865_521, endedBy: 'horizon_end' });
    expect(starts.filter(({ onTime }) => onTime).length).toBeGreaterThan(0);
    expect(funds[0]?.fundsCents).toBe(20_000_000);
    expect(funds.at(-1)?.fundsCents).toBe(finalFundsCents);
    expect(funds.length).toBeLessThanOrEqual(MOST_POINTS);
  });

  test('the best bot is no worse than any', () => {
    const world = newWorld('paper', 3);
    const funds = BOTS.map((bot) => continueWithBot(world, bot).finalFundsCents);
    expect(bestBot(world).finalFundsCents).toBe(Math.max(...funds));
  });

  test('a world that is over stays as it is', () => {
    const simulation = Simulation.inMemory(newWorld('classic', 1, { 'world.initial_funds_cents': 1 }));
    simulation.execute(['sim', 'resume']);
    expect(bestBot(simulation.hiddenWorld)).toMatchObject({
      endedBy: 'bankruptcy', moves: [], finalFundsCents: simulation.hiddenWorld.company.funds_cents,
    });
  });

  for (const preset of ['paper', 'medium']) {
    property(`${preset}: from any point every bot comes to a result, its moves replay to it, and the world it started from is untouched`, (dice) => {
      const world = somewhere(dice, newWorld(preset, dice.whole(0, 1e6), RICH), dice.whole(1, 80));
      const before = world.store.hash();
      for (const bot of BOTS) {
        const { moves, finalFundsCents } = continueWithBot(world, bot);
        const simulation = Simulation.inMemory(world);
        for (const argv of moves) expect(simulation.execute(argv).exit).toBe(0);
        expect(simulation.hiddenWorld.company.funds_cents).toBe(finalFundsCents);
      }
      expect(world.store.hash()).toBe(before);
    });
  }
});
