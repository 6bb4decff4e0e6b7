/** Reading a `.sqlite` file without the engine's help. */
import { SetHash } from '../../src/core/hash.ts';
import { openDatabase, type Database, type SqlValue } from '../../src/db/database.ts';
import { rowText } from '../../src/db/store.ts';

export interface ColumnInfo {
  readonly name: string;
  readonly type: string;
}

export function tablesOf(database: Database): string[] {
  return database.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").map(([name]) => String(name));
}

export function columnsOf(database: Database, table: string): ColumnInfo[] {
  return database
    .rows('SELECT name, type FROM pragma_table_info(?) ORDER BY cid', [table])
    .map(([name, type]) => ({ name: String(name), type: String(type) }));
}

/** All rows of all tables, in the order of their text: equal for databases of equal content. */
export async function contentOf(bytes: Uint8Array): Promise<[string, ...SqlValue[]][]> {
  const database = await openDatabase(bytes);
  try {
    return tablesOf(database).flatMap((table) => {
      const names = columnsOf(database, table).map(({ name }) => name);
      const rows = database.rows(`SELECT ${names.join(', ')} FROM ${table} ORDER BY ${names.join(', ')}`);
      return rows.map((row): [string, ...SqlValue[]] => [table, ...row]);
    });
  } finally {
    database.close();
  }
}

/** The state hash, computed from nothing but the rows of an exported startup world. */
export async function hashOfContent(bytes: Uint8Array): Promise<string> {
  const hash = new SetHash();
  for (const [table, ...values] of await contentOf(bytes)) {
    if (table !== 'run') hash.add(rowText(table, values));
  }
  return hash.toString();
}
