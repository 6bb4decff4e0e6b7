import { expect, test } from 'vitest';
import { matchingTasks } from '../../../../../src/app/service/tasks/filter.ts';
import { CARD } from '../support.ts';

test('every word has to stand somewhere in a task', () => {
  const found = (words: string, rest = {}) => matchingTasks([CARD], { words, language: '', domain: '', ...rest }).length;
  expect([found(''), found('ROME baker'), found('rome cook'), found('', { language: 'chinese' }), found('', { domain: 'ota' })]).toEqual([1, 1, 0, 0, 1]);
});
