/** What the market table says of an offer is what the engine would say. */
import { expect, test } from 'vitest';
import { deskView } from '../../../../workers/startup/desk.ts';
import { COLUMNS, locksOf, shownOffers } from '../../../../src/app/play/market.ts';
import { Simulation } from '../../../../src/startup/simulation.ts';
import { Company } from '../../../tools/company.ts';

test.each(['paper', 'tutorial', 'nightmare', 'classic'])('%s: an offer is locked exactly if accepting it is refused (spec §6)', async (preset) => {
  const company = await Company.found(preset);
  const view = deskView(company.simulation);
  for (const offer of view.offers.slice(0, 60)) {
    const locks = locksOf(offer, view);
    const answer = Simulation.inMemory(company.world).runLine(`yc-bench task accept --task-id ${offer.ref}`);
    expect(answer.exit, JSON.stringify(locks)).toBe(locks.length > 0 ? 1 : 0);
    const [first] = locks;
    if (first?.kind === 'prestige') expect(JSON.stringify(answer)).toContain(`prestige in ${first.domain}`);
  }
});

test('trust locks an offer too, and is named', async () => {
  const view = deskView((await Company.found('paper')).simulation);
  const offer = { ...view.offers[0]!, requiredTrust: 2 };
  expect(locksOf(offer, view)).toEqual([{ kind: 'trust', client: offer.client, needs: 2, has: 0 }]);
});

test('every column sorts both ways, and filters keep only what fits', async () => {
  const view = deskView((await Company.found('classic')).simulation);
  const all = { domain: '', client: '', openOnly: false } as const;
  for (const column of COLUMNS) {
    const up = shownOffers(view, all, { column, descending: false });
    const down = shownOffers(view, all, { column, descending: true });
    expect(up).toHaveLength(view.offers.length);
    expect(new Set(down)).toEqual(new Set(up));
  }
  const rewards = shownOffers(view, all, { column: 'reward', descending: false }).map(({ rewardCents }) => rewardCents);
  expect(rewards).toEqual([...rewards].sort((a, b) => a - b));
  const some = shownOffers(view, { domain: 'training', client: '', openOnly: true }, { column: 'title', descending: false });
  expect(some.length).toBeGreaterThan(0);
  expect(some.every((offer) => offer.work.some(({ domain }) => domain === 'training') && locksOf(offer, view).length === 0)).toBe(true);
});
