/** Any turn of a run can be visited, and gone on from. */
import { describe, expect, test } from 'vitest';
import { BotRun } from '../../../src/agents/botRun.ts';
import { replayBare, bareTurn } from '../../../src/rollout/bare.ts';
import { History } from '../../../src/rollout/history.ts';
import { Recorder } from '../../../src/rollout/recorder.ts';
import { replayRollout } from '../../../src/rollout/replay.ts';
import { verifyRollout } from '../../../src/rollout/verify.ts';
import { botByName } from '../../../src/startup/bots/index.ts';
import { presetByName } from '../../../src/startup/presets.ts';
import { Simulation } from '../../../src/startup/simulation.ts';

async function played(preset: string, seed: number, botName: string): Promise<History> {
  const [found, bot] = [presetByName(preset), botByName(botName)];
  if (!found.ok || !bot.ok) throw new Error(`${preset}, ${botName}`);
  const recorder = new Recorder(await Simulation.create(found.value, seed), { kind: 'bot', name: botName });
  const history = new History(recorder);
  const run = new BotRun(bot.value, recorder);
  while (!run.isOver) {
    run.playTurn();
    history.note();
  }
  return history;
}

describe.each([
  ['paper', 3, 'careful'],
  ['medium', 2, 'throughput'],
  ['fast-test', 1, 'random'],
] as const)('a run of %s, seed %i, by %s', async (preset, seed, bot) => {
  const history = await played(preset, seed, bot);
  const { recorder } = history;
  const { turns } = recorder;
  const some = turns.map(({ turn }) => turn).filter((turn) => turn % 7 === 1 || turn === turns.length);

  test('visited at turn n has the hash recorded at n', () => {
    for (const turn of some) expect(history.at(turn).hash(), `turn ${turn}`).toBe(turns[turn - 1]?.hash);
    expect(history.at(0).hash()).toBe(history.at(0).hash());
  });

  test('forked at turn n, and played on with the same commands, comes to the same end; its rollout verifies and says where it branched', async () => {
    for (const turn of [0, ...some.filter((_, i) => i % 17 === 3)]) {
      const fork = await history.fork({ turn, reason: 'fork', driver: { kind: 'human', name: 'you' } });
      expect(fork.recorder.simulation.hash()).toBe(history.at(turn).hash());
      for (const { commands } of turns.slice(turn)) fork.recorder.repeatTurn(commands.map(({ command }) => command), {});
      const [whole, original] = [fork.recorder.finish(), recorder.finish()];
      expect(whole.outcome).toEqual(original.outcome);
      expect(whole.series).toEqual(original.series);
      expect(whole.turns.map(({ hash }) => hash)).toEqual(original.turns.map(({ hash }) => hash));
      expect(whole.turns.map(({ driver }) => driver?.name)).toEqual(turns.map((_, i) => (i < turn ? bot : undefined)));
      expect(whole.lineage).toEqual([{ turn, reason: 'fork', driver: recorder.driver, abandoned_turns: turns.length - turn }]);
      fork.recorder.simulation.close();
    }
    const last = await history.fork({ turn: turns.length, reason: 'fork', driver: { kind: 'human', name: 'you' } });
    expect((await verifyRollout(last.recorder.finish())).verdict).toBe('match');
  });

  test('a history begun after the run finds its turns as well', async () => {
    const { recorder: again } = await replayRollout(recorder.finish());
    const late = new History(again);
    const turn = some.at(-2) ?? 1;
    expect(late.at(turn).hash()).toBe(turns[turn - 1]?.hash);
  });

  test('reduced to its lines it is the same run, and a line changed is found', async () => {
    const bare = { head: recorder.finish(), turns: turns.map(bareTurn), openLines: ['yc-bench company status'] };
    const same = await replayBare(bare);
    expect(same.divergence).toBeNull();
    expect(same.recorder.turns).toEqual(turns);
    expect(same.recorder.openCommands).toHaveLength(1);
    const at = turns.findIndex(({ commands }) => commands.some(({ command }) => command.includes('task accept')));
    const broken = bare.turns.map((turn, i) => (i === at ? { ...turn, lines: ['yc-bench sim resume'] } : turn));
    expect((await replayBare({ ...bare, turns: broken })).divergence).toMatchObject({ turn: at + 1, path: 'hash' });
  });
});
