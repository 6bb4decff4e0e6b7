/** Saved runs as one zip: a JSON file for each, and a list of them. Nothing in it is believed: opening a run recomputes it. */
import { strFromU8, strToU8, unzipSync, Zip, ZipDeflate } from 'fflate';
import * as v from 'valibot';
import { failure, success, type Result } from '../../core/result.ts';
import { rolloutSchema } from '../../rollout/format.ts';
import type { LoadedRun } from './savedRun.ts';

/** Unpacked. A year is 30 to 150 kB, so this is thousands of them. */
const MOST_BYTES = 1_000_000_000;
const LIST = 'index.json';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const label = v.pipe(v.string(), v.maxLength(200));
const orNull = <Schema extends v.GenericSchema>(schema: Schema) => v.nullable(schema);

/** What a model is reached by stays behind: a file must not decide where a key is sent. */
const archivedRunSchema = v.strictObject({
  format: v.literal('longrun-saved-run'),
  version: v.literal(1),
  id: v.pipe(v.string(), v.uuid()),
  name: label,
  tags: v.array(label),
  /** Milliseconds since 1970. */
  created_at: count,
  updated_at: count,
  parent: orNull(v.strictObject({ id: v.pipe(v.string(), v.uuid()), turn: count })),
  standing: v.strictObject({
    turns: count,
    /** Milliseconds; the world's clock has microseconds. */
    time: v.pipe(v.number(), v.finite()),
    funds_cents: orNull(v.pipe(v.number(), v.integer())),
    ending: orNull(v.picklist(['bankruptcy', 'horizon_end', 'turn_limit', 'gave_up', 'stopped'])),
    tasks_on_time: orNull(count),
    tasks_late: orNull(count),
    normalized: orNull(v.number()),
    cost_usd: orNull(v.pipe(v.number(), v.minValue(0))),
  }),
  head: v.pick(rolloutSchema, ['preset', 'seed', 'driver', 'episode', 'lineage']),
  turns: v.array(
    v.strictObject({
      lines: v.array(v.string()),
      /** State hash at the end of the turn. */
      hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{1,32}$/)),
      details: v.pick(rolloutSchema.entries.turns.item, ['elapsed_ms', 'forced', 'driver', 'usage', 'exchange']),
    }),
  ),
  open_lines: v.array(v.string()),
});
type ArchivedRun = v.InferOutput<typeof archivedRunSchema>;

export interface Archive {
  readonly runs: readonly LoadedRun[];
  readonly skipped: readonly Skipped[];
}

export interface Skipped {
  readonly file: string;
  readonly reason: string;
}

/** Packed one by one as they are read, so that neither memory nor the page has to hold still for all of them. */
export async function writeArchive(runs: AsyncIterable<LoadedRun>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let problem: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error) problem = error;
    else chunks.push(chunk);
  });
  const add = (file: string, content: unknown) => {
    const entry = new ZipDeflate(file);
    zip.add(entry);
    entry.push(strToU8(JSON.stringify(content)), true);
  };
  const listed: object[] = [];
  for await (const run of runs) {
    const file = `${String(listed.length + 1).padStart(4, '0')}-${fileName(run.saved.name)}.json`;
    const { id, name, tags } = run.saved;
    listed.push({ file, id, name, tags });
    add(file, archived(run));
  }
  add(LIST, { format: 'longrun-saved-runs', version: 1, runs: listed });
  zip.end();
  if (problem) throw problem as Error;
  return joined(chunks);
}

/** Error codes `no-archive`, `too-large`. Entries that are no runs are skipped, and named. */
export async function readArchive(bytes: Uint8Array): Promise<Result<Archive>> {
  let files: Record<string, Uint8Array>;
  let size = 0;
  try {
    files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!name.endsWith('.json') || name.split('/').at(-1) === LIST) return false;
        size += originalSize;
        return size <= MOST_BYTES;
      },
    });
  } catch {
    return failure('no-archive', 'the file is no zip, or it is damaged');
  }
  if (size > MOST_BYTES) return failure('too-large', `it unpacks to more than ${MOST_BYTES / 1_000_000} MB`);
  const runs: LoadedRun[] = [];
  const skipped: Skipped[] = [];
  for (const [file, content] of Object.entries(files)) {
    const run = readRun(content);
    if (run.ok) runs.push(run.value);
    else skipped.push({ file, reason: run.message });
    await new Promise((resolve) => setTimeout(resolve));
  }
  return success({ runs, skipped });
}

function readRun(content: Uint8Array): Result<LoadedRun> {
  let json: unknown;
  try {
    json = JSON.parse(strFromU8(content));
  } catch {
    return failure('no-json', 'it is no JSON');
  }
  const run = v.safeParse(archivedRunSchema, json, { abortEarly: true });
  if (run.success) return success(loaded(run.output, content.length));
  const [issue] = run.issues;
  return failure('no-run', `${v.getDotPath(issue) ?? 'file'}: ${issue.message}`);
}

function archived({ saved, head, turns, openLines }: LoadedRun): ArchivedRun {
  const { id, name, tags, createdAt, updatedAt, parent, standing } = saved;
  return {
    format: 'longrun-saved-run',
    version: 1,
    id,
    name,
    tags: [...tags],
    created_at: createdAt,
    updated_at: updatedAt,
    parent,
    standing: {
      turns: standing.turns,
      time: standing.time,
      funds_cents: standing.fundsCents,
      ending: standing.ending,
      tasks_on_time: standing.tasksOnTime,
      tasks_late: standing.tasksLate,
      normalized: standing.normalized,
      cost_usd: standing.cost,
    },
    head,
    turns: turns.map(({ lines, hash, details }) => ({ lines: [...lines], hash, details })),
    open_lines: [...openLines],
  };
}

function loaded(run: ArchivedRun, bytes: number): LoadedRun {
  const { id, name, tags, parent, standing, head, turns, open_lines: openLines } = run;
  const saved = {
    id,
    name,
    tags,
    createdAt: run.created_at,
    updatedAt: run.updated_at,
    head,
    setup: null,
    parent,
    openLines,
    standing: {
      turns: turns.length,
      time: standing.time,
      fundsCents: standing.funds_cents,
      ending: standing.ending,
      tasksOnTime: standing.tasks_on_time,
      tasksLate: standing.tasks_late,
      normalized: standing.normalized,
      cost: standing.cost_usd,
    },
    bytes,
  };
  return { saved, head, turns, openLines };
}

function fileName(name: string): string {
  return name.replace(/[^\p{L}\p{N}.-]+/gu, '_').slice(0, 60) || 'run';
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
