/** Everything that can be wrong with a run link is said in the reader's language. */
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { failure, type Failure } from '../../../../src/core/result.ts';
import { language } from '../../../../src/app/language.svelte.ts';
import { linkProblem } from '../../../../src/app/share/linkProblem.ts';
import linkSource from '../../../../src/rollout/link.ts?raw';

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} });
});
afterEach(() => language.choose('en'));

const codes = [...new Set(Array.from(linkSource.matchAll(/[`'](link-[a-z-]+)[`']/g), ([, code = '']) => code))];
const problemOf = (code: string) => linkProblem(failure(code, 'the preset in the link is not valid:\npreset: seed: is missing'));

test('every error code of links has words of its own, and says what to do or what is wrong', () => {
  expect(codes.sort()).toEqual([
    'link-damaged', 'link-holds-no-hash', 'link-preset-invalid', 'link-preset-unknown', 'link-too-long', 'link-version',
  ]);
  expect(new Set(codes.map(problemOf)).size).toBe(codes.length);
  expect(codes.filter((code) => !/file|reload|seed: is missing/i.test(problemOf(code)))).toEqual([]);
});

test('a Chinese page says it in Chinese; only what a preset lacks stays in the engine’s words', async () => {
  await language.choose('zh');
  for (const code of codes) {
    expect(problemOf(code), code).toMatch(/^\p{Script=Han}/u);
    expect(problemOf(code).includes('is missing'), code).toBe(code === 'link-preset-invalid');
  }
});

test('a failure of something else is described as it is', () => {
  const other: Failure = failure('preset-invalid', 'must be a number', 'x.toml: seed');
  expect(linkProblem(other)).toBe('x.toml: seed: must be a number');
});
