import type { Command } from 'commander';
import { runSolution, type SolvedStep } from '../../service/bundled.ts';
import { checkState, type StateVerdict } from '../../service/stateCheck.ts';
import { EXIT_NOT_CONFORMING, fail } from '../exit.ts';
import { failure } from '../../core/result.ts';
import { addWorldOptions, inWorld, type WorldOptions } from '../serviceWorld.ts';

interface RunOptions extends WorldOptions {
  readonly solution?: true;
  readonly json?: true;
}

export function addServiceRun(parent: Command): void {
  addWorldOptions(parent.command('run').description('play a task to its end, and check the state it ends in'))
    .argument('<task>', 'its id')
    .option('--solution', 'by the solution that comes with the task')
    .option('--json', 'print JSON')
    .action(run);
}

/** Exit code 1: the world did not end as the task wants. */
async function run(id: string, options: RunOptions): Promise<void> {
  if (!options.solution) return fail(failure('driver-missing', 'say who serves the customer; so far that is --solution'));
  await inWorld(id, options, (world, task) => {
    if (!task.solution) return fail(failure('solution-missing', `task ${id} comes without a solution`));
    const steps = runSolution(world, task);
    const verdict = checkState(world.tables, task);
    if (!verdict.isMet) process.exitCode = EXIT_NOT_CONFORMING;
    process.stdout.write(options.json ? `${JSON.stringify({ task: id, steps, state: verdict })}\n` : `${steps.map(lineOf).join('\n')}\n\n${summary(verdict)}\n`);
  });
}

function lineOf(step: SolvedStep): string {
  if ('reply' in step) return `assistant: ${step.reply}`;
  return `${step.tool} ${JSON.stringify(step.arguments)}\n    ${step.answer.content.replaceAll('\n', '\n    ')}`;
}

function summary({ isMet, states }: StateVerdict): string {
  const problems = states.map(({ missing, extra, different }) => `${missing.length} missing, ${extra.length} extra, ${different.length} different`);
  return isMet ? 'state: as expected' : `state: not as expected (${problems.join('; or ')})`;
}
