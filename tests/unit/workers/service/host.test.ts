/** A service run as the page has it played: any role by a model, a message at a time; the page makes the calls. */
import { beforeEach, describe, expect, test } from 'vitest';
import { noCaps } from '../../../../src/models/budget.ts';
import { cancelled, modelFailure, type Outcome } from '../../../../src/models/failures.ts';
import type { ChatAnswer, ChatRequest } from '../../../../src/models/types.ts';
import { decodeJson, encodeRollout, readServiceRollout } from '../../../../src/rollout/file.ts';
import type { ServiceRollout } from '../../../../src/rollout/service/format.ts';
import { verifyServiceRollout } from '../../../../src/rollout/service/verify.ts';
import type { Result } from '../../../../src/core/result.ts';
import { DEFAULT_WINDOW } from '../../../../src/service/judge/windows.ts';
import { STOP_MARK } from '../../../../src/service/message.ts';
import type { Role } from '../../../../src/service/roles.ts';
import { ServiceHost } from '../../../../workers/service/host.ts';
import type { ConversationView } from '../../../../workers/service/messages.ts';
import type { AssistantChoice, CustomerChoice, JudgeChoice, RoleCalls, RoleSetup } from '../../../../workers/service/roles.ts';
import { verdicts } from '../../../tools/serviceRoles.ts';

const TASK = { set: 'delivery', id: 'lr-delivery-2', seed: '1' };

function setup(model: Role, more: Partial<RoleSetup> = {}): RoleSetup {
  const endpoint = { family: 'custom', baseUrl: 'http://localhost/v1' } as const;
  const driver = { kind: 'model', name: `custom/${model}` } as const;
  return { endpoint, model, price: { input: 1, cachedInput: null, output: 5 }, prompt: null, thinking: null, temperature: null, driver, ...more };
}

const MODEL: AssistantChoice = { kind: 'model', setup: setup('assistant') };
const CUSTOMER: CustomerChoice = { kind: 'model', setup: setup('user'), persona: { hasProfile: true, temperament: null } };
const PERSON = { kind: 'person' } as const;
const JUDGE: JudgeChoice = { judge: { kind: 'model', setup: setup('judge') }, method: { window: DEFAULT_WINDOW, withRubrics: true } };
const SCRIPTED_JUDGE: JudgeChoice = { ...JUDGE, judge: { kind: 'scripted' } };

type Says = string | { readonly calls: readonly string[] };

function answer(said: Says): ChatAnswer {
  const text = typeof said === 'string' ? said : '';
  const toolCalls = typeof said === 'string' ? [] : said.calls.map((name, i) => ({ id: `c${i}`, name, arguments: {} }));
  return {
    message: { role: 'assistant', text, toolCalls, provider: null },
    thinking: 'hm',
    finish: 'stop',
    finishReason: null,
    usage: { promptTokens: 1000, completionTokens: 100, cachedTokens: null, reasoningTokens: null },
    costUsd: null,
    answeredBy: null,
    sent: { seed: false, temperature: false, topP: false, thinking: false, toolChoice: false, maxOutputTokens: false },
  };
}

/** The page; what each role's model says, by turn of its own. */
class Page implements RoleCalls {
  readonly asked: Role[] = [];
  readonly requests: ChatRequest[] = [];
  readonly parts: Partial<Record<Role, (turn: number) => Says | Outcome<ChatAnswer> | Promise<Outcome<ChatAnswer>>>> = {
    assistant: (turn) => (turn === 0 ? { calls: ['get_user_all_orders'] } : `I am at it (${turn}).`),
    user: (turn) => (turn < 2 ? `Wish ${turn + 1}.` : `Done. ${STOP_MARK}`),
    judge: () => verdicts([1, true, 'see [3]']),
  };
  readonly cancels: number[] = [];

  async complete(role: Role, _id: number, request: ChatRequest) {
    const turn = this.asked.filter((each) => each === role).length;
    this.asked.push(role);
    this.requests.push(request);
    const said = (await this.parts[role]?.(turn)) ?? '';
    const outcome: Outcome<ChatAnswer> = typeof said === 'string' || 'calls' in said ? { ok: true, value: answer(said) } : said;
    return { outcome, retries: [] };
  }

  cancel(_: Role, id: number) {
    this.cancels.push(id);
  }
}

let host: ServiceHost;
let page: Page;
beforeEach(() => {
  host = new ServiceHost();
  page = new Page();
  host.connect(page);
});

function good<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  return result.value;
}

async function begin(user: 'model' | 'at-once' | 'person' = 'model'): Promise<ConversationView> {
  const view = good(await host.begin({ ...TASK, user }));
  if (user === 'model') host.configure(MODEL, CUSTOMER);
  return view;
}

async function steps(count: number): Promise<ConversationView> {
  let view: ConversationView | undefined;
  for (let i = 0; i < count; i++) view = good(await host.step(noCaps)).view;
  return view as ConversationView;
}

async function judged(judging = JUDGE): Promise<ConversationView> {
  for (;;) {
    const { view, halt, isOver } = good(await host.judgeStep(judging, noCaps));
    if (halt || isOver) return view;
  }
}

function rollout(): ServiceRollout {
  const json = decodeJson(good(host.rollout(true)), 'x');
  return good(readServiceRollout(good(json), 'x'));
}

/** In a worker of its own, as after a reload. */
async function reopened(): Promise<ConversationView> {
  const bytes = good(host.rollout(true));
  host = new ServiceHost();
  host.connect(page);
  const { view, verdict } = good(await host.open('x', bytes));
  expect(verdict).toBe('match');
  return view;
}

describe('spec vita §4: message by message', () => {
  test('models on both sides, to the end; what each message took is told, and thoughts when asked for', async () => {
    const begun = await begin();
    expect([begun.messages.length, begun.turn, begun.user]).toEqual([1, 'user', 'model']);
    const view = await steps(6);
    expect(page.asked).toEqual(['user', 'assistant', 'assistant', 'user', 'assistant', 'user']);
    expect([view.termination, view.turn]).toEqual(['user_stop', null]);
    expect(view.messages.map((message) => [message.role, message.role === 'assistant' && message.isSeen])).toEqual([
      ['assistant', true], ['user', false], ['assistant', false], ['tool', false], ['assistant', true], ['user', false], ['assistant', true], ['user', false],
    ]);
    expect(view.messages[1]).toMatchObject({ call: { promptTokens: 1000, completionTokens: 100, costUsd: 0.0015, hasThinking: true, retries: 0 } });
    expect(host.details(2)).toMatchObject({ thinking: 'hm', finish: 'stop', retries: [] });
    expect([host.details(0), host.details(3), host.details(99)]).toEqual([null, null, null]);
    expect(view.spent).toMatchObject({ assistant: { turns: 3, tokens: 3300 }, user: { turns: 3, tokens: 3300 }, judge: { turns: 0 } });
    expect(view.spent.user.costUsd).toBeCloseTo(0.0045);
    expect(view.drivers).toEqual({ assistant: { kind: 'model', name: 'custom/assistant' }, user: { kind: 'model', name: 'custom/user' } });
    expect(view.steps).toEqual({ done: 7, most: 300 });
    expect(good(await host.step(noCaps)).halt).toBeNull();
    expect(page.asked).toHaveLength(6);
  });

  test('without a conversation nobody speaks or judges', async () => {
    expect(await host.step(noCaps)).toMatchObject({ ok: false, code: 'no-conversation' });
    expect(await host.judgeStep(JUDGE, noCaps)).toMatchObject({ ok: false, code: 'no-conversation' });
    expect(host.sideView('user')).toMatchObject({ ok: false, code: 'no-conversation' });
    expect([host.prompts(), host.plans(null)]).toEqual([null, []]);
  });

  test('a person’s turn is waited for; a person may take any message over, and the model goes on after it', async () => {
    await begin('person');
    host.configure(MODEL, PERSON);
    expect(good(await host.step(noCaps))).toMatchObject({ halt: null, view: { turn: 'user' } });
    good(host.userSays('I am hungry.'));
    await steps(1);
    host.configure(MODEL, CUSTOMER);
    expect(good(host.say('Let me say this.')).drivers.assistant).toEqual({ kind: 'human', name: 'person' });
    const view = await steps(2);
    expect(page.asked).toEqual(['assistant', 'user', 'assistant']);
    expect(view.drivers).toEqual({ assistant: { kind: 'model', name: 'custom/assistant' }, user: { kind: 'model', name: 'custom/user' } });
    expect(rollout().settings).toEqual({ assistant: {}, user: { has_profile: true, temperament: null } });
  });

  test('a person who speaks while a model is asked comes first, and the model’s answer too late', async () => {
    await begin('at-once');
    host.configure(MODEL, { kind: 'scripted', script: 'at-once' });
    let finish: (outcome: Outcome<ChatAnswer>) => void = () => undefined;
    page.parts.assistant = () => new Promise((resolve) => (finish = resolve));
    const under = host.step(noCaps);
    await expect.poll(() => page.asked).toEqual(['assistant']);
    const view = good(host.say('I answer this one.'));
    expect(page.cancels).toHaveLength(1);
    finish({ ok: true, value: answer('Too late.') });
    expect(good(await under).halt).toMatchObject({ isCancelled: true, by: 'assistant' });
    expect(rollout().messages.map(({ content }) => content)).toEqual(view.messages.map(({ content }) => content));
    expect(view.messages.at(-2)).toMatchObject({ content: 'I answer this one.' });
  });

  test('called off at once; a failure is told with advice; a cap too; and the same message can be tried again', async () => {
    await begin('at-once');
    host.configure(MODEL, { kind: 'scripted', script: 'at-once' });
    let finish: (outcome: Outcome<ChatAnswer>) => void = () => undefined;
    page.parts.assistant = () => new Promise((resolve) => (finish = resolve));
    const under = host.step(noCaps);
    await expect.poll(() => page.asked).toHaveLength(1);
    host.abort();
    finish(cancelled());
    expect(good(await under)).toMatchObject({ halt: { isCancelled: true }, view: { messages: [{}, {}] } });
    page.parts.assistant = () => modelFailure('quota-spent', 'no credit', 'Buy some.');
    expect(good(await host.step(noCaps)).halt).toEqual({ by: 'assistant', message: 'no credit', advice: 'Buy some.', isCancelled: false });
    page.parts.assistant = () => 'Hello.';
    expect((await steps(1)).messages).toHaveLength(3);
    expect((await steps(1)).messages).toHaveLength(4);
    expect(good(await host.step({ ...noCaps, turns: 1 })).halt).toMatchObject({ by: 'assistant', message: expect.stringContaining('cap of 1 turns'), isCancelled: false });
  });

  test('spec vita §4: whoever is no person has the usual limits; a person may try things out', async () => {
    expect((await begin('at-once')).steps).toEqual({ done: 1, most: null });
    host.configure({ kind: 'solution' }, { kind: 'scripted', script: 'at-once' });
    expect((await steps(1)).steps).toEqual({ done: 3, most: 300 });
    good(await host.begin({ ...TASK, user: 'at-once' }));
    good(host.say('Hello.'));
    host.configure({ kind: 'solution' }, { kind: 'scripted', script: 'at-once' });
    expect((await steps(1)).steps.most).toBeNull();
  });

  test('each side’s model is shown its own part', async () => {
    await begin();
    await steps(3);
    const customer = good(host.sideView('user'));
    expect(customer.prompt).toContain('You play a customer');
    expect([customer.tools, customer.parts.map(({ by }) => by)]).toEqual([[], ['user', 'assistant', 'user']]);
    const assistant = good(host.sideView('assistant'));
    expect(assistant.tools).toContain('create_delivery_order');
    expect(assistant.parts.map(({ by }) => by)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(assistant.parts[1]?.text).toBe('get_user_all_orders {}');
    host.configure({ kind: 'model', setup: setup('assistant', { prompt: 'Serve. {stop}' }) }, CUSTOMER);
    expect(good(host.sideView('assistant')).prompt).toBe(`Serve. ${STOP_MARK}`);
    expect(Object.values(host.prompts() ?? {}).every((prompt) => prompt.length > 200)).toBe(true);
    expect(host.plans(DEFAULT_WINDOW).map(({ role, price }) => [role, price])).toEqual([['assistant', null], ['user', null], ['judge', null]]);
  });
});

describe('spec vita §5: the judge, window by window', () => {
  test('states move along, are kept in the rollout, and the state check stays apart', async () => {
    await begin();
    await steps(6);
    page.parts.judge = () => `Well: ${verdicts([1, true, 'see [3]'], [99, true])}`;
    const view = await judged();
    const [judgement] = view.judgements;
    expect(judgement).toMatchObject({
      judge: { kind: 'model', name: 'custom/judge' }, windowsInAll: 1, failure: null, score: { isSuccess: false, met: 1 },
      windows: [{ from: 0, to: 8, quality: 'repaired', ignored: { unknown: 1 } }],
    });
    expect(judgement?.windows[0]?.states[0]).toEqual({ isMet: true, justification: 'see [3]' });
    expect(view.state.isMet).toBe(false);
    expect(view.spent.judge).toMatchObject({ turns: 1 });
    expect(rollout().judgements).toHaveLength(1);
    expect((await judged(SCRIPTED_JUDGE)).judgements.map(({ judge }) => judge.kind)).toEqual(['model', 'scripted']);
    // No score of its own, but counted.
    page.parts.judge = () => 'No idea.';
    expect((await judged()).judgements.at(-1)).toMatchObject({ score: null, failure: { code: 'unreadable' }, windows: [{ quality: 'unreadable' }] });
  });

  test('one that fails has no score, and goes on with the window that it stopped at', async () => {
    await begin('at-once');
    host.configure({ kind: 'solution' }, { kind: 'scripted', script: 'at-once' });
    let view = await steps(1);
    while (view.turn !== null) view = await steps(1);
    let isDown = true;
    page.parts.judge = (turn) => (turn === 1 && isDown ? modelFailure('bad-key', 'no such key', 'Look at it.') : '[]');
    const halted = await judged();
    expect(halted.judgements).toMatchObject([{ score: null, failure: { code: 'bad-key' }, windowsInAll: 3, windows: [{}] }]);
    await reopened();
    isDown = false;
    expect((await judged()).judgements).toMatchObject([{ score: { met: 0 }, failure: null, windows: [{}, {}, {}] }]);
    expect(page.asked).toHaveLength(4);
  });

  test('a judgement of another trajectory holds no longer: neither after going back nor after going on', async () => {
    await begin();
    await steps(4);
    expect((await judged()).judgements).toHaveLength(1);
    expect((await steps(1)).judgements).toEqual([]);
    expect((await judged()).judgements).toHaveLength(1);
    const view = good(await host.backTo(3));
    expect(view).toMatchObject({ judgements: [], spent: { judge: { turns: 0 }, user: { turns: 1 }, assistant: { turns: 1 } } });
    expect(rollout().messages.filter((message) => 'call' in message)).toHaveLength(2);
  });
});

describe('what is kept', () => {
  test('resumed from its file after every message it is the same run, and nothing is paid twice', async () => {
    await begin();
    await steps(6);
    const straight = rollout();
    const asked = [...page.asked];
    page = new Page();
    host = new ServiceHost();
    host.connect(page);
    await begin();
    for (let i = 0; i < 6; i++) {
      await steps(1);
      const view = await reopened();
      expect(view.drivers.user).toEqual({ kind: 'model', name: 'custom/user' });
      host.configure(MODEL, CUSTOMER);
    }
    expect(page.asked).toEqual(asked);
    const timeless = ({ messages, ...rest }: ServiceRollout) => ({
      ...rest,
      digest: '',
      messages: messages.map((message) => ('call' in message ? { ...message, call: { ...message.call, elapsed_ms: 0 } } : message)),
    });
    expect(timeless(rollout())).toEqual(timeless(straight));
  });

  test('an opened rollout saved again keeps all: names, settings, calls, judgements, marks and labels, until somebody else speaks', async () => {
    await begin();
    await steps(4);
    await judged();
    const { digest: _, ...made } = rollout();
    const more = {
      ...made,
      marks: [{ rubric: 'a', is_met: true }],
      labels: [{ label: 'decision' as const, by: { kind: 'human' as const, name: 'me' }, note: '' }],
      digest: '0'.repeat(64),
    };
    good(await host.open('x', encodeRollout(more, { gzip: false })));
    host.configure(PERSON, PERSON);
    await steps(1);
    const { digest: __, ...again } = rollout();
    expect(again).toEqual({ ...more, digest: undefined });
    expect(good(await verifyServiceRollout(rollout(), 'x')).verdict).toBe('match');
    good(host.say('I go on myself.'));
    expect(rollout()).toMatchObject({ assistant: { kind: 'human' }, user: { kind: 'model' }, settings: { user: {} } });
    expect(rollout().judgements).toBeUndefined();
    expect(rollout().settings?.assistant).toBeUndefined();
  });
});
