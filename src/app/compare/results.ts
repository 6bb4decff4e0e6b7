/** Runs as rows of a table: what they came to, in what order, and together. */
import type { Driver } from '../../rollout/format.ts';
import type { RunFacts } from '../../../workers/startup/messages.ts';
import { csv } from '../files.ts';
import { integer, level, money } from '../format.ts';
import { driverName } from '../startup/driverName.ts';
import { text } from '../texts.ts';
import { nameOf, type ReadyEntry } from './comparison.svelte.ts';
import { summaryOf, type Summary } from './statistics.ts';

export const COLUMNS = ['name', 'preset', 'seed', 'driver', 'funds', 'survived', 'normalized', 'onTime', 'late', 'turns', 'verdict'] as const;
export type Column = (typeof COLUMNS)[number];

/** Those that have a mean. */
export const MEASURES = ['funds', 'normalized', 'onTime', 'late', 'turns'] as const satisfies readonly Column[];
export type Measure = (typeof MEASURES)[number];

export const NUMBERS: ReadonlySet<Column> = new Set<Column>(['seed', ...MEASURES]);

export interface ResultOrder {
  readonly column: Column;
  readonly isDescending: boolean;
}

/** A run as it is shown, which may be without names of people. */
export interface ResultRow {
  readonly id: number;
  readonly name: string;
  readonly driver: string;
  readonly state: ReadyEntry['state'];
}

/** The runs of one driver on one preset. People are one driver: each of a class plays once. */
export interface Group {
  readonly key: string;
  readonly label: string;
  readonly rows: readonly ResultRow[];
}

interface ColumnLook {
  readonly shown: (row: ResultRow) => string;
  /** For sorting and for data files. */
  readonly raw: (row: ResultRow) => string | number;
  /** In data files: with the unit. */
  readonly field: string;
}

export const LOOKS: Readonly<Record<Column, ColumnLook>> = {
  name: { shown: ({ name }) => name, raw: ({ name }) => name, field: 'name' },
  preset: { shown: ({ state }) => presetName(state.facts), raw: ({ state }) => presetName(state.facts), field: 'preset' },
  seed: { shown: ({ state }) => String(state.facts.seed), raw: ({ state }) => state.facts.seed, field: 'seed' },
  driver: { shown: ({ driver }) => driver, raw: ({ driver }) => driver, field: 'driver' },
  funds: { shown: ({ state }) => money(state.outcome.final_funds_cents), raw: measure('funds'), field: 'final_funds_usd' },
  survived: { shown: survival, raw: ({ state }) => String(state.outcome.survived), field: 'survived' },
  normalized: { shown: (row) => level(measure('normalized')(row)), raw: measure('normalized'), field: 'normalized_funds' },
  onTime: { shown: (row) => integer(measure('onTime')(row)), raw: measure('onTime'), field: 'tasks_on_time' },
  late: { shown: (row) => integer(measure('late')(row)), raw: measure('late'), field: 'tasks_late' },
  turns: { shown: (row) => integer(measure('turns')(row)), raw: measure('turns'), field: 'turns' },
  verdict: { shown: ({ state }) => verdictName(state.verdict), raw: ({ state }) => state.verdict, field: 'verdict' },
};

/** `hidesNames`: people get the number of their run, whatever it is called. */
export function rowsOf(entries: readonly ReadyEntry[], hidesNames: boolean): ResultRow[] {
  return entries.map((entry) => ({
    id: entry.id,
    name: hidesNames ? text('compareUnnamed', { number: entry.id }) : nameOf(entry),
    driver: shownDriver(entry.state.facts.driver, hidesNames),
    state: entry.state,
  }));
}

/** Numbers are wanted from the top first, words from A. */
export function reordered(order: ResultOrder, column: Column): ResultOrder {
  if (column === order.column) return { column, isDescending: !order.isDescending };
  return { column, isDescending: NUMBERS.has(column) && column !== 'seed' };
}

export function arranged(rows: readonly ResultRow[], { column, isDescending }: ResultOrder): ResultRow[] {
  const { raw } = LOOKS[column];
  return [...rows].sort((a, b) => {
    const [left, right] = [raw(a), raw(b)];
    const order = typeof left === 'number' ? left - Number(right) : left.localeCompare(String(right), undefined, { numeric: true });
    return (isDescending ? -order : order) || a.id - b.id;
  });
}

/** The richest first; who has as much as another has the same rank. */
export function ranked(rows: readonly ResultRow[]): (ResultRow & { readonly rank: number })[] {
  const sorted = arranged(rows, { column: 'funds', isDescending: true });
  const funds = sorted.map(({ state }) => state.outcome.final_funds_cents);
  return sorted.map((row, i) => ({ ...row, rank: funds.indexOf(funds[i] ?? 0) + 1 }));
}

export function groupsOf(rows: readonly ResultRow[]): Group[] {
  const hasOnePreset = isOnePreset(rows);
  const groups = new Map<string, ResultRow[]>();
  for (const row of rows) {
    const { presetKey, facts: { driver } } = row.state;
    const key = [presetKey, driver.kind, driver.kind === 'human' ? '' : driver.name].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups].map(([key, [first, ...others]]) => {
    const rows = first ? [first, ...others] : [];
    const driver = !first ? '' : first.state.facts.driver.kind === 'human' ? text('comparePeople') : first.driver;
    const label = hasOnePreset || !first ? driver : text('compareGroupOn', { driver, preset: presetName(first.state.facts) });
    return { key, label, rows };
  });
}

/** Means over several presets would say nothing. */
export function isOnePreset(rows: readonly ResultRow[]): boolean {
  return new Set(rows.map(({ state }) => state.presetKey)).size === 1;
}

export function summaryOfMeasure(rows: readonly ResultRow[], name: Measure): Summary | null {
  return summaryOf(rows.map(measure(name)));
}

/** A mean and what it is give or take, in the measure's own look. */
export function meanText(name: Measure, mean: number, spread: number | null): string {
  const show = (value: number) => (name === 'funds' ? money(value * 100) : name === 'normalized' ? level(value) : level(Math.round(value * 10) / 10));
  return spread === null ? show(mean) : text('compareMeanValue', { mean: show(mean), spread: show(spread) });
}

export function survivalShare(rows: readonly ResultRow[]): string {
  return text('compareShare', { part: rows.filter(({ state }) => state.outcome.survived).length, count: rows.length });
}

export function outcomesCsv(rows: readonly ResultRow[]): string {
  const cells = (row: ResultRow) => COLUMNS.map((column) => harmless(LOOKS[column].raw(row)));
  return csv(COLUMNS.map((column) => LOOKS[column].field), rows.map(cells));
}

/** A name that somebody sent must not be a formula where the file is opened. */
export function harmless(cell: string | number): string | number {
  return typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}

function measure(name: Measure): (row: ResultRow) => number {
  return ({ state: { outcome } }) => {
    switch (name) {
      case 'funds':
        return outcome.final_funds_cents / 100;
      case 'normalized':
        return outcome.normalized_funds;
      case 'onTime':
        return outcome.tasks_succeeded;
      case 'late':
        return outcome.tasks_failed;
      case 'turns':
        return outcome.turns;
    }
  };
}

function presetName({ presetName: preset, isChanged }: RunFacts): string {
  return isChanged ? text('compareChanged', { preset }) : preset;
}

function shownDriver(driver: Driver, hidesNames: boolean): string {
  return hidesNames && driver.kind === 'human' ? text('driver_human') : driverName(driver);
}

function survival({ state: { outcome } }: ResultRow): string {
  const { survived, terminal_reason } = outcome;
  return text('compareSurvived', {
    answer: text(survived ? 'survivedYes' : 'survivedNo'),
    ending: terminal_reason === null ? text('compareUnfinished') : text(`runsEnding_${terminal_reason}`),
  });
}

function verdictName(verdict: ReadyEntry['state']['verdict']): string {
  return text(verdict === 'match' ? 'verdictMatch' : verdict === 'edited' ? 'verdictEdited' : 'verdictDiverged');
}
