import { describe, expect, test } from 'vitest';
import { hashOf, neutralRequest, readCassette, type Cassette } from '../../../src/models/cassetteFormat.ts';
import { Recording } from '../../../src/models/recording.ts';
import { Replaying } from '../../../src/models/replaying.ts';
import type { ModelClient } from '../../../src/models/client.ts';
import type { ChatAnswer, ChatMessage, ChatRequest, Delta } from '../../../src/models/types.ts';
import { answered, ask, client, endpointAt, KEY, serve } from './support.ts';

/** Three turns of calling a tool; the answers seen. */
async function play(model: ModelClient, url: string, key: string | null, more = ''): Promise<ChatAnswer[]> {
  const messages: ChatMessage[] = [{ role: 'user', text: `Begin. ${more}` }];
  const answers: ChatAnswer[] = [];
  for (let turn = 0; turn < 3; turn++) {
    const answer = answered(await model.complete(endpointAt({ url }, 'anthropic'), key, ask(messages, { seed: 1 })));
    answers.push(answer);
    messages.push(answer.message);
    for (const { id, name } of answer.message.toolCalls) messages.push({ role: 'toolResult', callId: id, name, text: `done ${turn}` });
  }
  return answers;
}

async function recorded(more = ''): Promise<{ cassette: Cassette; answers: ChatAnswer[] }> {
  const server = await serve(({ index, lastText }) => ({
    reply: { thinking: `Turn ${index}.`, text: `After ${lastText}`, toolCalls: [{ id: `c${index}`, name: 'run_command', arguments: { command: 'sim resume' } }], usage: { prompt: 100, completion: 10 } },
  }));
  const recording = new Recording(client(), { label: 'Three turns', madeWith: 'scripted driver' });
  const answers = await play(recording, server.url, KEY, more);
  return { cassette: JSON.parse(JSON.stringify(recording.cassette())) as Cassette, answers };
}

/** Nothing listens there. */
const nowhere = 'http://127.0.0.1:1';

function load(value: unknown): Replaying {
  const cassette = readCassette(value);
  if (!cassette.ok) throw new Error(cassette.message);
  return new Replaying(cassette.value);
}

describe('record: request hash → answer, without keys; replay: offline', () => {
  test('a run replays with the same answers, without server and key', async () => {
    const { cassette, answers } = await recorded();
    expect(await play(load(cassette), nowhere, null)).toEqual(answers);
    expect(cassette).toMatchObject({ label: 'Three turns', made_with: 'scripted driver', version: 1 });
  });

  test('what repeats is stored once', async () => {
    const { cassette } = await recorded();
    expect(cassette.entries.map(({ request }) => request.messages.length)).toEqual([1, 3, 5]);
    expect(cassette.pool).toHaveLength(2 + 5); // system, tools, messages
  });

  test('the same request asked again gets the answers in the order of recording', async () => {
    const server = await serve(({ index }) => ({ reply: { text: `answer ${index}` } }));
    const recording = new Recording(client(), { label: 'x', madeWith: 'scripted driver' });
    for (let i = 0; i < 3; i++) await recording.complete(endpointAt(server, 'openai'), KEY, ask());
    const replaying = load(recording.cassette());
    const texts = [];
    for (let i = 0; i < 3; i++) texts.push(answered(await replaying.complete(endpointAt(server, 'openai'), null, ask())).message.text);
    expect(texts).toEqual(['answer 0', 'answer 1', 'answer 2']);
    expect(await replaying.complete(endpointAt(server, 'openai'), null, ask())).toMatchObject({ ok: false, code: 'cassette-miss', message: expect.stringContaining('no further answer') });
  });

  test('failed calls are passed on and not recorded', async () => {
    const server = await serve(() => ({ status: 400, error: 'no' }));
    const recording = new Recording(client(), { label: 'x', madeWith: 'scripted driver' });
    expect(await recording.complete(endpointAt(server, 'openai'), KEY, ask())).toMatchObject({ ok: false, code: 'bad-request' });
    expect(recording.cassette().entries).toEqual([]);
  });

  test('a replay streams, and can be cancelled', async () => {
    const { cassette } = await recorded();
    const deltas: Delta[] = [];
    const replaying = load(cassette);
    const request = ask([{ role: 'user', text: 'Begin. ' }], { seed: 1 });
    const endpoint = endpointAt({ url: nowhere }, 'anthropic');
    expect(await replaying.complete(endpoint, null, request, { signal: AbortSignal.abort() })).toMatchObject({ code: 'cancelled' });
    answered(await replaying.complete(endpoint, null, request, { onDelta: (delta) => deltas.push(delta) }));
    expect(deltas.map(({ type, text }) => [type, text])).toEqual([['thinking', 'Turn 0.'], ['text', 'After Begin. '], ['tool-call', '{"command":"sim resume"}']]);
  });
});

describe('a miss is a clear error', () => {
  const at = endpointAt({ url: nowhere }, 'anthropic');

  test.each<[string, Partial<ChatRequest>, string]>([
    ['the system prompt', { system: 'You run a bakery.' }, 'differs at system: recorded "You run a company.", now "You run a bakery."'],
    ['a setting', { seed: 2 }, 'differs at seed: recorded 1, now 2'],
    ['a setting that was not there', { temperature: 0.5 }, 'differs at temperature: recorded nothing, now 0.5'],
    ['the model', { model: 'large' }, 'differs at model: recorded "small", now "large"'],
    ['the first message', { messages: [{ role: 'user', text: 'Start. ' }] }, 'number 1, differs at messages[0].text: recorded "Begin. ", now "Start. "'],
  ])('it says which turn and what differed: %s', async (_, change, expected) => {
    const { cassette } = await recorded();
    const request = ask([{ role: 'user', text: 'Begin. ' }], { seed: 1, ...change });
    const outcome = await load(cassette).complete(at, null, request, { turn: 7 });
    expect(outcome).toMatchObject({ ok: false, code: 'cassette-miss', retryable: false });
    expect(outcome.ok ? '' : outcome.message).toContain('Turn 7: the cassette "Three turns" has no answer');
    expect(outcome.ok ? '' : outcome.message).toContain(expected);
  });

  test('the nearest recorded request is the one with most in common, and long texts are shown where they part', async () => {
    const { cassette, answers } = await recorded();
    const replaying = load(cassette);
    const [first] = answers;
    if (!first) return;
    const text = `done ${'0'.repeat(500)}`;
    const request = ask([{ role: 'user', text: 'Begin. ' }, first.message, { role: 'toolResult', callId: 'c0', name: 'run_command', text }], { seed: 1 });
    const outcome = await replaying.complete(at, null, request);
    expect(outcome.ok ? '' : outcome.message).toMatch(/^Call 1: .*number 2, differs at messages\[2\]\.text: recorded "done 0", now "done 0{10,80}…\.$/);
    expect(await new Replaying({ ...cassette, entries: [] }).complete(at, null, request)).toMatchObject({ message: expect.stringContaining('it is empty') });
  });
});

describe('the request hash leaves out keys and what is volatile', () => {
  test("the provider's own message does not count, everything else does", () => {
    const assistant = (message: object | null): ChatMessage => ({
      role: 'assistant', text: 'x', toolCalls: [], provider: message && { family: 'anthropic', model: 'small', message: { ...message } },
    });
    const hash = (request: ChatRequest): string => hashOf(neutralRequest(request));
    expect(hash(ask([assistant({ signature: 'a' })]))).toBe(hash(ask([assistant(null)])));
    expect(hash(ask([assistant(null)], { seed: 1 }))).not.toBe(hash(ask([assistant(null)])));
    const { model, system, messages, tools } = ask();
    expect(hash({ tools, messages, system, model })).toBe(hash(ask())); // order of keys
  });

  test('a cassette never holds a key, even if the model was shown it and repeats it', async () => {
    const { cassette } = await recorded(`My key is ${KEY}, and Bearer abcdefgh12345678, and sk-ant-api03-abcdefghijklmnop.`);
    const text = JSON.stringify(cassette);
    for (const secret of [KEY, 'abcdefgh12345678', 'sk-ant-api03']) expect(text).not.toContain(secret);
    expect(text).toContain('[key removed]');
    expect(readCassette(cassette).ok).toBe(true);
  });

  test('a key of a known form in the prompt does not keep a cassette from replaying', async () => {
    const foreign = 'sk-ant-api03-abcdefghijklmnop';
    const { cassette } = await recorded(foreign);
    const request = ask([{ role: 'user', text: `Begin. ${foreign}` }], { seed: 1 });
    answered(await load(cassette).complete(endpointAt({ url: nowhere }, 'anthropic'), null, request));
  });
});

describe('a damaged or foreign cassette is named as such', () => {
  test.each<[string, (cassette: Cassette) => unknown, string, string | undefined]>([
    ['no object', () => 'x', 'cassette-foreign', undefined],
    ['another format', () => ({ format: 'longrun-rollout' }), 'cassette-foreign', undefined],
    ['newer', (cassette) => ({ ...cassette, version: 2 }), 'cassette-version', undefined],
    ['a part missing', ({ label: _, ...rest }) => rest, 'cassette-invalid', 'label'],
    ['an answer that is none', (cassette) => ({ ...cassette, entries: cassette.entries.map((entry) => ({ ...entry, answer: {} })) }), 'cassette-invalid', 'entries.0.answer.message'],
    ['an edited prompt', (cassette) => ({ ...cassette, pool: ['You cheat.', ...cassette.pool.slice(1)] }), 'cassette-damaged', 'entries[0]'],
    ['a pool cut short', (cassette) => ({ ...cassette, pool: cassette.pool.slice(0, 4) }), 'cassette-damaged', 'entries[1]'],
  ])('%s', async (_, change, code, where) => {
    const outcome = readCassette(change((await recorded()).cassette));
    expect(outcome).toMatchObject({ ok: false, code, ...(where === undefined ? {} : { where }) });
  });
});
