import { describe, expect, test } from 'vitest';
import type { FamilyName } from '../../../src/models/families.ts';
import type { ChatAnswer, ChatMessage } from '../../../src/models/types.ts';
import type { ModelServer, Reply, Script } from '../../tools/modelServer/index.ts';
import { answered, ask, client, endpointAt, KEY, serve } from './support.ts';

/** Answers thoughtfully, then with a plain word; the server refuses what does not bring its thoughts back. */
const conversation = (first: Reply): Script => ({ index }) => ({ reply: index === 0 ? first : { text: 'Good.' } });

const user: ChatMessage = { role: 'user', text: 'What now?' };

async function firstAnswer(server: ModelServer, family: FamilyName, stream: boolean, model = 'small'): Promise<ChatAnswer> {
  return answered(await client().complete(endpointAt(server, family), KEY, ask([user], { model }), { stream }));
}

/** The answer and what its calls gave, as history. */
function after({ message }: ChatAnswer): ChatMessage[] {
  return [user, message, ...message.toolCalls.map(({ id, name }): ChatMessage => ({ role: 'toolResult', callId: id, name, text: '{"ok": true}' }))];
}

const calls = [
  { name: 'run_command', arguments: { command: 'company status' } },
  { name: 'run_command', arguments: { command: 'sim resume' } },
];

const thoughtful: [string, FamilyName, Reply][] = [
  ['reasoning_content', 'deepseek', { thinking: 'Let me see. 想一想', toolCalls: calls }],
  ['reasoning_content, also when empty', 'deepseek', { thinking: '', toolCalls: calls }],
  ['reasoning_content of an answer without calls', 'zai', { thinking: 'Hm.', text: 'All well.' }],
  ['OpenRouter reasoning_details', 'openrouter', { thinking: 'Let me see.', thinkingField: 'reasoning_details', toolCalls: calls }],
  ['Anthropic thinking blocks with signatures', 'anthropic', { thinking: 'Let me see.', text: 'I look.', toolCalls: calls }],
  ['an Anthropic thought whose text is withheld', 'anthropic', { thinking: '', toolCalls: calls }],
  ['Gemini thoughtSignature of a call', 'gemini', { thinking: 'Let me see.', toolCalls: calls }],
  ['Gemini thoughtSignature of text', 'gemini', { thinking: 'Let me see.', text: 'All well.' }],
];

describe("keep and replay the provider's own assistant message", () => {
  describe.each([true, false])('streamed: %s', (stream) => {
    test.each(thoughtful)('%s (%s)', async (_, family, reply) => {
      const server = await serve(conversation(reply));
      const answer = await firstAnswer(server, family, stream);
      const outcome = await client().complete(endpointAt(server, family), KEY, ask([...after(answer), user]), { stream });
      expect(answered(outcome).message.text).toBe('Good.');
    });

    test.each(thoughtful)('it survives being stored: %s (%s)', async (_, family, reply) => {
      const server = await serve(conversation(reply));
      const stored = JSON.parse(JSON.stringify(await firstAnswer(server, family, stream))) as ChatAnswer;
      answered(await client().complete(endpointAt(server, family), KEY, ask([...after(stored), user]), { stream }));
    });
  });

  test('the server does refuse a request that lost them', async () => {
    const server = await serve(conversation({ thinking: 'Let me see.', toolCalls: calls }));
    const answer = await firstAnswer(server, 'deepseek', false);
    const bare = { ...answer, message: { ...answer.message, provider: null } };
    const outcome = await client().complete(endpointAt(server, 'deepseek'), KEY, ask(after(bare)));
    expect(outcome).toMatchObject({ ok: false, code: 'bad-request', status: 400, retryable: false });
    expect(outcome.ok ? '' : outcome.message).toContain('The thoughts must be passed back');
  });
});

describe('drop them when the model changes', () => {
  test.each(thoughtful)('another model of the same provider: %s (%s)', async (_, family, reply) => {
    const server = await serve(conversation(reply));
    const answer = await firstAnswer(server, family, true);
    answered(await client().complete(endpointAt(server, family), KEY, ask([...after(answer), user], { model: 'large' })));
    const { body } = server.requests.at(-1) ?? {};
    expect(JSON.stringify(body)).not.toMatch(/signed:|"reasoning_content":"[^"]|"thinking"/);
  });

  const families: FamilyName[] = ['deepseek', 'anthropic', 'gemini'];
  const pairs = families.flatMap((from) => families.filter((to) => to !== from).map((to) => [from, to] as const));
  test.each(pairs)('from %s to %s: text, calls and results stay', async (from, to) => {
    const server = await serve(conversation({ thinking: 'Let me see.', text: 'I look.', toolCalls: calls }));
    const answer = await firstAnswer(server, from, true);
    answered(await client().complete(endpointAt(server, to), KEY, ask([...after(answer), user])));
    const sent = JSON.stringify(server.requests.at(-1)?.body);
    for (const part of ['I look.', 'company status', 'sim resume', 'ok']) expect(sent).toContain(part);
    expect(sent).not.toContain('signed:');
  });

  test('ids that Anthropic refuses are changed alike in call and result', async () => {
    const server = await serve();
    const messages: ChatMessage[] = [
      user,
      { role: 'assistant', text: '', toolCalls: [{ id: 'functions.run:0', name: 'run_command', arguments: {} }], provider: null },
      { role: 'toolResult', callId: 'functions.run:0', name: 'run_command', text: 'done', isError: true },
      { role: 'user', text: 'Go on.' },
    ];
    answered(await client().complete(endpointAt(server, 'anthropic'), KEY, ask(messages)));
    expect(server.requests[0]?.body.messages.slice(1)).toEqual([
      { role: 'assistant', content: [{ type: 'tool_use', id: 'functions_run_0', name: 'run_command', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'functions_run_0', content: 'done', is_error: true },
          { type: 'text', text: 'Go on.' },
        ],
      },
    ]);
  });

  const foreign: ChatMessage[] = [
    user,
    { role: 'assistant', text: '', toolCalls: [{ id: 'x', name: 'run_command', arguments: {} }], provider: null },
    { role: 'toolResult', callId: 'x', name: 'run_command', text: 'done' },
  ];

  test('DeepSeek refuses a call without any thoughts, so a foreign one gets empty ones', async () => {
    const server = await serve();
    answered(await client().complete(endpointAt(server, 'deepseek'), KEY, ask(foreign)));
    answered(await client().complete(endpointAt(server, 'openai'), KEY, ask(foreign)));
    expect(server.requests.map(({ body }) => body.messages[2].reasoning_content)).toEqual(['', undefined]);
  });

  test('a Claude that thinks on a budget cannot begin to between a foreign call and its result', async () => {
    const server = await serve();
    const settings = { model: 'claude-haiku-4-5', thinking: 'low' } as const;
    const outcomes = [];
    for (const messages of [foreign, [...foreign, user]]) outcomes.push(await client().complete(endpointAt(server, 'anthropic'), KEY, ask(messages, settings)));
    expect(server.requests.map(({ body }) => body.thinking?.type)).toEqual([undefined, 'enabled']);
    expect(outcomes.map((outcome) => answered(outcome).sent.thinking)).toEqual([false, true]);
  });

  test('Gemini 3 refuses a call without a signature, so a foreign one gets a stand-in', async () => {
    const server = await serve();
    const message: ChatMessage = { role: 'assistant', text: '', toolCalls: [{ id: 'x', name: 'run_command', arguments: { a: 1 } }], provider: null };
    const result: ChatMessage = { role: 'toolResult', callId: 'x', name: 'run_command', text: 'done' };
    answered(await client().complete(endpointAt(server, 'gemini'), KEY, ask([user, message, result], { model: 'gemini-3-flash-preview' })));
    expect(server.requests[0]?.body.contents.slice(1)).toEqual([
      { role: 'model', parts: [{ functionCall: { name: 'run_command', args: { a: 1 } }, thoughtSignature: 'skip_thought_signature_validator' }] },
      { role: 'user', parts: [{ functionResponse: { name: 'run_command', response: { output: 'done' } } }] },
    ]);
  });
});

describe('what a provider would refuse to take back is mended on the way, not in the record', () => {
  test.each(['custom', 'anthropic'] as const)('%s: arguments that were no JSON', async (family) => {
    const server = await serve(conversation({ toolCalls: [{ id: 'c1', name: 'run_command', arguments: '{"command": ' }] }));
    const answer = await firstAnswer(server, family, true);
    answered(await client().complete(endpointAt(server, family), KEY, ask(after(answer))));
    const call = server.requests[1]?.body.messages.at(-2);
    const given: unknown = family === 'anthropic' ? call.content[0].input : JSON.parse(call.tool_calls[0].function.arguments);
    expect(given).toEqual({ malformed: '{"command": ' });
    if (family === 'custom') expect(JSON.stringify(answer.message.provider)).toContain('"arguments":"{\\"command\\": "');
  });

  test.each(['custom', 'anthropic', 'gemini'] as const)('%s: an answer without any content', async (family) => {
    const server = await serve(({ index }) => (index > 0 ? {} : { rawBody: JSON.stringify(nothing[family]) }));
    const answer = await firstAnswer(server, family, false);
    expect(answer.message).toMatchObject({ text: '', toolCalls: [] });
    answered(await client().complete(endpointAt(server, family), KEY, ask([user, answer.message, user])));
    const { messages, contents } = server.requests[1]?.body ?? {};
    const again = (messages ?? contents).at(-2);
    expect(again.content ?? again.parts).toEqual({ custom: '', anthropic: [{ type: 'text', text: '(no answer)' }], gemini: [{ text: '(no answer)' }] }[family]);
  });

  const nothing = {
    custom: { choices: [{ message: { role: 'assistant', content: null }, finish_reason: 'stop' }] },
    anthropic: { type: 'message', role: 'assistant', content: [], stop_reason: 'end_turn' },
    gemini: { candidates: [{ content: { role: 'model' }, finishReason: 'MAX_TOKENS' }] },
  };

  test('what a provider adds to its calls goes back, too', async () => {
    const extra = { google: { thought_signature: 'sig' } };
    const toolCall = { index: 0, id: 'c1', type: 'function', function: { name: 'run_command', arguments: '{}' }, extra_content: extra };
    const chunk = { choices: [{ index: 0, delta: { tool_calls: [toolCall] }, finish_reason: 'tool_calls' }] };
    const server = await serve(({ index }) =>
      index > 0 ? {} : { rawBody: `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`, headers: { 'content-type': 'text/event-stream' } },
    );
    const answer = await firstAnswer(server, 'custom', true);
    answered(await client().complete(endpointAt(server, 'custom'), KEY, ask(after(answer))));
    expect(server.requests[1]?.body.messages.at(-2).tool_calls[0]).toEqual({ id: 'c1', type: 'function', function: toolCall.function, extra_content: extra });
  });
});
