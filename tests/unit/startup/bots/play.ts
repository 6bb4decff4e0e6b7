/** Plays a bot to the end of a run. */
import { BotRun } from '../../../../src/agents/botRun.ts';
import type { Rollout } from '../../../../src/rollout/format.ts';
import { Recorder } from '../../../../src/rollout/recorder.ts';
import { botByName } from '../../../../src/startup/bots/index.ts';
import { presetByName } from '../../../../src/startup/presets.ts';
import { Simulation, splitLine } from '../../../../src/startup/simulation.ts';

export interface Played {
  readonly rollout: Rollout;
  readonly commands: Rollout['turns'][number]['commands'];
  /** Of the world at the end. */
  readonly hash: string;
}

export async function play(botName: string, presetName: string, seed: number): Promise<Played> {
  const bot = botByName(botName);
  const preset = presetByName(presetName);
  if (!bot.ok) throw new Error(bot.message);
  if (!preset.ok) throw new Error(preset.message);
  const simulation = await Simulation.create(preset.value, seed);
  const recorder = new Recorder(simulation, { kind: 'bot', name: botName });
  const run = new BotRun(bot.value, recorder);
  while (run.playTurn());
  const rollout = recorder.finish();
  const played = { rollout, commands: rollout.turns.flatMap(({ commands }) => commands), hash: simulation.hash() };
  simulation.close();
  return played;
}

/** The value of an option in a recorded line; undefined if it is another command. */
export function argument(line: string, command: string, flag: string): string | undefined {
  const words = splitLine(line);
  if (!words.ok || words.value.slice(0, 2).join(' ') !== command) return undefined;
  const at = words.value.indexOf(flag);
  return at < 0 ? undefined : words.value[at + 1];
}
