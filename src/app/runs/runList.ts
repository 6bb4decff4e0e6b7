/** Which saved runs are listed, and in what order: searched, sorted, forks under their parents. */
import type { SavedRun } from '../library/savedRun.ts';

export const COLUMNS = ['name', 'preset', 'seed', 'driver', 'turns', 'time', 'funds', 'ending', 'cost', 'size', 'when'] as const;
export type Column = (typeof COLUMNS)[number];
export const NUMBERS: ReadonlySet<Column> = new Set(['seed', 'turns', 'funds', 'cost', 'size']);

export interface Order {
  readonly column: Column;
  readonly isDescending: boolean;
}

export interface Row {
  readonly run: SavedRun;
  /** 0: under no other run of the list. */
  readonly depth: number;
}

/** By its own value; null comes last whichever way it is sorted. */
const VALUES: Readonly<Record<Column, (run: SavedRun) => string | number | null>> = {
  name: ({ name }) => name,
  preset: ({ head }) => head.preset.name,
  seed: ({ head }) => head.seed,
  driver: ({ head }) => head.driver.name,
  turns: ({ standing }) => standing.turns,
  time: ({ standing }) => standing.time,
  funds: ({ standing }) => standing.fundsCents,
  ending: ({ standing }) => standing.ending,
  cost: ({ standing }) => standing.cost,
  size: ({ bytes }) => bytes,
  when: ({ updatedAt }) => updatedAt,
};

/** Numbers and times are wanted from the top first, words from A. */
export function reordered(order: Order, column: Column): Order {
  if (column === order.column) return { column, isDescending: !order.isDescending };
  return { column, isDescending: (NUMBERS.has(column) && column !== 'seed') || column === 'time' || column === 'when' };
}

/** Every word of the search is in the name, a tag, the preset, the driver or the seed. */
export function matching(runs: readonly SavedRun[], search: string, tag: string): SavedRun[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return runs.filter(({ name, tags, head }) => {
    const heap = [name, ...tags, head.preset.name, head.driver.name, head.seed].join('\n').toLowerCase();
    return (tag === '' || tags.includes(tag)) && words.every((word) => heap.includes(word));
  });
}

export function tagsOf(runs: readonly SavedRun[]): string[] {
  return [...new Set(runs.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b));
}

/** Each run once. A fork stands below its parent, if that is among them. */
export function arranged(runs: readonly SavedRun[], { column, isDescending }: Order): Row[] {
  const value = VALUES[column];
  const sorted = [...runs].sort((a, b) => {
    const [left, right] = [value(a), value(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    const order = typeof left === 'number' ? left - Number(right) : left.localeCompare(String(right), undefined, { numeric: true });
    return isDescending ? -order : order;
  });
  const listed = new Set(sorted.map(({ id }) => id));
  const forks = new Map<string, SavedRun[]>();
  const tops: SavedRun[] = [];
  for (const run of sorted) {
    const { parent } = run;
    if (!parent || !listed.has(parent.id)) tops.push(run);
    else forks.set(parent.id, [...(forks.get(parent.id) ?? []), run]);
  }
  const rows: Row[] = [];
  const place = (run: SavedRun, depth: number): void => {
    if (!listed.delete(run.id)) return;
    rows.push({ run, depth });
    for (const fork of forks.get(run.id) ?? []) place(fork, depth + 1);
  };
  for (const run of tops) place(run, 0);
  // An edited file may have runs that are each other's forks.
  for (const run of sorted) place(run, 0);
  return rows;
}
