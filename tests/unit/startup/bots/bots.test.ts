import { describe, expect, test } from 'vitest';
import { BOTS, botByName } from '../../../../src/startup/bots/index.ts';
import { play } from './play.ts';

const names = BOTS.map(({ name }) => name);

describe('bots (issue 2: "deterministic, act only through commands")', () => {
  test('greedy, random, throughput, prestige and careful are known', () => {
    expect(names).toEqual(['greedy', 'random', 'throughput', 'prestige', 'careful']);
  });

  test('an unknown name is named, with the known ones', () => {
    const bot = botByName('gredy');
    expect(bot).toMatchObject({ ok: false, code: 'bot-unknown' });
    expect(!bot.ok && bot.message).toContain('greedy, random, throughput, prestige, careful');
  });

  describe.each(names)('%s', (name) => {
    test.each(['paper', 'tutorial'])('plays %s to its end without a malformed command', async (preset) => {
      const { rollout, commands } = await play(name, preset, 2);
      expect(rollout.outcome.terminal_reason).toMatch(/^(horizon_end|bankruptcy)$/);
      expect(commands.filter(({ exit }) => exit === 2)).toEqual([]);
      expect(commands.filter(({ exit }) => exit === 1).length).toBeLessThanOrEqual(commands.length / 100);
    });

    test('two runs agree in every command and in the state at the end', async () => {
      const [first, second] = [await play(name, 'paper', 5), await play(name, 'paper', 5)];
      expect(second.commands.map(({ command }) => command)).toEqual(first.commands.map(({ command }) => command));
      expect(second.hash).toBe(first.hash);
    });
  });

  test('random draws from the run’s seed', async () => {
    const [first, other] = [await play('random', 'paper', 1), await play('random', 'paper', 2)];
    expect(other.commands.map(({ command }) => command)).not.toEqual(first.commands.map(({ command }) => command));
  });

  test('greedy ends where the recorded greedy policy of the original ends', async () => {
    const { rollout } = await play('greedy', 'paper', 1);
    expect(rollout.outcome.final_funds_cents).toBe(43_865_521);
  });
});
