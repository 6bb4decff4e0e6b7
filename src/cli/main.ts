/**
 * The command line. Results go to stdout, progress and errors to stderr.
 * Exit codes: 0 done, 1 a recording does not replay (conform), 2 bad usage or a bad file,
 * 3 a rollout that does not recompute (score), 4 what models do is paused, or failed for now, and can be gone on with.
 */
import { Command, CommanderError } from 'commander';
import { addBots } from './commands/bots.ts';
import { addCassette } from './commands/cassette.ts';
import { addConform } from './commands/conform.ts';
import { addPresets } from './commands/presets.ts';
import { addRun } from './commands/run.ts';
import { addSchema } from './commands/schema.ts';
import { addScore } from './commands/score.ts';
import { addServiceConform } from './commands/serviceConform.ts';
import { addServiceExperiment } from './commands/serviceExperiment.ts';
import { addServiceGenerate } from './commands/serviceGenerate.ts';
import { addServiceImport } from './commands/serviceImport.ts';
import { addServiceJudge } from './commands/serviceJudge.ts';
import { addServiceLabel } from './commands/serviceLabel.ts';
import { addServiceReport } from './commands/serviceReport.ts';
import { addServiceResults } from './commands/serviceResults.ts';
import { addServiceRun } from './commands/serviceRun.ts';
import { addServiceShell } from './commands/serviceShell.ts';
import { addServiceTasks } from './commands/serviceTasks.ts';
import { addServiceTools } from './commands/serviceTools.ts';
import { addShell } from './commands/shell.ts';
import { EXIT_USAGE } from './exit.ts';
import packageJson from '../../package.json' with { type: 'json' };

// A reader that leaves early (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.stderr.write(`longrun: cannot write the output: ${error.message}\n`);
  process.exit(error.code === 'EPIPE' ? undefined : EXIT_USAGE);
});

const program = new Command('longrun')
  .description('A lab for long-horizon agents: run a world, record it, prove it by replay.')
  .version(packageJson.version)
  .exitOverride()
  .showHelpAfterError('(add --help for help)');

const startup = program.command('startup').description('the startup world: run an AI company').exitOverride();
addRun(startup);
addShell(startup);
addPresets(startup);
addBots(startup);
addConform(startup);
addCassette(startup);
const service = program.command('service').description('the service world: serve a customer with 66 tools').exitOverride();
addServiceTasks(service);
addServiceTools(service);
addServiceShell(service);
addServiceRun(service);
addServiceJudge(service);
addServiceExperiment(service);
addServiceReport(service);
addServiceResults(service);
addServiceLabel(service);
addServiceImport(service);
addServiceGenerate(service);
addServiceConform(service);
addScore(program);
addSchema(program);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? 0 : EXIT_USAGE;
}
