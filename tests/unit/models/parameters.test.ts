import { describe, expect, test } from 'vitest';
import type { FamilyName } from '../../../src/models/families.ts';
import type { ChatRequest, Sent, Thinking } from '../../../src/models/types.ts';
import { answered, ask, client, endpointAt, KEY, serve } from './support.ts';

async function sentBody(family: FamilyName, settings: Partial<ChatRequest>, stream = false): Promise<{ body: Record<string, unknown>; sent: Sent }> {
  const server = await serve();
  const answer = answered(await client().complete(endpointAt(server, family), KEY, ask(undefined, settings), { stream }));
  return { body: server.requests[0]?.body as Record<string, unknown>, sent: answer.sent };
}

const all = { temperature: 0.7, topP: 0.9, seed: 7, maxOutputTokens: 500 };

describe('reasoning models take max_completion_tokens and no temperature; others max_tokens', () => {
  test.each([
    ['openai', 'gpt-4.1', true],
    ['openai', 'gpt-5-chat-latest', true],
    ['openai', 'gpt-5.4-mini', false],
    ['openai', 'o3', false],
    ['openai', 'ft:o4-mini:us', false],
    ['custom', 'openai/gpt-5', false],
    ['custom', 'gpt-oss-120b', true],
    ['openrouter', 'openai/gpt-5.4', true],
    ['deepseek', 'deepseek-v4-pro', true],
    ['groq', 'openai/gpt-oss-20b', true],
  ] as const)('%s %s: plain %s', async (family, model, plain) => {
    const { body, sent } = await sentBody(family, { model, ...all });
    expect(body).toMatchObject(plain ? { max_tokens: 500, temperature: 0.7, top_p: 0.9 } : { max_completion_tokens: 500 });
    expect(Object.keys(body).includes(plain ? 'max_completion_tokens' : 'temperature')).toBe(false);
    expect(sent).toMatchObject({ maxOutputTokens: true, temperature: plain, topP: plain });
  });
});

describe('newest Claude models take no sampling parameters; Anthropic needs max_tokens', () => {
  test.each([
    ['claude-3-haiku-20240307', true, 4096],
    ['claude-3-5-sonnet-latest', true, 4096],
    ['claude-opus-4-20250514', true, 16_384],
    ['claude-opus-4-1-20250805', true, 16_384],
    ['claude-sonnet-4-6', true, 16_384],
    ['claude-haiku-4-5', true, 16_384],
    ['claude-opus-4-7', false, 16_384],
    ['claude-opus-4-8', false, 16_384],
    ['claude-opus-5', false, 16_384],
    ['claude-sonnet-5', false, 16_384],
    ['claude-opus-5-5', false, 16_384],
    ['claude-fable-5-1', false, 16_384],
    ['claude-something', false, 16_384],
  ])('%s: sampling %s', async (model, sampling, usual) => {
    const { body, sent } = await sentBody('anthropic', { model, temperature: 0.7, topP: 0.9 });
    expect(body['max_tokens']).toBe(usual);
    expect([body['temperature'], body['top_p']]).toEqual([sampling ? 0.7 : undefined, undefined]); // never both
    expect(sent).toMatchObject({ temperature: sampling, topP: false, maxOutputTokens: false });
    expect((await sentBody('anthropic', { model, maxOutputTokens: 99 })).body['max_tokens']).toBe(99);
  });

  test('top_p alone is sent', async () => {
    expect((await sentBody('anthropic', { model: 'claude-haiku-4-5', topP: 0.9 })).body['top_p']).toBe(0.9);
  });
});

describe('seed is sent where the endpoint has one, and recorded as sent or not sent', () => {
  test.each([
    ['openai', true], ['openrouter', true], ['groq', true], ['ollama', true], ['lmstudio', true], ['vllm', true], ['llamacpp', true], ['custom', true],
    ['deepseek', false], ['zai', false], ['anthropic', false], ['gemini', true],
  ] as const)('%s: %s', async (family, has) => {
    const { body, sent } = await sentBody(family, { seed: 7 });
    const settings = (family === 'gemini' ? body['generationConfig'] : body) as Record<string, unknown>;
    expect([settings['seed'], sent.seed]).toEqual(has ? [7, true] : [undefined, false]);
  });

  test('what was not asked for is not sent', async () => {
    for (const family of ['openai', 'anthropic', 'gemini'] as const) {
      const { sent } = await sentBody(family, {});
      expect(Object.values(sent)).toEqual([false, false, false, false, false, false]);
    }
  });
});

describe('LM Studio and Ollama take no object tool_choice', () => {
  test.each([
    ['openai', { type: 'function', function: { name: 'run_command' } }],
    ['ollama', 'required'],
    ['lmstudio', 'required'],
    ['anthropic', { type: 'tool', name: 'run_command' }],
    ['gemini', { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['run_command'] } }],
  ] as const)('%s', async (family, expected) => {
    const { body } = await sentBody(family, { toolChoice: { name: 'run_command' } });
    expect(body[family === 'gemini' ? 'toolConfig' : 'tool_choice']).toEqual(expected);
  });

  test('words', async () => {
    expect((await sentBody('openai', { toolChoice: 'required' })).body['tool_choice']).toBe('required');
    expect((await sentBody('anthropic', { toolChoice: 'required' })).body['tool_choice']).toEqual({ type: 'any' });
    expect((await sentBody('gemini', { toolChoice: 'none' })).body['toolConfig']).toEqual({ functionCallingConfig: { mode: 'NONE' } });
  });

  test('without tools there is no choice', async () => {
    for (const family of ['openai', 'anthropic', 'gemini'] as const) {
      const { body, sent } = await sentBody(family, { tools: [], toolChoice: 'auto' });
      expect(body['tools'] ?? body['tool_choice'] ?? body['toolConfig']).toBeUndefined();
      expect(sent.toolChoice).toBe(false);
    }
  });
});

describe('thinking is asked for in the words of each', () => {
  const cases: [FamilyName, string, Thinking, object | null][] = [
    ['openai', 'gpt-5.4', 'high', { reasoning_effort: 'high' }],
    ['openai', 'gpt-5.4', 'off', { reasoning_effort: 'none' }],
    ['openai', 'gpt-5', 'off', { reasoning_effort: 'minimal' }],
    ['openai', 'o3', 'off', null],
    ['openai', 'gpt-4.1', 'high', null],
    ['openrouter', 'z-ai/glm-5', 'low', { reasoning: { effort: 'low' } }],
    ['openrouter', 'z-ai/glm-5', 'off', { reasoning: { enabled: false } }],
    ['deepseek', 'deepseek-v4-pro', 'medium', { thinking: { type: 'enabled' } }],
    ['zai', 'glm-5', 'off', { thinking: { type: 'disabled' } }],
    ['groq', 'openai/gpt-oss-120b', 'low', { reasoning_effort: 'low' }],
    ['groq', 'qwen/qwen3-32b', 'off', { reasoning_effort: 'none' }],
    ['groq', 'llama-4', 'high', null],
    ['ollama', 'qwen3', 'off', { reasoning_effort: 'none' }],
    ['vllm', 'qwen3', 'off', { chat_template_kwargs: { enable_thinking: false } }],
    ['lmstudio', 'qwen3', 'high', null],
    ['anthropic', 'claude-opus-5', 'high', { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } }],
    ['anthropic', 'claude-opus-5', 'off', { thinking: { type: 'disabled' } }],
    ['anthropic', 'claude-opus-4-8', 'off', null],
    ['anthropic', 'claude-haiku-4-5', 'low', { thinking: { type: 'enabled', budget_tokens: 2048 }, max_tokens: 18_432 }],
    ['anthropic', 'claude-3-haiku-20240307', 'high', null],
    ['gemini', 'gemini-3-flash-preview', 'high', { generationConfig: { thinkingConfig: { thinkingLevel: 'high', includeThoughts: true } } }],
    ['gemini', 'gemini-2.5-flash', 'off', { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } }],
    ['gemini', 'gemini-2.5-pro', 'off', null],
  ];
  test.each(cases)('%s %s %s', async (family, model, thinking, expected) => {
    const { body, sent } = await sentBody(family, { model, thinking });
    expect(body).toMatchObject(expected ?? {});
    expect(sent.thinking).toBe(expected !== null);
    if (expected === null) expect(JSON.stringify(body)).not.toMatch(/thinking|reasoning/);
  });

  test('a Claude that thinks on a budget is sent no temperature', async () => {
    const { body, sent } = await sentBody('anthropic', { model: 'claude-haiku-4-5', thinking: 'low', temperature: 0.5 });
    expect([body['temperature'], sent.temperature]).toEqual([undefined, false]);
  });
});

describe('streams: the usage is asked for where that is possible', () => {
  test.each([['openai', true], ['openrouter', true], ['ollama', true], ['zai', false], ['anthropic', false]] as const)('%s: %s', async (family, asks) => {
    const { body } = await sentBody(family, {}, true);
    expect([body['stream'], body['stream_options']]).toEqual([true, asks ? { include_usage: true } : undefined]);
    expect((await sentBody(family, {})).body['stream']).toBeUndefined();
  });

  test('OpenRouter is asked for the cost', async () => {
    expect((await sentBody('openrouter', {})).body['usage']).toEqual({ include: true });
  });
});

test('an empty system prompt and no tools leave no trace', async () => {
  const bare = { system: '', tools: [] };
  expect((await sentBody('openai', bare)).body).toEqual({ model: 'small', messages: [{ role: 'user', content: 'What now?' }] });
  expect((await sentBody('gemini', bare)).body).toEqual({ contents: [{ role: 'user', parts: [{ text: 'What now?' }] }] });
});
