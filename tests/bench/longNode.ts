/**
 * The first turns of a year in which a model thought and wrote a lot, as a rollout of more than five megabytes, made in a Node process
 * of its own. `node longNode.js FILE` writes it and prints its size and its turns as JSON.
 */
import { writeFileSync } from 'node:fs';
import { BotRun } from '../../src/agents/botRun.ts';
import { encodeRollout } from '../../src/rollout/file.ts';
import { digestOf, type Turn } from '../../src/rollout/format.ts';
import { Recorder } from '../../src/rollout/recorder.ts';
import { botByName } from '../../src/startup/bots/index.ts';
import { presetByName } from '../../src/startup/presets.ts';
import { Simulation } from '../../src/startup/simulation.ts';

const TURNS = 80;
/** Characters of thoughts a turn. */
const THOUGHTS = 16_000;

const preset = presetByName('paper');
const bot = botByName('careful');
if (!preset.ok || !bot.ok) throw new Error('the preset paper and the bot careful are built in');
const recorder = new Recorder(await Simulation.create(preset.value, 1), { kind: 'model', name: 'bench/long' });
const play = new BotRun(bot.value, recorder);
while (recorder.turnCount < TURNS && play.playTurn());

const { digest: _old, ...rollout } = recorder.finish();
const long = { ...rollout, turns: rollout.turns.map(withTexts) };
const bytes = encodeRollout({ ...long, digest: digestOf(long) }, { gzip: false });
writeFileSync(process.argv[2] ?? '', bytes);
process.stdout.write(JSON.stringify({ mb: Math.round(bytes.length / 1e5) / 10, turns: long.turns.length }));

function withTexts(turn: Turn): Turn {
  const sentence = `On turn ${turn.turn}, at ${turn.sim_time}, the best-paid offer is not the one to take.\n`;
  const calls = turn.commands.map(({ command, exit, answer }, i) => ({
    id: `call_${turn.turn}_${i}`,
    name: 'run_command',
    arguments: { command },
    result: JSON.stringify(answer),
    is_error: exit !== 0,
  }));
  const thinking = sentence.repeat(Math.ceil(THOUGHTS / sentence.length));
  return { ...turn, exchange: { user: `Time: ${turn.sim_time}`, text: sentence.repeat(8), thinking, calls, finish: 'tool_calls', provider: null, sent: {}, retries: [] } };
}
