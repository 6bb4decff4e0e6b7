import { describe, expect, test } from 'vitest';
import { Conversation, DEFAULT_LIMITS, type Limits } from '../../../src/service/conversation.ts';
import { STOP_MARK, type ToolCall } from '../../../src/service/message.ts';
import { smallTask, taskOf } from './taskFile/support.ts';
import { idIn } from './tools/support.ts';

const ORDER = { user_id: 'U1', store_id: 'S1', product_ids: ['P1'], product_cnts: [2], address: '1 Mill Lane, Leeds', dispatch_time: '2025-06-18 12:00:00' };
const create: ToolCall = { id: 'a', name: 'create_delivery_order', arguments: ORDER };
const fails: ToolCall = { id: 'b', name: 'get_delivery_order_detail', arguments: { order_id: 'O?' } };

function opened(limits: Partial<Limits> = {}): Promise<Conversation> {
  return Conversation.open(taskOf(smallTask()), '1', { ...DEFAULT_LIMITS, ...limits });
}

describe('who speaks (spec §4)', () => {
  test('the assistant opens with a greeting; then user, assistant, its tools, and the assistant again', async () => {
    const conversation = await opened();
    expect(conversation.messages).toMatchObject([{ role: 'assistant', calls: [] }]);
    expect(conversation.turn).toBe('user');
    conversation.userSays('Soup, please.');
    expect(conversation.turn).toBe('assistant');
    conversation.assistantSays('Let me see.', [create, fails]);
    expect(conversation.messages.slice(3)).toMatchObject([
      { role: 'tool', id: 'a', name: create.name, isError: false },
      { role: 'tool', id: 'b', name: fails.name, isError: true },
    ]);
    expect(conversation.turn).toBe('assistant');
    conversation.assistantSays('It is on its way.');
    expect(conversation.turn).toBe('user');
  });

  test('the greeting is in the language of the task', async () => {
    const chinese = await Conversation.open({ ...taskOf(smallTask()), language: 'chinese' }, '1');
    expect(chinese.messages[0]?.content).toMatch(/^您好/);
  });

  test('who speaks out of turn is told so, and nothing is said', async () => {
    const conversation = await opened();
    expect(conversation.assistantSays('Hello?')).toMatchObject({ ok: false, code: 'not-your-turn' });
    conversation.userSays('Hi.');
    expect(conversation.userSays('Hi!')).toMatchObject({ ok: false, code: 'not-your-turn' });
    expect(conversation.messages).toHaveLength(2);
  });
});

describe('how it ends (spec §4)', () => {
  test('by the stop mark of either side, after which nobody speaks', async () => {
    const [one, two] = [await opened(), await opened()];
    one.userSays(`No. ${STOP_MARK}`);
    expect([one.termination, one.turn]).toEqual(['user_stop', null]);
    expect(one.userSays('But')).toMatchObject({ ok: false, message: expect.stringContaining('over (user_stop)') as string });
    two.userSays('Hi.');
    two.assistantSays(STOP_MARK);
    expect(two.termination).toBe('agent_stop');
  });

  test('a stop mark beside calls ends it before they are made', async () => {
    const conversation = await opened();
    conversation.userSays('Hi.');
    conversation.assistantSays(STOP_MARK, [create]);
    expect(conversation.messages).toHaveLength(3);
  });

  test('after max_steps, all answers to one message being one', async () => {
    const conversation = await opened({ steps: 4 });
    conversation.userSays('Hi.');
    conversation.assistantSays('', [create, create]);
    expect(conversation.termination).toBe(null);
    conversation.assistantSays('Done.');
    expect(conversation.termination).toBe('max_steps');
  });

  test('after ten errors of tools', async () => {
    const conversation = await opened();
    conversation.userSays('Hi.');
    for (let i = 0; i < 9; i++) conversation.assistantSays('', [fails]);
    expect(conversation.termination).toBe(null);
    conversation.assistantSays('', [fails]);
    expect(conversation.termination).toBe('too_many_errors');
  });

  test('after three empty messages of the assistant', async () => {
    const conversation = await opened();
    conversation.userSays('Hi.');
    conversation.assistantSays(' ');
    conversation.assistantSays('');
    expect([conversation.termination, conversation.turn]).toEqual([null, 'assistant']);
    conversation.assistantSays('\n');
    expect(conversation.termination).toBe('invalid_agent_message');
  });
});

describe('what changed', () => {
  test('between any two messages, and nothing between a message and itself', async () => {
    const conversation = await opened();
    conversation.userSays('Soup.');
    conversation.assistantSays('', [create]);
    const id = idIn(conversation.messages[3]?.content ?? '');
    conversation.assistantSays('', [{ id: 'c', name: 'pay_delivery_order', arguments: { order_id: id } }]);
    const statuses = (from: number, to: number) => {
      const order = conversation.changes(from, to).find(({ table }) => table === 'orders');
      return order && [order.before?.get('status') ?? null, order.after?.get('status') ?? null];
    };
    expect([statuses(0, 4), statuses(4, 6), statuses(0, 6), statuses(6, 6)]).toEqual([[null, 'unpaid'], ['unpaid', 'paid'], [null, 'paid'], undefined]);
    expect(conversation.hashAfter(3)).toBe(conversation.hashAfter(0));
    expect(new Set([0, 4, 6].map((count) => conversation.hashAfter(count))).size).toBe(3);
  });

  test('up to an earlier message it is a conversation of its own, with the same ids when it goes on the same', async () => {
    const conversation = await opened();
    conversation.userSays('Soup.');
    conversation.assistantSays('', [create]);
    conversation.assistantSays('', [create]);
    const earlier = await conversation.upTo(4);
    expect(earlier.messages).toEqual(conversation.messages.slice(0, 4));
    earlier.assistantSays('', [create]);
    expect(earlier.messages).toEqual(conversation.messages);
  });
});
