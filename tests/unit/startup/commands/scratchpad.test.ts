import { expect, test } from 'vitest';
import { toLine } from '../../../../src/startup/simulation.ts';
import { CLOCKWORK, Company } from '../../../tools/company.ts';

test.each(['paper', 'classic'] as const)('spec §7: scratchpad read, write, append and clear (%s)', async (rules) => {
  const company = await Company.found(CLOCKWORK[rules]);
  expect(company.run('scratchpad read')).toEqual({ content: '' });
  expect(company.run('scratchpad append --content first')).toEqual({ ok: true, content: 'first' }); // no newline if there was nothing
  expect(company.run("scratchpad append --content 'second line'")).toEqual({ ok: true, content: 'first\nsecond line' });
  expect(company.run("scratchpad append --content ''")).toEqual({ ok: true, content: 'first\nsecond line\n' });
  expect(company.run('scratchpad read')).toEqual({ content: 'first\nsecond line\n' });
  expect(company.run('scratchpad write --content over')).toEqual({ ok: true, content: 'over' });
  expect(company.run('scratchpad read')).toEqual({ content: 'over' });
  expect(company.run('scratchpad clear')).toEqual({ ok: true });
  expect(company.run('scratchpad read')).toEqual({ content: '' });
});

test('writing and appending need a text', async () => {
  const company = await Company.found(CLOCKWORK.paper);
  expect(company.usage('scratchpad write')).toContain("Missing option '--content'.");
  expect(company.usage('scratchpad append')).toContain("Missing option '--content'.");
  expect(company.usage('scratchpad write --content')).toContain("Option '--content' requires a value.");
});

test.each([
  ['SQL', "'); DROP TABLE company; --"],
  ['quotes', `"'\`$(reboot)`],
  ['lines', 'one\n\n\ttwo\r\n'],
  ['the world’s scripts', 'ключ 鍵 🔑 e\u0301 \u202e\u2028'],
  ['a zero byte', 'a\0b'],
  ['a megabyte', 'x\n'.repeat(500_000)],
])('keeps %s as it is, also in the database', async (_what, text) => {
  const company = await Company.found(CLOCKWORK.paper);
  expect(company.run(toLine(['scratchpad', 'write', '--content', text]).replace('yc-bench ', ''))).toEqual({ ok: true, content: text });
  expect(company.run('scratchpad read')).toEqual({ content: text });
  company.world.store.load(); // from the database, over what is in memory
  expect(company.world.company.scratchpad).toBe(text);
});
