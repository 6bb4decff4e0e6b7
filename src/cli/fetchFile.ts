/** A file from an address, with its progress on stderr. */
import { failure, success, type Result } from '../core/result.ts';
import { StatusLine } from './statusLine.ts';

const LARGEST_MEGABYTES = 100;
const MEGABYTE = 2 ** 20;
const PATIENCE_MS = 30_000;

/** `patienceMs`: the longest silence. Error codes: `fetch-failed`, `fetch-status`, `fetch-too-large`. */
export async function fetchFile(url: string, patienceMs = PATIENCE_MS): Promise<Result<Uint8Array>> {
  const status = new StatusLine();
  const silence = new AbortController();
  const giveUp = () => silence.abort(new Error(`the server was silent for ${patienceMs / 1000} s`));
  let timer = setTimeout(giveUp, patienceMs);
  try {
    const response = await fetch(url, { signal: silence.signal });
    if (!response.ok) return failure('fetch-status', `the server answers ${response.status}; is the address right?`, url);
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of response.body ?? []) {
      clearTimeout(timer);
      timer = setTimeout(giveUp, patienceMs);
      size += part.length;
      if (size > LARGEST_MEGABYTES * MEGABYTE) return failure('fetch-too-large', `the file is larger than ${LARGEST_MEGABYTES} MB`, url);
      parts.push(part);
      status.show(`${(size / MEGABYTE).toFixed(1)} MB of ${url}`);
    }
    return success(new Uint8Array(Buffer.concat(parts)));
  } catch (error) {
    const { message, cause } = error as Error;
    return failure('fetch-failed', `cannot be fetched: ${cause instanceof Error ? cause.message : message}`, url);
  } finally {
    clearTimeout(timer);
    silence.abort(); // What is not wanted of an answer would keep the process alive.
    status.clear();
  }
}
