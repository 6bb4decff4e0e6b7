/** What a market task says, which no acceptance changes. */
import { DOMAINS } from '../domains.ts';
import type { TaskRow, World } from '../world.ts';

export interface Listing {
  /** Places in `DOMAINS`. */
  readonly domains: readonly number[];
  /** Units, by domain of `domains`. */
  readonly quantities: readonly number[];
}

/** Rows are immutable and shared by copies of a world, so many futures read a listing once. */
const listings = new WeakMap<TaskRow, Listing>();

export function listingOf(world: World, task: TaskRow): Listing {
  const known = listings.get(task);
  if (known) return known;
  const rows = world.requirementsOf(task.id);
  const listing = { domains: rows.map(({ domain }) => DOMAINS.indexOf(domain)), quantities: rows.map(({ required_qty }) => required_qty) };
  listings.set(task, listing);
  return listing;
}
