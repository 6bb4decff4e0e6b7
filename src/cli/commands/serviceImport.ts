import { resolve } from 'node:path';
import type { Command } from 'commander';
import { decodeText } from '../../rollout/file.ts';
import { bundledSets, bundledTasks } from '../../service/bundled.ts';
import { recordsOf } from '../../service/sizes.ts';
import { taskAddress, taskSetName } from '../../service/taskAddress.ts';
import { readTaskFile, type ServiceTask } from '../../service/taskFile/index.ts';
import { fail, orFail } from '../exit.ts';
import { fetchFile } from '../fetchFile.ts';
import { readBytes } from '../files.ts';
import { checkName, forgetSet, keepSet, keptSets } from '../taskShelf.ts';

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
  const address = isAddress ? orFail(taskAddress(source)) : resolve(source);
  if (address === null) return;
  const name = given ?? taskSetName(address);
  const allowed = await checkName(name, { replace: replace === true });
  if (!allowed.ok) return fail(allowed);
  const bytes = orFail(isAddress ? await fetchFile(address) : await readBytes(address));
  const text = bytes && orFail(decodeText(bytes, source));
  if (text === null) return;
  const tasks = readTaskFile(text);
  if (!tasks.ok) return fail({ ...tasks, where: `${source}, ${tasks.where ?? 'the whole'}; nothing was imported` });
  const size = sizeOf(tasks.value);
  const kept = await keepSet({ name, source: address, imported: new Date().toISOString(), ...size, text });
  if (!kept.ok) return fail(kept);
  const said = `${name}: ${size.tasks} tasks imported; --tasks ${JSON.stringify(name)} finds them`;
  process.stdout.write(`${json ? JSON.stringify({ name, source: address, ...size }) : said}\n`);
}

function sizeOf(tasks: readonly ServiceTask[]): { tasks: number; records: number } {
  return { tasks: tasks.length, records: tasks.reduce((sum, task) => sum + recordsOf(task), 0) };
}

/** A set that cannot be read is said on stderr, and hides no other. */
async function list({ json }: { json?: true }): Promise<void> {
  const bundled = bundledSets.map(async (name) => ({ name, ...sizeOf(await bundledTasks(name)), source: 'bundled', imported: null }));
  const kept = (await keptSets()).map(orFail).filter((set) => set !== null);
  const sets = [...(await Promise.all(bundled)), ...kept.map(({ text: _, ...facts }) => facts)];
  if (json) process.stdout.write(`${JSON.stringify(sets)}\n`);
  for (const { name, tasks, records, source, imported } of json ? [] : sets) {
    const size = `${String(tasks).padStart(4)} tasks ${String(records).padStart(7)} records`;
    process.stdout.write(`${name.padEnd(22)} ${size}  ${source}${imported === null ? '' : `, ${imported}`}\n`);
  }
}

async function forget(name: string): Promise<void> {
  orFail(await forgetSet(name));
}
