/** The list of saved runs: every run once, in the order asked for, forks under their parents. */
import { expect, test } from 'vitest';
import type { SavedRun } from '../../../../src/app/library/savedRun.ts';
import { arranged, COLUMNS, matching } from '../../../../src/app/runs/runList.ts';
import { property } from '../../../tools/property.ts';
import { head, standing } from './browser.ts';

function run(id: string, changes: Partial<SavedRun> = {}): SavedRun {
  const times = { createdAt: 0, updatedAt: 0 };
  return { id, name: id, tags: [], ...times, head, setup: null, parent: null, openLines: [], standing: standing(1), bytes: 1, ...changes };
}

test('a fork stands under its parent, whatever is sorted by; without the parent it stands by itself', () => {
  const runs = [run('a'), run('b', { parent: { id: 'a', turn: 1 } }), run('c', { parent: { id: 'b', turn: 1 } }), run('d', { parent: { id: 'gone', turn: 1 } })];
  const shown = arranged(runs, { column: 'name', isDescending: true }).map((row) => `${row.run.id}${row.depth}`);
  expect(shown).toEqual(['d0', 'a0', 'b1', 'c2']);
});

test('what is not known comes last, whichever way it is sorted', () => {
  const runs = [null, 2, 0].map((cost, i) => run(String(i), { standing: standing(1, { cost }) }));
  const costs = (isDescending: boolean) => arranged(runs, { column: 'cost', isDescending }).map((row) => row.run.standing.cost);
  expect(costs(false)).toEqual([0, 2, null]);
  expect(costs(true)).toEqual([2, 0, null]);
});

test('a search finds runs by all of its words, in name, tags, preset, driver and seed', () => {
  const runs = [run('first', { tags: ['class 7b'] }), run('second')];
  const found = (search: string, tag = '') => matching(runs, search, tag).map(({ id }) => id);
  expect(found('CAREFUL paper')).toEqual(['first', 'second']);
  expect(found('7b careful')).toEqual(['first']);
  expect(found('7b nobody')).toEqual([]);
  expect(found('', 'class 7b')).toEqual(['first']);
});

property('every run is listed exactly once, even where an edited file makes runs each other’s forks', (dice) => {
  const ids = dice.many(1, 12, () => '').map((_, i) => String(i));
  const runs = ids.map((id) => run(id, { parent: dice.chance(0.6) ? { id: dice.pick(ids), turn: 1 } : null }));
  const rows = arranged(runs, { column: dice.pick(COLUMNS), isDescending: dice.chance(0.5) });
  expect(rows.map((row) => row.run.id).sort()).toEqual([...ids].sort());
});
