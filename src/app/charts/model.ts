/** What a chart shows, apart from how it is drawn. */
import type { Point } from '../../../workers/startup/messages.ts';

export interface Line {
  readonly key: string;
  readonly label: string;
  readonly points: readonly Point[];
  /** A custom property of tokens.css. */
  readonly color: string;
  /** Pixels on and off; empty for a solid line. Tells lines apart without colour. */
  readonly dash: readonly number[];
  /** Where it ends, if not where the chart does: it holds its last value up to there. */
  readonly until?: number;
  /** Background to the others. */
  readonly isThin?: true;
}

export interface ChartModel {
  readonly lines: readonly Line[];
  /** The ends of the time axis. */
  readonly from: number;
  readonly to: number;
  /** How far the last values hold. */
  readonly now: number;
  readonly unit: 'money' | 'level';
  /** The value axis includes this. */
  readonly includes: number;
  /** A horizontal line, with what it means. */
  readonly limit?: { readonly value: number; readonly label: string };
}

export interface Column<Row> {
  readonly heading: string;
  /** In data files: lower case, with the unit. */
  readonly field: string;
  readonly shown: (row: Row) => string;
  readonly raw: (row: Row) => string | number;
  readonly isNumber?: true;
}

export interface DataTable<Row> {
  readonly columns: readonly Column<Row>[];
  readonly count: number;
  /** Asked for only when somebody looks. */
  readonly rows: () => readonly Row[];
}
