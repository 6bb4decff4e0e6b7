import { describe, expect, test } from 'vitest';
import { assistantRequest, isSeenByUser, userRequest, type Calls } from '../../../../src/agents/service/requests.ts';
import { ServiceRun } from '../../../../src/agents/service/serviceRun.ts';
import { noCaps } from '../../../../src/models/budget.ts';
import type { Thinking } from '../../../../src/models/types.ts';
import { toolsOf } from '../../../../src/service/catalogue/index.ts';
import { Conversation } from '../../../../src/service/conversation.ts';
import type { Message } from '../../../../src/service/message.ts';
import { OWN_PERSONA } from '../../../../src/service/prompts/user.ts';
import { asked, callerOf, evenClock, inTurn, modelAssistant, modelUser, rolesScript, runOfModels, says } from '../../../tools/serviceRoles.ts';
import { client, endpointAt, KEY, quick, serve, wires } from '../../models/support.ts';
import { smallTask, taskOf } from '../../service/taskFile/support.ts';

const task = taskOf({ ...smallTask(), domain: 'delivery' });
const find = { id: 'c1', name: 'get_delivery_store_info', arguments: { store_id: 'S1' } };
const MESSAGES: readonly Message[] = [
  { role: 'assistant', content: 'Hello!', calls: [] },
  { role: 'user', content: 'Soup, please.' },
  { role: 'assistant', content: 'Secretly looking.', calls: [find] },
  { role: 'tool', id: 'c1', name: find.name, content: 'Pea soup', isError: false, changes: [] },
  { role: 'assistant', content: '  ', calls: [] },
  { role: 'assistant', content: '', calls: [{ ...find, id: 'c2' }] },
  { role: 'tool', id: 'c2', name: find.name, content: 'Error: gone', isError: true, changes: [] },
  { role: 'assistant', content: 'Pea soup?', calls: [] },
  { role: 'user', content: 'Yes.' },
];
const nothing: Calls = new Map();
const provider = (place: number) => ({ family: 'anthropic' as const, model: 'm', message: { place } });
const calls: Calls = new Map(
  [1, 2, 7].map((place) => {
    const usage = { prompt_tokens: 1, completion_tokens: 1, cached_tokens: null, reasoning_tokens: null, cost_usd: null };
    return [place, { usage, elapsed_ms: 1, exchange: { thinking: '', finish: 'stop', provider: provider(place), sent: {}, retries: [] } }];
  }),
);
const wishes = { model: 'm', temperature: 0.5, topP: 0.9, seed: 7, maxOutputTokens: 100, thinking: 'low' } as const;

describe("the assistant's", () => {
  const request = assistantRequest(task, MESSAGES, calls, { wishes });

  test('holds the greeting in the prompt, then all that was said and answered, but for what says nothing', () => {
    expect(request.system).toContain('Hello!');
    expect(request.messages).toEqual([
      { role: 'user', text: 'Soup, please.' },
      { role: 'assistant', text: 'Secretly looking.', toolCalls: [find], provider: provider(2) },
      { role: 'toolResult', callId: 'c1', name: find.name, text: 'Pea soup' },
      { role: 'assistant', text: '', toolCalls: [{ ...find, id: 'c2' }], provider: null },
      { role: 'toolResult', callId: 'c2', name: find.name, text: 'Error: gone', isError: true },
      { role: 'assistant', text: 'Pea soup?', toolCalls: [], provider: provider(7) },
      { role: 'user', text: 'Yes.' },
    ]);
  });

  test("offers the tools of the task's domains, in the task's language, and passes the wishes on", () => {
    expect(request.tools.map(({ name }) => name)).toEqual(toolsOf(['delivery']).map(({ name }) => name));
    expect(request).toMatchObject(wishes);
    const [chinese] = assistantRequest(taskOf({ ...smallTask(), language: 'chinese' }), MESSAGES, nothing, { wishes }).tools;
    expect(chinese?.description).toMatch(/\p{Script=Han}/u);
  });

  test('does not hold what only the customer knows, nor the rubrics', () => {
    const sent = JSON.stringify(assistantRequest(task, MESSAGES, nothing, { wishes }));
    for (const secret of ['Order lunch.', 'Ann', 'Lunch is ordered.', 'The address is asked for.']) expect(sent).not.toContain(secret);
  });

  test('takes a template of its own', () => {
    expect(assistantRequest(task, MESSAGES, nothing, { wishes, prompt: 'Say {greeting}' }).system).toBe('Say Hello!');
  });
});

describe("the customer's", () => {
  const request = userRequest(task, MESSAGES, calls, { wishes, persona: OWN_PERSONA });

  test('spec vita §4: roles are flipped; neither tools, nor calls, nor what was said along with calls, is seen', () => {
    expect(request.messages).toEqual([
      { role: 'user', text: 'Hello!' },
      { role: 'assistant', text: 'Soup, please.', toolCalls: [], provider: provider(1) },
      { role: 'user', text: 'Pea soup?' },
      { role: 'assistant', text: 'Yes.', toolCalls: [], provider: null },
    ]);
    expect(MESSAGES.map(isSeenByUser)).toEqual([true, true, false, false, false, false, false, true, true]);
    expect(request.tools).toEqual([]);
    expect(request).toMatchObject(wishes);
  });

  test('the prompt has the instruction and the persona, or no persona', () => {
    expect(request.system).toContain('Order lunch.');
    expect(request.system).toContain('Ann');
    const bare = userRequest(task, MESSAGES, nothing, { wishes, persona: { hasProfile: false, temperament: null } });
    expect(bare.system).toContain('Order lunch.');
    expect(bare.system).not.toContain('Ann');
    expect(userRequest(task, MESSAGES, nothing, { wishes, persona: OWN_PERSONA, prompt: '{instructions}' }).system).toBe('Order lunch.');
  });
});

describe.each(wires)('over real HTTP as %s', (family) => {
  async function played(thinking?: Thinking) {
    const call = { toolCalls: [{ name: find.name, arguments: find.arguments }], text: 'Secretly looking.', thinking: 'assistant thinks 1' };
    const assistant = inTurn(call, { text: 'Pea soup?', thinking: 'assistant thinks 2' });
    const user = inTurn({ text: 'Soup, please.', thinking: 'user thinks 1' }, { text: 'Yes.', thinking: 'user thinks 2' }, { text: '###STOP###' });
    const server = await serve(rolesScript({ assistant, user }), { key: KEY });
    const endpoint = endpointAt(server, family);
    const wish = thinking === undefined ? {} : { thinking };
    const run = new ServiceRun(
      await Conversation.open(task, '1'),
      modelAssistant(callerOf(client(), endpoint, 'assistant', KEY), { wishes: { model: 'assistant', ...wish } }),
      modelUser(callerOf(client(), endpoint, 'user', KEY), { wishes: { model: 'user', ...wish } }),
    );
    const options = { caps: noCaps, now: evenClock(), retry: quick };
    while ((await run.step(options)).kind === 'said');
    const of = (role: string) => server.requests.filter((_, i) => asked(server)[i] === role);
    return { run, assistants: of('assistant'), users: of('user') };
  }

  test("the customer's model never sees a tool, a call or an answer, and each side sees its own thoughts only", async () => {
    const { run, assistants, users } = await played();
    expect(run.conversation.termination).toBe('user_stop');
    expect([assistants.length, users.length]).toEqual([3, 3]);
    for (const { text } of users) expect(text).not.toMatch(/get_delivery|Secretly|Beet soup|assistant thinks|"tools"|functionDeclarations/);
    for (const { text } of assistants) {
      expect(text).toMatch(/get_delivery/);
      expect(text).not.toMatch(/user thinks|Order lunch/);
    }
    expect(users[2]?.text).toContain('Pea soup?');
    expect(assistants[2]?.text).toContain('Beet soup');
  });

  // The server refuses a message that comes back without its thoughts.
  test("the provider's own message goes back as it came", async () => {
    const { run, assistants, users } = await played();
    for (const [place, request] of [[1, users[1]], [2, assistants[1]]] as const) {
      const message = run.calls.get(place)?.exchange.provider?.message;
      expect(message).toBeDefined();
      const { messages, contents } = request?.body as Record<'messages' | 'contents', { role: string }[] | undefined>;
      expect((messages ?? contents)?.filter(({ role }) => role === 'assistant' || role === 'model')[0]).toMatchObject(message ?? {});
    }
  });

  test('the wish to think, or not to, goes out to both, and the rollout says whether it was sent', async () => {
    const { run, assistants, users } = await played('high');
    const plain = await played();
    expect(run.calls.get(1)?.exchange.sent['thinking']).toBe(true);
    expect(run.calls.get(2)?.exchange.sent['thinking']).toBe(true);
    expect(plain.run.calls.get(1)?.exchange.sent['thinking']).toBe(false);
    const settings = (requests: typeof users) => ({ ...(JSON.parse(requests[0]?.text ?? '') as object), messages: null, contents: null });
    expect(settings(users)).not.toEqual(settings(plain.users));
    expect(settings(assistants)).not.toEqual(settings(plain.assistants));
    if (family === 'openrouter') {
      expect(users[0]?.body).toMatchObject({ reasoning: { effort: 'high' } });
      const { assistants: still } = await played('off');
      expect(still[0]?.body).toMatchObject({ reasoning: { enabled: false } });
    }
  });
});

test('a side that another model takes over is not sent the thoughts of the former', async () => {
  const assistant = inTurn({ text: 'Which?', thinking: 'secret' });
  const server = await serve(rolesScript({ assistant, user: says('Soup.', 'Pea.'), judge: says('Pea soup?') }), { key: KEY });
  const endpoint = endpointAt(server, 'anthropic');
  const run = runOfModels(await Conversation.open(task, '1'), client(), endpoint, KEY);
  const options = { caps: noCaps, now: evenClock(), retry: quick };
  for (let i = 0; i < 3; i++) await run.step(options);
  // Any other model would do.
  run.assistant = modelAssistant(callerOf(client(), endpoint, 'judge', KEY), { wishes: { model: 'judge' } });
  expect(await run.step(options)).toEqual({ kind: 'said', by: 'assistant' });
  expect(server.requests.at(-1)?.text).toContain('Which?');
  expect(server.requests.at(-1)?.text).not.toContain('secret');
});
