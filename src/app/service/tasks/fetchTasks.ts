/** Fetching a task file from an address, with what can be done where a browser may not. */
import { failure, success, type Result } from '../../../core/result.ts';
import { text } from '../../texts.ts';

const LARGEST_MEGABYTES = 100;
const MEGABYTE = 2 ** 20;

/** Error codes: `fetch-cancelled`, `fetch-failed`, `fetch-status`, `fetch-too-large`. */
export async function fetchTasks(url: string, signal: AbortSignal, onReceived: (megabytes: number) => void): Promise<Result<Uint8Array>> {
  try {
    // No cookies, no referrer: the server learns nothing but that somebody wants its file.
    const response = await fetch(url, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' });
    if (!response.ok) return failure('fetch-status', text('serviceFetchStatus', { status: response.status }), url);
    return await read(response, url, onReceived);
  } catch (error) {
    if (signal.aborted) return failure('fetch-cancelled', text('serviceFetchCancelled'), url);
    return failure('fetch-failed', text('serviceFetchFailed', { reason: error instanceof Error ? error.message : String(error) }), url);
  }
}

async function read(response: Response, url: string, onReceived: (megabytes: number) => void): Promise<Result<Uint8Array>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.length;
    if (size > LARGEST_MEGABYTES * MEGABYTE) {
      await reader?.cancel();
      return failure('fetch-too-large', text('serviceFetchTooLarge', { megabytes: LARGEST_MEGABYTES }), url);
    }
    parts.push(part.value);
    onReceived(size / MEGABYTE);
  }
  return success(new Uint8Array(await new Blob(parts).arrayBuffer()));
}
