/** The world of one task, for the commands that call tools in it. */
import type { Command } from 'commander';
import type { ServiceTask } from '../service/taskFile/index.ts';
import { World } from '../service/world/world.ts';
import { orFail } from './exit.ts';
import { written } from './output.ts';
import { addTaskOption, taskNamed, type TaskOptions } from './serviceTasks.ts';

export interface WorldOptions extends TaskOptions {
  readonly seed: string;
  readonly db?: string;
}

export function addWorldOptions(command: Command): Command {
  return addTaskOption(command)
    .option('--seed <text>', "the trial's: with the task it decides the ids of new orders", '1')
    .option('--db <file>', 'write the final world as a .sqlite database');
}

/** Opens a task's world, uses it, and writes it down if that is wanted. */
export async function inWorld(
  id: string,
  options: WorldOptions,
  use: (world: World, task: ServiceTask) => void | Promise<void>,
): Promise<void> {
  const task = orFail(await taskNamed(id, options));
  if (!task) return;
  const world = await World.open(task, options.seed);
  await use(world, task);
  if (options.db !== undefined) await written(options.db, world.database.export());
}
