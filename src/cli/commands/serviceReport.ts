import type { Command } from 'commander';
import { failure } from '../../core/result.ts';
import { fail, orFail } from '../exit.ts';
import { printReport, type ReportOptions } from '../metricsReport.ts';
import { wholeNumber } from '../scenario.ts';
import { foundIn, mostTrials, setsFound, sourcesOf, trialsFound } from '../trialsIn.ts';

const HELP = `
What the files say is taken as it stands: longrun score verifies rollouts. A task is known by its
set, and a rollout by itself does not say its set: it is told by its domains and its language.`;

export function addServiceReport(parent: Command): void {
  parent
    .command('report')
    .description('what trials amount to: metrics of any mix of experiments, rollouts and results files')
    .argument('<files|folders...>', 'folders of experiments, service rollouts, results files of the original program')
    .option('--k <n>', 'trials a task, of Avg@k, Pass@k and Pass^k; the most that a task has, if left out', wholeNumber(1, 1000))
    .option('--published', 'name published figures beside')
    .option('--complexity', 'also how hard the tasks are')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(report);
}

async function report(paths: readonly string[], { k, ...options }: Omit<ReportOptions, 'k'> & { readonly k?: number }): Promise<void> {
  const found = orFail(await foundIn(paths));
  if (!found) return;
  const trials = trialsFound(found);
  if (trials.length === 0) return fail(failure('trials-missing', 'there is no service rollout and no results file', paths.join(', ')));
  printReport(trials, setsFound(found), { ...options, k: k ?? mostTrials(trials) }, sourcesOf(found));
}
