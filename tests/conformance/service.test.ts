/** The tools answer as the original's did: every recorded call, to the character. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { TOOLS } from '../../src/service/catalogue/index.ts';
import { compareWithRecording, readRecordings, type RecordedWorld } from '../../src/service/conformance.ts';
import { readTaskFile, type ServiceTask } from '../../src/service/taskFile/index.ts';
import { shared } from '../tools/shared.ts';

/** The made-up worlds, so that a checkout alone proves conformance. */
const fixtures = resolve(import.meta.dirname, '../fixtures/service');
const golden = shared('golden/vita');

function load(folder: string, taskFile: string, callFile: string): [string, ServiceTask, RecordedWorld][] {
  const tasks = readTaskFile(readFileSync(join(folder, taskFile), 'utf8'));
  const recordings = readRecordings(gunzipSync(readFileSync(join(folder, callFile))).toString(), callFile);
  if (!tasks.ok || !recordings.ok) throw new Error(JSON.stringify([tasks, recordings]));
  return recordings.value.map((recording) => {
    const task = tasks.value.find(({ id }) => id === recording.task_id);
    if (!task) throw new Error(`no task ${recording.task_id}`);
    return [task.id, task, recording];
  });
}

const copies = load(fixtures, 'tasks.json', 'calls.jsonl.gz');
const worlds = golden === null ? copies : [...load(golden, 'tasks.json', 'calls.jsonl.gz'), ...load(golden, 'probe-tasks.json', 'probe-calls.jsonl.gz')];

test.each(worlds)('spec vita §3: all recorded calls on %s are answered alike', async (_id, task, recording) => {
  expect(recording.calls.length).toBeGreaterThan(50);
  expect(await compareWithRecording(task, recording)).toEqual([]);
});

describe('the copies in this checkout', () => {
  test('are the made-up worlds of both languages, and call travel and delivery tools alike', () => {
    expect(copies.map(([id]) => id).filter((id) => id.startsWith('ota-'))).toHaveLength(3);
    const called = new Set(copies.flatMap(([, , { calls }]) => calls.map(({ tool }) => tool)));
    expect(TOOLS.filter(({ name }) => !called.has(name)).map(({ name }) => name)).toEqual([]);
  });

  test.each(copies)('a changed answer on %s is found, with its call', async (_id, task, recording) => {
    const call = recording.calls.findIndex(({ content }) => content.includes('0'));
    const changed = recording.calls.map((each, i) => (i === call ? { ...each, content: each.content.replace('0', '7') } : each));
    const [mismatch] = await compareWithRecording(task, { ...recording, calls: changed });
    expect(mismatch?.call).toBe(call);
  });
});
