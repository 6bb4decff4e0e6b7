import { describe, expect, test } from 'vitest';
import type { FamilyName } from '../../../src/models/families.ts';
import type { FailureCode, ModelFailure } from '../../../src/models/failures.ts';
import type { Behaviour, ModelServerOptions } from '../../tools/modelServer/index.ts';
import { ask, client, endpointAt, KEY, serve } from './support.ts';

async function failed(family: FamilyName, behaviour: Behaviour, { stream = false, ...options }: ModelServerOptions & { stream?: boolean } = {}): Promise<ModelFailure> {
  const server = await serve(() => behaviour, options);
  const outcome = await client().complete(endpointAt(server, family), KEY, ask(), { stream, retry: { maxRetries: 0 } });
  if (outcome.ok) throw new Error('was to fail');
  expect(outcome.advice).not.toBe('');
  return outcome;
}

/** Bodies as the providers write them. */
const bodies: [FamilyName, number, object | string, FailureCode, boolean][] = [
  ['openai', 401, { error: { message: 'Incorrect API key provided: sk-ab*****xyz.', type: 'invalid_request_error', code: 'invalid_api_key' } }, 'bad-key', false],
  ['openai', 404, { error: { message: 'The model `small` does not exist or you do not have access to it.', type: 'invalid_request_error', code: 'model_not_found' } }, 'no-such-model', false],
  ['openai', 403, { error: { message: 'Project does not have access to model small', type: 'invalid_request_error', code: 'model_not_found' } }, 'no-such-model', false],
  ['openai', 403, { error: { message: 'Country, region, or territory not supported', code: 'unsupported_country_region_territory' } }, 'bad-key', false],
  ['openai', 429, { error: { message: 'Rate limit reached for requests', type: 'requests', code: 'rate_limit_exceeded' } }, 'rate-limited', true],
  ['openai', 429, { error: { message: 'You exceeded your current quota, please check your plan and billing details.', type: 'insufficient_quota', code: 'insufficient_quota' } }, 'quota-spent', false],
  ['openai', 400, { error: { message: "This model's maximum context length is 128000 tokens.", type: 'invalid_request_error', code: 'context_length_exceeded' } }, 'context-too-long', false],
  ['openai', 400, { error: { message: 'Invalid prompt: your prompt was flagged', code: 'invalid_prompt' } }, 'refused', false],
  ['openai', 400, { error: { message: "Unsupported parameter: 'temperature'", type: 'invalid_request_error', code: 'unsupported_parameter' } }, 'bad-request', false],
  ['openai', 500, { error: { message: 'The server had an error', type: 'server_error' } }, 'server-error', true],
  ['openai', 503, 'upstream connect error', 'overloaded', true],
  ['openai', 502, '<html>Bad gateway</html>', 'server-error', true],
  ['openai', 504, '', 'timed-out', true],
  ['openrouter', 402, { error: { code: 402, message: 'This request requires more credits, or fewer max_tokens.' } }, 'quota-spent', false],
  ['openrouter', 400, { error: { code: 400, message: 'small is not a valid model ID' } }, 'no-such-model', false],
  ['openrouter', 403, { error: { code: 403, message: 'Input was flagged', metadata: { reasons: ['violence'] } } }, 'refused', false],
  ['openrouter', 429, { error: { code: 429, message: 'Rate limit exceeded: free-models-per-day.' } }, 'quota-spent', false],
  ['openrouter', 502, { error: { code: 502, message: 'Provider returned error', metadata: { raw: 'upstream said no', provider_name: 'X' } } }, 'server-error', true],
  ['deepseek', 402, { error: { message: 'Insufficient Balance', type: 'unknown_error', code: 'invalid_request_error' } }, 'quota-spent', false],
  ['deepseek', 400, { error: { message: 'Model Not Exist', type: 'invalid_request_error' } }, 'no-such-model', false],
  ['groq', 429, { error: { message: 'Rate limit reached for model on tokens per day (TPD): Limit 100000', type: 'tokens', code: 'rate_limit_exceeded' } }, 'quota-spent', false],
  ['groq', 413, { error: { message: 'Request too large for model', type: 'tokens', code: 'rate_limit_exceeded' } }, 'context-too-long', false],
  ['groq', 400, { error: { message: 'Failed to call a function.', type: 'invalid_request_error', code: 'tool_use_failed', failed_generation: '<f>' } }, 'malformed-answer', true],
  ['groq', 498, { error: { message: 'Flex tier capacity exceeded' } }, 'overloaded', true],
  ['zai', 429, { error: { code: '1113', message: 'Insufficient balance or no resource package. Please recharge.' } }, 'quota-spent', false],
  ['ollama', 404, { error: { message: 'model "small" not found, try pulling it first', type: 'api_error' } }, 'no-such-model', false],
  ['ollama', 400, { error: 'registry.ollama.ai/library/small does not support tools' }, 'bad-request', false],
  ['vllm', 400, { object: 'error', message: 'The prompt is longer than the maximum model length: reduce the length of the messages', type: 'BadRequestError', code: 400 }, 'context-too-long', false],
  ['vllm', 404, { detail: 'Not Found' }, 'bad-request', false],
  ['llamacpp', 400, { error: { code: 400, message: 'the request exceeds the available context size', type: 'exceed_context_size_error' } }, 'context-too-long', false],
  ['anthropic', 401, { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } }, 'bad-key', false],
  ['anthropic', 404, { type: 'error', error: { type: 'not_found_error', message: 'model: small' } }, 'no-such-model', false],
  ['anthropic', 400, { type: 'error', error: { type: 'invalid_request_error', message: 'Your credit balance is too low to access the Anthropic API.' } }, 'quota-spent', false],
  ['anthropic', 400, { type: 'error', error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' } }, 'context-too-long', false],
  ['anthropic', 413, { type: 'error', error: { type: 'request_too_large', message: 'Request exceeds the maximum size' } }, 'context-too-long', false],
  ['anthropic', 429, { type: 'error', error: { type: 'rate_limit_error', message: 'This request would exceed the rate limit of 50 requests per minute' } }, 'rate-limited', true],
  ['anthropic', 529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'overloaded', true],
  ['gemini', 400, { error: { code: 400, message: 'API key not valid. Please pass a valid API key.', status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] } }, 'bad-key', false],
  ['gemini', 404, { error: { code: 404, message: 'models/small is not found for API version v1beta', status: 'NOT_FOUND' } }, 'no-such-model', false],
  ['gemini', 400, { error: { code: 400, message: 'The input token count (2000000) exceeds the maximum number of tokens allowed (1048576).', status: 'INVALID_ARGUMENT' } }, 'context-too-long', false],
  ['gemini', 429, quota('GenerateRequestsPerDayPerProjectPerModel-FreeTier'), 'quota-spent', false],
  ['gemini', 429, quota('GenerateRequestsPerMinutePerProjectPerModel-FreeTier'), 'rate-limited', true],
  ['gemini', 503, [{ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }], 'overloaded', true],
  ['gemini', 504, { error: { code: 504, message: 'Deadline expired', status: 'DEADLINE_EXCEEDED' } }, 'timed-out', true],
];

function quota(quotaId: string): object {
  const details = [{ violations: [{ quotaId }] }, { '@type': 'RetryInfo', retryDelay: '12.5s' }];
  return { error: { code: 429, message: 'You exceeded your current quota, please check your plan and billing details.', status: 'RESOURCE_EXHAUSTED', details } };
}

describe('errors as values with a code and advice', () => {
  test.each(bodies)('%s HTTP %i %j is %s', async (family, status, body, code, retryable) => {
    const rawBody = typeof body === 'string' ? body : JSON.stringify(body);
    expect(await failed(family, { status, rawBody })).toMatchObject({ ok: false, code, retryable, status });
  });

  test('the wait that Gemini asks for in its body', async () => {
    const rawBody = JSON.stringify(quota('GenerateRequestsPerMinutePerProjectPerModel'));
    expect(await failed('gemini', { status: 429, rawBody })).toMatchObject({ retryAfterMs: 12_500 });
  });

  test("Anthropic and an organisation that wants no calls from browsers: the advice is about that", async () => {
    const error = { type: 'authentication_error', message: 'CORS requests are not allowed for this Organization' };
    const { code, advice } = await failed('anthropic', { status: 401, error });
    expect([code, advice]).toEqual(['bad-key', expect.stringContaining('organisation')]);
  });

  test('a prompt that Gemini blocks comes back as refused', async () => {
    const rawBody = JSON.stringify({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } });
    expect(await failed('gemini', { rawBody })).toMatchObject({ code: 'refused', retryable: false });
    const sse = { rawBody: `data: ${rawBody}\n\n`, headers: { 'content-type': 'text/event-stream' } };
    expect(await failed('gemini', sse, { stream: true })).toMatchObject({ code: 'refused' });
  });
});

describe('errors inside a 200', () => {
  test.each(['openrouter', 'anthropic', 'gemini'] as const)('%s: in the middle of a stream', async (family) => {
    const behaviour = { reply: { text: 'I will now' }, errorAfter: 2, error: { type: 'overloaded_error', message: 'Overloaded' } };
    expect(await failed(family, behaviour, { stream: true })).toMatchObject({ code: 'overloaded', retryable: true });
  });

  test.each([
    ['a 200 with an error body', { error: { code: 429, message: 'slow down' } }, 'rate-limited'],
    ['an error in the choice', { choices: [{ error: { code: 502, message: 'provider failed' }, finish_reason: 'error' }] }, 'server-error'],
    ['an error as the finish', { choices: [{ message: { content: 'x' }, finish_reason: 'error' }] }, 'server-error'],
    ['DeepSeek out of machines', { choices: [{ message: { content: '' }, finish_reason: 'insufficient_system_resource' }] }, 'overloaded'],
    ['a kind only', { error: { type: 'invalid_request_error', message: 'no' } }, 'bad-request'],
  ])('OpenRouter and the like: %s', async (_, body, code) => {
    expect(await failed('openrouter', { rawBody: JSON.stringify(body) })).toMatchObject({ code });
  });
});

describe('an answer that is none', () => {
  test.each([
    ['a web page', '<!doctype html><title>App</title>', false],
    ['nothing', '', true],
    ['JSON cut off', '{"choices": [{"mess', true],
    ['a list', '[1, 2]', true],
    ['no choices', '{"id": "x"}', true],
  ])('%s is a malformed answer', async (_, rawBody, retryable) => {
    for (const family of ['custom', 'anthropic', 'gemini'] as const) {
      expect(await failed(family, { rawBody })).toMatchObject({ code: 'malformed-answer', retryable });
    }
  });

  test('an event that is no JSON', async () => {
    const sse = { rawBody: 'data: {"choices": [\n\ndata: [DONE]\n\n', headers: { 'content-type': 'text/event-stream' } };
    expect(await failed('custom', sse, { stream: true })).toMatchObject({ code: 'malformed-answer' });
  });

  test.each(['custom', 'anthropic', 'gemini'] as const)('%s: a stream that ends too early', async (family) => {
    const reply = { text: 'I will now do a lot' };
    expect(await failed(family, { reply, dropAfter: 3 }, { stream: true })).toMatchObject({ code: 'network-or-cors', retryable: true });
    const ended = { rawBody: '', headers: { 'content-type': 'text/event-stream' } };
    expect(await failed(family, ended, { stream: true })).toMatchObject({ code: 'network-or-cors' });
  });

  test('a connection that breaks after the last word took nothing away', async () => {
    const server = await serve(() => ({ reply: { text: 'Done.', usage: { prompt: 1, completion: 1 } }, piece: 100, dropAfter: 4 }));
    expect(await client().complete(endpointAt(server, 'openai'), KEY, ask(), { stream: true })).toMatchObject({ ok: true });
  });
});

describe('CORS or network: they cannot be told apart, so say both and what to check per provider', () => {
  const nowhere = { url: 'http://127.0.0.1:1' };

  test('in a browser both are named', async () => {
    const outcome = await client({ browser: true }).complete(endpointAt(nowhere, 'ollama'), null, ask(), { retry: { maxRetries: 0 } });
    expect(outcome).toMatchObject({ ok: false, code: 'network-or-cors', retryable: true });
    if (outcome.ok) return;
    expect(outcome.message).toMatch(/server is down.*CORS.*bad key/);
    expect(outcome.advice).toContain('OLLAMA_ORIGINS');
  });

  test('elsewhere there is no CORS', async () => {
    const outcome = await client().complete(endpointAt(nowhere, 'ollama'), null, ask(), { retry: { maxRetries: 0 } });
    expect(outcome).toMatchObject({ ok: false, code: 'network-or-cors' });
    expect(outcome.ok ? '' : outcome.message).not.toContain('CORS');
    expect(outcome.ok ? '' : outcome.message).toContain('127.0.0.1:1');
  });

  test('a redirect would carry the key to another server: it is not followed', async () => {
    const other = await serve();
    const server = await serve(() => ({ status: 307, headers: { location: `${other.url}/v1/chat/completions` } }));
    const outcome = await client().complete(endpointAt(server, 'custom'), KEY, ask(), { retry: { maxRetries: 0 } });
    expect(outcome).toMatchObject({ ok: false, code: 'network-or-cors' });
    expect(other.requests).toEqual([]);
  });
});

describe('time-out', () => {
  test.each([
    ['no headers', { stallAfter: 0 }],
    ['silence in the middle of a stream', { stallAfter: 2, reply: { text: 'I will now do a lot' } }],
  ])('%s', async (_, behaviour) => {
    const server = await serve(() => behaviour);
    const outcome = await client().complete(endpointAt(server, 'custom'), KEY, ask(), { stream: true, timeoutMs: 60, retry: { maxRetries: 0 } });
    expect(outcome).toMatchObject({ ok: false, code: 'timed-out', retryable: true });
    await server.left(1);
  });

  test('a slow answer that keeps coming is not cut off', async () => {
    // No pause is as long as the time-out; all of them together are longer.
    const server = await serve(() => ({ reply: { text: 'x'.repeat(12) }, piece: 1, pauseMs: 250 }));
    const outcome = await client().complete(endpointAt(server, 'custom'), KEY, ask(), { stream: true, timeoutMs: 2500, retry: { maxRetries: 0 } });
    expect(outcome.ok).toBe(true);
  });
});

describe('keys never occur in an error text', () => {
  test.each(['openai', 'anthropic', 'gemini'] as const)('%s repeats the key in its error', async (family) => {
    for (const place of [`x ${KEY} y`, `${'long '.repeat(100)}${KEY}`, JSON.stringify({ key: KEY }), `https://x/?key=${KEY}`]) {
      const failure = await failed(family, { status: 400, error: place });
      expect(JSON.stringify(failure)).not.toContain(KEY.slice(0, 14));
      expect(failure.message.length).toBeLessThan(500);
    }
  });

  test('nor if it is wrong, or cannot even be sent', async () => {
    const server = await serve(undefined, { key: 'another' });
    const wrong = await client().complete(endpointAt(server, 'openai'), KEY, ask());
    expect(wrong).toMatchObject({ ok: false, code: 'bad-key', status: 401 });
    expect(JSON.stringify(wrong)).not.toContain(KEY);
    for (const broken of [`${KEY}\nx`, `${KEY}\u2026`, `${KEY} ${KEY}`]) {
      const outcome = await client().complete(endpointAt(server, 'openai'), broken, ask());
      expect(outcome).toMatchObject({ ok: false, code: 'bad-key', retryable: false });
      expect(JSON.stringify(outcome)).not.toContain(KEY);
    }
    expect(server.requests).toHaveLength(1);
  });

  test('no key where one is needed: nothing is sent, and the variable is named', async () => {
    const server = await serve();
    const outcome = await client().complete(endpointAt(server, 'groq'), '  ', ask());
    expect(outcome).toMatchObject({ ok: false, code: 'bad-key', advice: expect.stringContaining('GROQ_API_KEY') });
    expect(server.requests).toEqual([]);
  });
});
