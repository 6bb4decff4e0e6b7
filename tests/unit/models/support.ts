/** What the tests of the client share: real HTTP to the model server, through Node's own fetch. */
import seedrandom from 'seedrandom';
import { onTestFinished } from 'vitest';
import { LiveClient } from '../../../src/models/client.ts';
import type { Endpoint } from '../../../src/models/endpoints.ts';
import type { FamilyName } from '../../../src/models/families.ts';
import type { Outcome } from '../../../src/models/failures.ts';
import { webPlatform, type Platform } from '../../../src/models/platform.ts';
import type { ChatAnswer, ChatMessage, ChatRequest } from '../../../src/models/types.ts';
import { startModelServer, type ModelServer, type ModelServerOptions, type Script } from '../../tools/modelServer/index.ts';

export const KEY = 'planted-key-0123456789abcdef';

export function nodePlatform(overrides: Partial<Platform> = {}): Platform {
  const platform = webPlatform({
    fetch: (url, init) => fetch(url, init),
    setTimeout,
    clearTimeout: (timer) => clearTimeout(timer),
    now: () => Date.now(),
    random: seedrandom('models'),
    browser: false,
  });
  return { ...platform, ...overrides };
}

export const client = (overrides?: Partial<Platform>): LiveClient => new LiveClient(nodePlatform(overrides));

/** Waits that a test can afford. */
export const quick = { maxRetries: 3, backoffSeconds: 0.001 };

export async function serve(script?: Script, options: ModelServerOptions = {}): Promise<ModelServer> {
  const server = await startModelServer({ ...(script ? { script } : {}), ...options });
  onTestFinished(() => server.close());
  return server;
}

export function endpointAt({ url }: { url: string }, family: FamilyName): Endpoint {
  return { family, baseUrl: `${url}${family === 'gemini' ? '/v1beta' : '/v1'}` };
}

/** One family for each wire format. */
export const wires: readonly FamilyName[] = ['openrouter', 'anthropic', 'gemini'];

export const runCommand = {
  name: 'run_command',
  description: 'Runs one command of the company.',
  parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'], additionalProperties: false },
};

export function ask(messages: readonly ChatMessage[] | string = 'What now?', settings: Partial<ChatRequest> = {}): ChatRequest {
  const list: readonly ChatMessage[] = typeof messages === 'string' ? [{ role: 'user', text: messages }] : messages;
  return { model: 'small', system: 'You run a company.', messages: list, tools: [runCommand], ...settings };
}

export function answered(outcome: Outcome<ChatAnswer>): ChatAnswer {
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.message}`);
  return outcome.value;
}
