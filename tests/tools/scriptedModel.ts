/** A model server's script that plays a recorded run: the time in the turn's message says which commands are next. */
import { BotRun } from '../../src/agents/botRun.ts';
import type { Rollout } from '../../src/rollout/format.ts';
import { Recorder } from '../../src/rollout/recorder.ts';
import { botByName } from '../../src/startup/bots/index.ts';
import type { Preset } from '../../src/startup/preset.ts';
import { presetByName } from '../../src/startup/presets.ts';
import { Simulation } from '../../src/startup/simulation.ts';
import type { Behaviour, Reply, SeenRequest } from './modelServer/index.ts';

export function presetNamed(name: string): Preset {
  const preset = presetByName(name);
  if (!preset.ok) throw new Error(preset.message);
  return preset.value;
}

/** A bot's year, or its first turns. */
export async function botRollout(preset: Preset, bot: string, turns = Infinity): Promise<Rollout> {
  const found = botByName(bot);
  if (!found.ok) throw new Error(found.message);
  const recorder = new Recorder(await Simulation.create(preset, 1), { kind: 'bot', name: bot });
  const run = new BotRun(found.value, recorder);
  while (recorder.turnCount < turns && run.playTurn());
  return recorder.finish();
}

export function scriptOf(rollout: Rollout): (request: Pick<SeenRequest, 'lastText'>) => Behaviour {
  const starts = [rollout.started_at, ...rollout.turns.map(({ sim_time }) => sim_time)];
  const replies = new Map(
    rollout.turns.map(({ turn, commands }, i): [string, Reply] => {
      const toolCalls = commands.map(({ command }) => ({ name: 'run_command', arguments: { command } }));
      return [starts[i] ?? '', { text: `Turn ${turn}.`, thinking: `thoughts of turn ${turn}`, toolCalls, usage: { prompt: 1000, completion: 100 } }];
    }),
  );
  return ({ lastText }) => ({ reply: replies.get(/^Time: (\S+)/m.exec(lastText)?.[1] ?? '') ?? { text: 'The script is over.' } });
}
