import type { Command } from 'commander';
import { failure } from '../../core/result.ts';
import { decodeText } from '../../rollout/file.ts';
import { bundledSets, bundledTasks } from '../../service/bundled.ts';
import { taskAddress, taskSetName } from '../../service/taskAddress.ts';
import { readTaskFile } from '../../service/taskFile/index.ts';
import { fail, orFail } from '../exit.ts';
import { fetchFile } from '../fetchFile.ts';
import { readBytes } from '../files.ts';
import { forgetSet, keepSet, keptSets } from '../taskShelf.ts';

interface ImportOptions {
  readonly name?: string;
  readonly replace?: true;
  readonly json?: true;
}

const HELP = `
The tasks are read whole or not at all, and kept for next time: --tasks NAME finds them then. They
stand in the folder that LONGRUN_HOME names, or else where this system keeps the data of programs.`;

export function addServiceImport(parent: Command): void {
  parent
    .command('import')
    .description('keep a task file for next time')
    .argument('<file|url>', 'a task file as VitaBench publishes them (.json, .json.gz), or its https:// address')
    .option('--name <name>', 'what to call the set, if not as its file')
    .option('--replace', 'also if there is a set of this name')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(importTasks);
  parent.command('sets').description('list the sets of tasks: bundled ones, and imported ones').option('--json', 'print JSON').action(list);
  parent.command('forget').description('delete an imported set of tasks').argument('<name>', 'its name').action(forget);
}

async function importTasks(source: string, { name: given, replace, json }: ImportOptions): Promise<void> {
  const isAddress = /^[a-z]+:\/\//i.test(source);
  const address = isAddress ? orFail(taskAddress(source)) : source;
  if (address === null) return;
  const bytes = orFail(isAddress ? await fetchFile(address) : await readBytes(address));
  const text = bytes && orFail(decodeText(bytes, source));
  if (text === null) return;
  const tasks = readTaskFile(text);
  if (!tasks.ok) return fail({ ...tasks, where: `${source}, ${tasks.where ?? 'the whole'}; nothing was imported` });
  const name = given ?? taskSetName(address);
  if (bundledSets.includes(name)) return fail(failure('set-exists', 'a set of this name comes with Longrun; say another --name', name));
  const set = { name, source, imported: new Date().toISOString(), tasks: tasks.value.length, text };
  const kept = await keepSet(set, { replace: replace === true });
  if (!kept.ok) return fail(kept);
  process.stdout.write(json ? `${JSON.stringify({ name, source, tasks: set.tasks })}\n` : `${name}: ${set.tasks} tasks imported; --tasks ${JSON.stringify(name)} finds them\n`);
}

async function list({ json }: { json?: true }): Promise<void> {
  const kept = orFail(await keptSets());
  if (!kept) return;
  const bundled = await Promise.all(bundledSets.map(async (name) => ({ name, tasks: (await bundledTasks(name)).length, source: 'bundled', imported: null })));
  const imported = kept.map(({ name, tasks, source, imported: when }) => ({ name, tasks, source, imported: when }));
  if (json) process.stdout.write(`${JSON.stringify([...bundled, ...imported])}\n`);
  for (const { name, tasks, source, imported: when } of json ? [] : [...bundled, ...imported]) {
    process.stdout.write(`${name.padEnd(18)} ${String(tasks).padStart(5)} tasks  ${source}${when === null ? '' : `, ${when}`}\n`);
  }
}

async function forget(name: string): Promise<void> {
  if (!(await forgetSet(name))) fail(failure('set-unknown', 'there is no imported set of this name; longrun service sets lists them', name));
}
