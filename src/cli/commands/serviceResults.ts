import { resolve } from 'node:path';
import type { Command } from 'commander';
import { failure } from '../../core/result.ts';
import { resultsOfRollouts } from '../../rollout/service/results/ofRollouts.ts';
import { writeResults } from '../../rollout/service/results/write.ts';
import { fail, orFail } from '../exit.ts';
import { exists } from '../files.ts';
import { written } from '../output.ts';
import { foundIn } from '../trialsIn.ts';

export function addServiceResults(parent: Command): void {
  parent
    .command('results')
    .description("rollouts as a results file of the original program's form, of one assistant and one customer")
    .argument('<files|folders...>', 'service rollouts, folders of experiments')
    .requiredOption('--out <file>', 'where to (.json, .json.gz)')
    .action(results);
}

async function results(paths: readonly string[], { out }: { readonly out: string }): Promise<void> {
  const found = orFail(await foundIn(paths));
  if (!found) return;
  const [other] = found.results;
  if (other) return fail(failure('results-already', 'this is a results file already: name rollouts, or folders of experiments', other.path));
  if (found.rollouts.some(({ path }) => resolve(path) === resolve(out))) return fail(failure('usage', '--out names one of the rollouts', out));
  if (await exists(out)) return fail(failure('file-exists', 'there is a file already; take another name', out));
  const made = orFail(resultsOfRollouts(found.rollouts.map(({ rollout }) => rollout), { timestamp: timestamp(new Date()), name: paths.join(', ') }));
  if (!made || !(await written(out, writeResults(made, { gzip: out.endsWith('.gz') })))) return;
  process.stdout.write(`${out}: ${made.tasks.length} tasks, ${made.simulations.length} simulations of ${made.info.assistant ?? ''}\n`);
}

/** As the original names its files' time, in UTC: `20260423_031358`. */
function timestamp(now: Date): string {
  return now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '_');
}
