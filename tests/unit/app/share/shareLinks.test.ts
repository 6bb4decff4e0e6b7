/** The links that are handed out hold what they say. */
import { expect, test, vi } from 'vitest';
import { decodeRunLink } from '../../../../src/rollout/link.ts';
import { shareLinks, type ShareLink } from '../../../../src/app/share/shareLinks.ts';
import { parseLink } from '../../../../src/app/startup/link.ts';
import { lab, played, presetNamed } from './lab.ts';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });

const PAGE = 'https://longrun.example/lab/';
const fast = presetNamed('fast-test');

function fragmentOf(link: ShareLink | undefined): string {
  if (!link || !('address' in link)) throw new Error(link?.problem ?? 'no link');
  expect(link.address.startsWith(`${PAGE}#/`)).toBe(true);
  return link.address.slice(PAGE.length);
}

test('without a run there is the link to what is set, and no other', async () => {
  const { setup, sharer } = lab();
  expect(await shareLinks(sharer, PAGE)).toEqual({ links: { seed: { address: PAGE + setup.link, isLong: false } }, upTo: null, leftOut: null });
  setup.seed = 'x';
  expect((await shareLinks(sharer, PAGE)).links.seed).toHaveProperty('problem');
});

test('a run’s links hold the run, the challenge and the seed; one under way says how far it goes', async () => {
  const { runs, sharer } = lab();
  const run = await played({ ...fast, sim: { ...fast.sim, horizon_years: 2 } }, 9, { turns: 5, ending: null });
  runs.play(run);
  const { links, upTo, leftOut } = await shareLinks(sharer, PAGE);
  for (const [link, challenge] of [[links.run, false], [links.challenge, true]] as const) {
    expect(decodeRunLink(fragmentOf(link))).toMatchObject({ ok: true, value: { challenge, run: { head: run.bare.head } } });
  }
  const settings = { preset: 'fast-test', seed: 9, driver: 'bot', bot: 'greedy', horizon: 2 };
  const catalogue = { ...runs.catalogue, bots: [{ name: 'greedy', summary: '' }] };
  expect(parseLink(fragmentOf(links.seed), catalogue)).toEqual({ settings, problems: [] });
  expect([upTo, leftOut]).toEqual([5, null]);
});

test('a run too long for a link has words in its place; a preset that the seed’s link cannot carry is named', async () => {
  const { runs, sharer } = lab();
  const { bare, shown } = await played({ ...fast, name: 'mine' }, 9);
  const noise = Array.from({ length: 12_000 }, (_, i) => `yc-bench scratchpad write --content "${Math.imul(i, 0x9e3779b1).toString(36)}"`);
  runs.play({ bare: { ...bare, openLines: noise }, shown });
  const { links, leftOut } = await shareLinks(sharer, PAGE);
  expect(links.run).toEqual({ problem: expect.stringContaining('too long for a link') });
  expect(leftOut).toBe('mine');
});

test('a run whose commands hold a key in use gets no link', async () => {
  const { runs, sharer } = lab();
  const { bare, shown } = await played(fast, 9);
  runs.play({ bare: { ...bare, openLines: ['yc-bench scratchpad write --content my-secret-key-123'] }, shown });
  const models = { desk: { keys: { live: ['my-secret-key-123'] } } } as never;
  expect((await shareLinks({ ...sharer, models }, PAGE)).links.run).toEqual({ problem: expect.stringContaining('hold a key') });
});
