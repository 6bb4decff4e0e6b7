/** One kind of record in one SQL table: what is written comes back as it was, with the kinds that JavaScript and SQL lack. */
import { writePlainJson, parsePlainJson } from '../../core/plainJson.ts';
import { invariant } from '../../core/result.ts';
import type { Plain, PlainDict } from '../../core/plain.ts';
import type { Database, SqlValue } from '../../db/database.ts';
import type { Journal, Journalled } from './journal.ts';

/** `plain`: a value of free form, kept as JSON that tells `30` from `30.0`. Each may be null. */
export type ColumnKind = 'text' | 'real' | 'integer' | 'boolean' | 'plain';

export interface TableShape<Row> {
  readonly name: string;
  readonly columns: Readonly<Record<keyof Row & string, ColumnKind>>;
  /** Names one row. */
  readonly key?: keyof Row & string;
  /** Other columns by which rows are looked up. */
  readonly lookups?: readonly (keyof Row & string)[];
  /** Column → `table(column)`. */
  readonly references?: Readonly<Partial<Record<keyof Row & string, string>>>;
}

/** The column that keeps the order of the file, and then of creation. */
export const PLACE = 'place';

type Where<Row> = Readonly<Partial<Row>>;

export class Table<Row extends object> {
  readonly shape: TableShape<Row>;
  readonly #database: Database;
  readonly #columns: readonly [keyof Row & string, ColumnKind][];
  readonly #names: string;
  readonly #journal: Journal;
  readonly #journalled: Journalled;

  constructor(database: Database, shape: TableShape<Row>, journal: Journal) {
    this.shape = shape;
    this.#database = database;
    this.#journal = journal;
    this.#journalled = { name: shape.name, row: (place) => this.#found(` WHERE ${PLACE} = ?`, [place])[0]?.row ?? null };
    this.#columns = Object.entries(shape.columns) as [keyof Row & string, ColumnKind][];
    this.#names = this.#columns.map(([name]) => columnName(name)).join(', ');
  }

  insert(row: Row): void {
    const marks = this.#columns.map(() => '?').join(', ');
    const values = this.#columns.map(([name, kind]) => toSql(row[name], kind));
    this.#database.run(`INSERT INTO ${this.shape.name} (${this.#names}) VALUES (${marks})`, values);
    if (this.#journal.isOn) this.#journal.note(this.#journalled, this.#database.lastRowId(), null);
  }

  /** All rows that have these values, in order. */
  rows(where: Where<Row> = {} as Where<Row>): Row[] {
    const [condition, values] = this.#condition(where);
    return this.#select(`${condition} ORDER BY ${PLACE}`, values);
  }

  /** All rows but the first so many of the file. */
  rowsFrom(place: number): Row[] {
    return this.#select(` WHERE ${PLACE} > ? ORDER BY ${PLACE}`, [place]);
  }

  first(where: Where<Row>): Row | undefined {
    const [condition, values] = this.#condition(where);
    return this.#select(`${condition} ORDER BY ${PLACE} LIMIT 1`, values)[0];
  }

  /** The row at a place of the file, counted from 0; see `place`. */
  at(place: number): Row {
    const [row] = this.#select(` WHERE ${PLACE} = ?`, [place + 1]);
    invariant(row, `no row ${place} in ${this.shape.name}`);
    return row;
  }

  update(where: Where<Row>, changes: Where<Row>): void {
    const [condition, values] = this.#condition(where);
    this.#noteBefore(condition, values);
    const changed = this.#columns.filter(([name]) => name in changes);
    const assignments = changed.map(([name]) => `${columnName(name)} = ?`).join(', ');
    const assigned = changed.map(([name, kind]) => toSql(changes[name], kind));
    this.#database.run(`UPDATE ${this.shape.name} SET ${assignments}${condition}`, [...assigned, ...values]);
  }

  remove(where: Where<Row>): void {
    const [condition, values] = this.#condition(where);
    this.#noteBefore(condition, values);
    this.#database.run(`DELETE FROM ${this.shape.name}${condition}`, values);
  }

  #noteBefore(condition: string, values: readonly SqlValue[]): void {
    if (!this.#journal.isOn) return;
    for (const { place, row } of this.#found(condition, values)) this.#journal.note(this.#journalled, place, row);
  }

  /** Rows with their places, in their columns' order. */
  #found(condition: string, values: readonly SqlValue[]): { place: number; row: PlainDict }[] {
    const found = this.#database.rows(`SELECT ${PLACE}, ${this.#names} FROM ${this.shape.name}${condition} ORDER BY ${PLACE}`, values);
    return found.map(([place, ...cells]) => ({
      place: Number(place),
      row: new Map(this.#columns.map(([name, kind], i) => [columnName(name), plainFromSql(cells[i] ?? null, kind)])),
    }));
  }

  #condition(where: Where<Row>): [string, SqlValue[]] {
    const given = this.#columns.filter(([name]) => name in where);
    if (given.length === 0) return ['', []];
    const tests = given.map(([name]) => `${columnName(name)} = ?`).join(' AND ');
    return [` WHERE ${tests}`, given.map(([name, kind]) => toSql(where[name], kind))];
  }

  #select(rest: string, values: readonly SqlValue[]): Row[] {
    const found = this.#database.rows(`SELECT ${this.#names} FROM ${this.shape.name}${rest}`, values);
    return found.map(
      (cells) => Object.fromEntries(this.#columns.map(([name, kind], i) => [name, fromSql(cells[i] ?? null, kind)])) as Row,
    );
  }
}

const SQL_TYPES = { text: 'TEXT', real: 'REAL', integer: 'INTEGER', boolean: 'INTEGER', plain: 'TEXT' } as const;

/** The statements that make a table and what finds its rows quickly. */
export function definitionOf(shape: TableShape<never>): string {
  const references = (shape.references ?? {}) as Readonly<Record<string, string>>;
  const columns = Object.entries<ColumnKind>(shape.columns).map(([name, kind]) => {
    const target = references[name];
    const unique = name === shape.key ? ' UNIQUE NOT NULL' : '';
    return `${columnName(name)} ${SQL_TYPES[kind]}${unique}${target ? ` REFERENCES ${target}` : ''}`;
  });
  const indexes = [...(shape.lookups ?? []), ...Object.keys(references)].map(
    (name) => `CREATE INDEX ${shape.name}_by_${columnName(name)} ON ${shape.name} (${columnName(name)});`,
  );
  return [`CREATE TABLE ${shape.name} (${PLACE} INTEGER PRIMARY KEY, ${columns.join(', ')});`, ...indexes].join('\n');
}

/** `storeId` is `store_id` in SQL. */
function columnName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function toSql(value: unknown, kind: ColumnKind): SqlValue {
  if (value === null || value === undefined) return null;
  if (kind === 'boolean') return value ? 1 : 0;
  if (kind === 'plain') return writePlainJson(value as Plain);
  return value as SqlValue;
}

/** As `fromSql`, with ints told from floats. */
function plainFromSql(value: SqlValue, kind: ColumnKind): Plain {
  return kind === 'integer' && typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : fromSql(value, kind);
}

function fromSql(value: SqlValue, kind: ColumnKind): Plain {
  if (value === null) return null;
  if (kind === 'boolean') return value === 1;
  if (kind !== 'plain') return value;
  const parsed = parsePlainJson(String(value));
  invariant(parsed.ok, `a column of free form holds ${String(value)}`);
  return parsed.value;
}
