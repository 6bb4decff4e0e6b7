import { expect, test } from 'vitest';
import { entriesOf, failuresOf } from '../../../../../src/app/service/talk/entries.ts';
import type { ShownCall, ShownJudgement, ShownMessage } from '../../../../../workers/service/messages.ts';
import { told } from '../support.ts';

const call = (id: string) => ({ id, name: 'weather', arguments: {} });
const took: ShownCall = { promptTokens: 10, completionTokens: 2, costUsd: null, hasThinking: false, retries: 0 };
const messages: readonly ShownMessage[] = [
  { role: 'assistant', content: 'Hi', calls: [], call: null, isSeen: true },
  { role: 'user', content: 'Go', call: took },
  { role: 'assistant', content: 'I look', calls: [call('a'), call('b')], call: took, isSeen: false },
  told('a'),
  told('b', true),
  { role: 'assistant', content: '', calls: [call('c')], call: took, isSeen: false },
  told('c'),
  { role: 'assistant', content: '', calls: [], call: null, isSeen: false },
];

test('a call and its answer are one entry, also of a message that says something and calls twice', () => {
  expect(entriesOf(messages).map((entry) => [entry.key, entry.kind, entry.before, entry.kind === 'call' ? [entry.answer?.content, entry.after] : null])).toEqual([
    ['0', 'assistant', 0, null],
    ['1', 'user', 1, null],
    ['2', 'assistant', 2, null],
    ['2.0', 'call', 2, ['a', 4]],
    ['2.1', 'call', 2, ['b', 5]],
    ['5.0', 'call', 5, ['c', 7]],
    ['7', 'assistant', 7, null],
  ]);
});

test('what a message took stands at its first entry, and only there; what the customer was not told is marked', () => {
  const entries = entriesOf(messages);
  expect(entries.filter(({ model }) => model !== null).map(({ key }) => key)).toEqual(['1', '2', '5.0']);
  expect(entries.filter((entry) => entry.kind !== 'call' && !entry.isSeen).map(({ key }) => key)).toEqual(['2', '7']);
});

test('failures are tools’ errors and answers of judges that nobody could read, in the order of the messages', () => {
  const window = { ignored: { unknown: 0, contradicted: 0, malformed: 0 }, states: [] };
  const judgement: ShownJudgement = {
    judge: { kind: 'model', name: 'a/b' }, method: { window: null, withRubrics: true }, rubrics: [], windowsInAll: 3, score: null, failure: null,
    windows: [{ ...window, from: 0, to: 4, quality: 'unreadable' }, { ...window, from: 3, to: 7, quality: 'repaired' }, { ...window, from: 6, to: 8, quality: 'unreadable' }],
  };
  expect(failuresOf(entriesOf(messages), [judgement]).map((entry) => (entry.kind === 'call' ? entry.key : [entry.judge, entry.from, entry.to]))).toEqual([
    ['a/b', 1, 4], '2.1', ['a/b', 7, 8],
  ]);
});
