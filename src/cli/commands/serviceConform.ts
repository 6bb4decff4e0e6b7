import type { Command } from 'commander';
import { failure, success, type Result } from '../../core/result.ts';
import { compareWithRecording, readRecordings, type Mismatch, type RecordedWorld } from '../../service/conformance.ts';
import type { ServiceTask } from '../../service/taskFile/index.ts';
import { EXIT_NOT_CONFORMING, orFail } from '../exit.ts';
import { readText } from '../files.ts';
import { readTasks } from '../serviceTasks.ts';

export function addServiceConform(parent: Command): void {
  parent
    .command('conform')
    .description("make the original's recorded tool calls (.jsonl, .jsonl.gz) on its tasks, and compare the answers")
    .argument('<tasks>', 'task file')
    .argument('<calls>', 'recording')
    .option('--json', 'print one JSON object a world')
    .action(conform);
}

async function conform(taskFile: string, callFile: string, { json }: { json?: true }): Promise<void> {
  const pairs = orFail(await readPairs(taskFile, callFile));
  for (const [task, recording] of pairs ?? []) {
    const [mismatch] = await compareWithRecording(task, recording);
    if (mismatch) process.exitCode = EXIT_NOT_CONFORMING;
    const calls = recording.calls.length;
    const line = json
      ? JSON.stringify({ task: task.id, ok: !mismatch, calls, mismatch: mismatch ?? null })
      : `${task.id}: ${mismatch ? describeMismatch(mismatch) : `ok ${calls}`}`;
    process.stdout.write(`${line}\n`);
  }
}

async function readPairs(taskFile: string, callFile: string): Promise<Result<[ServiceTask, RecordedWorld][]>> {
  const tasks = await readTasks(taskFile);
  if (!tasks.ok) return tasks;
  const callText = await readText(callFile);
  if (!callText.ok) return callText;
  const recordings = readRecordings(callText.value, callFile);
  if (!recordings.ok) return recordings;
  const pairs: [ServiceTask, RecordedWorld][] = [];
  for (const recording of recordings.value) {
    const task = tasks.value.find(({ id }) => id === recording.task_id);
    if (!task) return failure('task-unknown', `calls of task ${recording.task_id}, which ${taskFile} does not have`, callFile);
    pairs.push([task, recording]);
  }
  return success(pairs);
}

const CONTEXT = 60;

function describeMismatch({ call, recorded, got }: Mismatch): string {
  let at = 0;
  while (at < recorded.content.length && recorded.content[at] === got.content[at]) at++;
  const from = Math.max(0, at - CONTEXT / 2);
  const near = ({ error, content }: Mismatch['got']) => `${error ? '(error) ' : ''}${JSON.stringify(content.slice(from, from + CONTEXT))}`;
  return `DIFFERENT at call ${call} ${recorded.tool}, character ${from}: expected ${near(recorded)}, got ${near(got)}`;
}
