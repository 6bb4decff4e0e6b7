/** Where the tasks of a service command come from: a file, or those that come with Longrun. */
import type { Command } from 'commander';
import { failure, success, type Result } from '../core/result.ts';
import { bundledSets, bundledTasks } from '../service/bundled.ts';
import { readTaskFile, type ServiceTask } from '../service/taskFile/index.ts';
import { readText } from './files.ts';

export interface TaskOptions {
  readonly tasks?: string;
}

export function addTaskOption(command: Command): Command {
  return command.option('--tasks <file>', 'a task file as VitaBench publishes them (.json, .json.gz), instead of the bundled tasks');
}

/** All tasks of a file, failures name it too; or all that are bundled. */
export async function readTasks(file: string | undefined): Promise<Result<readonly ServiceTask[]>> {
  if (file === undefined) return success((await Promise.all(bundledSets.map(bundledTasks))).flat());
  const text = await readText(file);
  if (!text.ok) return text;
  const tasks = readTaskFile(text.value);
  return tasks.ok ? tasks : { ...tasks, where: [file, tasks.where].filter(Boolean).join(', ') };
}

/** Error code besides those of the file: `task-unknown`. */
export async function taskNamed(id: string, { tasks: file }: TaskOptions): Promise<Result<ServiceTask>> {
  const tasks = await readTasks(file);
  if (!tasks.ok) return tasks;
  const task = tasks.value.find((each) => each.id === id);
  if (task) return success(task);
  return failure('task-unknown', `there is no task ${id}; there are ${tasks.value.map((each) => each.id).join(', ')}`, file);
}
