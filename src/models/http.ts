/** One HTTP request, from the call to the last byte: it can be cancelled at any moment, and gives up after too long a silence. */
import type { Endpoint } from './endpoints.ts';
import { brokenOff, cancelled, noAnswer, quoted, timedOut, type Outcome } from './failures.ts';
import type { HttpResponse, Platform } from './platform.ts';

export interface HttpCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

export interface ExchangeOptions {
  readonly platform: Platform;
  readonly endpoint: Endpoint;
  readonly key: string | null;
  readonly signal: AbortSignal | undefined;
  /** The longest silence: before the answer, and between any two pieces of it. */
  readonly timeoutMs: number;
}

export interface OpenResponse {
  readonly status: number;
  header(name: string): string | null;
  /** Throws `BrokenOff`, which `exchange` turns into a failure. */
  chunks(): AsyncGenerator<Uint8Array, void>;
}

/** The connection ended early, for whatever reason. */
export class BrokenOff extends Error {
  readonly reason: unknown;

  constructor(reason: unknown) {
    super('broken off');
    this.reason = reason;
  }
}

/** Failures of its own: `cancelled`, `timed-out`, `network-or-cors`. What `read` throws beyond `BrokenOff` is a bug, and passes. */
export async function exchange<Value>(
  call: HttpCall,
  { platform, endpoint, key, signal, timeoutMs }: ExchangeOptions,
  read: (response: OpenResponse) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  if (signal?.aborted) return cancelled();
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  signal?.addEventListener('abort', abort, { once: true });
  const watch = new SilenceWatch(platform, timeoutMs, abort);
  let answered = false;
  try {
    const { method, url, headers, body } = call;
    const response = await reach(platform, url, { method, headers, redirect: 'error', signal: controller.signal, ...(body === undefined ? {} : { body }) });
    answered = true;
    watch.heard();
    return await read({
      status: response.status,
      header: (name) => response.headers.get(name),
      chunks: () => chunks(response, watch),
    });
  } catch (error) {
    if (!(error instanceof BrokenOff)) throw error;
    if (signal?.aborted) return cancelled();
    if (watch.fired) return timedOut(endpoint, timeoutMs);
    return answered ? brokenOff(endpoint) : noAnswer(endpoint, platform.browser, quoted(describe(error.reason), key));
  } finally {
    watch.stop();
    signal?.removeEventListener('abort', abort);
    abort(); // closes a connection that nobody reads any more
  }
}

async function reach(platform: Platform, url: string, init: Parameters<Platform['fetch']>[1]): Promise<HttpResponse> {
  try {
    return await platform.fetch(url, init);
  } catch (error) {
    throw new BrokenOff(error);
  }
}

async function* chunks({ body }: HttpResponse, watch: SilenceWatch): AsyncGenerator<Uint8Array, void> {
  if (!body) return;
  const reader = body.getReader();
  for (;;) {
    let next;
    try {
      next = await reader.read();
    } catch (error) {
      throw new BrokenOff(error);
    }
    watch.heard();
    if (next.done) return;
    if (next.value) yield next.value;
  }
}

/** All of a body as text; no more of it than `limit` bytes. */
export async function readText(response: OpenResponse, limit = Infinity): Promise<string> {
  const decoder = new TextDecoder();
  let result = '';
  let size = 0;
  for await (const chunk of response.chunks()) {
    size += chunk.length;
    result += decoder.decode(chunk, { stream: true });
    if (size >= limit) break;
  }
  return result;
}

/** Node tells the cause (ECONNREFUSED, say) one level down. */
function describe(error: unknown): string {
  const { message, cause } = (typeof error === 'object' && error !== null ? error : {}) as { message?: unknown; cause?: unknown };
  const { code, message: deeper } = (typeof cause === 'object' && cause !== null ? cause : {}) as { code?: unknown; message?: unknown };
  const parts = [deeper, code, message].filter((part) => typeof part === 'string');
  return parts.find((part) => part !== '') ?? '';
}

class SilenceWatch {
  fired = false;
  readonly #stop = new AbortController();
  readonly #platform: Platform;
  readonly #timeoutMs: number;
  #deadline: number;

  constructor(platform: Platform, timeoutMs: number, onSilence: () => void) {
    this.#platform = platform;
    this.#timeoutMs = timeoutMs;
    this.#deadline = platform.now() + timeoutMs;
    void this.#run(onSilence);
  }

  heard(): void {
    this.#deadline = this.#platform.now() + this.#timeoutMs;
  }

  stop(): void {
    this.#stop.abort();
  }

  async #run(onSilence: () => void): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const left = this.#deadline - this.#platform.now();
      if (left <= 0) {
        this.fired = true;
        return onSilence();
      }
      await this.#platform.sleep(left, signal);
    }
  }
}
