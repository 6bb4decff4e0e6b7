/** What scoring a file found, as a value, and in words for page and terminal alike. */
import type { Json } from '../core/json.ts';
import { redact } from '../models/secrets.ts';
import type { Outcome } from '../startup/outcome.ts';
import { differsFromBuiltIn } from '../startup/presets.ts';
import type { Rollout } from './format.ts';

export interface Divergence {
  /** Counted from 1; null where the difference is not in a turn. */
  readonly turn: number | null;
  readonly command: string | null;
  /** `answer.wake_events[0].success`, `hash`, `outcome.final_funds_cents`. */
  readonly path: string;
  /** What the file says; `undefined` if it has nothing there. */
  readonly expected: Json | undefined;
  /** What the simulation answers. */
  readonly got: Json | undefined;
}

interface Scored {
  /** Recomputed from the commands; nothing of it is taken from the file's own outcome. */
  readonly recomputed: Rollout;
  /** What the file does not allow to check, a sentence each. */
  readonly unchecked: readonly string[];
}

export type Report =
  | (Scored & { readonly verdict: 'match' })
  | (Scored & { readonly verdict: 'diverged'; readonly divergence: Divergence })
  /** Everything that can be recomputed agrees, but the file is not as it was written. */
  | (Scored & { readonly verdict: 'edited' });

export function reportLines(report: Report, name: string): string[] {
  const { recomputed, unchecked } = report;
  const { preset, seed, outcome } = recomputed;
  return [
    `${name}: ${verdictText(report)}`,
    `  run        preset ${printable(preset.name)}${differsFromBuiltIn(preset) ? ', CHANGED from the built-in one' : ''} (${preset.rules} rules), seed ${seed}, engine version ${recomputed.engine_version}`,
    `  driver     ${driversOf(recomputed).join(', then ')}`,
    ...outcomeLines(outcome).map((line) => `  ${line}`),
    ...unchecked.map((sentence) => `  not checked: ${sentence}`),
  ];
}

/** Everybody who was at the wheel, in order of first appearance. */
function driversOf({ driver, turns }: Rollout): string[] {
  const drivers = turns.length > 0 ? turns.map((turn) => turn.driver ?? driver) : [driver];
  return [...new Set(drivers.map(({ kind, name }) => `${kind} ${printable(redact(name))}`))];
}

/** A foreign file's text must not forge lines, or colour a terminal. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '\ufffd');
}

function verdictText(report: Report): string {
  const { turns } = report.recomputed;
  const commands = turns.reduce((sum, turn) => sum + turn.commands.length, 0);
  switch (report.verdict) {
    case 'match':
      return `verified: ${turns.length} turns, ${commands} commands recomputed, all equal`;
    case 'edited':
      return 'edited: every answer and state recomputes to the same, but the file was changed after it was written (its digest is wrong)';
    case 'diverged':
      return `DIFFERENT: ${divergenceText(report.divergence)}`;
  }
}

function divergenceText({ turn, command, path, expected, got }: Divergence): string {
  const where = turn === null ? '' : `turn ${turn}, `;
  const line = command === null ? '' : `\`${command}\`, `;
  return `${where}${line}${path}: expected ${show(expected)}, got ${show(got)}`;
}

/** The score (spec §10), a line a figure. */
export function outcomeLines(outcome: Outcome): string[] {
  const end = outcome.terminal_reason ?? 'not ended';
  const levels = (record: Record<string, number>) =>
    Object.entries(record).map(([name, level]) => `${name} ${level}`).join(', ') || 'none';
  return [
    `funds      ${dollars(outcome.final_funds_cents)} (normalized ${outcome.normalized_funds})`,
    `survived   ${!outcome.survived ? 'no' : outcome.terminal_reason === null ? 'so far' : 'yes'} (${end} at ${outcome.sim_time}, ${outcome.turns} turns)`,
    `tasks      ${outcome.tasks_succeeded} on time, ${outcome.tasks_failed} late, ${outcome.tasks_cancelled} cancelled`,
    `prestige   ${levels(outcome.prestige)}`,
    `trust      ${levels(outcome.trust)}`,
    `habits     ${outcome.mean_team_size ?? '-'} people a task, ${percent(outcome.adversarial_share)} for adversarial clients, ${outcome.scratchpad_writes} notes`,
  ];
}

/** `-$1,234.56` */
export function dollars(cents: number): string {
  const whole = String(Math.floor(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${cents < 0 ? '-' : ''}$${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
}

function percent(share: number | null): string {
  return share === null ? '-' : `${(share * 100).toFixed(1)}%`;
}

export function show(value: Json | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
