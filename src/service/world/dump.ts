/** The whole state of a world as one text, to compare. */
import type { Database } from '../../db/database.ts';
import { PLACE } from './table.ts';
import { TABLE_NAMES } from './tables.ts';

/** A line per table, with its rows in order; worlds are in the same state if and only if their dumps are equal. */
export function dump(database: Database): string {
  return TABLE_NAMES.map((name) => `${name} ${JSON.stringify(database.rows(`SELECT * FROM ${name} ORDER BY ${PLACE}`))}`).join('\n');
}
