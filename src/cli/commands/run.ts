import type { Command } from 'commander';
import { familyNames } from '../../models/families.ts';
import { failure } from '../../core/result.ts';
import { BOTS } from '../../startup/bots/index.ts';
import { fail } from '../exit.ts';
import { runBot } from '../runBot.ts';
import { runModel, type ModelOptions } from '../runModel.ts';
import { addScenarioOptions, wholeNumber } from '../scenario.ts';
import { addTermOptions } from '../terms.ts';
import { objectionToPaths, type OutputOptions } from '../output.ts';

export interface RunOptions extends OutputOptions, ModelOptions {
  readonly preset?: string;
  readonly seed?: number;
  readonly horizonYears?: number;
  readonly bot?: string;
}

const HELP = `
One of --bot, --model, --cassette drives. Keys of models are read from the environment only
(OPENAI_API_KEY, ANTHROPIC_API_KEY, …: the provider's usual name).

A run of a model is written to --out after every turn. At a cap, after Ctrl-C, or when the
provider fails for good it pauses, and exits with 4; --resume FILE goes on where it stopped.`;

export function addRun(parent: Command): void {
  const command = addScenarioOptions(parent.command('run').description('let a bot or a model run the company to the end'), { presetRequired: false });
  addTermOptions(command, 'turns of the model')
    .option('--bot <name>', `a bot drives: ${BOTS.map(({ name }) => name).join(', ')}`)
    .option('--model <provider/model>', `a model drives; providers: ${familyNames.join(', ')}`)
    .option('--base-url <url>', "the model's server, instead of the provider's own")
    .option('--prompt <file>', 'a system prompt of your own')
    .option('--episodes <n>', 'start again after a bankruptcy, with the scratchpad kept', wholeNumber(1, 1000))
    .option('--resume <file>', 'go on with a rollout; --model may name another model')
    .option('--cassette <file>', 'replay recorded answers of a model, offline')
    .option('--record <file>', "record the model's answers as a cassette")
    .option('--out <file>', 'write the rollout; gzipped if the name ends in .gz')
    .option('--db <file>', 'write the final world as a .sqlite database')
    .option('--json', 'print the outcome as JSON')
    .addHelpText('after', HELP)
    .action(run);
}

async function run(options: RunOptions): Promise<void> {
  const { bot, model, cassette, resume, preset } = options;
  const wrong = (message: string) => fail(failure('usage', message));
  const drivers = [bot, model, cassette].filter((driver) => driver !== undefined).length;
  if (drivers > 1 || (drivers === 0 && resume === undefined)) {
    return wrong(`one of --bot, --model, --cassette must drive (bots: ${BOTS.map(({ name }) => name).join(', ')})`);
  }
  const objection = objectionToPaths(options);
  if (objection !== null) return wrong(objection);
  const forModels = (['baseUrl', 'prompt', 'prices', 'maxTurns', 'maxTokens', 'maxCost', 'maxMinutes', 'episodes', 'record'] as const).find((name) => options[name] !== undefined);
  if (bot !== undefined && forModels !== undefined) return wrong(`--${forModels.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} goes with a model, not with a bot`);
  if (resume !== undefined && options.record !== undefined) return wrong('--record takes a whole run: a cassette of a resumed one could not be replayed');
  if (resume !== undefined) {
    if (bot !== undefined) return wrong('--resume goes on with a model, not with a bot');
    if (preset !== undefined || options.seed !== undefined) return wrong('--resume takes preset and seed from the file: leave --preset and --seed out');
    return runModel(options);
  }
  if (preset === undefined) return wrong("required option '--preset <name|file>' not specified");
  return bot === undefined ? runModel({ ...options, preset }) : runBot({ ...options, preset, bot });
}
