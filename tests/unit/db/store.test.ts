import { describe, expect, test } from 'vitest';
import { instantOf, type Instant } from '../../../src/core/calendar.ts';
import { SetHash } from '../../../src/core/hash.ts';
import { openDatabase, type Database } from '../../../src/db/database.ts';
import { rowText, Store, Table } from '../../../src/db/store.ts';
import { property, type Dice } from '../../tools/property.ts';

interface Thing {
  readonly id: string;
  readonly place: string;
  readonly count: number;
  readonly weight: number | null;
  readonly at: Instant | null;
  readonly open: boolean;
}

interface Link {
  readonly thing_id: string;
  readonly other_id: string;
}

const SCHEMA = `
  CREATE TABLE things (id TEXT PRIMARY KEY, place TEXT NOT NULL, count INTEGER NOT NULL, weight REAL, at TEXT, open INTEGER NOT NULL);
  CREATE TABLE links (thing_id TEXT NOT NULL, other_id TEXT NOT NULL, PRIMARY KEY (thing_id, other_id));`;

function tables() {
  const things = new Table<Thing>({
    name: 'things',
    columns: { id: 'text', place: 'text', count: 'integer', weight: 'real', at: 'instant', open: 'boolean' },
    key: ['id'],
    groups: ['place'],
  });
  const links = new Table<Link>({
    name: 'links',
    columns: { thing_id: 'text', other_id: 'text' },
    key: ['thing_id', 'other_id'],
    groups: ['thing_id'],
  });
  return { things, links };
}

function over(database: Database | null) {
  const { things, links } = tables();
  return { things, links, store: new Store([things, links], database) };
}

async function opened() {
  const database = await openDatabase();
  database.script(SCHEMA);
  return { database, ...over(database) };
}

const thing = (id: string, changes: Partial<Thing> = {}): Thing => ({ id, place: 'here', count: 1, weight: null, at: null, open: false, ...changes });
const rowsIn = (database: Database) => database.rows('SELECT id, place, count, weight, at, open FROM things ORDER BY rowid');
const ids = (rows: readonly Thing[]) => rows.map(({ id }) => id);

test('a row is there at once, in the database after the commit', async () => {
  const { database, things, store } = await opened();
  const row = thing('a', { weight: 2.5, at: instantOf(2025, 1, 1, 9) + 7, open: true });
  things.put(row);
  expect(things.get('a')).toBe(row);
  expect(rowsIn(database)).toEqual([]);
  store.commit();
  expect(rowsIn(database)).toEqual([['a', 'here', 1, 2.5, '2025-01-01T09:00:00.000007', 1]]);
});

test('stored rows are frozen', () => {
  const { things } = over(null);
  things.put(thing('a'));
  expect(() => ((things.need('a') as { count: number }).count = 2)).toThrow(TypeError);
});

test('an update changes what it names, and is undone by a rollback', async () => {
  const { database, things, store } = await opened();
  things.put(thing('a', { count: 1, weight: 3 }));
  store.commit();
  expect(things.update(things.need('a'), { count: 2 })).toEqual(thing('a', { count: 2, weight: 3 }));
  things.update(things.need('a'), { count: 3 });
  store.rollback();
  expect(things.need('a')).toEqual(thing('a', { count: 1, weight: 3 }));
  store.commit();
  expect(rowsIn(database)).toEqual([['a', 'here', 1, 3, null, 0]]);
});

test('a rollback forgets new rows and brings back removed ones', async () => {
  const { things, store } = await opened();
  things.put(thing('old'));
  store.commit();
  things.put(thing('new'));
  things.remove(things.need('old'));
  things.put(thing('brief'));
  things.remove(things.need('brief'));
  store.rollback();
  expect(ids(things.all())).toEqual(['old']);
  expect(ids(things.where('place', 'here'))).toEqual(['old']);
  expect(things.size).toBe(1);
});

test('all rows come in order of creation, also after updates and their rollback', async () => {
  const { things, store } = await opened();
  for (const id of ['c', 'a', 'b']) things.put(thing(id));
  store.commit();
  things.update(things.need('a'), { count: 5 });
  expect(ids(things.all())).toEqual(['c', 'a', 'b']);
  expect(ids(things.where('place', 'here'))).toEqual(['c', 'a', 'b']);
  things.put(thing('d'));
  store.rollback();
  expect(ids(things.all())).toEqual(['c', 'a', 'b']);
});

test('rows are found by group as they move from one to another', () => {
  const { things, links } = over(null);
  things.put(thing('a', { place: 'here' }));
  things.put(thing('b', { place: 'there' }));
  things.update(things.need('a'), { place: 'there' });
  expect(ids(things.where('place', 'here'))).toEqual([]);
  expect(ids(things.where('place', 'there')).sort()).toEqual(['a', 'b']);
  expect(things.where('place', 'nowhere')).toEqual([]);
  expect(() => things.where('count', 1)).toThrow('things is not grouped by count');
  links.put({ thing_id: 'a', other_id: 'b' });
  expect(links.where('thing_id', 'a')).toEqual([{ thing_id: 'a', other_id: 'b' }]);
});

test('what a query returned does not change afterwards', () => {
  const { things } = over(null);
  things.put(thing('a'));
  const [all, group] = [things.all(), things.where('place', 'here')];
  things.put(thing('b'));
  expect([all.length, group.length]).toEqual([1, 1]);
});

test('keys may have several columns', async () => {
  const { database, links, store } = await opened();
  links.put({ thing_id: 'a', other_id: 'b' });
  links.put({ thing_id: 'b', other_id: 'a' });
  links.put({ thing_id: 'a', other_id: 'b' });
  store.commit();
  expect(links.get('a', 'b')).toEqual({ thing_id: 'a', other_id: 'b' });
  expect(links.get('b', 'b')).toBeUndefined();
  links.remove(links.need('a', 'b'));
  store.commit();
  expect(database.rows('SELECT * FROM links')).toEqual([['b', 'a']]);
});

test('a row that must exist and does not is a bug', () => {
  const { things, links } = over(null);
  expect(() => things.need('a')).toThrow('Broken invariant: things has no row a');
  expect(() => links.need('a', 'b')).toThrow('Broken invariant: links has no row a/b');
});

test('a store without a database commits, rolls back and hashes the same', async () => {
  const [memory, sql] = [over(null), await opened()];
  for (const { things, links, store } of [memory, sql]) {
    things.put(thing('a', { weight: 0.1 }));
    links.put({ thing_id: 'a', other_id: 'b' });
    store.commit();
    things.put(thing('b'));
    store.rollback();
  }
  expect(memory.store.hash()).toBe(sql.store.hash());
  expect(ids(memory.things.all())).toEqual(['a']);
  expect(() => memory.store.load()).toThrow('load needs a database');
});

describe('the hash', () => {
  test('is of the committed rows: text of the table and of the values as SQL holds them', async () => {
    const { things, store } = await opened();
    expect(store.hash()).toBe('0'.repeat(32));
    things.put(thing('a', { at: instantOf(2025, 1, 1), open: true }));
    store.commit();
    const expected = new SetHash();
    expected.add('["things","a","here",1,null,"2025-01-01T00:00:00",1]');
    expect(rowText('things', ['a', 'here', 1, null, '2025-01-01T00:00:00', 1])).toBe('["things","a","here",1,null,"2025-01-01T00:00:00",1]');
    expect(store.hash()).toBe(expected.toString());
  });

  test('depends on the state, not on the way to it', async () => {
    const [direct, detour] = [await opened(), await opened()];
    direct.things.put(thing('a'));
    direct.things.put(thing('b'));
    direct.store.commit();
    detour.things.put(thing('b', { count: 9 }));
    detour.things.put(thing('c'));
    detour.store.commit();
    detour.store.hash();
    detour.things.put(thing('a'));
    detour.things.put(thing('b'));
    detour.things.remove(detour.things.need('c'));
    detour.store.commit();
    expect(detour.store.hash()).toBe(direct.store.hash());
    detour.things.update(detour.things.need('a'), { count: 2 });
    detour.store.commit();
    expect(detour.store.hash()).not.toBe(direct.store.hash());
  });
});

const slowHash = (database: Database) => {
  const hash = new SetHash();
  for (const row of rowsIn(database)) hash.add(rowText('things', row));
  for (const row of database.rows('SELECT thing_id, other_id FROM links')) hash.add(rowText('links', row));
  return hash.toString();
};

const anyThing = (dice: Dice): Thing =>
  thing(`id-${dice.whole(0, 12)}`, {
    place: dice.pick(['here', 'there', "o'clock"]),
    count: dice.whole(-(2 ** 53) + 1, 2 ** 53 - 1),
    weight: dice.chance(0.2) ? null : dice.between(-1, 1) * 10 ** dice.whole(-20, 20),
    at: dice.chance(0.2) ? null : instantOf(2025, 1, 1) + dice.whole(0, 1e15),
    open: dice.chance(0.5),
  });

/** The plainest thing that behaves like a store: a map, and the map of the last commit. */
class Model {
  now = new Map<string, Thing>();
  committed = new Map<string, Thing>();
}

property('a store does what a map does, and its hash and its reloaded copy agree with the database', async (dice) => {
  const { database, things, links, store } = await opened();
  const model = new Model();
  const byId = (rows: readonly Thing[]) => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
  for (let step = 0; step < 2000; step++) {
    const row = anyThing(dice);
    const known = things.get(row.id);
    const action = dice.whole(0, 9);
    if (action < 5) {
      things.put(row);
      model.now.set(row.id, row);
    } else if (action < 7 && known) {
      model.now.set(row.id, things.update(known, { count: row.count, place: row.place }));
    } else if (action < 8 && known) {
      things.remove(known);
      model.now.delete(row.id);
    } else if (action === 8) {
      const link = { thing_id: row.id, other_id: row.place };
      if (links.get(row.id, row.place)) links.remove(link);
      else links.put(link);
    } else if (dice.chance(0.5)) {
      store.commit();
      model.committed = new Map(model.now);
      expect(store.hash()).toBe(slowHash(database));
    } else {
      store.rollback();
      model.now = new Map(model.committed);
      if (dice.chance(0.3)) expect(store.hash()).toBe(slowHash(database));
    }
    if (step % 20 === 0) {
      expect(byId(things.all())).toEqual(byId([...model.now.values()]));
      expect(things.size).toBe(model.now.size);
      const here = [...model.now.values()].filter(({ place }) => place === 'here');
      expect(byId(things.where('place', 'here'))).toEqual(byId(here));
    }
    if (step % 200 === 199) {
      store.commit();
      model.committed = new Map(model.now);
      const copy = over(await openDatabase(database.export()));
      copy.store.load();
      expect(copy.store.hash()).toBe(store.hash());
      expect(byId(copy.things.all())).toEqual(byId(things.all()));
      expect(copy.links.size).toBe(links.size);
    }
  }
});
