// In a file of its own: the notice comes once, while sql.js loads.
import { createRequire } from 'node:module';
import { expect, test, vi } from 'vitest';
import { openDatabase } from '../../../src/db/database.ts';

const methods = ['debug', 'error', 'info', 'log', 'warn'] as const;

test('the notice of sql.js does not reach the console; everything else does', async () => {
  const calls: unknown[] = [];
  const spies = methods.map((method) => vi.spyOn(console, method).mockImplementation((...values) => calls.push(values)));
  const { warn } = console;
  const opening = openDatabase();
  console.warn('something else');
  (await opening).close();
  expect(calls).toEqual([['something else']]);
  expect(console.warn).toBe(warn);

  // Loaded anew and by itself it does say it; if not, this test proves nothing and the silencing can go.
  const require = createRequire(import.meta.url);
  const path = require.resolve('sql.js/dist/sql-asm-memory-growth.js');
  Reflect.deleteProperty(require.cache, path);
  await (require(path) as () => Promise<unknown>)();
  expect(calls[1]).toEqual([expect.stringContaining('the asm.js build is deprecated')]);
  for (const spy of spies) spy.mockRestore();
});
