/**
 * Looking at turns of a whole year and forking from them, in a Node process of its own. `node visitNode.js` prints milliseconds,
 * a list for each, over every tenth turn, as JSON.
 */
import { BotRun } from '../../src/agents/botRun.ts';
import { History } from '../../src/rollout/history.ts';
import { Recorder } from '../../src/rollout/recorder.ts';
import { botByName } from '../../src/startup/bots/index.ts';
import { presetByName } from '../../src/startup/presets.ts';
import { Simulation } from '../../src/startup/simulation.ts';

const preset = presetByName('paper');
const bot = botByName('careful');
if (!preset.ok || !bot.ok) throw new Error('the preset paper and the bot careful are built in');
const driver = { kind: 'bot', name: 'careful' } as const;

const history = new History(new Recorder(await Simulation.create(preset.value, 1), driver));
const play = new BotRun(bot.value, history.recorder);
while (play.playTurn()) history.note();

const visit: number[] = [];
const fork: number[] = [];
for (let turn = history.recorder.turnCount; turn >= 0; turn -= 10) {
  visit.push(await timed(() => history.at(turn)));
  fork.push(await timed(async () => (await history.fork({ turn, reason: 'fork', driver })).recorder.simulation.close()));
}
process.stdout.write(JSON.stringify({ visit, fork }));

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
