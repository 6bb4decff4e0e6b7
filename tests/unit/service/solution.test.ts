import { expect, test } from 'vitest';
import { bundledTasks } from '../../../src/service/bundled.ts';
import { Conversation } from '../../../src/service/conversation.ts';
import { isOnSolution, scriptedAssistantSays } from '../../../src/service/solution.ts';

test('a solution goes on where all so far was its own, and not after a move of somebody else', async () => {
  const [task] = await bundledTasks('delivery');
  const conversation = await Conversation.open(task!, '1');
  conversation.userSays('Hello.');
  const next = () => {
    const { content, calls } = scriptedAssistantSays(task!, conversation.messages);
    conversation.assistantSays(content, calls.map((call) => ({ ...call, id: 'mine' })));
  };
  next();
  next();
  expect(isOnSolution(task!, conversation.messages)).toBe(true);
  const earlier = await conversation.upTo(conversation.messages.length);
  earlier.assistantSays('', [{ id: 'x', name: 'get_user_all_orders', arguments: {} }]);
  expect(isOnSolution(task!, earlier.messages)).toBe(false);
  expect(isOnSolution({ ...task!, solution: undefined as never }, conversation.messages)).toBe(false);
});
