/** `longrun startup run --bot`. */
import { BotRun } from '../agents/botRun.ts';
import { formatInstant } from '../core/calendar.ts';
import { Recorder } from '../rollout/recorder.ts';
import { botByName } from '../startup/bots/index.ts';
import { Simulation } from '../startup/simulation.ts';
import { orFail } from './exit.ts';
import { printOutcome, writeFiles, type OutputOptions } from './output.ts';
import { presetOf, seedOf, type ScenarioOptions } from './scenario.ts';
import { StatusLine } from './statusLine.ts';

export async function runBot(options: ScenarioOptions & OutputOptions & { readonly bot: string }): Promise<void> {
  const preset = orFail(await presetOf(options));
  const bot = orFail(botByName(options.bot));
  if (!preset || !bot) return;
  const simulation = await Simulation.create(preset, seedOf(options));
  const recorder = new Recorder(simulation, { kind: 'bot', name: bot.name }, { clock: () => performance.now() });
  const run = new BotRun(bot, recorder);
  const status = new StatusLine();
  do {
    status.show(`turn ${recorder.turnCount}, ${formatInstant(simulation.simTime).slice(0, 10)}`);
  } while (run.playTurn());
  status.clear();
  const rollout = recorder.finish();
  if (await writeFiles(options, rollout, simulation)) printOutcome(options, rollout);
}
