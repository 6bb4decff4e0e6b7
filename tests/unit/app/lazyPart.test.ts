/** Parts that are loaded later. */
import { expect, test } from 'vitest';
import { LazyPart } from '../../../src/app/parts/lazyPart.svelte.ts';

test('a part is loaded once for all who ask, and again only after it failed', async () => {
  let calls = 0;
  const lazy = new LazyPart(async () => {
    calls += 1;
    if (calls === 1) throw new Error('no network');
    return 'here';
  });
  expect(await Promise.all([lazy.load(), lazy.load()])).toEqual([false, false]);
  expect([lazy.loaded, calls]).toEqual([null, 1]);
  expect(await Promise.all([lazy.load(), lazy.load()])).toEqual([true, true]);
  expect(await lazy.load()).toBe(true);
  expect([lazy.loaded, calls]).toEqual(['here', 2]);
});
