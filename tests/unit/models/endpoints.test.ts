import { describe, expect, test } from 'vitest';
import { headersFor, isNearby, originOf } from '../../../src/models/endpoints.ts';
import { families, familyNames, type FamilyName } from '../../../src/models/families.ts';
import { makeEndpoint, parseModelRef } from '../../../src/models/modelRef.ts';
import { ask, client, endpointAt, KEY, serve } from './support.ts';

/** What is sent, but for what fetch adds by itself. */
async function sentHeaders(family: FamilyName, { browser, key = KEY }: { browser: boolean; key?: string | null }): Promise<Record<string, string>> {
  const server = await serve();
  await client({ browser }).complete(endpointAt(server, family), key, ask());
  const automatic = ['host', 'connection', 'accept', 'accept-language', 'accept-encoding', 'sec-fetch-mode', 'user-agent', 'content-length'];
  const { headers = {} } = server.requests[0] ?? {};
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !automatic.includes(name)));
}

describe('exactly the headers an endpoint needs', () => {
  const json = { 'content-type': 'application/json' };
  const bearer = { ...json, authorization: `Bearer ${KEY}` };
  const anthropic = { ...json, 'x-api-key': KEY, 'anthropic-version': '2023-06-01' };

  test.each(familyNames.filter((name) => families[name].wire === 'openai'))('%s', async (family) => {
    expect(await sentHeaders(family, { browser: true })).toEqual(bearer);
    expect(await sentHeaders(family, { browser: false })).toEqual(bearer);
  });

  test('anthropic: the header that allows direct browser access goes out in browsers only', async () => {
    expect(await sentHeaders('anthropic', { browser: false })).toEqual(anthropic);
    expect(await sentHeaders('anthropic', { browser: true })).toEqual({ ...anthropic, 'anthropic-dangerous-direct-browser-access': 'true' });
  });

  test('gemini: the key in a header, never in the URL', async () => {
    expect(await sentHeaders('gemini', { browser: true })).toEqual({ ...json, 'x-goog-api-key': KEY });
  });

  test.each(['ollama', 'lmstudio', 'vllm', 'llamacpp', 'custom'] as const)('%s needs no key, and sends none if there is none', async (family) => {
    expect(await sentHeaders(family, { browser: true, key: null })).toEqual(json);
  });

  test('a list of models is a plain GET without a content type', () => {
    expect(headersFor({ family: 'openai', baseUrl: 'https://x' }, KEY, { browser: true, json: false })).toEqual({ authorization: `Bearer ${KEY}` });
  });

  /** What Ollama lets through, by the facts in spec models.md; the others take no more than their own. */
  const allowed: Partial<Record<FamilyName, string[]>> = {
    ollama: ['authorization', 'content-type'],
    anthropic: ['x-api-key', 'content-type', 'anthropic-version', 'anthropic-dangerous-direct-browser-access'],
    gemini: ['x-goog-api-key', 'content-type'],
  };
  test.each(Object.entries(allowed))('%s: a preflight that refuses an extra header lets ours pass', async (family, headers) => {
    const server = await serve(undefined, { cors: { headers } });
    const preflight = async (names: string[]): Promise<number> => {
      const asked = { origin: 'https://page.example', 'access-control-request-method': 'POST', 'access-control-request-headers': names.sort().join(',') };
      return (await fetch(`${server.url}/v1/chat/completions`, { method: 'OPTIONS', headers: asked })).status;
    };
    const ours = Object.keys(await sentHeaders(family as FamilyName, { browser: true }));
    expect(await preflight(ours)).toBe(204);
    expect(await preflight([...ours, 'http-referer'])).toBe(403);
  });
});

describe('a compatibility record per endpoint family', () => {
  test.each(familyNames)('%s is complete', (name) => {
    const { label, baseUrl, keyVariable, corsNote, modelsPath } = families[name];
    expect(label).not.toBe('');
    expect(baseUrl === null ? name : baseUrl).toMatch(/^custom$|^https?:\/\/.*[^/]$/);
    expect(keyVariable).toMatch(/^[A-Z]+_API_KEY$/);
    expect(corsNote).toMatch(/^[A-Z].*\.$/);
    expect(modelsPath).toMatch(/^\/models/);
    expect(JSON.parse(JSON.stringify(families[name]))).toEqual(families[name]);
  });

  test('which of them are known', () => {
    expect(Object.keys(families).sort()).toEqual([...familyNames].sort());
  });

  test('near and far, and origins for the content security policy', () => {
    const at = (baseUrl: string) => ({ family: 'custom' as const, baseUrl });
    const near = ['http://localhost:1/v1', 'http://127.0.0.1', 'http://[::1]:8080/v1', 'http://192.168.1.5:11434/v1', 'http://nas.local/v1', 'http://gpu:8000/v1', 'http://172.20.0.2/'];
    const far = ['https://api.openai.com/v1', 'http://8.8.8.8/v1', 'http://172.40.0.1', 'https://localhost.example.com/v1', 'https://10.example.com'];
    expect([...near, ...far].map((url) => isNearby(at(url)))).toEqual([...near.map(() => true), ...far.map(() => false)]);
    expect(originOf(at('https://openrouter.ai/api/v1'))).toBe('https://openrouter.ai');
  });
});

describe('a model is written provider/model', () => {
  test.each([
    ['anthropic/claude-opus-5', undefined, 'anthropic', 'https://api.anthropic.com/v1', 'claude-opus-5'],
    ['openrouter/z-ai/glm-5', undefined, 'openrouter', 'https://openrouter.ai/api/v1', 'z-ai/glm-5'],
    ['ollama/qwen3:8b', undefined, 'ollama', 'http://localhost:11434/v1', 'qwen3:8b'],
    ['Ollama/qwen3', 'http://192.168.0.2:11434/', 'ollama', 'http://192.168.0.2:11434/v1', 'qwen3'],
    ['custom/m', 'https://Example.com/Proxy/v1/', 'custom', 'https://example.com/Proxy/v1', 'm'],
    ['openai/gpt-5.4', 'https://proxy.example/v1/chat/completions', 'openai', 'https://proxy.example/v1', 'gpt-5.4'],
  ])('%s %s', (text, override, family, baseUrl, model) => {
    expect(parseModelRef(text, override)).toEqual({ ok: true, value: { endpoint: { family, baseUrl }, model } });
  });

  test('an unknown provider is answered with the known ones', () => {
    const outcome = parseModelRef('qwen3');
    expect(outcome).toMatchObject({ ok: false, code: 'unknown-provider', where: 'qwen3' });
    for (const name of familyNames) expect(outcome.ok ? '' : outcome.message).toContain(name);
    expect(parseModelRef('mistral/large')).toMatchObject({ code: 'unknown-provider' });
  });

  test.each([
    ['openai', undefined, 'model-ref'],
    ['openai/', undefined, 'model-ref'],
    ['openai/gpt 5', undefined, 'model-ref'],
    ['custom/m', undefined, 'base-url'],
    ['custom/m', 'example.com/v1', 'base-url'],
    ['custom/m', 'ftp://example.com', 'base-url'],
    ['custom/m', 'https://example.com/v1?key=abc', 'base-url'],
    ['custom/m', 'https://me:secret@example.com/v1', 'base-url'],
  ])('%s at %s: %s', (text, override, code) => {
    const outcome = parseModelRef(text, override);
    expect(outcome).toMatchObject({ ok: false, code });
    expect(JSON.stringify(outcome)).not.toMatch(/abc|secret/);
  });

  test('an endpoint without a model', () => {
    expect(makeEndpoint('gemini')).toMatchObject({ ok: true, value: { baseUrl: 'https://generativelanguage.googleapis.com/v1beta' } });
  });
});
