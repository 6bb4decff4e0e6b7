import { describe, expect, test } from 'vitest';
import { addCall, exceeded, noCaps, nothingSpent, remaining, type Spent } from '../../../src/models/budget.ts';
import { builtInPrices } from '../../../src/models/builtInPrices.ts';
import { estimateRole, estimateRun, type RolePlan } from '../../../src/models/estimate.ts';
import { families, isFamilyName, type FamilyName } from '../../../src/models/families.ts';
import { cost, costOf, priceOf, readPriceTable, type PriceTable } from '../../../src/models/prices.ts';
import type { Usage } from '../../../src/models/types.ts';

const table: PriceTable = { as_of: '2026-07-04', prices: { 'openai/gpt-x': { input: 2, cachedInput: 0.5, output: 10 }, 'vllm/big': { input: 1, cachedInput: null, output: 1 } } };
const at = (family: FamilyName, baseUrl: string = families[family].baseUrl ?? 'http://localhost/v1') => ({ family, baseUrl });
const usage = (promptTokens: number | null, completionTokens: number | null, cachedTokens: number | null = null): Usage => ({
  promptTokens, completionTokens, cachedTokens, reasoningTokens: null,
});

describe('an unknown price is unknown, never 0', () => {
  const price = priceOf(table, at('openai'), 'gpt-x');

  test('USD per million tokens: input, cached input, output', () => {
    expect(cost(usage(1_000_000, 100_000, 400_000), price)).toBeCloseTo(0.6 * 2 + 0.4 * 0.5 + 0.1 * 10, 12);
    expect(cost(usage(1_000_000, 0), price)).toBe(2);
    expect(cost(usage(1_000_000, 0, 1_000_000), { input: 2, cachedInput: null, output: 1 })).toBe(2);
    expect(cost(usage(100, 0, 5000), price)).toBeCloseTo(100 * 0.5e-6, 12); // no more cached than there was
  });

  test('unknown price or usage: null', () => {
    expect(cost(usage(10, 10), null)).toBeNull();
    expect(cost(usage(null, 10), price)).toBeNull();
    expect(cost(usage(10, null), price)).toBeNull();
    expect(priceOf(table, at('openai'), 'gpt-y')).toBeNull();
    expect(priceOf(table, at('openai'), 'gpt-x-mini')).toBeNull();
    expect(priceOf(table, at('openai'), 'toString')).toBeNull();
    expect(priceOf(table, at('openrouter'), 'gpt-x')).toBeNull();
  });

  test('a dated model is priced like the one it dates', () => {
    for (const model of ['gpt-x-20260101', 'gpt-x-2026-01-01', 'gpt-x-latest']) expect(priceOf(table, at('openai'), model)).toBe(price);
  });

  test('local endpoints cost 0, known: local', () => {
    for (const family of ['ollama', 'lmstudio', 'vllm', 'llamacpp'] as const) {
      expect(cost(usage(null, null), priceOf(table, at(family), 'qwen3'))).toBe(0);
      expect(priceOf(table, at(family, 'https://gpu.example.com/v1'), 'qwen3')).toBeNull();
    }
    expect(priceOf(table, at('ollama'), 'qwen3-coder:480b-cloud')).toBeNull();
    expect(priceOf(table, at('vllm'), 'big')).toMatchObject({ input: 1 });
    expect(priceOf(table, at('custom'), 'qwen3')).toBeNull();
  });

  test("the provider's own word comes first", () => {
    expect(costOf({ costUsd: 0.25, usage: usage(1, 1) }, price)).toBe(0.25);
    expect(costOf({ costUsd: 0, usage: usage(1, 1) }, price)).toBe(0);
    expect(costOf({ costUsd: null, usage: usage(1_000_000, 0) }, price)).toBe(2);
    expect(costOf({ costUsd: null, usage: usage(1, 1) }, null)).toBeNull();
  });
});

describe('editable price table', () => {
  test('the one that is built in is valid, dated, and says that it is to be edited', () => {
    expect(readPriceTable(JSON.parse(JSON.stringify(builtInPrices)))).toEqual({ ok: true, value: builtInPrices });
    expect(builtInPrices.as_of).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(builtInPrices.note).toContain('edit');
    for (const name of Object.keys(builtInPrices.prices)) expect(isFamilyName(name.split('/')[0] ?? '')).toBe(true);
  });

  test.each([
    [{ prices: {} }, 'as_of'],
    [{ as_of: 'x', prices: { 'a/b': { input: -1, cachedInput: null, output: 1 } } }, 'prices.a/b.input'],
    [{ as_of: 'x', prices: { 'a/b': { input: '1', cachedInput: null, output: 1 } } }, 'prices.a/b.input'],
    [{ as_of: 'x', prices: { 'a/b': { input: 1, output: 1 } } }, 'prices.a/b.cachedInput'],
  ])('%j is refused at %s', (value, where) => {
    expect(readPriceTable(value)).toMatchObject({ ok: false, code: 'price-table', where });
  });
});

describe('an estimate of calls, tokens and cost for every role', () => {
  const plan: RolePlan = { role: 'agent', turns: 50, callsPerTurn: 3, fixedTokens: 900, turnTokens: 200, outputTokens: 120, thinkingTokens: 300, resultTokens: 400, historyTurns: 20, price: { input: 2, cachedInput: 1, output: 10 } };

  /** Turn by turn and call by call. */
  function counted({ turns, callsPerTurn, fixedTokens, turnTokens, outputTokens, thinkingTokens = 0, resultTokens, historyTurns }: RolePlan) {
    let [calls, promptTokens, completionTokens] = [0, 0, 0];
    const past: number[] = [];
    for (let turn = 0; turn < turns; turn++) {
      const history = (historyTurns === null ? past : past.slice(Math.max(0, past.length - historyTurns))).reduce((sum, size) => sum + size, 0);
      let size = turnTokens;
      for (let call = 0; call < callsPerTurn; call++) {
        calls++;
        promptTokens += fixedTokens + history + size;
        completionTokens += outputTokens + thinkingTokens;
        size += outputTokens + resultTokens;
      }
      past.push(size);
    }
    return { calls, promptTokens, completionTokens };
  }

  test.each([
    ['history window growth', {}],
    ['a run shorter than the window', { turns: 7 }],
    ['no window', { historyTurns: null }],
    ['no history', { historyTurns: 0 }],
    ['one call a turn', { callsPerTurn: 1 }],
    ['no turns', { turns: 0 }],
  ])('equals the slow count: %s', (_, change) => {
    expect(estimateRole({ ...plan, ...change })).toMatchObject(counted({ ...plan, ...change }));
  });

  test('cost, and an unknown part makes the whole unknown', () => {
    const { promptTokens, completionTokens, costUsd } = estimateRole(plan);
    expect(costUsd).toBeCloseTo((promptTokens * 2 + completionTokens * 10) / 1e6, 9);
    const judge = { ...plan, role: 'judge', turns: 1 };
    const both = estimateRun([plan, judge]);
    expect(both.costUsd).toBeCloseTo((costUsd ?? 0) + (estimateRole(judge).costUsd ?? 0), 9);
    expect(both.calls).toBe(153);
    const unsure = estimateRun([plan, { ...judge, price: null }]);
    expect([unsure.costUsd, unsure.roles.map(({ role, costUsd: usd }) => [role, usd === null])]).toEqual([null, [['agent', false], ['judge', true]]]);
    expect(estimateRun([]).costUsd).toBe(0);
  });
});

describe('caps on turns, tokens, cost and time', () => {
  const spent: Spent = { ...nothingSpent, turns: 10, tokens: 5000, costUsd: 0.5, seconds: 60 };

  test.each([
    [{ turns: 10 }, 'turns', 'The cap of 10 turns is reached: 10 turns so far.'],
    [{ tokens: 4000 }, 'tokens', 'The cap of 4000 tokens is reached: 5000 tokens so far.'],
    [{ costUsd: 0.5 }, 'costUsd', 'The cap of $0.50 is reached: $0.50 so far.'],
    [{ seconds: 30 }, 'seconds', 'The cap of 30 seconds is reached: 60 seconds so far.'],
  ] as const)('%j is exceeded', (caps, cap, message) => {
    expect(exceeded({ ...noCaps, ...caps }, spent)).toMatchObject({ cap, message, unknown: false, limit: Object.values(caps)[0] });
  });

  test('below all caps, and without any', () => {
    expect(exceeded({ turns: 11, tokens: 5001, costUsd: 0.51, seconds: 61 }, spent)).toBeNull();
    expect(exceeded(noCaps, spent)).toBeNull();
    expect(remaining({ turns: 11, tokens: 4000, costUsd: null, seconds: 90 }, spent)).toEqual({ turns: 1, tokens: 0, costUsd: null, seconds: 30 });
  });

  test('calls add up; a cap cannot be kept while a cost is unknown', () => {
    const one = addCall(nothingSpent, usage(100, 20), 0.001);
    expect(one).toMatchObject({ tokens: 120, costUsd: 0.001, callsOfUnknownCost: 0, callsOfUnknownTokens: 0 });
    const two = addCall(one, usage(null, null), null);
    expect(two).toMatchObject({ tokens: 120, costUsd: 0.001, callsOfUnknownCost: 1, callsOfUnknownTokens: 1 });
    expect(exceeded({ ...noCaps, costUsd: 5 }, one)).toBeNull();
    expect(exceeded({ ...noCaps, costUsd: 5 }, two)).toMatchObject({ cap: 'costUsd', unknown: true, message: expect.stringContaining('cannot be kept: the cost of 1 call is unknown') });
    expect(exceeded({ ...noCaps, tokens: 500 }, two)).toMatchObject({ cap: 'tokens', unknown: true });
    expect(exceeded(noCaps, two)).toBeNull();
  });
});
