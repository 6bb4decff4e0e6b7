/** The sets of tasks that this worker has read: those that come with Longrun, and files. */
import { failure, success, type Result } from '../../src/core/result.ts';
import { plainText } from '../../src/core/pythonRepr.ts';
import { decodeText } from '../../src/rollout/file.ts';
import { bundledSets, bundledTasks } from '../../src/service/bundled.ts';
import { recordsOf } from '../../src/service/sizes.ts';
import { readTaskFile, rubricsOf, type ServiceTask } from '../../src/service/taskFile/index.ts';
import type { TaskCard, TaskRef } from './messages.ts';

export class TaskSets {
  readonly #sets = new Map<string, readonly ServiceTask[]>();

  /** Error code: `set-unknown`. */
  async tasks(set: string): Promise<Result<readonly ServiceTask[]>> {
    const known = this.#sets.get(set) ?? (bundledSets.includes(set) ? await bundledTasks(set) : null);
    if (!known) return failure('set-unknown', `there is no set of tasks called ${set}`, set);
    this.#sets.set(set, known);
    return success(known);
  }

  /** Error codes: those of `tasks`, `task-unknown`. */
  async task({ set, id }: TaskRef): Promise<Result<ServiceTask>> {
    const tasks = await this.tasks(set);
    if (!tasks.ok) return tasks;
    const task = tasks.value.find((each) => each.id === id);
    if (task) return success(task);
    return failure('task-unknown', `there is no task ${id} here; there are ${tasks.value.map((each) => each.id).join(', ')}`, set);
  }

  /** All tasks of a file, plain or gzipped, or none. Error codes: those of `readTaskFile`, `file-truncated`, `file-not-text`. */
  add(set: string, bytes: Uint8Array): Result<readonly ServiceTask[]> {
    const text = decodeText(bytes, set);
    if (!text.ok) return text;
    const tasks = readTaskFile(text.value);
    if (tasks.ok) this.#sets.set(set, tasks.value);
    return tasks;
  }
}

export function taskCard(task: ServiceTask): TaskCard {
  const { id, domains, language, instructions, environment, profile } = task;
  return {
    id,
    domains,
    language,
    instructions,
    time: environment.time,
    userId: environment.userId,
    profile: [...profile].map(([name, value]) => [name, plainText(value)]),
    rubrics: rubricsOf(task).length,
    records: recordsOf(task),
  };
}
