/**
 * What the edge (command line, worker) lends to the client: the network, a clock, waiting and chance. Shaped so that the
 * `fetch` of browsers and Node fits without a wrapper.
 */
export interface Platform {
  /** Rejects if there is no answer at all; follows `init.signal`. */
  fetch(url: string, init: HttpRequest): Promise<HttpResponse>;
  /** Milliseconds. */
  now(): number;
  /** Resolves after that time, or as soon as the signal is aborted; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** From 0 up to, not including, 1: a seeded stream, for the jitter of waits. */
  random(): number;
  /** In a page or its worker, where CORS rules. */
  readonly browser: boolean;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  readonly body?: string;
  /** A redirect would carry the key to another server. */
  readonly redirect: 'error';
  readonly signal: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: ByteStream | null;
}

export interface ByteStream {
  getReader(): ByteReader;
}

export interface ByteReader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** The pieces of a web platform, handed in since only the edge may touch them. */
export interface WebParts {
  readonly fetch: Platform['fetch'];
  readonly setTimeout: (run: () => void, ms: number) => unknown;
  readonly clearTimeout: (timer: never) => void;
  readonly now: () => number;
  readonly random: () => number;
  readonly browser: boolean;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function webPlatform(parts: WebParts): Platform {
  const { fetch, setTimeout, clearTimeout, now, random, browser } = parts; // a browser's own refuse to be called as methods
  return {
    fetch: (url, init) => fetch(url, init),
    now: () => now(),
    random: () => random(),
    browser,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const end = (): void => {
          clearTimeout(timer as never);
          signal?.removeEventListener('abort', end);
          resolve();
        };
        const timer = setTimeout(end, Math.min(ms, LONGEST_TIMER_MS));
        signal?.addEventListener('abort', end, { once: true });
      }),
  };
}
