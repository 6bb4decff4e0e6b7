import { beforeAll, describe, expect, test } from 'vitest';
import type { ServiceRun, StepOptions, StepResult } from '../../../../src/agents/service/serviceRun.ts';
import { noCaps, nothingSpent, type Spent } from '../../../../src/models/budget.ts';
import { readCassette } from '../../../../src/models/cassetteFormat.ts';
import type { ModelClient } from '../../../../src/models/client.ts';
import type { FamilyName } from '../../../../src/models/families.ts';
import { Recording } from '../../../../src/models/recording.ts';
import { Replaying } from '../../../../src/models/replaying.ts';
import { verifyServiceRollout } from '../../../../src/rollout/service/verify.ts';
import { bundledTasks } from '../../../../src/service/bundled.ts';
import { Conversation, DEFAULT_LIMITS, type Limits } from '../../../../src/service/conversation.ts';
import { STOP_MARK } from '../../../../src/service/message.ts';
import type { ServiceTask } from '../../../../src/service/taskFile/index.ts';
import type { ModelServer, Reply } from '../../../tools/modelServer/index.ts';
import { asked, evenClock, inTurn, reopened, reread, rolesScript, runOfModels, said, says, solver, type Part } from '../../../tools/serviceRoles.ts';
import { client, endpointAt, KEY, quick, serve, wires } from '../../models/support.ts';
import { smallTask, taskOf } from '../../service/taskFile/support.ts';

/** Walked by its solution it ends well: five look-ups, an offer, an order, a payment. */
let task: ServiceTask;
beforeAll(async () => {
  task = (await bundledTasks('delivery')).find(({ id }) => id === 'lr-delivery-2')!;
});
const small = taskOf({ ...smallTask(), domain: 'delivery' });

const customer = says('I need lunch for six.', 'Yes, please.', `Thank you. ${STOP_MARK}`);
/** To greet, ask, be told and stop takes as much. */
const chatter = says('Soup, please.', 'Which?', `Never mind. ${STOP_MARK}`);

interface Manner {
  readonly family?: FamilyName;
  readonly limits?: Limits;
  readonly of?: ServiceTask;
  readonly wrapped?: (live: ModelClient) => ModelClient;
}

interface Begun {
  readonly run: ServiceRun;
  readonly server: ModelServer;
  readonly options: StepOptions;
}

async function begin(parts: { assistant: Part; user?: Part }, manner: Manner = {}): Promise<Begun> {
  const { family = 'anthropic', limits = DEFAULT_LIMITS, of = small, wrapped = (live: ModelClient) => live } = manner;
  const server = await serve(rolesScript({ user: chatter, ...parts }), { key: KEY });
  const run = runOfModels(await Conversation.open(of, 'seed 1', limits), wrapped(client()), endpointAt(server, family), KEY);
  return { run, server, options: { caps: noCaps, now: evenClock(), retry: quick } };
}

/** The last result. */
async function play(run: ServiceRun, options: StepOptions): Promise<StepResult> {
  for (;;) {
    const result = await run.step(options);
    if (result.kind !== 'said') return result;
  }
}

const roles = ({ conversation }: ServiceRun) => conversation.messages.map(({ role }) => role);
const errors = ({ conversation }: ServiceRun) => conversation.messages.filter((message) => message.role === 'tool' && message.isError);

describe.each(wires)('both sides are models, over real HTTP as %s', (family) => {
  test('the assistant calls tools and answers, the customer speaks and stops, and the rollout verifies', async () => {
    const { run, server, options } = await begin({ assistant: solver(task), user: customer }, { family, of: task });
    expect(await play(run, options)).toEqual({ kind: 'over' });
    const rollout = reread(run.rollout());
    expect(rollout).toMatchObject({ termination: 'user_stop', state_met: true });
    expect([rollout.assistant, rollout.user]).toEqual([{ kind: 'model', name: `${family}/assistant` }, { kind: 'model', name: `${family}/user` }]);
    expect(roles(run)).toEqual([
      ...['assistant', 'user'],
      ...Array.from({ length: 5 }, () => ['assistant', 'tool']).flat(),
      ...['assistant', 'user', 'assistant', 'tool', 'assistant', 'tool', 'assistant', 'user'],
    ]);
    expect(asked(server)).toEqual(['user', ...Array(6).fill('assistant') as string[], 'user', ...Array(3).fill('assistant') as string[], 'user']);
    expect(rollout.messages[2]).toMatchObject({
      tool_calls: [{ name: 'delivery_store_search_recommand' }],
      call: {
        usage: { prompt_tokens: 1000, completion_tokens: 100, cost_usd: 0.0015 },
        elapsed_ms: 250,
        exchange: { thinking: 'step 1 of the assistant', provider: { family, model: 'assistant' }, retries: [] },
      },
    });
    expect(await verifyServiceRollout(rollout, 'x')).toMatchObject({ ok: true, value: { verdict: 'match' } });
    expect(await run.step(options)).toEqual({ kind: 'over' });
  });

  test('stopped and resumed from its file after every message it is the same run, and nothing is paid twice', async () => {
    const straight = await begin({ assistant: solver(task), user: customer }, { family, of: task });
    await play(straight.run, straight.options);
    const { run: first, server, options } = await begin({ assistant: solver(task), user: customer }, { family, of: task });
    let run = first;
    for (let steps = 0; (await run.step(options)).kind !== 'over'; steps++) {
      run = await reopened(run);
      expect(asked(server)).toHaveLength(steps + 1);
    }
    expect(run.rollout()).toEqual(straight.run.rollout());
    expect(run.spent()).toEqual(straight.run.spent());
    expect(run.spent()).toMatchObject({ turns: 12, tokens: 13_200, costUsd: expect.closeTo(0.018, 9) as number, seconds: 3, callsOfUnknownCost: 0 });
    expect([run.spent('assistant').turns, run.spent('user').turns]).toEqual([9, 3]);
    expect(asked(server)).toEqual(asked(straight.server));
  });
});

/** Says nothing, calls what is not there, garbles, and comes to itself. */
function confused(): Part {
  const store = (given: object | string) => ({ toolCalls: [{ name: 'get_delivery_store_info', arguments: given }] });
  const drone = { toolCalls: [{ name: 'send_drone', arguments: {} }] };
  const replies: Reply[] = [{ text: '' }, drone, store('{"store'), { text: ' ' }, { ...store({ store_id: 'S1' }), text: 'Let me see.' }];
  let calls = 0;
  return () => said({ thinking: `thought ${calls}`, ...(replies[calls++] ?? { text: 'Which soup?' }) });
}

test('a run with every kind of slip stops and resumes after every message alike', async () => {
  const straight = await begin({ assistant: confused() });
  await play(straight.run, straight.options);
  const { run: first, server, options } = await begin({ assistant: confused() });
  let run = first;
  while ((await run.step(options)).kind !== 'over') run = await reopened(run);
  expect(run.rollout()).toEqual(straight.run.rollout());
  expect(run.spent()).toEqual(straight.run.spent());
  expect(server.requests.map(({ body }) => body as unknown)).toEqual(straight.server.requests.map(({ body }) => body as unknown));
  expect([run.rollout().termination, errors(run).length]).toEqual(['user_stop', 2]);
});

describe('a run stops in the middle of a call', () => {
  test('cancelled by a signal nothing has changed, and the message can be asked for again', async () => {
    let isSlow = true;
    const assistant: Part = (...given) => ({ ...solver(task)(...given), ...(isSlow ? { stallAfter: 3 } : {}) });
    const { run, server, options } = await begin({ assistant, user: customer }, { of: task });
    await run.step(options);
    const before = run.rollout();
    const stop = new AbortController();
    const result = await run.step({ ...options, signal: stop.signal, onDelta: () => stop.abort() });
    expect(result).toMatchObject({ kind: 'failed', by: 'assistant', failure: { code: 'cancelled' } });
    expect(run.rollout()).toEqual(before);
    expect(await run.step({ ...options, signal: stop.signal })).toMatchObject({ kind: 'failed', failure: { code: 'cancelled' } });
    expect(asked(server)).toEqual(['user', 'assistant']);
    isSlow = false;
    const again = await reopened(run);
    expect(await play(again, options)).toEqual({ kind: 'over' });
    expect(again.rollout()).toMatchObject({ termination: 'user_stop', state_met: true });
  });
});

describe('failing models', () => {
  test('errors of the server are tried again, and each retry is in the rollout', async () => {
    let failures = 2;
    const { run, options } = await begin({ assistant: () => (failures-- > 0 ? { status: 500, error: 'told to' } : said({ text: 'Which soup?' })) });
    expect(await play(run, options)).toEqual({ kind: 'over' });
    const { messages } = reread(run.rollout());
    const codes = messages.map((message) => (message.role === 'tool' ? null : message.call?.exchange.retries.map(({ code }) => code)));
    expect(codes).toEqual([undefined, [], ['server-error', 'server-error'], [], [], []]);
    expect(run.spent().turns).toBe(5);
  });

  test.each(['assistant', 'user'] as const)('one of the %s that stays changes and costs nothing; the run goes on once it is gone', async (role) => {
    let isDown = true;
    const fine = { assistant: says('Which soup?'), user: chatter };
    const part: Part = (...given) => (isDown ? { status: 500, error: 'told to' } : fine[role](...given));
    const { run, server, options } = await begin({ ...fine, [role]: part });
    if (role === 'assistant') await run.step(options);
    const before = run.rollout();
    expect(await run.step(options)).toMatchObject({ kind: 'failed', by: role, failure: { code: 'server-error' } });
    expect(run.rollout()).toEqual(before);
    expect(asked(server).filter((name) => name === role)).toHaveLength(1 + quick.maxRetries);
    isDown = false;
    expect(await play(run, options)).toEqual({ kind: 'over' });
  });

  test('a wrong key is not tried again', async () => {
    const { run, server, options } = await begin({ assistant: says('Hi') });
    const { user } = run;
    if (user.kind !== 'model') throw new Error('the customer is a model');
    run.user = { ...user, caller: { ...user.caller, key: 'another-key-0123456789' } };
    expect(await run.step(options)).toMatchObject({ kind: 'failed', by: 'user', failure: { code: 'bad-key' } });
    expect(server.requests).toHaveLength(1);
    expect(JSON.stringify(run.rollout())).not.toContain('another-key');
    run.user = user;
    expect(await run.step(options)).toEqual({ kind: 'said', by: 'user' });
  });

  test.each<[string, object, string]>([
    ['a stream that is cut', { dropAfter: 4 }, 'network-or-cors'],
    ['a stream with an error in it', { errorAfter: 4 }, 'overloaded'],
    ['a stream that stalls', { stallAfter: 4 }, 'timed-out'],
    ['a server that never begins', { stallAfter: 0 }, 'timed-out'],
    ['an answer that is none', { rawBody: 'oh' }, 'malformed-answer'],
  ])('%s: the half answer is not taken, the next try is', async (_, trouble, code) => {
    let calls = 0;
    const assistant = () => ({ ...said({ text: 'A long answer about soup.' }), ...(calls++ === 0 ? trouble : {}) });
    const { run, options } = await begin({ assistant });
    await run.step(options);
    expect(await run.step({ ...options, onDelta: () => undefined, timeoutMs: 1000 })).toEqual({ kind: 'said', by: 'assistant' });
    expect(run.conversation.messages.at(-1)?.content).toBe('A long answer about soup.');
    expect(run.calls.get(2)?.exchange.retries).toMatchObject([{ code }]);
  });

  test('slow ones are waited for, and say the same', async () => {
    const slowly = (part: Part): Part => (...given) => ({ ...part(...given), delayMs: 5, pauseMs: 1, piece: 3, cut: 7 });
    const { run, options } = await begin({ assistant: slowly(says('Which soup?')), user: slowly(chatter) });
    expect(await play(run, { ...options, onDelta: () => undefined })).toEqual({ kind: 'over' });
    const words = run.conversation.messages.map(({ content }) => content);
    expect(words.slice(1)).toEqual(['Soup, please.', 'Which soup?', 'Which?', 'Which soup?', `Never mind. ${STOP_MARK}`]);
  });
});

describe('dishonest and lost assistants', () => {
  test('one that claims an order without a call: the claim is said, and the state is not met', async () => {
    const { run, options } = await begin({ assistant: says('Ordered and paid, for 176 yuan.'), user: customer }, { of: task });
    await play(run, options);
    const rollout = reread(run.rollout());
    expect(rollout).toMatchObject({ termination: 'user_stop', state_met: false });
    expect(roles(run)).not.toContain('tool');
    expect(await verifyServiceRollout(rollout, 'x')).toMatchObject({ ok: true, value: { verdict: 'match' } });
  });

  const troubles: [string, Reply, RegExp][] = [
    ['arguments that are no JSON', { toolCalls: [{ name: 'get_delivery_store_info', arguments: '{"store_id": "S1' }] }, /./],
    ['arguments that are no object', { toolCalls: [{ name: 'get_delivery_store_info', arguments: '["S1"]' }] }, /./],
    ['missing arguments', { toolCalls: [{ name: 'get_delivery_store_info', arguments: {} }] }, /store_id/],
    ['arguments of another type', { toolCalls: [{ name: 'get_delivery_store_info', arguments: { store_id: 7 } }] }, /store_id/],
    ['a tool that there is not', { toolCalls: [{ name: 'send_drone', arguments: {} }] }, /no tool "send_drone" here; there are .*pay_delivery_order/],
    ['a tool of another domain', { toolCalls: [{ name: 'hotel_search_recommand', arguments: {} }] }, /there is no tool/],
    ['a tool without a name', { toolCalls: [{ name: '', arguments: {} }] }, /there is no tool/],
  ];
  describe.each(['openrouter', 'anthropic'] as const)('as %s', (family) => {
    test.each(troubles)('%s: an error in return, and the conversation goes on', async (_, reply, words) => {
      const { run, options } = await begin({ assistant: inTurn(reply, { text: 'Sorry. Which soup?' }) }, { family });
      expect(await play(run, options)).toEqual({ kind: 'over' });
      expect(roles(run)).toEqual(['assistant', 'user', 'assistant', 'tool', 'assistant', 'user', 'assistant', 'user']);
      expect(errors(run)).toHaveLength(1);
      expect(errors(run)[0]?.content).toMatch(words);
      expect(await verifyServiceRollout(reread(run.rollout()), 'x')).toMatchObject({ ok: true, value: { verdict: 'match' } });
    });
  });

  test('spec vita §4: three empty messages end it', async () => {
    const { run, server, options } = await begin({ assistant: says('', ' \n', '') });
    expect(await play(run, options)).toEqual({ kind: 'over' });
    expect(run.rollout().termination).toBe('invalid_agent_message');
    expect(asked(server)).toEqual(['user', 'assistant', 'assistant', 'assistant']);
    expect(run.spent('assistant').turns).toBe(3);
    expect(await verifyServiceRollout(reread(run.rollout()), 'x')).toMatchObject({ ok: true, value: { verdict: 'match' } });
  });

  test('an empty message is not sent on: what follows it is asked as if it had not been', async () => {
    let calls = 0;
    const { run, server, options } = await begin({ assistant: () => said({ text: calls++ === 0 ? '' : 'Which soup?', thinking: 'hm' }) });
    await play(run, options);
    expect(run.rollout().termination).toBe('user_stop');
    expect(server.requests[2]?.body).toEqual(server.requests[1]?.body);
  });

  test('spec vita §4: ten errors end it, also if several come at once', async () => {
    const call = { name: 'send_drone', arguments: {} };
    const { run, options } = await begin({ assistant: inTurn({ toolCalls: [call, call, call] }) });
    expect(await play(run, options)).toEqual({ kind: 'over' });
    expect(run.rollout().termination).toBe('too_many_errors');
    expect(errors(run)).toHaveLength(12);
  });

  test('one that calls all the time ends at the most steps', async () => {
    const limits = { ...DEFAULT_LIMITS, steps: 9 };
    const call = { name: 'get_delivery_store_info', arguments: { store_id: 'S1' } };
    const { run, options } = await begin({ assistant: inTurn({ toolCalls: [call] }) }, { limits });
    await play(run, options);
    expect(run.rollout()).toMatchObject({ termination: 'max_steps', limits });
    expect(roles(run)).toEqual(['assistant', 'user', ...Array.from({ length: 4 }, () => ['assistant', 'tool']).flat()]);
  });

  test('one that writes the stop mark ends it at once, and its calls are not made', async () => {
    const { run, options } = await begin({ assistant: inTurn({ text: `Bye ${STOP_MARK}`, toolCalls: [{ name: 'send_drone', arguments: {} }] }) });
    await play(run, options);
    expect(run.rollout().termination).toBe('agent_stop');
    expect(roles(run)).toEqual(['assistant', 'user', 'assistant']);
  });
});

describe('lost customers', () => {
  function silentAtFirst(silences: number): Part {
    let calls = 0;
    return (...given) => (calls++ < silences ? said({ text: ' \n' }) : chatter(...given));
  }

  test('one that writes nothing: a failure, not a message, and it is paid for', async () => {
    const { run, server, options } = await begin({ assistant: says('Which soup?'), user: silentAtFirst(2) });
    for (const turns of [1, 2]) {
      const failure = { code: 'malformed-answer', retryable: false, message: expect.stringContaining('wrote nothing') as string };
      expect(await run.step(options)).toMatchObject({ kind: 'failed', by: 'user', failure });
      expect(run.conversation.messages).toHaveLength(1);
      expect([run.spent().turns, run.spent('user').turns, run.spent('assistant').turns]).toEqual([turns, turns, 0]);
    }
    expect(await play(run, options)).toEqual({ kind: 'over' });
    expect(run.spent().turns).toBe(asked(server).length);
  });

  test('its silence stays paid for when the run is taken up from its file', async () => {
    const { run, options } = await begin({ assistant: says('Which soup?'), user: silentAtFirst(1) });
    await run.step(options);
    await run.step(options);
    const before = run.spent();
    expect((await reopened(run)).spent()).toEqual(before);
  });

  test('one that calls tools that it does not have is taken at its word, and is not sent its calls again', async () => {
    const user = inTurn({ text: 'Soup!', toolCalls: [{ name: 'send_drone', arguments: {} }] }, { text: STOP_MARK });
    for (const family of ['openrouter', 'anthropic', 'gemini'] as const) {
      const { run, server, options } = await begin({ assistant: says('Which soup?'), user }, { family });
      expect(await play(run, options)).toEqual({ kind: 'over' });
      expect(asked(server).at(-1)).toBe('user');
      expect(server.requests.at(-1)?.text.includes('send_drone'), family).toBe(false);
    }
  });

  test('one that never stops: the most steps do', async () => {
    const limits = { ...DEFAULT_LIMITS, steps: 8 };
    const { run, server, options } = await begin({ assistant: says('Which soup?'), user: says('Another.') }, { limits });
    await play(run, options);
    expect(run.rollout().termination).toBe('max_steps');
    expect(asked(server)).toHaveLength(8);
  });

  test('one that stops at once', async () => {
    const { run, options } = await begin({ assistant: says('Which soup?'), user: says(STOP_MARK) });
    await play(run, options);
    expect([run.rollout().termination, roles(run)]).toEqual(['user_stop', ['assistant', 'user']]);
  });
});

describe('caps pause before a call is made, and a higher one lets the run go on', () => {
  const words = says('Which soup?');

  test.each<[string, object, number]>([
    ['calls', { turns: 2 }, 2],
    ['tokens', { tokens: 2000 }, 2],
    ['cost', { costUsd: 0.004 }, 3],
    ['seconds', { seconds: 0.5 }, 2],
  ])('of %s, both sides together', async (_, cap, calls) => {
    const { run, server, options } = await begin({ assistant: words, user: says('Another.') });
    const result = await play(run, { ...options, caps: { ...noCaps, ...cap } });
    const exceeded = { cap: Object.keys(cap)[0], unknown: false };
    expect(result).toMatchObject({ kind: 'capped', by: calls % 2 === 0 ? 'user' : 'assistant', exceeded });
    expect(asked(server)).toHaveLength(calls);
    expect(run.conversation.messages).toHaveLength(1 + calls);
    expect(await run.step(options)).toMatchObject({ kind: 'said' });
  });

  test('what is spent elsewhere counts, as it stands at each call', async () => {
    let elsewhere: Spent = { ...nothingSpent, tokens: 1000 };
    const { run, options } = await begin({ assistant: words });
    const capped = { ...options, caps: { ...noCaps, tokens: 5000 }, spentElsewhere: () => elsewhere };
    expect(await run.step(capped)).toMatchObject({ kind: 'said' });
    elsewhere = { ...nothingSpent, tokens: 3900 };
    expect(await run.step(capped)).toMatchObject({ kind: 'capped', exceeded: { cap: 'tokens', spent: 5000 } });
  });

  test('a cap on cost without a price calls nobody; without the cap the cost is unknown, never zero', async () => {
    const { run, server, options } = await begin({ assistant: words });
    const { assistant, user } = run;
    if (assistant.kind !== 'model' || user.kind !== 'model') throw new Error('both are models');
    run.user = { ...user, caller: { ...user.caller, price: null } };
    const caps = { ...noCaps, costUsd: 5 };
    expect(await run.step({ ...options, caps })).toMatchObject({ kind: 'capped', by: 'user', exceeded: { cap: 'costUsd', unknown: true } });
    expect(server.requests).toHaveLength(0);
    expect(await run.step(options)).toEqual({ kind: 'said', by: 'user' });
    expect(run.calls.get(1)?.usage.cost_usd).toBeNull();
    expect(run.spent()).toMatchObject({ costUsd: 0, callsOfUnknownCost: 1 });
    expect(await run.step({ ...options, caps })).toMatchObject({ kind: 'capped', by: 'assistant', exceeded: { cap: 'costUsd', unknown: true } });
  });

  test('a provider that states the cost needs no price', async () => {
    const { run, options } = await begin({ assistant: words, user: () => said({ text: 'Soup.', cost: 0.25 }) }, { family: 'openrouter' });
    const { user } = run;
    if (user.kind !== 'model') throw new Error('the customer is a model');
    run.user = { ...user, caller: { ...user.caller, price: null } };
    expect(await run.step({ ...options, caps: { ...noCaps, costUsd: 5 } })).toEqual({ kind: 'said', by: 'user' });
    expect(run.spent().costUsd).toBe(0.25);
  });

  test('a cap on tokens cannot be kept where the provider does not count them', async () => {
    const { run, options } = await begin({ assistant: words, user: () => said({ text: 'Soup.', usage: null }) });
    const capped = { ...options, caps: { ...noCaps, tokens: 5000 } };
    expect(await run.step(capped)).toMatchObject({ kind: 'said' });
    expect(run.spent().callsOfUnknownTokens).toBe(1);
    expect(await run.step(capped)).toMatchObject({ kind: 'capped', exceeded: { cap: 'tokens', unknown: true } });
  });
});

describe('who speaks', () => {
  test('a person is waited for, on either side, and nobody is called', async () => {
    const { run, server, options } = await begin({ assistant: says('Which soup?') });
    const { user } = run;
    run.user = { kind: 'person' };
    expect(await run.step(options)).toEqual({ kind: 'waiting', for: 'user' });
    run.conversation.userSays('Soup, please.');
    expect(await run.step(options)).toEqual({ kind: 'said', by: 'assistant' });
    run.user = user;
    expect(await run.step(options)).toEqual({ kind: 'said', by: 'user' });
    run.assistant = { kind: 'person' };
    expect(await run.step(options)).toEqual({ kind: 'waiting', for: 'assistant' });
    expect(asked(server)).toEqual(['assistant', 'user']);
    expect(run.rollout()).toMatchObject({ assistant: { kind: 'human' }, user: { kind: 'model' } });
  });

  test('the solution and a scripted user need no model, and each can meet one', async () => {
    const { run, server, options } = await begin({ assistant: solver(task), user: customer }, { of: task });
    run.assistant = { kind: 'solution' };
    await play(run, options);
    expect(run.rollout()).toMatchObject({ termination: 'user_stop', state_met: true, assistant: { kind: 'scripted', name: 'solution' } });
    expect(new Set(asked(server))).toEqual(new Set(['user']));
    const scripted = await begin({ assistant: solver(task) }, { of: task });
    scripted.run.user = { kind: 'scripted', script: 'at-once' };
    await play(scripted.run, scripted.options);
    expect(scripted.run.rollout()).toMatchObject({ termination: 'agent_stop', state_met: true, user: { kind: 'scripted', name: 'at-once' } });
    expect(new Set(asked(scripted.server))).toEqual(new Set(['assistant']));
  });

  test('how the models were asked is in the rollout; where none was, nothing is', async () => {
    const { run } = await begin({ assistant: says('Hi') });
    expect(run.rollout().settings).toEqual({ assistant: {}, user: { has_profile: true, temperament: null } });
    if (run.assistant.kind !== 'model' || run.user.kind !== 'model') throw new Error('both are models');
    run.assistant = { ...run.assistant, settings: { wishes: { model: 'assistant', temperature: 0, topP: 0.5, thinking: 'off' }, prompt: 'Serve.' } };
    run.user = { ...run.user, settings: { wishes: { model: 'user', thinking: 'high' }, persona: { hasProfile: false, temperament: 'calm' } } };
    expect(reread(run.rollout()).settings).toEqual({
      assistant: { temperature: 0, top_p: 0.5, thinking: 'off', prompt: 'Serve.' },
      user: { thinking: 'high', has_profile: false, temperament: 'calm' },
    });
    run.assistant = { kind: 'solution' };
    run.user = { kind: 'person' };
    expect(run.rollout().settings).toBeUndefined();
  });
});

test('a cassette of both sides replays without a server: the same rollout', async () => {
  let recording: Recording | undefined;
  const wrapped = (live: ModelClient) => (recording = new Recording(live, { label: 'lunch', madeWith: 'scripted driver' }));
  const { run, server, options } = await begin({ assistant: solver(task), user: customer }, { of: task, wrapped });
  await play(run, options);
  const cassette = readCassette(JSON.parse(JSON.stringify(recording?.cassette())));
  if (!cassette.ok) throw new Error(cassette.message);
  expect(JSON.stringify(cassette.value)).not.toContain(KEY);
  const replaying = new Replaying(cassette.value);
  const requests = server.requests.length;
  const again = runOfModels(await Conversation.open(task, 'seed 1'), replaying, endpointAt(server, 'anthropic'), null);
  expect(await play(again, { ...options, now: evenClock() })).toEqual({ kind: 'over' });
  expect(again.rollout()).toEqual(run.rollout());
  expect(server.requests).toHaveLength(requests);
});
