import { describe, expect, test } from 'vitest';
import { LiveClient } from '../../../src/models/client.ts';
import { Limiter } from '../../../src/models/limiter.ts';
import { readRetryAfter, waitBeforeRetry, type Retry } from '../../../src/models/retry.ts';
import { modelFailure } from '../../../src/models/failures.ts';
import type { Behaviour, Script } from '../../tools/modelServer/index.ts';
import { answered, ask, client, endpointAt, KEY, nodePlatform, quick, serve, wires } from './support.ts';

/** Fails as often as told, then answers. */
const failing = (times: number, behaviour: Behaviour): Script => ({ index }) => (index < times ? behaviour : { reply: { text: 'At last.' } });

describe('429, 529, 5xx and network failures are retried; quota and other 4xx are not', () => {
  test.each<[string, Behaviour]>([
    ['429 without retry-after', { status: 429 }],
    ['429 with retry-after', { status: 429, headers: { 'retry-after': '0' } }],
    ['529', { status: 529 }],
    ['500', { status: 500 }],
    ['503', { status: 503 }],
    ['a connection that breaks before the answer', { dropAfter: 0 }],
    ['a connection that breaks in the answer', { dropAfter: 2, reply: { text: 'I will now' } }],
    ['an error inside a 200 stream', { errorAfter: 1, reply: { text: 'I will now' } }],
    ['half an answer', { rawBody: '{"cho', neverStream: true }],
  ])('%s', async (_, behaviour) => {
    for (const family of wires) {
      const server = await serve(failing(2, behaviour));
      const retries: Retry[] = [];
      const outcome = await client().complete(endpointAt(server, family), KEY, ask(), { stream: true, retry: quick, onRetry: (retry) => retries.push(retry) });
      expect(answered(outcome).message.text).toBe('At last.');
      expect(retries.map(({ attempt, maxRetries }) => [attempt, maxRetries])).toEqual([[1, 3], [2, 3]]);
      expect(retries.every(({ failure }) => failure.retryable && !failure.ok)).toBe(true);
      expect(server.requests).toHaveLength(3);
    }
  });

  test.each<[string, Behaviour]>([
    ['400', { status: 400, error: 'no' }],
    ['401', { status: 401, error: 'no' }],
    ['404', { status: 404, error: 'no model' }],
    ['402', { status: 402, error: 'no' }],
    ['429 of a spent quota', { status: 429, error: { type: 'insufficient_quota', message: 'no' } }],
  ])('not retried: %s', async (_, behaviour) => {
    const server = await serve(() => behaviour);
    const outcome = await client().complete(endpointAt(server, 'openai'), KEY, ask(), { retry: quick, onRetry: () => expect.unreachable() });
    expect(outcome.ok).toBe(false);
    expect(server.requests).toHaveLength(1);
  });

  test('a failed call is retried retry_max_attempts times', async () => {
    const server = await serve(() => ({ status: 503 }));
    const outcome = await client().complete(endpointAt(server, 'openai'), KEY, ask(), { retry: { ...quick, maxRetries: 2 } });
    expect(outcome).toMatchObject({ ok: false, code: 'overloaded' });
    expect(server.requests).toHaveLength(3);
  });

  test('every attempt sends the same', async () => {
    const server = await serve(failing(2, { status: 500 }));
    answered(await client().complete(endpointAt(server, 'anthropic'), KEY, ask(), { retry: quick }));
    expect(new Set(server.requests.map(({ text }) => text)).size).toBe(1);
  });
});

describe('jittered exponential doubling backoff; Retry-After honoured when readable', () => {
  const overloaded = modelFailure('overloaded', 'x', 'y');
  const policy = { maxRetries: 5, backoffSeconds: 1, maxWaitMs: 60_000 };
  const wait = (retries: number, random: number, failure = overloaded): number | null => waitBeforeRetry(failure, retries, policy, () => random);

  test('the wait doubles, and half of it is chance', () => {
    expect([0, 1, 2, 3].map((retries) => [wait(retries, 0), wait(retries, 0.5)])).toEqual([[500, 750], [1000, 1500], [2000, 3000], [4000, 6000]]);
    expect(wait(5, 0)).toBeNull();
  });

  test('what the provider asks for is the least; what is more than we wait comes back at once', () => {
    const asking = (retryAfterMs: number) => modelFailure('rate-limited', 'x', 'y', { retryAfterMs });
    expect(wait(0, 0, asking(7000))).toBe(7000);
    expect(wait(3, 0, asking(10))).toBe(4000);
    expect(wait(0, 0, asking(3_600_000))).toBeNull();
  });

  test('seconds, a date, milliseconds, or nonsense', () => {
    const now = Date.parse('2026-01-05T09:00:00Z');
    const read = (headers: Record<string, string>): number | null => readRetryAfter((name) => headers[name] ?? null, now);
    expect(read({ 'retry-after': '7' })).toBe(7000);
    expect(read({ 'retry-after': 'Mon, 05 Jan 2026 09:00:30 GMT' })).toBe(30_000);
    expect(read({ 'retry-after': 'Mon, 05 Jan 2026 08:00:00 GMT' })).toBe(0);
    expect(read({ 'retry-after': '7', 'retry-after-ms': '250' })).toBe(250);
    expect(read({ 'retry-after': 'soon' })).toBeNull();
    expect(read({})).toBeNull();
  });

  test('the client waits as told', async () => {
    const server = await serve(() => ({ status: 429, headers: { 'retry-after': '7' } }));
    const controller = new AbortController();
    const waits: number[] = [];
    const onRetry = ({ waitMs }: Retry): void => {
      waits.push(waitMs);
      controller.abort(); // nobody waits that long in a test
    };
    const outcome = await client().complete(endpointAt(server, 'openai'), KEY, ask(), { retry: quick, onRetry, signal: controller.signal });
    expect(outcome).toMatchObject({ ok: false, code: 'cancelled' });
    expect(waits).toEqual([7000]);
  });

  test('after an hour asked for, the failure comes at once and says for how long', async () => {
    const server = await serve(() => ({ status: 429, headers: { 'retry-after': '3600' } }));
    const outcome = await client().complete(endpointAt(server, 'openai'), KEY, ask(), { retry: quick });
    expect(outcome).toMatchObject({ code: 'rate-limited', retryAfterMs: 3_600_000 });
    expect(server.requests).toHaveLength(1);
  });
});

describe('cancellation at any moment', () => {
  test('before the call: nothing is sent', async () => {
    const server = await serve();
    const outcome = await client().complete(endpointAt(server, 'openai'), KEY, ask(), { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ ok: false, code: 'cancelled', retryable: false });
    expect(server.requests).toEqual([]);
  });

  test.each(wires)('%s: while the server is silent', async (family) => {
    const controller = new AbortController();
    const server = await serve(() => {
      setImmediate(() => controller.abort());
      return { stallAfter: 0 };
    });
    const onRetry = (): never => expect.unreachable();
    const outcome = await client().complete(endpointAt(server, family), KEY, ask(), { signal: controller.signal, onRetry });
    expect(outcome).toMatchObject({ ok: false, code: 'cancelled' });
    await server.left(1);
    expect(server.requests).toHaveLength(1);
  });

  test.each(wires)('%s: in the middle of a stream', async (family) => {
    const controller = new AbortController();
    const server = await serve(() => ({ reply: { text: 'I will now do a lot' }, stallAfter: 4 }));
    let said = '';
    const outcome = await client().complete(endpointAt(server, family), KEY, ask(), {
      signal: controller.signal,
      onRetry: () => expect.unreachable(),
      onDelta: ({ text }) => {
        said += text;
        controller.abort();
      },
    });
    expect(outcome).toMatchObject({ ok: false, code: 'cancelled' });
    expect(said).not.toBe('');
    await server.left(1);
  });

  test('in the middle of an answer that is not streamed', async () => {
    const controller = new AbortController();
    const server = await serve(() => ({ reply: { text: 'x' }, stallAfter: 1 }));
    const platform = nodePlatform({
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        setImmediate(() => controller.abort());
        return response;
      },
    });
    // The server streams only if asked; its first chunk has arrived, the rest never will.
    const outcome = await new LiveClient(platform).complete(endpointAt(server, 'custom'), KEY, ask(), { stream: true, signal: controller.signal });
    expect(outcome).toMatchObject({ ok: false, code: 'cancelled' });
  });

  test('during the wait before a retry', async () => {
    const controller = new AbortController();
    const server = await serve(() => ({ status: 503 }));
    const outcome = await client().complete(endpointAt(server, 'openai'), KEY, ask(), {
      signal: controller.signal,
      retry: { maxRetries: 3, backoffSeconds: 60 },
      onRetry: () => setImmediate(() => controller.abort()),
    });
    expect(outcome).toMatchObject({ ok: false, code: 'cancelled' });
    expect(server.requests).toHaveLength(1);
  });

  test('while waiting for a turn: the others go on', async () => {
    const server = await serve(({ index }) => ({ delayMs: 30, reply: { text: `answer ${index}` } }));
    const model = new LiveClient(nodePlatform(), () => ({ maxConcurrent: 1, minGapMs: 0 }));
    const endpoint = endpointAt(server, 'openai');
    const controller = new AbortController();
    const first = model.complete(endpoint, KEY, ask());
    const second = model.complete(endpoint, KEY, ask(), { signal: controller.signal });
    const third = model.complete(endpoint, KEY, ask());
    controller.abort();
    expect(await second).toMatchObject({ ok: false, code: 'cancelled' });
    expect([answered(await first).message.text, answered(await third).message.text]).toEqual(['answer 0', 'answer 1']);
    expect(server.requests).toHaveLength(2);
  });

  test('after the answer it changes nothing', async () => {
    const controller = new AbortController();
    const server = await serve();
    const outcome = await client().complete(endpointAt(server, 'openai'), KEY, ask(), { signal: controller.signal });
    controller.abort();
    expect(outcome.ok).toBe(true);
  });
});

test('a connection that nobody reads any more is closed', async () => {
  const server = await serve(() => ({ errorAfter: 1, stallAfter: 9, reply: { text: 'I will now' } }));
  const outcome = await client().complete(endpointAt(server, 'custom'), KEY, ask(), { stream: true, retry: { maxRetries: 0 } });
  expect(outcome).toMatchObject({ ok: false, code: 'overloaded' });
  await server.left(1);
});

describe('requests are limited per endpoint (concurrency, and a minimum gap), lowered on 429, recovering slowly', () => {
  test('no more at a time than allowed', async () => {
    let running = 0;
    let most = 0;
    const server = await serve(async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
      return {};
    });
    const model = new LiveClient(nodePlatform(), () => ({ maxConcurrent: 3, minGapMs: 0 }));
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => model.complete(endpointAt(server, 'openai'), KEY, ask())));
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(most).toBe(3);
  });

  test('a 429 halves what is allowed and spreads it out', async () => {
    const server = await serve(failing(1, { status: 429, headers: { 'retry-after-ms': '1' } }));
    const model = new LiveClient(nodePlatform(), () => ({ maxConcurrent: 8, minGapMs: 0 }));
    const endpoint = endpointAt(server, 'openai');
    answered(await model.complete(endpoint, KEY, ask(), { retry: quick }));
    expect(model.limiterOf(endpoint).current).toEqual({ maxConcurrent: 4, minGapMs: 250 });
    expect(model.limiterOf({ ...endpoint, baseUrl: 'http://elsewhere/v1' }).current.maxConcurrent).toBe(8);
  });

  test('it recovers step by step, to what it was and no further', () => {
    const limiter = new Limiter(nodePlatform(), { maxConcurrent: 4, minGapMs: 0 });
    for (let i = 0; i < 3; i++) limiter.onRateLimited();
    expect(limiter.current).toEqual({ maxConcurrent: 1, minGapMs: 1000 });
    const seen = [];
    for (let i = 0; i < 50; i++) {
      limiter.onSuccess();
      if (i % 10 === 9) seen.push([limiter.current.maxConcurrent, limiter.current.minGapMs]);
    }
    expect(seen).toEqual([[2, 500], [3, 250], [4, 125], [4, 0], [4, 0]]);
  });

  test('a minimum gap lies between two starts, first come, first served', async () => {
    let now = 0;
    const waits: number[] = [];
    const sleep = (ms: number): Promise<void> => {
      waits.push(ms);
      return Promise.resolve();
    };
    const limiter = new Limiter(nodePlatform({ now: () => now, sleep }), { maxConcurrent: 9, minGapMs: 100 });
    for (let i = 0; i < 3; i++) await limiter.acquire();
    now = 250;
    await limiter.acquire();
    now = 1000;
    await limiter.acquire();
    expect(waits).toEqual([100, 200, 50]);
  });

  test('a pause that the provider asks for is kept by all', async () => {
    const waits: number[] = [];
    const sleep = (ms: number): Promise<void> => {
      waits.push(ms);
      return Promise.resolve();
    };
    const limiter = new Limiter(nodePlatform({ now: () => 1000, sleep }), { maxConcurrent: 9, minGapMs: 0 });
    limiter.onRateLimited(7000);
    await limiter.acquire();
    limiter.onRateLimited(3_600_000);
    await limiter.acquire();
    expect(waits).toEqual([7000, 30_000]);
  });

  test('who leaves during the gap gives the place free', async () => {
    const limiter = new Limiter(nodePlatform(), { maxConcurrent: 2, minGapMs: 20 });
    await limiter.acquire();
    const controller = new AbortController();
    const leaving = limiter.acquire(controller.signal);
    controller.abort();
    expect(await leaving).toBe(false);
    expect(await limiter.acquire()).toBe(true);
  });
});
