/** Recorded runs that play without a key: those that come with Longrun, and files of the user's own. */
import { failure, success, type Result } from '../../core/result.ts';
import { readCassette, type Cassette } from '../../models/cassetteFormat.ts';
import { cleanForeign } from '../../models/secrets.ts';
import { decodeJson } from '../../rollout/file.ts';

export interface BundledCassette {
  readonly file: string;
  readonly preset: string;
  readonly seed: number;
  readonly label: string;
}

const indexes = import.meta.glob<readonly BundledCassette[]>('/presets/cassettes/index.json', { eager: true, import: 'default' });
// Kept as files, however small: the page may not fetch a data URL.
const files = import.meta.glob<string>(['/presets/cassettes/*.json', '/presets/cassettes/*.json.gz', '!/presets/cassettes/index.json'], {
  eager: true,
  query: '?url&no-inline',
  import: 'default',
});

export interface LoadedCassette {
  readonly cassette: Cassette;
  /** Where something that looks like a key was taken out. */
  readonly removed: readonly string[];
}

export const bundledCassettes: readonly BundledCassette[] = Object.values(indexes).flat();

/** Error codes: `cassette-missing`, those of `decodeJson` and `readCassette`. */
export async function fetchCassette({ file }: BundledCassette): Promise<Result<LoadedCassette>> {
  const url = files[`/presets/cassettes/${file}`];
  const response = url === undefined ? null : await fetch(url).catch(() => null);
  if (!response?.ok) return failure('cassette-missing', 'it could not be loaded from this site', file);
  return decodeCassette(new Uint8Array(await response.arrayBuffer()), file);
}

/** Error codes: those of `decodeJson` and `readCassette`. */
export function decodeCassette(bytes: Uint8Array, file: string): Result<LoadedCassette> {
  const json = decodeJson(bytes, file);
  if (!json.ok) return json;
  const { value, removed } = cleanForeign(json.value);
  const cassette = readCassette(value);
  return cassette.ok ? success({ cassette: cassette.value, removed }) : { ...cassette, where: [file, cassette.where].filter(Boolean).join(': ') };
}
