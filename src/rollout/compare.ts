/** Two runs of one world, side by side: where they parted, and what each did from there. */
import { canonicalJson, type Json } from '../core/json.ts';
import type { BareRun, BareTurn } from './bare.ts';

export type Parting =
  /** Turn by turn nothing can be said: they did not begin in the same world. */
  | { readonly kind: 'other-world'; readonly differs: 'preset' | 'seed' }
  | { readonly kind: 'same' }
  /** All turns of one are the first of the other; `turn` is the last in common. */
  | { readonly kind: 'goes-on'; readonly turn: number; readonly longer: 'a' | 'b' }
  /** The first turn whose commands differ. */
  | { readonly kind: 'commands'; readonly turn: number }
  /** The same commands, and other states: one of them is not what this engine makes of its commands. */
  | { readonly kind: 'states'; readonly turn: number };

export interface DiffLine {
  readonly line: string;
  /** The other run gave it in this turn too. */
  readonly isShared: boolean;
}

export interface DiffRow {
  readonly turn: number;
  /** Null: that run was over. */
  readonly a: readonly DiffLine[] | null;
  readonly b: readonly DiffLine[] | null;
  /** At the end of the turn both companies stand the same, as far as the hashes are kept. */
  readonly isSameState: boolean;
}

type Compared = Pick<BareRun, 'head' | 'turns'>;

export function partingOf(a: Compared, b: Compared): Parting {
  if (!isSamePreset(a, b)) return { kind: 'other-world', differs: 'preset' };
  if (a.head.seed !== b.head.seed) return { kind: 'other-world', differs: 'seed' };
  const common = Math.min(a.turns.length, b.turns.length);
  for (let index = 0; index < common; index++) {
    const [left, right] = [a.turns[index], b.turns[index]];
    if (!hasSameLines(left, right)) return { kind: 'commands', turn: index + 1 };
    if (!isSameState(left, right)) return { kind: 'states', turn: index + 1 };
  }
  if (a.turns.length === b.turns.length) return { kind: 'same' };
  return { kind: 'goes-on', turn: common, longer: a.turns.length > b.turns.length ? 'a' : 'b' };
}

/** The first `limit` turns, from turn `from` on, whose commands differ. */
export function decisionDiff(a: Compared, b: Compared, from: number, limit: number): DiffRow[] {
  const rows: DiffRow[] = [];
  for (let turn = from; turn <= Math.max(a.turns.length, b.turns.length) && rows.length < limit; turn++) {
    const [left, right] = [a.turns[turn - 1], b.turns[turn - 1]];
    if (!hasSameLines(left, right)) rows.push(diffOfTurn(turn, left, right));
  }
  return rows;
}

function diffOfTurn(turn: number, a: BareTurn | undefined, b: BareTurn | undefined): DiffRow {
  return { turn, a: a ? marked(a.lines, b?.lines ?? []) : null, b: b ? marked(b.lines, a?.lines ?? []) : null, isSameState: isSameState(a, b) };
}

function marked(lines: readonly string[], others: readonly string[]): DiffLine[] {
  return lines.map((line) => ({ line, isShared: others.includes(line) }));
}

function isSamePreset(a: Compared, b: Compared): boolean {
  const text = ({ head }: Compared) => canonicalJson(head.preset as unknown as Json);
  return text(a) === text(b);
}

function hasSameLines(a: BareTurn | undefined, b: BareTurn | undefined): boolean {
  return a !== undefined && b !== undefined && a.lines.length === b.lines.length && a.lines.every((line, i) => line === b.lines[i]);
}

/** Links keep the first digits of a hash only. */
function isSameState(a: BareTurn | undefined, b: BareTurn | undefined): boolean {
  if (!a || !b) return false;
  const digits = Math.min(a.hash.length, b.hash.length);
  return a.hash.slice(0, digits) === b.hash.slice(0, digits);
}
