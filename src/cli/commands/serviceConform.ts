import { gunzipSync } from 'fflate';
import type { Command } from 'commander';
import { describeFailure, failure, success, type Result } from '../../core/result.ts';
import { compareWithRecording, readRecordings, type Mismatch, type RecordedWorld } from '../../service/conformance.ts';
import { readTaskFile, type ServiceTask } from '../../service/taskFile/index.ts';
import { EXIT_NOT_CONFORMING, EXIT_USAGE } from '../exit.ts';
import { readBytes } from '../files.ts';

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
  const pairs = await readPairs(taskFile, callFile);
  if (!pairs.ok) {
    process.stderr.write(`longrun: ${describeFailure(pairs)}\n`);
    process.exitCode = EXIT_USAGE;
    return;
  }
  for (const [task, recording] of pairs.value) {
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
  const taskText = await readText(taskFile);
  if (!taskText.ok) return taskText;
  const tasks = readTaskFile(taskText.value);
  if (!tasks.ok) return { ...tasks, where: [taskFile, tasks.where].filter(Boolean).join(', ') };
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

async function readText(file: string): Promise<Result<string>> {
  const bytes = await readBytes(file);
  if (!bytes.ok) return bytes;
  try {
    return success(new TextDecoder().decode(file.endsWith('.gz') ? gunzipSync(bytes.value) : bytes.value));
  } catch {
    return failure('file-truncated', 'cannot be unpacked as gzip', file);
  }
}

const CONTEXT = 60;

function describeMismatch({ call, recorded, got }: Mismatch): string {
  let at = 0;
  while (at < recorded.content.length && recorded.content[at] === got.content[at]) at++;
  const from = Math.max(0, at - CONTEXT / 2);
  const near = ({ error, content }: Mismatch['got']) => `${error ? '(error) ' : ''}${JSON.stringify(content.slice(from, from + CONTEXT))}`;
  return `DIFFERENT at call ${call} ${recorded.tool}, character ${from}: expected ${near(recorded)}, got ${near(got)}`;
}
