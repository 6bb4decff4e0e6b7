import seedrandom from 'seedrandom';
import { describe, expect, test } from 'vitest';
import type { FamilyName } from '../../../src/models/families.ts';
import { malformedArguments, type ChatAnswer, type Delta } from '../../../src/models/types.ts';
import type { Delivery, Reply } from '../../tools/modelServer/index.ts';
import { answered, ask, client, endpointAt, KEY, serve, wires } from './support.ts';

const talkative: Reply = {
  thinking: 'Payroll is near – 工资快到了. 👩🏽‍🚀 Accept, then work.',
  text: 'I take the "second" one;\n\tnaïve? 好. 🚀',
  toolCalls: [
    { id: 'c1', name: 'run_command', arguments: { command: 'yc-bench task accept --task-id "Täsk-🚀"' } },
    { id: 'c2', name: 'run_command', arguments: { command: 'yc-bench sim resume' } },
  ],
  usage: { prompt: 1200, cached: 1000, completion: 80, reasoning: 30 },
};

/** For Gemini, whose signature of plain text comes on a part of its own when streamed, see replay.test.ts. */
const replies: Record<string, Reply> = {
  'text, thoughts and parallel calls': talkative,
  'text only': { text: 'Nothing to do. 等一下 🕰️', usage: { prompt: 10, completion: 4 } },
  'a call without arguments': { toolCalls: [{ id: 'c1', name: 'run_command', arguments: {} }] },
  'a call of deep arguments': { toolCalls: [{ id: 'c1', name: 'run_command', arguments: { a: [1, { b: null }, '}{"'], c: true } }] },
  'an answer cut at its length': { text: 'I will', finish: '' },
};
const lengthReason: Partial<Record<FamilyName, string>> = { openrouter: 'length', anthropic: 'max_tokens', gemini: 'MAX_TOKENS' };

async function fetchAnswer(family: FamilyName, reply: Reply, stream: boolean, delivery: Delivery = {}): Promise<{ answer: ChatAnswer; deltas: Delta[] }> {
  const given = reply.finish === '' ? { ...reply, finish: lengthReason[family] ?? '' } : reply;
  const server = await serve(() => ({ reply: given, ...delivery }));
  const deltas: Delta[] = [];
  const outcome = await client().complete(endpointAt(server, family), KEY, ask(), { stream, onDelta: (delta) => deltas.push(delta) });
  return { answer: answered(outcome), deltas };
}

describe.each(wires)('%s: streaming and not; tool calls, parallel calls', (family) => {
  test.each(Object.entries(replies))('a finished answer is the same whether streamed or not: %s', async (_, reply) => {
    const whole = await fetchAnswer(family, reply, false);
    const streamed = await fetchAnswer(family, reply, true);
    expect(streamed.answer).toEqual(whole.answer);
    expect(whole.deltas).toEqual([]);
    expect(JSON.parse(JSON.stringify(streamed.answer))).toEqual(streamed.answer);
  });

  test('what the server said is what comes out', async () => {
    const { answer, deltas } = await fetchAnswer(family, talkative, true);
    expect(answer).toMatchObject({
      message: { role: 'assistant', text: talkative.text, provider: { family, model: 'small' } },
      thinking: talkative.thinking,
      finish: 'tool_calls',
      answeredBy: 'small',
      costUsd: null,
    });
    expect(answer.message.toolCalls.map(({ name, arguments: given }) => [name, given])).toEqual(
      talkative.toolCalls?.map(({ name, arguments: given }) => [name, given]),
    );
    const joined = (type: Delta['type'], index?: number): string =>
      deltas.filter((delta) => delta.type === type && (delta.type !== 'tool-call' || delta.index === index)).map(({ text }) => text).join('');
    expect(joined('text')).toBe(talkative.text);
    expect(joined('thinking')).toBe(talkative.thinking);
    expect([0, 1].map((index) => JSON.parse(joined('tool-call', index)) as unknown)).toEqual(answer.message.toolCalls.map((call) => call.arguments));
  });

  test('usage: prompt, completion, cached and reasoning tokens are counted differently by each', async () => {
    const { answer } = await fetchAnswer(family, talkative, true);
    // Anthropic does not tell how much of the output was thought.
    const reasoningTokens = family === 'anthropic' ? null : 30;
    expect(answer.usage).toEqual({ promptTokens: 1200, completionTokens: 80, cachedTokens: 1000, reasoningTokens });
    const silent = await fetchAnswer(family, { text: 'Hm.', usage: null }, true);
    expect(silent.answer.usage).toEqual({ promptTokens: null, completionTokens: null, cachedTokens: null, reasoningTokens: null });
  });

  test.each<[string, Delivery]>([
    ['one byte at a time', { cut: 1 }],
    ['all at once', { cut: 1_000_000 }],
    ['lines end with CR LF', { lineEnd: '\r\n', cut: 7 }],
    ['lines end with CR', { lineEnd: '\r', cut: 5 }],
    ['pings and comments in between', { pings: true }],
    ['no [DONE] and no last empty line', { abruptEnd: true }],
    ['one character a delta', { piece: 1 }],
    ['a whole answer although a stream was asked for', { neverStream: true }],
  ])('split SSE chunks, pings, ends of all kinds: %s', async (_, delivery) => {
    const { answer } = await fetchAnswer(family, talkative, true, delivery);
    expect(answer).toEqual((await fetchAnswer(family, talkative, false)).answer);
  });

  test('any chunking gives the same answer', async () => {
    const seed = `chunks-${family}-${process.env['FUZZ_SEED'] ?? 1}`;
    const random = seedrandom(seed);
    const server = await serve(() => {
      const most = 1 + Math.floor(random() * 60);
      return { reply: talkative, piece: 1 + Math.floor(random() * 20), pings: random() < 0.3, cut: () => 1 + Math.floor(random() * most) };
    });
    const model = client();
    const expected = answered(await model.complete(endpointAt(server, family), KEY, ask()));
    for (let round = 0; round < 25; round++) {
      const answer = answered(await model.complete(endpointAt(server, family), KEY, ask(), { stream: true }));
      expect(answer, `seed ${seed}, round ${round}`).toEqual(expected);
    }
  });
});

describe('streamed call deltas are keyed by index and id; a missing index is possible', () => {
  const calls = ['a', 'b', 'c'].map((id) => ({ id, name: `tool_${id}`, arguments: { command: `${id} – 命令` } }));
  const expected = calls.map(({ id, name, arguments: given }) => ({ id, name, arguments: given }));

  test.each<[string, Delivery]>([
    ['indices, id once', {}],
    ['indices, id in every piece', { ids: 'every-piece' }],
    ['indices, pieces of all calls in turns', { interleaved: true }],
    ['the same index for all, id once', { indices: 'reused' }],
    ['the same index for all, in turns, id in every piece', { indices: 'reused', ids: 'every-piece', interleaved: true }],
    ['no index, id once', { indices: 'missing' }],
    ['no index, in turns, id in every piece', { indices: 'missing', ids: 'every-piece', interleaved: true }],
  ])('%s', async (_, delivery) => {
    const { answer } = await fetchAnswer('custom', { toolCalls: calls }, true, delivery);
    expect(answer.message.toolCalls).toEqual(expected);
  });

  test.each<[string, Delivery]>([
    ['indices but no ids', { ids: 'missing' }],
    ['the same index for all and no ids', { ids: 'missing', indices: 'reused' }],
    ['neither', { ids: 'missing', indices: 'missing' }],
  ])('calls without ids get some of their own: %s', async (_, delivery) => {
    const { answer } = await fetchAnswer('custom', { toolCalls: calls }, true, delivery);
    const ids = answer.message.toolCalls.map(({ id }) => id);
    expect(answer.message.toolCalls.map(({ name, arguments: given }) => ({ name, given }))).toEqual(calls.map(({ name, arguments: given }) => ({ name, given })));
    expect(new Set(ids).size).toBe(3);
    expect(ids.every((id) => /^call_[0-9a-f]{24}_\d$/.test(id))).toBe(true);
    expect((await fetchAnswer('custom', { toolCalls: calls }, true, delivery)).answer.message.toolCalls).toEqual(answer.message.toolCalls);
  });

  test('the same id for every call', async () => {
    const same = calls.map((call) => ({ ...call, id: 'x' }));
    for (const stream of [true, false]) {
      const { answer } = await fetchAnswer('custom', { toolCalls: same }, stream, { ids: 'every-piece' });
      expect(answer.message.toolCalls.map(({ arguments: given }) => given)).toEqual(calls.map(({ arguments: given }) => given));
      expect(new Set(answer.message.toolCalls.map(({ id }) => id)).size).toBe(3);
    }
  });
});

describe('arguments that are not JSON go back to the model as a tool error', () => {
  test.each(['openrouter', 'anthropic'] as const)('%s: they come out as the text they are', async (family) => {
    const { answer } = await fetchAnswer(family, { toolCalls: [{ id: 'c1', name: 'run_command', arguments: '{"command": "sim re' }] }, true);
    expect(answer.message.toolCalls).toEqual([{ id: 'c1', name: 'run_command', arguments: { malformed: '{"command": "sim re' } }]);
    expect(answer.message.toolCalls.map(malformedArguments)).toEqual(['{"command": "sim re']);
  });

  test.each(['"sim resume"', '[1]', 'null', '42'])('JSON that is no object: %s', async (written) => {
    const { answer } = await fetchAnswer('custom', { toolCalls: [{ name: 'run_command', arguments: written }] }, false);
    expect(answer.message.toolCalls.map(malformedArguments)).toEqual([written]);
  });

  test('nothing at all is a call without arguments', async () => {
    const { answer } = await fetchAnswer('custom', { toolCalls: [{ name: 'run_command', arguments: '' }] }, true);
    expect(answer.message.toolCalls.map((call) => [call.arguments, malformedArguments(call)])).toEqual([[{}, null]]);
  });
});

describe('finish reasons beyond stop and length: refusal, pause_turn, context window exceeded, malformed call', () => {
  const table: [FamilyName, string, ChatAnswer['finish']][] = [
    ['openai', 'stop', 'stop'],
    ['openai', 'length', 'length'],
    ['openai', 'content_filter', 'content_filter'],
    ['zai', 'sensitive', 'content_filter'],
    ['zai', 'model_context_window_exceeded', 'context_window'],
    ['openai', 'something_new', 'other'],
    ['anthropic', 'end_turn', 'stop'],
    ['anthropic', 'stop_sequence', 'stop'],
    ['anthropic', 'max_tokens', 'length'],
    ['anthropic', 'refusal', 'refusal'],
    ['anthropic', 'pause_turn', 'pause_turn'],
    ['anthropic', 'model_context_window_exceeded', 'context_window'],
    ['gemini', 'STOP', 'stop'],
    ['gemini', 'MAX_TOKENS', 'length'],
    ['gemini', 'SAFETY', 'content_filter'],
    ['gemini', 'PROHIBITED_CONTENT', 'content_filter'],
    ['gemini', 'MALFORMED_FUNCTION_CALL', 'malformed_call'],
    ['gemini', 'OTHER', 'other'],
  ];
  test.each(table)('%s %s is %s', async (family, finishReason, finish) => {
    for (const stream of [true, false]) {
      const { answer } = await fetchAnswer(family, { text: 'So.', finish: finishReason }, stream);
      expect(answer).toMatchObject({ finish, finishReason });
    }
  });

  test.each([
    ['ollama', 'stop'],
    ['custom', 'eos_token'],
    ['anthropic', 'something_new'],
    ['gemini', 'FUNCTION_CALL'],
    ['custom', 'constructor'],
    ['anthropic', 'constructor'],
  ] as const)('%s says "%s" of an answer with calls', async (family, finish) => {
    const { answer } = await fetchAnswer(family, { toolCalls: [{ name: 'run_command', arguments: {} }], finish }, true);
    expect(answer.finish).toBe('tool_calls');
  });
});

describe('cost from usage.cost where given', () => {
  test.each([true, false])('OpenRouter states it (streamed: %s)', async (stream) => {
    const { answer } = await fetchAnswer('openrouter', { text: 'Hi.', usage: { prompt: 5, completion: 2 }, cost: 0.00042 }, stream);
    expect(answer.costUsd).toBe(0.00042);
  });
});
