/** Imported sets of tasks, one gzipped file each in the data folder: what it came from, and the text of its task file. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { sha256Hex } from '../core/hash.ts';
import { failure, success, type Result } from '../core/result.ts';
import { decodeJson, encodeJson } from '../rollout/file.ts';
import { bundledSets } from '../service/bundled.ts';
import { dataFolder } from './dataFolder.ts';
import { exists, readBytes, writeBytes } from './files.ts';

const keptSetSchema = v.object({
  name: v.string(),
  /** The file or address it came from. */
  source: v.string(),
  /** `yyyy-mm-ddTHH:MM:SS.sssZ` */
  imported: v.string(),
  tasks: v.number(),
  /** Of all its tasks' worlds together. */
  records: v.number(),
  text: v.string(),
});

export type KeptSet = Readonly<v.InferOutput<typeof keptSetSchema>>;

const ENDING = '.tasks.json.gz';
const LONGEST_NAME = 80;
/** File systems take 255, of which the rest of the file's name needs some. */
const MOST_BYTES = 200;

/** Every sign that a file system may object to is written as its number, so no name leads out of the folder. */
function fileOf(name: string): string {
  const safe = name.replace(/[^\p{L}\p{N} _-]/gu, (sign) => `%${(sign.codePointAt(0) ?? 0).toString(16)};`);
  const short = Buffer.byteLength(safe) > MOST_BYTES ? `${[...safe].slice(0, 40).join('')} ${sha256Hex(name).slice(0, 32)}` : safe;
  return join(dataFolder(), 'tasks', `set ${short}${ENDING}`);
}

/** Whether a set may be kept under a name. Error codes: `bad-name`, `set-exists`. */
export async function checkName(name: string, { replace }: { replace: boolean }): Promise<Result<null>> {
  if (name.trim() !== name || name === '' || [...name].length > LONGEST_NAME || /\p{Cc}/u.test(name)) {
    return failure('bad-name', `a set's name has 1 to ${LONGEST_NAME} visible characters, and none of them a blank at either end`, name);
  }
  if (bundledSets.includes(name)) return failure('set-exists', 'a set of this name comes with Longrun; say another --name', name);
  if (replace || !(await exists(fileOf(name)))) return success(null);
  return failure('set-exists', 'there is an imported set of this name; say --replace, or another --name', name);
}

/** In place of one of the same name. Error code: `file-unwritable`. */
export function keepSet(set: KeptSet): Promise<Result<null>> {
  return writeBytes(fileOf(set.name), encodeJson(set, { gzip: true }));
}

/** Null: there is none of this name. Error codes: those of files, `set-damaged`. */
export async function keptSet(name: string): Promise<Result<KeptSet | null>> {
  const path = fileOf(name);
  return (await exists(path)) ? readSet(path) : success(null);
}

/** By the names of their files. Error codes of each: those of `keptSet`. */
export async function keptSets(): Promise<readonly Result<KeptSet>[]> {
  const folder = join(dataFolder(), 'tasks');
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith(ENDING)).sort();
  const sets: Result<KeptSet>[] = [];
  for (const file of files) sets.push(await readSet(join(folder, file)));
  return sets;
}

/** Error codes: `set-unknown`, `file-unwritable`. */
export async function forgetSet(name: string): Promise<Result<null>> {
  const path = fileOf(name);
  if (!(await exists(path))) return failure('set-unknown', 'there is no imported set of this name; longrun service sets lists them', name);
  try {
    await rm(path);
    return success(null);
  } catch (error) {
    return failure('file-unwritable', `cannot be deleted: ${(error as Error).message}`, path);
  }
}

async function readSet(path: string): Promise<Result<KeptSet>> {
  const bytes = await readBytes(path);
  const json = bytes.ok ? decodeJson(bytes.value, path) : bytes;
  if (!json.ok) return json;
  const set = v.safeParse(keptSetSchema, json.value);
  return set.success ? success(set.output) : failure('set-damaged', 'this is no imported set of tasks; delete the file, or import the set again', path);
}
