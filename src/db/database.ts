/**
 * SQLite by sql.js's asm.js build: plain JavaScript, no WebAssembly, in Node and in workers.
 * The only file that knows sql.js.
 */
import initSqlJs from 'sql.js/dist/sql-asm-memory-growth.js';

export type SqlValue = number | string | null;

interface RawStatement {
  run(values: readonly SqlValue[]): void;
  bind(values: readonly SqlValue[]): boolean;
  step(): boolean;
  get(): SqlValue[];
  reset(): void;
}

interface RawDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): RawStatement;
  export(): Uint8Array;
  close(): void;
}

type Engine = { Database: new (bytes?: Uint8Array) => RawDatabase };

let engine: Promise<Engine> | undefined;

/** Opens an empty database in memory, or one from the bytes of a `.sqlite` file. */
export async function openDatabase(bytes?: Uint8Array): Promise<Database> {
  engine ??= loadQuietly();
  const { Database: Raw } = await engine;
  const raw = new Raw(bytes);
  raw.exec(TUNING);
  return new Database(raw);
}

/** The file lives in memory and has one user: nothing to sync, nobody to lock out, no journal file. */
const TUNING = 'PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store = MEMORY;';

export class Database {
  readonly #raw: RawDatabase;
  readonly #statements = new Map<string, RawStatement>();

  constructor(raw: RawDatabase) {
    this.#raw = raw;
  }

  /** Runs statements that return nothing. */
  script(sql: string): void {
    this.#raw.exec(sql);
  }

  run(sql: string, values: readonly SqlValue[] = []): void {
    this.#prepared(sql).run(values);
  }

  /** All rows of a query, each an array in column order. */
  rows(sql: string, values: readonly SqlValue[] = []): SqlValue[][] {
    const statement = this.#prepared(sql);
    statement.bind(values);
    const rows: SqlValue[][] = [];
    while (statement.step()) rows.push(statement.get());
    statement.reset();
    return rows;
  }

  /** The rowid of the last row that was inserted. */
  lastRowId(): number {
    return Number(this.rows('SELECT last_insert_rowid()')[0]?.[0]);
  }

  /** Runs `work` in one transaction: all of it is kept, or, if it throws, nothing. */
  transaction(work: () => void): void {
    this.run('BEGIN');
    try {
      work();
    } catch (error) {
      this.run('ROLLBACK');
      throw error;
    }
    this.run('COMMIT');
  }

  /** The bytes of a `.sqlite` file. */
  export(): Uint8Array {
    this.#statements.clear(); // sql.js frees every statement when it exports, and opens the file anew
    const bytes = this.#raw.export();
    this.#raw.exec(TUNING);
    return bytes;
  }

  close(): void {
    this.#statements.clear();
    this.#raw.close();
  }

  #prepared(sql: string): RawStatement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#raw.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/**
 * sql.js announces on the console, while it loads, that this build is deprecated. We know (README,
 * "Limits"), and the console belongs to the user: that one notice is dropped, all else passes.
 */
async function loadQuietly(): Promise<Engine> {
  const { console: target } = globalThis as unknown as { console: { warn: (...values: unknown[]) => void } };
  const { warn } = target;
  target.warn = (...values) => {
    if (!String(values[0]).startsWith('sql.js: the asm.js build is deprecated')) warn.apply(target, values);
  };
  try {
    return (await initSqlJs()) as unknown as Engine;
  } finally {
    target.warn = warn;
  }
}
