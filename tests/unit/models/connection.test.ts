import { describe, expect, test } from 'vitest';
import { diagnose, type Step } from '../../../src/models/diagnose.ts';
import { listModels } from '../../../src/models/modelList.ts';
import type { Script } from '../../tools/modelServer/index.ts';
import { client, endpointAt, KEY, nodePlatform, serve, wires } from './support.ts';

const calling: Script = () => ({ reply: { toolCalls: [{ name: 'echo', arguments: { word: 'ready' } }] } });

describe('the model list is fetched where the API has one', () => {
  test('OpenAI-compatible, with the price where the list tells it', async () => {
    const server = await serve(undefined, { models: ['zeta', 'alpha'] });
    const price = { input: 2.5, cachedInput: 0.25, output: 10 };
    expect(await listModels(nodePlatform(), endpointAt(server, 'openrouter'), null)).toEqual({
      ok: true,
      value: ['alpha', 'zeta'].map((id) => ({ id, label: id, contextTokens: 8192, price })),
    });
    expect(server.requests[0]).toMatchObject({ method: 'GET', path: '/v1/models', text: '' });
  });

  test('Anthropic', async () => {
    const server = await serve(undefined, { key: KEY });
    expect(await listModels(nodePlatform(), endpointAt(server, 'anthropic'), KEY)).toMatchObject({ ok: true, value: [{ id: 'large', label: 'LARGE' }, { id: 'small' }] });
  });

  test('Gemini, without models that do not chat', async () => {
    const server = await serve();
    expect(await listModels(nodePlatform(), endpointAt(server, 'gemini'), KEY)).toMatchObject({
      ok: true,
      value: [{ id: 'large', label: 'LARGE', contextTokens: 1000, price: null }, { id: 'small' }],
    });
  });

  test('failures are those of a call', async () => {
    const server = await serve(undefined, { key: 'another' });
    for (const family of wires) expect(await listModels(nodePlatform(), endpointAt(server, family), KEY)).toMatchObject({ ok: false, code: 'bad-key' });
    expect(await listModels(nodePlatform(), endpointAt(server, 'openai'), null)).toMatchObject({ code: 'bad-key', advice: expect.stringContaining('OPENAI_API_KEY') });
    expect(await listModels(nodePlatform(), endpointAt({ url: 'http://127.0.0.1:1' }, 'ollama'), null)).toMatchObject({ code: 'network-or-cors' });
    expect(await listModels(nodePlatform(), endpointAt(server, 'openai'), KEY, { signal: AbortSignal.abort() })).toMatchObject({ code: 'cancelled' });
  });
});

describe('test button with a diagnosis', () => {
  const verdicts = (steps: Step[]): string => steps.map(({ step, verdict }) => `${step} ${verdict}`).join(', ');

  test.each(wires)('%s: all is well', async (family) => {
    const server = await serve(calling, { key: KEY });
    const steps = await diagnose(client(), endpointAt(server, family), KEY, 'small');
    expect(verdicts(steps)).toBe('server passed, key passed, model passed, tools passed');
    expect(steps.every(({ advice }) => advice === '')).toBe(true);
  });

  test('no server', async () => {
    const steps = await diagnose(client({ browser: true }), endpointAt({ url: 'http://127.0.0.1:1' }, 'lmstudio'), null, 'small');
    expect(verdicts(steps)).toBe('server failed, key skipped, model skipped, tools skipped');
    expect(steps[0]?.advice).toContain('Enable CORS');
  });

  test.each(wires)('%s: a wrong key', async (family) => {
    const server = await serve(calling, { key: 'another' });
    const steps = await diagnose(client(), endpointAt(server, family), KEY, 'small');
    expect(verdicts(steps)).toBe('server passed, key failed, model skipped, tools skipped');
    expect(JSON.stringify(steps)).not.toContain(KEY);
  });

  test('no key where one is needed', async () => {
    const server = await serve(calling, { key: KEY });
    expect(verdicts(await diagnose(client(), endpointAt(server, 'openai'), null, 'small'))).toBe('server skipped, key failed, model skipped, tools skipped');
  });

  test('no such model', async () => {
    const server = await serve(() => ({ status: 404, error: 'model nope not found' }));
    const steps = await diagnose(client(), endpointAt(server, 'openai'), KEY, 'nope');
    expect(verdicts(steps)).toBe('server passed, key passed, model failed, tools skipped');
  });

  test('a model that answers without calling the tool', async () => {
    const server = await serve(() => ({ reply: { text: 'ready' } }));
    const steps = await diagnose(client(), endpointAt(server, 'ollama'), null, 'unlisted');
    expect(verdicts(steps)).toBe('server passed, key passed, model passed, tools warning');
    expect(steps[2]?.detail).toContain('not on the list');
  });

  test('a model that cannot call tools', async () => {
    const server = await serve(() => ({ status: 400, error: 'small does not support tools' }));
    expect(verdicts(await diagnose(client(), endpointAt(server, 'ollama'), null, 'small'))).toBe('server passed, key skipped, model passed, tools failed');
  });

  test('a spent quota is told at the key', async () => {
    const server = await serve(() => ({ status: 402, error: 'Insufficient credits' }));
    const steps = await diagnose(client(), endpointAt(server, 'openrouter'), KEY, 'small');
    expect(verdicts(steps)).toBe('server passed, key failed, model skipped, tools skipped');
  });

  test('the list comes through, the call does not', async () => {
    const server = await serve(() => ({ dropAfter: 0 }));
    expect(verdicts(await diagnose(client(), endpointAt(server, 'custom'), null, 'small'))).toBe('server failed, key skipped, model skipped, tools skipped');
  });
});
