/**
 * The agent's loop in a Node process of its own, with a model that answers at once: a year of the recorded greedy
 * bot's commands as tool calls. `node loopNode.js RUNS` prints milliseconds a turn as JSON.
 */
import { BotRun } from '../../src/agents/botRun.ts';
import { settingsFor } from '../../src/agents/connect.ts';
import { ModelRun } from '../../src/agents/modelRun.ts';
import { ScriptedClient } from '../../src/agents/scriptedClient.ts';
import { noCaps } from '../../src/models/budget.ts';
import type { Rollout } from '../../src/rollout/format.ts';
import { Recorder } from '../../src/rollout/recorder.ts';
import { replayRollout } from '../../src/rollout/replay.ts';
import { botByName } from '../../src/startup/bots/index.ts';
import { presetByName } from '../../src/startup/presets.ts';
import { Simulation } from '../../src/startup/simulation.ts';

const preset = presetByName('paper');
const bot = botByName('greedy');
if (!preset.ok || !bot.ok) throw new Error('the preset paper and the bot greedy are built in');
const driver = { kind: 'scripted', name: 'bench' } as const;

const recorder = new Recorder(await Simulation.create(preset.value, 1), driver);
const botRun = new BotRun(bot.value, recorder);
while (botRun.playTurn());
const script = recorder.finish();

const withLoop: number[] = [];
const replayOnly: number[] = [];
while (withLoop.length < Number(process.argv[2] ?? 1)) {
  withLoop.push(await timed(() => play(script)));
  replayOnly.push(await timed(() => replayRollout(script)));
}
process.stdout.write(JSON.stringify({ with_loop: withLoop, replay_only: replayOnly }));

async function play(rollout: Rollout): Promise<void> {
  if (!preset.ok) return;
  const run = new ModelRun(new Recorder(await Simulation.create(preset.value, 1), driver), {
    client: new ScriptedClient(rollout),
    endpoint: { family: 'custom', baseUrl: '' },
    key: null,
    settings: settingsFor(preset.value, { model: 'bench' }, 1),
    price: null,
    driver,
  });
  while (!run.isOver) await run.playTurn({ caps: noCaps });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / script.turns.length;
}
