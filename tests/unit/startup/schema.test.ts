import { describe, expect, test } from 'vitest';
import { openDatabase, type Database } from '../../../src/db/database.ts';
import type { Table } from '../../../src/db/store.ts';
import schema from '../../../src/startup/schema.sql?raw';
import { World } from '../../../src/startup/world.ts';
import { CLOCKWORK, Company, presetOf } from '../../tools/company.ts';
import { columnsOf, contentOf, hashOfContent, tablesOf } from '../../tools/sqlite.ts';

const world = new World(presetOf(CLOCKWORK.paper), 1, null);

async function created(): Promise<Database> {
  const database = await openDatabase();
  database.script(schema);
  return database;
}

/** The columns a table asks the database for, in its order. */
function columnsAskedBy(table: { load: Table<object>['load'] }): string[] {
  let asked = '';
  table.load({ rows: (sql: string) => ((asked = sql), []) } as unknown as Database);
  return (/^SELECT (.*) FROM/.exec(asked)?.[1] ?? '').split(', ');
}

test('the schema has the tables of the world, and the run it was made from', async () => {
  const names = [...world.tables.map(({ name }) => name), 'run'].sort();
  expect(tablesOf(await created())).toEqual(names);
});

test.each(world.tables.map((table) => [table.name, table] as const))('the columns of %s are those of its definition, in order', async (name, table) => {
  const columns = columnsOf(await created(), name).map((column) => column.name);
  expect(columns.length).toBeGreaterThan(1);
  expect(columnsAskedBy(table)).toEqual(columns);
});

const TYPES = { INTEGER: Number.isInteger, REAL: Number.isFinite, TEXT: (value: unknown) => typeof value === 'string' };

describe.each(['classic', 'paper'] as const)('after work under the %s rules', (rules) => {
  async function worked(): Promise<Company> {
    const company = await Company.found(CLOCKWORK[rules]);
    company.start(company.offer((task) => company.isLoyal(task)), 1, 2, 3);
    company.resumeUntil('task_completed');
    company.start(company.offer(), 3, 4);
    company.run(`scratchpad write --content 'a note'`);
    return company;
  }

  test('every value is of its column’s declared type', async () => {
    const company = await worked();
    const database = await openDatabase(company.simulation.exportDatabase());
    const seen = new Set<string>();
    for (const table of tablesOf(database)) {
      for (const { name, type } of columnsOf(database, table)) {
        const values = database.rows(`SELECT ${name}, typeof(${name}) FROM ${table} WHERE ${name} IS NOT NULL`);
        for (const [value, stored] of values) {
          expect(stored, `${table}.${name}`).toBe(type.toLowerCase());
          expect(TYPES[type as keyof typeof TYPES](value), `${table}.${name}: ${value}`).toBe(true);
          seen.add(table);
        }
      }
    }
    const expected = tablesOf(database).filter((table) => rules === 'paper' || table !== 'clients');
    expect([...seen].sort()).toEqual(expected);
  });

  test('the database is complete: its rows give the state hash, and the engine goes on from it', async () => {
    const company = await worked();
    const bytes = company.simulation.exportDatabase();
    expect(await hashOfContent(bytes)).toBe(company.simulation.hash());
    expect((await contentOf(bytes)).find(([table]) => table === 'run')?.[5]).toBe(1);
  });
});
