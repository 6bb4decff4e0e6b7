/** A file from an address, with its progress on stderr. */
import { failure, success, type Result } from '../core/result.ts';
import { StatusLine } from './statusLine.ts';

const LARGEST_MEGABYTES = 100;
const MEGABYTE = 2 ** 20;
/** The longest silence. */
const PATIENCE_MS = 30_000;

/** Error codes: `fetch-failed`, `fetch-status`, `fetch-too-large`, `fetch-page`. */
export async function fetchFile(url: string): Promise<Result<Uint8Array>> {
  const status = new StatusLine();
  const silence = new AbortController();
  const giveUp = () => silence.abort(new Error(`the server was silent for ${PATIENCE_MS / 1000} s`));
  let timer = setTimeout(giveUp, PATIENCE_MS);
  try {
    const response = await fetch(url, { signal: silence.signal });
    if (!response.ok) return failure('fetch-status', `the server answers ${response.status}; is the address right?`, url);
    if (response.headers.get('content-type')?.startsWith('text/html')) {
      return failure('fetch-page', 'this address shows a web page, not a file; look for a link called "raw" or "download"', url);
    }
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of response.body ?? []) {
      clearTimeout(timer);
      timer = setTimeout(giveUp, PATIENCE_MS);
      size += part.length;
      if (size > LARGEST_MEGABYTES * MEGABYTE) return failure('fetch-too-large', `the file is larger than ${LARGEST_MEGABYTES} MB`, url);
      parts.push(part);
      status.show(`${url}: ${(size / MEGABYTE).toFixed(1)} MB`);
    }
    return success(new Uint8Array(Buffer.concat(parts)));
  } catch (error) {
    const { message, cause } = error as Error;
    return failure('fetch-failed', `cannot be fetched: ${cause instanceof Error ? cause.message : message}`, url);
  } finally {
    clearTimeout(timer);
    status.clear();
  }
}
