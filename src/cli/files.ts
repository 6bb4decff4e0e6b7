/** Files at the edge: reading and writing as results, never as exceptions. */
import { mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { gunzipSync } from 'fflate';
import { failure, success, type Result } from '../core/result.ts';

/** Error code: `file-unreadable`. */
export async function readBytes(path: string): Promise<Result<Uint8Array>> {
  try {
    return success(new Uint8Array(await readFile(path)));
  } catch (error) {
    return failure('file-unreadable', reason(error), path);
  }
}

/** The text of a file, unpacked if its name ends in .gz. Error codes: `file-unreadable`, `file-truncated`. */
export async function readText(path: string): Promise<Result<string>> {
  const bytes = await readBytes(path);
  if (!bytes.ok) return bytes;
  try {
    return success(new TextDecoder().decode(path.endsWith('.gz') ? gunzipSync(bytes.value) : bytes.value));
  } catch {
    return failure('file-truncated', 'cannot be unpacked as gzip', path);
  }
}

/**
 * Creates missing folders. Written aside and renamed, so that a kill at any moment leaves the old file or the new one.
 * Error code: `file-unwritable`.
 */
export async function writeBytes(path: string, bytes: Uint8Array | string): Promise<Result<null>> {
  try {
    await mkdir(dirname(path), { recursive: true });
    const target = await realpath(path).catch(() => path); // a link stays a link
    const kind = await stat(target).catch(() => null);
    if (kind?.isDirectory()) return failure('file-unwritable', 'this is a folder, not a file', path);
    // Only a file may be replaced by another: a device or a pipe is written to.
    if (kind && !kind.isFile()) await writeFile(target, bytes);
    else await replaceFile(target, bytes);
    return success(null);
  } catch (error) {
    return failure('file-unwritable', reason(error), path);
  }
}

async function replaceFile(path: string, bytes: Uint8Array | string): Promise<void> {
  const aside = `${path}.part`;
  try {
    await writeFile(aside, bytes);
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

/** True if there is something at the path. */
export async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

/** What a model's run costs is too dear to lose: without --out it is kept under a name of its own. */
export async function freeName(stem: string): Promise<string> {
  for (let number = 1; ; number++) {
    const name = `${stem}${number === 1 ? '' : `-${number}`}.json.gz`;
    if (!(await exists(name))) return name;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'this is a folder, not a file',
  EACCES: 'permission denied',
  ENOSPC: 'no space left on the disk',
};

function reason(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? message;
}
