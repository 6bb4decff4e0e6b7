/** What a run leaves behind: files, and the outcome on stdout. */
import { encodeJson } from '../rollout/file.ts';
import { resolve } from 'node:path';
import type { Json } from '../core/json.ts';
import { cleanForeign } from '../models/secrets.ts';
import type { Rollout } from '../rollout/format.ts';
import { outcomeLines } from '../rollout/report.ts';
import type { Simulation } from '../startup/simulation.ts';
import { fail } from './exit.ts';
import { writeBytes } from './files.ts';

export interface OutputOptions {
  readonly out?: string;
  readonly db?: string;
  readonly json?: true;
}

/** What is wrong with the paths together; null if nothing is. */
export function objectionToPaths({ out, db }: OutputOptions): string | null {
  if (out === '' || db === '') return '--out and --db take the name of a file';
  return out !== undefined && db !== undefined && resolve(out) === resolve(db) ? '--out and --db name the same file' : null;
}

/** Writes what was asked for; false, with the reason said, if a file could not be written. */
export async function writeFiles({ out, db }: OutputOptions, rollout: Rollout, simulation: Simulation): Promise<boolean> {
  if (out !== undefined && !(await written(out, encodeFor(out, rollout)))) return false;
  return db === undefined || (await written(db, simulation.exportDatabase()));
}

/** Gzipped if the name says so; without the keys in use, should one have got into it all the same. */
export function encodeFor(path: string, value: unknown, liveKeys: readonly string[] = []): Uint8Array {
  const clean = withoutLiveKeys(value as Json, liveKeys);
  return encodeJson(clean, { gzip: path.endsWith('.gz') });
}

function withoutLiveKeys(value: Json, liveKeys: readonly string[]): Json {
  const text = JSON.stringify(value);
  return liveKeys.some((key) => text.includes(key)) ? cleanForeign(value, liveKeys).value : value;
}

/** False, with the reason said, if the file could not be written. */
export async function written(path: string, bytes: Uint8Array): Promise<boolean> {
  const result = await writeBytes(path, bytes);
  if (!result.ok) fail(result);
  return result.ok;
}

/** `paused`: why the run stands still; it is printed in JSON only, since stderr has said it. */
export function printOutcome({ json }: OutputOptions, { preset, seed, driver, outcome }: Rollout, paused?: string): void {
  if (json) process.stdout.write(`${JSON.stringify({ preset: preset.name, seed, driver, outcome, ...(paused === undefined ? {} : { paused }) })}\n`);
  else if (paused !== undefined) return;
  else process.stdout.write(`preset ${preset.name}, seed ${seed}, ${driver.kind} ${driver.name}\n${outcomeLines(outcome).join('\n')}\n`);
}
