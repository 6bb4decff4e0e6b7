import { expect, test } from 'vitest';
import { entriesOf } from '../../../../../src/app/service/talk/entries.ts';
import type { ShownMessage } from '../../../../../workers/service/messages.ts';
import { told } from '../support.ts';

test('a call and its answer are one entry, also of a message that says something and calls twice', () => {
  const call = (id: string) => ({ id, name: 'weather', arguments: {} });
  const messages: ShownMessage[] = [
    { role: 'assistant', content: 'Hi', calls: [] },
    { role: 'user', content: 'Go' },
    { role: 'assistant', content: 'I look', calls: [call('a'), call('b')] },
    told('a'),
    told('b'),
    { role: 'assistant', content: '', calls: [] },
  ];
  expect(entriesOf(messages).map((entry) => [entry.key, entry.kind, entry.before, entry.kind === 'call' ? [entry.answer?.content, entry.after] : null])).toEqual([
    ['0', 'assistant', 0, null],
    ['1', 'user', 1, null],
    ['2', 'assistant', 2, null],
    ['2.0', 'call', 2, ['a', 4]],
    ['2.1', 'call', 2, ['b', 5]],
    ['5', 'assistant', 5, null],
  ]);
});
