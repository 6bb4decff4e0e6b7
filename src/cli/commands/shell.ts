import type { Command } from 'commander';
import { formatInstant } from '../../core/calendar.ts';
import { Recorder } from '../../rollout/recorder.ts';
import { isCommand, Simulation } from '../../startup/simulation.ts';
import { orFail } from '../exit.ts';
import { linesOf } from '../lines.ts';
import { addScenarioOptions, presetOf, seedOf, type ScenarioOptions } from '../scenario.ts';
import { writeFiles } from '../output.ts';

interface ShellOptions extends ScenarioOptions {
  readonly driver: string;
  readonly out?: string;
  readonly db?: string;
}

const HELP = `
Reads one command a line from stdin, with or without "yc-bench" before it, and answers one JSON
object a line on stdout:
  {"exit_code": 0, "answer": {…}, "sim_time": "…", "terminal_reason": null}
exit_code is 0 (done), 1 (refused: answer has the key "error") or 2 (not understood: answer is a
text). The run can be left at any time: end the input.

  echo 'market browse --limit 3' | longrun startup shell --preset paper --seed 1`;

export function addShell(parent: Command): void {
  addScenarioOptions(parent.command('shell').description('drive the company yourself, or from any program'), { presetRequired: true })
    .option('--driver <name>', 'who drives, for the rollout', 'shell')
    .option('--out <file>', 'write the rollout at the end; gzipped if the name ends in .gz')
    .option('--db <file>', 'write the final world as a .sqlite database')
    .addHelpText('after', HELP)
    .action(shell);
}

async function shell(options: ShellOptions): Promise<void> {
  const preset = orFail(await presetOf(options));
  if (!preset) return;
  const seed = seedOf(options);
  const interactive = process.stdin.isTTY === true;
  process.stderr.write(`preset ${preset.name}, seed ${seed}. Type --help for the commands${interactive ? ', Ctrl-D to leave' : ''}.\n`);
  const simulation = await Simulation.create(preset, seed);
  const kind = interactive ? 'human' : 'scripted';
  const recorder = new Recorder(simulation, { kind, name: options.driver }, { clock: () => performance.now() });
  if (interactive) process.stderr.write('> ');
  for await (const line of linesOf(process.stdin)) {
    process.stdout.write(`${JSON.stringify(answerTo(recorder, line.trim()))}\n`);
    if (interactive) process.stderr.write('> ');
  }
  await writeFiles(options, recorder.finish(), simulation);
}

function answerTo(recorder: Recorder, line: string) {
  const full = /^yc-bench(\s|$)/.test(line) ? line : `yc-bench ${line}`;
  const answer = recorder.run(full);
  if (isCommand(full, 'sim', 'resume')) recorder.endTurn();
  const { simulation } = recorder;
  return {
    exit_code: answer.exit,
    answer: 'json' in answer ? answer.json : answer.text,
    sim_time: formatInstant(simulation.simTime),
    terminal_reason: simulation.terminalReason,
  };
}
