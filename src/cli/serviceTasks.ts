/** Where the tasks of a service command come from. */
import type { Command } from 'commander';
import { failure, success, type Result } from '../core/result.ts';
import { readTaskFile, type ServiceTask } from '../service/taskFile/index.ts';
import { readText } from './files.ts';

export interface TaskOptions {
  readonly tasks: string;
}

export function addTaskOption(command: Command): Command {
  return command.requiredOption('--tasks <file>', 'the task file, as VitaBench publishes them (.json, .json.gz)');
}

/** All tasks of a file; failures name the file too. */
export async function readTasks(file: string): Promise<Result<readonly ServiceTask[]>> {
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
