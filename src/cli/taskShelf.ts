/** Imported sets of tasks, one gzipped file each in the data folder: what it came from, and the text of its task file. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'fflate';
import { failure, success, type Result } from '../core/result.ts';
import { decodeJson } from '../rollout/file.ts';
import { dataFolder } from './dataFolder.ts';
import { exists, readBytes, writeBytes } from './files.ts';

export interface KeptSet {
  readonly name: string;
  /** The file or address it came from. */
  readonly source: string;
  /** `yyyy-mm-ddTHH:MM:SS.sssZ` */
  readonly imported: string;
  readonly tasks: number;
  readonly text: string;
}

const ENDING = '.tasks.json.gz';
const LONGEST_NAME = 80;

/** Every sign that a file system may object to is written as its number, so no name leads out of the folder. */
function fileOf(name: string): string {
  const safe = name.replace(/[^\p{L}\p{N} _-]/gu, (sign) => `%${(sign.codePointAt(0) ?? 0).toString(16)};`);
  return join(dataFolder(), 'tasks', `set ${safe}${ENDING}`);
}

/** Error codes: `bad-name`, `set-exists`, `file-unwritable`. */
export async function keepSet(set: KeptSet, { replace }: { replace: boolean }): Promise<Result<null>> {
  const { name } = set;
  if (name.trim() !== name || name === '' || [...name].length > LONGEST_NAME || /\p{Cc}/u.test(name)) {
    return failure('bad-name', `a set's name has 1 to ${LONGEST_NAME} visible characters, and none of them a blank at either end`, name);
  }
  const path = fileOf(name);
  if (!replace && (await exists(path))) return failure('set-exists', 'there is an imported set of this name; say --replace, or another --name', name);
  return writeBytes(path, gzipSync(new TextEncoder().encode(JSON.stringify(set)), { mtime: 0 }));
}

/** Null: there is none of this name. Error codes: those of files. */
export async function keptSet(name: string): Promise<Result<KeptSet | null>> {
  const path = fileOf(name);
  return (await exists(path)) ? readSet(path) : success(null);
}

/** By name. Error codes: those of files. */
export async function keptSets(): Promise<Result<readonly KeptSet[]>> {
  const folder = join(dataFolder(), 'tasks');
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith(ENDING)).sort();
  const sets: KeptSet[] = [];
  for (const file of files) {
    const set = await readSet(join(folder, file));
    if (!set.ok) return set;
    sets.push(set.value);
  }
  return success(sets);
}

/** False: there was none. */
export async function forgetSet(name: string): Promise<boolean> {
  const path = fileOf(name);
  if (!(await exists(path))) return false;
  await rm(path);
  return true;
}

async function readSet(path: string): Promise<Result<KeptSet>> {
  const bytes = await readBytes(path);
  const json = bytes.ok ? decodeJson(bytes.value, path) : bytes;
  return json.ok ? success(json.value as unknown as KeptSet) : json;
}
