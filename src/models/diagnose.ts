/** The test button: is the server there, is the key good, does the model exist, does it call tools? */
import { LiveClient } from './client.ts';
import { familyOf, type Endpoint } from './endpoints.ts';
import type { ModelFailure } from './failures.ts';
import { listModels } from './modelList.ts';
import type { ChatRequest } from './types.ts';

export type StepName = 'server' | 'key' | 'model' | 'tools';

export interface Step {
  readonly step: StepName;
  readonly verdict: 'passed' | 'failed' | 'warning' | 'skipped';
  readonly detail: string;
  /** What to do; empty if nothing. */
  readonly advice: string;
}

const request: Omit<ChatRequest, 'model'> = {
  system: 'You test a connection.',
  messages: [{ role: 'user', text: 'Call the tool "echo" with the word "ready". Write nothing else.' }],
  tools: [
    {
      name: 'echo',
      description: 'Repeats a word.',
      parameters: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'], additionalProperties: false },
    },
  ],
  maxOutputTokens: 2000, // enough for a model that thinks first
};

/** Four steps, always in the same order. Costs one small call. */
export async function diagnose(
  client: LiveClient,
  endpoint: Endpoint,
  key: string | null,
  model: string,
  { signal, timeoutMs = 120_000 }: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<Step[]> {
  const { label, modelsNeedKey } = familyOf(endpoint);
  const waiting = { ...(signal ? { signal } : {}), timeoutMs };
  const found = await listModels(client.platform, endpoint, key, waiting);
  if (!found.ok && isSilence(found)) return steps(failed('server', found));
  const server = passed('server', `${label} answers.`);
  if (!found.ok && found.code === 'bad-key') return steps(key === null ? skipped('server') : server, failed('key', found));

  const tried = await client.complete(endpoint, key, { ...request, model }, { ...waiting, retry: { maxRetries: 0 } });
  const listed = found.ok ? found.value.some(({ id }) => id === model) : null;
  const unlisted = listed === false ? ' It is not on the list of models, though.' : '';
  if (tried.ok) {
    const goodKey = passed('key', key === null ? 'No key is needed.' : 'The key is accepted.');
    const exists = passed('model', `${model} answers.${unlisted}`);
    if (tried.value.message.toolCalls.length > 0) return steps(server, goodKey, exists, passed('tools', 'It calls tools.'));
    const detail = `It answered without calling the tool (finish: ${tried.value.finish}).`;
    const advice = 'It may do better in a run, but a model trained to call tools is the safer choice.';
    return steps(server, goodKey, exists, { step: 'tools', verdict: 'warning', detail, advice });
  }
  const keyKnown = found.ok && modelsNeedKey ? passed('key', 'The key is accepted.') : skipped('key');
  switch (tried.code) {
    case 'bad-key':
    case 'quota-spent':
      return steps(server, failed('key', tried));
    case 'no-such-model':
      return steps(server, keyKnown, failed('model', tried));
    case 'network-or-cors':
    case 'timed-out':
    case 'cancelled':
      // The list came through and the call did not: for a page, its preflight may be what failed.
      return steps(failed('server', tried), keyKnown);
    case 'bad-request':
      // What it says tells whether the tools were the trouble.
      if (!/\btools?\b|function/i.test(tried.message)) return steps(server, keyKnown, failed('model', tried));
      return steps(server, keyKnown, passed('model', `${model} is there.${unlisted}`), failed('tools', tried));
    case 'rate-limited':
    case 'context-too-long':
    case 'refused':
    case 'malformed-answer':
    case 'overloaded':
    case 'server-error':
    case 'cassette-miss':
      return steps(server, keyKnown, failed('model', tried));
  }
}

function isSilence({ code }: ModelFailure): boolean {
  return code === 'network-or-cors' || code === 'timed-out' || code === 'cancelled';
}

function passed(step: StepName, detail: string): Step {
  return { step, verdict: 'passed', detail, advice: '' };
}

function failed(step: StepName, { message, advice }: ModelFailure): Step {
  return { step, verdict: 'failed', detail: message, advice };
}

function skipped(step: StepName): Step {
  return { step, verdict: 'skipped', detail: 'Not known yet.', advice: '' };
}

function steps(...known: Step[]): Step[] {
  return (['server', 'key', 'model', 'tools'] as const).map((name) => known.find(({ step }) => step === name) ?? skipped(name));
}
