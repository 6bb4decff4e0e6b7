import { expect, test } from 'vitest';
import { openDatabase, type Database, type SqlValue } from '../../../src/db/database.ts';
import { property, type Dice } from '../../tools/property.ts';

async function withTable(columns = 'a, b'): Promise<Database> {
  const database = await openDatabase();
  database.script(`CREATE TABLE t (${columns})`);
  return database;
}

test('rows come as arrays, in column order', async () => {
  const database = await withTable();
  database.run('INSERT INTO t VALUES (?, ?)', [1, 'one']);
  database.run('INSERT INTO t VALUES (?, ?)', [null, 2.5]);
  expect(database.rows('SELECT b, a FROM t ORDER BY rowid')).toEqual([['one', 1], [2.5, null]]);
  expect(database.rows('SELECT a FROM t WHERE b = ?', ['one'])).toEqual([[1]]);
  expect(database.rows('SELECT a FROM t WHERE b = ?', ['two'])).toEqual([]);
});

test('databases are apart', async () => {
  const [one, other] = await Promise.all([withTable(), withTable()]);
  one.run('INSERT INTO t VALUES (1, 1)');
  expect(other.rows('SELECT * FROM t')).toEqual([]);
});

test('a transaction keeps all of its work, or nothing', async () => {
  const database = await withTable('a UNIQUE');
  database.transaction(() => {
    database.run('INSERT INTO t VALUES (1)');
    database.run('INSERT INTO t VALUES (2)');
  });
  expect(() =>
    database.transaction(() => {
      database.run('INSERT INTO t VALUES (3)');
      database.run('INSERT INTO t VALUES (1)');
    }),
  ).toThrow('UNIQUE');
  expect(database.rows('SELECT a FROM t ORDER BY a')).toEqual([[1], [2]]);
  database.transaction(() => database.run('INSERT INTO t VALUES (3)'));
  expect(database.rows('SELECT a FROM t ORDER BY a')).toEqual([[1], [2], [3]]);
});

test('an exported database opens again, and the exporting one goes on', async () => {
  const database = await withTable();
  database.run('INSERT INTO t VALUES (?, ?)', [1, 'one']);
  const bytes = database.export();
  expect(new TextDecoder().decode(bytes.subarray(0, 15))).toBe('SQLite format 3');
  database.run('INSERT INTO t VALUES (?, ?)', [2, 'two']);
  expect(database.rows('SELECT a FROM t')).toEqual([[1], [2]]);
  const copy = await openDatabase(bytes);
  expect(copy.rows('SELECT a, b FROM t')).toEqual([[1, 'one']]);
});

test('bytes that are no database fail at the first question, if not before', async () => {
  const bytes = new TextEncoder().encode('this is no database, by any means'.repeat(100));
  const ask = async () => (await openDatabase(bytes)).rows('SELECT * FROM run');
  await expect(ask()).rejects.toThrow('not a database');
});

function anyValue(dice: Dice): SqlValue {
  switch (dice.whole(0, 4)) {
    case 0:
      return null;
    case 1:
      return dice.whole(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    case 2:
      return dice.between(-1, 1) * 10 ** dice.whole(-300, 300);
    case 3:
      return dice.pick(["'; DROP TABLE t; --", 'a\0b', '\0', '\ud83d\ude00\u2028', '', '0', 'NULL', '"', '\\']);
    default:
      return dice.many(0, 50, () => String.fromCodePoint(dice.pick([dice.whole(0, 127), dice.whole(0x80, 0xd7ff), dice.whole(0xe000, 0xfefe), dice.whole(0xff00, 0x10ffff)]))).join('');
  }
}

property('values come back as they were put in', async (dice) => {
  const database = await withTable();
  const put: SqlValue[][] = [];
  for (let count = 0; count < 1000; count++) {
    const values = [count, anyValue(dice)];
    database.run('INSERT INTO t VALUES (?, ?)', values);
    put.push(values);
  }
  expect(database.rows('SELECT a, b FROM t ORDER BY a')).toEqual(put);
  expect((await openDatabase(database.export())).rows('SELECT a, b FROM t ORDER BY a')).toEqual(put);
});
