import { describe, expect, test } from 'vitest';
import { bundledSets, bundledTasks } from '../../../src/service/bundled.ts';
import { Conversation } from '../../../src/service/conversation.ts';
import { STOP_MARK } from '../../../src/service/message.ts';
import { scriptedUserSays, sentencesOf } from '../../../src/service/scriptedUser.ts';
import { smallTask, taskOf } from './taskFile/support.ts';

describe('sentences', () => {
  test.each([
    ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
    ['It has 4.5 points. "Good." Pay.', ['It has 4.5 points.', '"Good."', 'Pay.']],
    ['要一份。“好吗？”付款！', ['要一份。', '“好吗？”', '付款！']],
    ['No full stop', ['No full stop']],
    ['A line\n\nanother', ['A line', 'another']],
    ['', []],
  ])('%j', (text, sentences) => expect(sentencesOf(text)).toEqual(sentences));

  test('of all bundled tasks say all that the instruction says', async () => {
    for (const task of (await Promise.all(bundledSets.map(bundledTasks))).flat()) {
      const sentences = sentencesOf(task.instructions);
      expect(sentences.join('').replace(/\s/g, ''), task.id).toBe(task.instructions.replace(/\s/g, ''));
      expect(sentences.length, task.id).toBeGreaterThan(1);
    }
  });
});

async function heard(kind: 'sentences' | 'at-once', turns: number): Promise<string[]> {
  const task = taskOf({ ...smallTask(), instructions: 'Order lunch. It is for two.' });
  const conversation = await Conversation.open(task, '1');
  for (let i = 0; i < turns && conversation.turn; i++) {
    conversation.userSays(scriptedUserSays(kind, task, conversation.messages));
    conversation.assistantSays('Yes?');
  }
  return conversation.messages.filter(({ role }) => role === 'user').map(({ content }) => content);
}

test('a scripted user releases the sentences one by one, and stops when the last is answered (spec §4)', async () => {
  expect(await heard('sentences', 9)).toEqual(['Order lunch.', 'It is for two.', `Thank you, that is all. ${STOP_MARK}`]);
});

test('without interaction the whole instruction comes at once, and then only to go on (spec §4)', async () => {
  expect(await heard('at-once', 3)).toEqual(['Order lunch. It is for two.', 'Please go on.', 'Please go on.']);
});
