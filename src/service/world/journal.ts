/** Which rows a step wrote, and what they held before: so a step's changes are known without a snapshot of the world. */
import { isDict, type PlainDict } from '../../core/plain.ts';
import { writePlainJson } from '../../core/plainJson.ts';
import { sha256Hex } from '../../core/hash.ts';

/** A row of a table; null: there was none, or there is none any more. */
export interface RowChange {
  readonly table: string;
  /** Counted from 1, in the order of the file and then of creation. */
  readonly place: number;
  readonly before: PlainDict | null;
  readonly after: PlainDict | null;
}

/** A table as its journal needs it. */
export interface Journalled {
  readonly name: string;
  row(place: number): PlainDict | null;
}

export class Journal {
  #isOn = false;
  readonly #touched = new Map<string, { table: Journalled; place: number; before: PlainDict | null }>();

  /** From here on, so that loading a world is not journalled. */
  start(): void {
    this.#isOn = true;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** A row that is about to be changed or removed, or, with null, has just been made. */
  note(table: Journalled, place: number, before: PlainDict | null): void {
    const key = `${table.name} ${place}`;
    if (!this.#touched.has(key)) this.#touched.set(key, { table, place, before });
  }

  /** What is different since this was last asked; what was written and stands as before is not. */
  take(): RowChange[] {
    const changes = [...this.#touched.values()].map(({ table, place, before }) => ({ table: table.name, place, before, after: table.row(place) }));
    this.#touched.clear();
    return composed([changes]);
  }
}

/** The changes of several steps, one after the other, as if they were one. */
export function composed(steps: readonly (readonly RowChange[])[]): RowChange[] {
  const all = new Map<string, RowChange>();
  for (const change of steps.flat()) {
    const key = `${change.table} ${change.place}`;
    const earlier = all.get(key);
    all.set(key, earlier ? { ...change, before: earlier.before } : change);
  }
  return [...all.values()].filter(isDifferent).sort((a, b) => compare(a.table, b.table) || a.place - b.place);
}

/** Of the state that these changes, counted from the task's own world, lead to: 32 hex digits. */
export function hashOf(changes: readonly RowChange[]): string {
  const rows = composed([changes]).map(({ table, place, after }) => [table, BigInt(place), after]);
  return sha256Hex(writePlainJson(rows)).slice(0, 32);
}

/** The columns in which a changed row differs; all of a new or removed one. */
export function changedColumns({ before, after }: RowChange): string[] {
  if (!before || !after) return [...((before ?? after) as PlainDict).keys()];
  return [...after.keys()].filter((name) => writePlainJson(before.get(name) ?? null) !== writePlainJson(after.get(name) ?? null));
}

function isDifferent({ before, after }: RowChange): boolean {
  if (!isDict(before ?? undefined) || !isDict(after ?? undefined)) return before !== after;
  return writePlainJson(before) !== writePlainJson(after);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
