/** The whole state of a database as one text, to compare. */
import type { Database } from '../../src/db/database.ts';

/** A line per table, with its rows in order; worlds are in the same state if and only if their dumps are equal. */
export function dump(database: Database): string {
  const tables = database.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").map(([name]) => String(name));
  return tables.map((name) => `${name} ${JSON.stringify(database.rows(`SELECT * FROM ${name} ORDER BY rowid`))}`).join('\n');
}
