/**
 * A unit of work over a set of SQL tables. Rows live in memory as frozen objects; `put` and
 * `remove` are the only ways to change one. `commit` writes the changed rows to the database
 * in one transaction, `rollback` forgets them. The database is complete after every commit:
 * `load` rebuilds the same store from it.
 */
import { SetHash } from '../core/hash.ts';
import { formatInstant, parseInstant } from '../core/calendar.ts';
import { invariant } from '../core/result.ts';
import type { Database, SqlValue } from './database.ts';

/** How a row's field is kept in SQL: instants as ISO text, booleans as 0 or 1. */
export type ColumnKind = 'text' | 'integer' | 'real' | 'instant' | 'boolean';

type Field = string | number | boolean | null;

export interface TableDefinition<Row extends object> {
  readonly name: string;
  readonly columns: Readonly<Record<keyof Row & string, ColumnKind>>;
  readonly key: readonly (keyof Row & string)[];
  /** The columns whose order is the order of creation; the key if left out. */
  readonly order?: readonly (keyof Row & string)[];
  /** Columns by which rows are looked up together. */
  readonly groups?: readonly (keyof Row & string)[];
}

export class Table<Row extends object> {
  readonly #definition: TableDefinition<Row>;
  readonly #columns: readonly [keyof Row & string, ColumnKind][];
  readonly #insertSql: string;
  readonly #whereKey: string;
  readonly #rows = new Map<string, Row>();
  readonly #groups: ReadonlyMap<string, Map<unknown, Map<string, Row>>>;
  /** The rows as of the last commit, for each key touched since. */
  readonly #uncommitted = new Map<string, Row | undefined>();
  /** Keys changed since the hash was last asked for, and what of each key is in it. */
  readonly #unhashed = new Set<string>();
  readonly #hashed = new Map<string, string>();

  constructor(definition: TableDefinition<Row>) {
    this.#definition = definition;
    this.#columns = Object.entries(definition.columns) as [keyof Row & string, ColumnKind][];
    const names = this.#columns.map(([column]) => column);
    this.#insertSql = `INSERT INTO ${definition.name} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
    this.#whereKey = `WHERE ${definition.key.map((column) => `${column} = ?`).join(' AND ')}`;
    this.#groups = new Map((definition.groups ?? []).map((column) => [column, new Map()]));
  }

  get name(): string {
    return this.#definition.name;
  }

  /**
   * Takes over all rows of another table, in all their orders; this one must be empty. Rows are immutable, so only the
   * maps are copied. With `write` they count as changes that a database has not seen.
   */
  take(other: Table<Row>, { write }: { write: boolean }): void {
    invariant(this.#rows.size === 0 && !other.changed, 'a table is taken over whole, by an empty one, between two commands');
    for (const [key, row] of other.#rows) {
      this.#rows.set(key, row);
      if (write) this.#uncommitted.set(key, undefined);
    }
    for (const [column, group] of this.#groups) {
      for (const [value, members] of other.#groups.get(column) ?? []) group.set(value, new Map(members));
    }
    for (const key of other.#unhashed) this.#unhashed.add(key);
    for (const [key, member] of other.#hashed) this.#hashed.set(key, member);
  }

  get size(): number {
    return this.#rows.size;
  }

  get(...key: (string | number)[]): Row | undefined {
    return this.#rows.get(key.join('/'));
  }

  /** The row of a key that must exist. */
  need(...key: (string | number)[]): Row {
    const row = this.get(...key);
    invariant(row !== undefined, `${this.name} has no row ${key.join('/')}`);
    return row;
  }

  /** All rows: in order of creation, as long as no removal was rolled back. */
  all(): Row[] {
    return [...this.#rows.values()];
  }

  /** The rows with this value in a grouping column, in the order in which they came to have it. */
  where(column: keyof Row & string, value: string | number): Row[] {
    const group = this.#groups.get(column);
    invariant(group !== undefined, `${this.name} is not grouped by ${column}`);
    return [...(group.get(value)?.values() ?? [])];
  }

  /** Adds a row, or replaces the one with the same key. */
  put(row: Row): void {
    this.#change(this.#keyOf(row), Object.freeze(row));
  }

  update(row: Row, changes: Partial<Row>): Row {
    const changed = { ...row, ...changes };
    this.put(changed);
    return changed;
  }

  remove(row: Row): void {
    this.#change(this.#keyOf(row), undefined);
  }

  get changed(): boolean {
    return this.#uncommitted.size > 0;
  }

  rollback(): void {
    for (const [key, before] of this.#uncommitted) this.#set(key, before);
    this.#uncommitted.clear();
  }

  /** Writes what changed since the last commit; to be called within a transaction, and settled after it. */
  write(database: Database | null): void {
    for (const [key, before] of this.#uncommitted) {
      const after = this.#rows.get(key);
      if (before && after) this.#updateRow(database, key, before, after);
      else if (after) this.#insertRow(database, key, after);
      else if (before) this.#deleteRow(database, key, before);
    }
  }

  /** What was written stands. */
  settle(): void {
    this.#uncommitted.clear();
  }

  #insertRow(database: Database | null, key: string, row: Row): void {
    // A row that was taken over can be in the hash already.
    if (!this.#hashed.has(key)) this.#unhashed.add(key);
    database?.run(this.#insertSql, this.#toSql(row));
  }

  #updateRow(database: Database | null, key: string, before: Row, after: Row): void {
    const changed = this.#columns.map(([column]) => column).filter((column) => after[column] !== before[column]);
    if (changed.length === 0) return;
    this.#unhashed.add(key);
    const values = changed.map((column) => this.#columnToSql(after, column));
    const assignments = changed.map((column) => `${column} = ?`).join(', ');
    database?.run(`UPDATE ${this.name} SET ${assignments} ${this.#whereKey}`, [...values, ...this.#keyToSql(before)]);
  }

  #deleteRow(database: Database | null, key: string, row: Row): void {
    this.#unhashed.add(key);
    database?.run(`DELETE FROM ${this.name} ${this.#whereKey}`, this.#keyToSql(row));
  }

  /** Brings `hash` up to date with this table's committed rows. */
  updateHash(hash: SetHash): void {
    for (const key of this.#unhashed) {
      const before = this.#hashed.get(key);
      if (before !== undefined) hash.remove(before);
      const row = this.#rows.get(key);
      if (row) {
        const member = rowText(this.name, this.#toSql(row));
        hash.add(member);
        this.#hashed.set(key, member);
      } else {
        this.#hashed.delete(key);
      }
    }
    this.#unhashed.clear();
  }

  load(database: Database): void {
    const names = this.#columns.map(([name]) => name);
    const { key: keyColumns, order = keyColumns } = this.#definition;
    for (const values of database.rows(`SELECT ${names.join(', ')} FROM ${this.name} ORDER BY ${order.join(', ')}`)) {
      const row = Object.fromEntries(this.#columns.map(([name, kind], i) => [name, fromSql(values[i] ?? null, kind)]));
      const key = this.#keyOf(row as Row);
      this.#set(key, Object.freeze(row) as Row);
      this.#unhashed.add(key);
    }
  }

  #change(key: string, row: Row | undefined): void {
    if (!this.#uncommitted.has(key)) this.#uncommitted.set(key, this.#rows.get(key));
    this.#set(key, row);
  }

  #set(key: string, row: Row | undefined): void {
    const before = this.#rows.get(key);
    if (row) this.#rows.set(key, row);
    else this.#rows.delete(key);
    for (const [column, group] of this.#groups) {
      const field = column as keyof Row;
      if (before && before[field] !== row?.[field]) group.get(before[field])?.delete(key);
      if (!row) continue;
      let members = group.get(row[field]);
      if (!members) {
        members = new Map<string, Row>();
        group.set(row[field], members);
      }
      members.set(key, row);
    }
  }

  #keyOf(row: Row): string {
    const { key } = this.#definition;
    return key.length === 1 ? String(row[key[0] as keyof Row]) : key.map((column) => row[column]).join('/');
  }

  #toSql(row: Row): SqlValue[] {
    return this.#columns.map(([name]) => this.#columnToSql(row, name));
  }

  #keyToSql(row: Row): SqlValue[] {
    return this.#definition.key.map((column) => this.#columnToSql(row, column));
  }

  #columnToSql(row: Row, column: keyof Row & string): SqlValue {
    return toSql(row[column] as Field, this.#definition.columns[column]);
  }
}

/** Tables that commit, roll back and are hashed together. */
export class Store {
  readonly #tables: readonly Table<never>[];
  readonly #database: Database | null;
  #hash = new SetHash();

  /** With no database the store lives in memory alone (planners, which try thousands of futures). */
  constructor(tables: readonly object[], database: Database | null) {
    this.#tables = tables as readonly Table<never>[];
    this.#database = database;
  }

  /** Takes over all tables of another store, given in the same order; this one must be empty. What a database has not seen is written to it. */
  take(other: Store): void {
    this.#tables.forEach((table, i) => table.take(other.#tables[i] as Table<never>, { write: this.#database !== null }));
    this.#hash = new SetHash(other.#hash);
    if (this.#database) this.commit();
  }

  /** Whether there is something that no commit has settled. */
  get changed(): boolean {
    return this.#tables.some((table) => table.changed);
  }

  commit(): void {
    if (!this.changed) return;
    const write = () => this.#tables.forEach((table) => table.write(this.#database));
    if (this.#database) this.#database.transaction(write);
    else write();
    for (const table of this.#tables) table.settle();
  }

  rollback(): void {
    for (const table of this.#tables) table.rollback();
  }

  load(): void {
    invariant(this.#database !== null, 'load needs a database');
    for (const table of this.#tables) table.load(this.#database);
  }

  /**
   * The state hash: a `SetHash` whose members are all rows of all tables, each as the JSON array
   * of its table's name and its column values as SQL holds them. 32 hex digits.
   */
  hash(): string {
    for (const table of this.#tables) table.updateHash(this.#hash);
    return this.#hash.toString();
  }
}

/** One member of the state hash. */
export function rowText(table: string, values: readonly SqlValue[]): string {
  return JSON.stringify([table, ...values]);
}

function toSql(value: Field, kind: ColumnKind): SqlValue {
  if (value === null) return null;
  if (kind === 'instant') return formatInstant(value as number);
  return typeof value === 'boolean' ? Number(value) : value;
}

function fromSql(value: SqlValue, kind: ColumnKind): Field {
  if (value === null) return null;
  if (kind === 'instant') return parseInstant(String(value));
  return kind === 'boolean' ? value !== 0 : value;
}
