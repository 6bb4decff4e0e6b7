/** Compares a world's answers with recorded ones, call by call (the recordings are described beside them). */
import * as v from 'valibot';
import { failure, success, type Result } from '../core/result.ts';
import { callTool } from './tools/index.ts';
import type { ServiceTask } from './taskFile/index.ts';
import { World } from './world/world.ts';

const RecordedCall = v.object({ tool: v.string(), arguments: v.unknown(), error: v.boolean(), content: v.string() });
const RecordedWorld = v.object({ task_id: v.string(), calls: v.array(RecordedCall) });

export type RecordedCall = v.InferOutput<typeof RecordedCall>;
export type RecordedWorld = v.InferOutput<typeof RecordedWorld>;

/** A world a line. Failure: `bad-recording`, with file and line. */
export function readRecordings(text: string, file: string): Result<RecordedWorld[]> {
  const worlds: RecordedWorld[] = [];
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const where = `${file}, line ${i + 1}`;
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), RecordedWorld), line);
    if (!parsed.success) return failure('bad-recording', `is no world with its calls: ${parsed.issues[0].message}`, where);
    worlds.push(parsed.output);
  }
  return success(worlds);
}

export interface Mismatch {
  /** From 0. */
  readonly call: number;
  readonly recorded: RecordedCall;
  readonly got: { readonly error: boolean; readonly content: string };
}

const LABEL = /<order:\d+>/g;
const NEW_ID = /O[TIO][0-9a-f]{10}/;

/** The calls in which the answers differ, at most `most` of them. */
export async function compareWithRecording(task: ServiceTask, { calls }: RecordedWorld, most = 1): Promise<Mismatch[]> {
  const world = await World.open(task, '0');
  const ids = new Map<string, string>();
  const mismatches: Mismatch[] = [];
  for (const [call, recorded] of calls.entries()) {
    const given: unknown = JSON.parse(JSON.stringify(recorded.arguments).replace(LABEL, (label) => ids.get(label) ?? label));
    const { content, isError } = callTool(world, recorded.tool, given);
    if (!bindLabels(recorded.content, content, ids) || isError !== recorded.error) {
      mismatches.push({ call, recorded, got: { error: isError, content: labelled(content, ids) } });
      if (mismatches.length >= most) break;
    }
  }
  world.close();
  return mismatches;
}

/** True if the texts are equal once each label stands for an id of ours; labels that are new get theirs here. */
function bindLabels(recorded: string, got: string, ids: Map<string, string>): boolean {
  const used = new Set(ids.values());
  let at = 0;
  let end = 0;
  for (const { 0: label, index } of recorded.matchAll(LABEL)) {
    const before = recorded.slice(end, index);
    if (!got.startsWith(before, at)) return false;
    at += before.length;
    end = index + label.length;
    const known = ids.get(label);
    const found = known ?? NEW_ID.exec(got.slice(at, at + 12))?.[0];
    if (known === undefined && found !== undefined && !used.has(found)) {
      ids.set(label, found);
      used.add(found);
    }
    const expected = ids.get(label) ?? label;
    if (!got.startsWith(expected, at)) return false;
    at += expected.length;
  }
  return got.slice(at) === recorded.slice(end);
}

function labelled(content: string, ids: ReadonlyMap<string, string>): string {
  return [...ids].reduce((text, [label, id]) => text.replaceAll(id, label), content);
}
