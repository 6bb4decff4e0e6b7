import type { Command } from 'commander';
import { recordsByKind, recordsOf } from '../../service/sizes.ts';
import { rubricsOf } from '../../service/taskFile/index.ts';
import { orFail } from '../exit.ts';
import { addTaskOption, readTasks, taskNamed, type TaskOptions } from '../serviceTasks.ts';

interface ShowOptions extends TaskOptions {
  readonly json?: true;
  readonly rubrics?: true;
}

export function addServiceTasks(parent: Command): void {
  addTaskOption(parent.command('tasks').description('list the tasks of a file')).option('--json', 'print JSON').action(list);
  addTaskOption(parent.command('show').description('what the customer of a task wants, and the world they live in'))
    .argument('<task>', 'its id')
    .option('--rubrics', 'also what it will be judged by')
    .option('--json', 'print JSON')
    .action(show);
}

async function list({ tasks: file, json }: ShowOptions): Promise<void> {
  const tasks = orFail(await readTasks(file));
  if (!tasks) return;
  const rows = tasks.map((task) => ({
    id: task.id,
    domains: task.domains,
    language: task.language,
    records: recordsOf(task),
    rubrics: rubricsOf(task).length,
  }));
  if (json) process.stdout.write(`${JSON.stringify(rows)}\n`);
  for (const { id, domains, language, records, rubrics } of json ? [] : rows) {
    process.stdout.write(`${id.padEnd(18)} ${domains.join(',').padEnd(22)} ${language.padEnd(8)} ${records} records, ${rubrics} rubrics\n`);
  }
}

async function show(id: string, options: ShowOptions): Promise<void> {
  const task = orFail(await taskNamed(id, options));
  if (!task) return;
  const { domains, language, instructions, environment } = task;
  const facts = { id, domains, language, time: environment.time, user: environment.userId, records: recordsByKind(task), instructions };
  const rubrics = options.rubrics ? rubricsOf(task) : [];
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ ...facts, ...(options.rubrics ? { rubrics } : {}) })}\n`);
    return;
  }
  const records = Object.entries(facts.records).map(([kind, size]) => `${size} ${kind}`);
  process.stdout.write(`task ${id}: ${domains.join(', ')}, ${language}\n${facts.time}, customer ${facts.user}\n${records.join(', ')}\n\n${instructions}\n`);
  if (rubrics.length > 0) process.stdout.write(`\nrubrics\n${rubrics.map((rubric) => `- ${rubric}\n`).join('')}`);
}
