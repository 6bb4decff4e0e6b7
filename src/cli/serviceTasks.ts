/** Where the tasks of a service command come from: a file, an imported set, or those that come with Longrun. */
import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { failure, success, type Result } from '../core/result.ts';
import { decodeText } from '../rollout/file.ts';
import { bundledSets, bundledTasks } from '../service/bundled.ts';
import { readTaskFile, type ServiceTask } from '../service/taskFile/index.ts';
import { readBytes } from './files.ts';
import { keptSet } from './taskShelf.ts';

export interface TaskOptions {
  readonly tasks?: string;
}

export function addTaskOption(command: Command): Command {
  return command.option('--tasks <file|set>', 'a task file as VitaBench publishes them (.json, .json.gz), else a bundled or imported set of this name; without it, all bundled tasks');
}

/**
 * All tasks of a file or else of a set of that name, failures name it too; or all that are bundled.
 * Error codes: those of files, task files and sets; `tasks-unknown`.
 */
export async function readTasks(given: string | undefined): Promise<Result<readonly ServiceTask[]>> {
  if (given === undefined) return success((await Promise.all(bundledSets.map(bundledTasks))).flat());
  if (await isFile(given)) {
    const bytes = await readBytes(given);
    return tasksIn(bytes.ok ? decodeText(bytes.value, given) : bytes, given);
  }
  if (bundledSets.includes(given)) return success(await bundledTasks(given));
  const kept = await keptSet(given);
  if (!kept.ok) return kept;
  if (kept.value) return tasksIn(success(kept.value.text), given);
  return failure('tasks-unknown', `there is no such file, and no set of this name; sets are ${bundledSets.join(', ')}, and those that were imported`, given);
}

/** Pipes count; a folder may be called as a set is. */
function isFile(path: string): Promise<boolean> {
  return stat(path).then((status) => !status.isDirectory(), () => false);
}

function tasksIn(text: Result<string>, name: string): Result<readonly ServiceTask[]> {
  if (!text.ok) return text;
  const tasks = readTaskFile(text.value);
  return tasks.ok ? tasks : { ...tasks, where: [name, tasks.where].filter(Boolean).join(', ') };
}

/** Error code besides those of the file: `task-unknown`. */
export async function taskNamed(id: string, { tasks: file }: TaskOptions): Promise<Result<ServiceTask>> {
  const tasks = await readTasks(file);
  if (!tasks.ok) return tasks;
  const task = tasks.value.find((each) => each.id === id);
  if (task) return success(task);
  return failure('task-unknown', `there is no task ${id}; there are ${tasks.value.map((each) => each.id).join(', ')}`, file);
}
