import seedrandom from 'seedrandom';
import { describe, expect, test } from 'vitest';
import type { FamilyName } from '../../../src/models/families.ts';
import { renderAnthropic } from '../../tools/modelServer/anthropic.ts';
import type { Parsed, RenderContext, Reply } from '../../tools/modelServer/behaviour.ts';
import { renderGemini } from '../../tools/modelServer/gemini.ts';
import { renderOpenAi } from '../../tools/modelServer/openai.ts';
import { ask, client, endpointAt, KEY, serve, wires } from './support.ts';

const ROUNDS = 150;
const oddities = [null, true, -1, 1e300, 0.5, '', 'x', 'constructor', '__proto__', [], {}, [[]], { error: 'x' }, [null, 1], { malformed: 1 }];

const reply: Reply = {
  thinking: 'Let me see.',
  thinkingField: 'reasoning_details',
  text: 'I look.',
  toolCalls: [{ id: 'c1', name: 'run_command', arguments: { command: 'sim resume' } }, { id: 'c2', name: 'run_command', arguments: {} }],
  usage: { prompt: 10, cached: 5, completion: 8, reasoning: 3 },
  cost: 0.1,
};

const renderers: Partial<Record<FamilyName, typeof renderOpenAi>> = { openrouter: renderOpenAi, anthropic: renderAnthropic, gemini: renderGemini };

function render(family: FamilyName, delivery: RenderContext['delivery'] = {}): ReturnType<typeof renderOpenAi> {
  const rendered = renderers[family]?.({ index: 0, model: 'small', reply, delivery, usageAsked: true });
  if (!rendered) throw new Error('no renderer');
  return rendered;
}

/** Puts something else somewhere, or takes it away, or says it twice. */
function spoil(value: Parsed, random: () => number): Parsed {
  const places: [Parsed, string | number][] = [];
  const walk = (node: Parsed): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const key of Object.keys(node)) {
      places.push([node, key]);
      walk(node[key]);
    }
  };
  const copy = JSON.parse(JSON.stringify({ value }));
  walk(copy);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  for (let count = 1 + Math.floor(random() * 3); count > 0; count--) {
    const [parent, key] = pick(places);
    if (random() < 0.2) delete parent[key];
    else if (random() < 0.1 && Array.isArray(parent)) parent.push(parent[0]);
    else parent[key] = pick(oddities);
  }
  return copy.value;
}

describe('bad input comes back as a value: whatever a server sends, the call ends in an answer or a coded failure', () => {
  test.each(wires)('%s', async (family) => {
    const seed = `garbage-${family}-${process.env['FUZZ_SEED'] ?? 1}`;
    const random = seedrandom(seed);
    const server = await serve(({ stream }) => {
      if (!stream) return { rawBody: JSON.stringify(spoil(render(family).whole, random) ?? null) };
      const events = render(family, { piece: 8 }).events.map(({ data }) => (data !== '[DONE]' && random() < 0.3 ? spoil(data, random) : data));
      const lines = events.map((data) => `data: ${data === '[DONE]' ? data : JSON.stringify(data ?? null)}\n\n`);
      return { rawBody: lines.join(''), headers: { 'content-type': 'text/event-stream' } };
    });
    const model = client();
    let answers = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const outcome = await model.complete(endpointAt(server, family), KEY, ask(), { stream: round % 2 === 0, retry: { maxRetries: 0 } });
      const where = `seed ${seed}, round ${round}`;
      expect(JSON.parse(JSON.stringify(outcome)), where).toEqual(outcome);
      if (!outcome.ok) {
        expect(outcome.code, where).not.toBe('cancelled');
        continue;
      }
      answers++;
      const { message, usage, finish, thinking } = outcome.value;
      expect([typeof message.text, typeof thinking, typeof finish], where).toEqual(['string', 'string', 'string']);
      for (const call of message.toolCalls) expect([typeof call.id, typeof call.name, typeof call.arguments], where).toEqual(['string', 'string', 'object']);
      expect(new Set(message.toolCalls.map(({ id }) => id)).size, where).toBe(message.toolCalls.length);
      for (const count of Object.values(usage)) expect(count === null || Number.isInteger(count), where).toBe(true);
      // What was understood can be sent on.
      const results = message.toolCalls.map(({ id, name }) => ({ role: 'toolResult' as const, callId: id, name, text: 'ok' }));
      const next = await model.complete(endpointAt(server, family), KEY, ask([{ role: 'user', text: 'x' }, message, ...results]), { retry: { maxRetries: 0 } });
      expect(typeof next.ok, where).toBe('boolean');
    }
    expect(answers).toBeGreaterThan(ROUNDS / 5);
  });
});
