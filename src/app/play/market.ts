/** What is on offer, as a table: sorted, filtered, and what keeps one from taking it. */
import type { Domain } from '../../startup/domains.ts';
import type { DeskOffer, DeskView } from '../../../workers/startup/deskView.ts';

export type Lock =
  | { readonly kind: 'prestige'; readonly domain: Domain; readonly needs: number; readonly has: number }
  | { readonly kind: 'trust'; readonly client: string; readonly needs: number; readonly has: number };

export const COLUMNS = ['title', 'client', 'reward', 'perUnit', 'prestige', 'trust', 'work', 'gain'] as const;
export type Column = (typeof COLUMNS)[number];

export interface Order {
  readonly column: Column;
  readonly descending: boolean;
}

export interface Filter {
  /** Empty: any. */
  readonly domain: Domain | '';
  readonly client: string;
  readonly openOnly: boolean;
}

/** Everything that keeps the company from accepting an offer (spec §6): prestige in each of its domains, then trust. */
export function locksOf({ work, requiredPrestige, requiredTrust, client }: DeskOffer, { prestige, clients }: DeskView): Lock[] {
  const locks: Lock[] = work
    .filter(({ domain }) => prestige[domain] < requiredPrestige)
    .map(({ domain }) => ({ kind: 'prestige', domain, needs: requiredPrestige, has: prestige[domain] }));
  const trust = clients.find(({ name }) => name === client)?.trust;
  if (client !== null && trust !== undefined && trust < requiredTrust) locks.push({ kind: 'trust', client, needs: requiredTrust, has: trust });
  return locks;
}

/** Units of work over all domains. */
export function unitsOf({ work }: Pick<DeskOffer, 'work'>): number {
  return work.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Cents for a unit of work. */
export function rewardPerUnit(offer: DeskOffer): number {
  return offer.rewardCents / Math.max(1, unitsOf(offer));
}

export function shownOffers(view: DeskView, { domain, client, openOnly }: Filter, { column, descending }: Order): DeskOffer[] {
  const sign = descending ? -1 : 1;
  return view.offers
    .filter((offer) => domain === '' || offer.work.some((each) => each.domain === domain))
    .filter((offer) => client === '' || offer.client === client)
    .filter((offer) => !openOnly || locksOf(offer, view).length === 0)
    .sort((a, b) => sign * compare(keyOf(a, column), keyOf(b, column)));
}

function keyOf(offer: DeskOffer, column: Column): number | string {
  switch (column) {
    case 'title':
      // `Task-9` goes before `Task-10`.
      return Number(/\d+/.exec(offer.title)?.[0] ?? 0);
    case 'client':
      return offer.client ?? '';
    case 'reward':
      return offer.rewardCents;
    case 'perUnit':
      return rewardPerUnit(offer);
    case 'prestige':
      return offer.requiredPrestige;
    case 'trust':
      return offer.requiredTrust;
    case 'work':
      return unitsOf(offer);
    case 'gain':
      return offer.prestigeDelta;
  }
}

function compare(a: number | string, b: number | string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
