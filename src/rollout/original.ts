/**
 * Result files of the original program: a transcript whose answers are cut short, and curves
 * derived at the end. Commands are run again; ledger, tasks, funds and final trust must agree.
 */
import * as v from 'valibot';
import { formatInstant } from '../core/calendar.ts';
import { firstDifference, type Json, type JsonObject } from '../core/json.ts';
import { failure, success, type Result } from '../core/result.ts';
import { toolAnswer, type ToolAnswer } from '../startup/toolAnswer.ts';
import { validatePreset } from '../startup/presetFile.ts';
import type { Preset } from '../startup/preset.ts';
import { isCommand, Simulation } from '../startup/simulation.ts';
import { Recorder } from './recorder.ts';
import type { Progress } from './replay.ts';
import type { Divergence, Report } from './report.ts';

const resultSchema = v.looseObject({
  session_id: v.string(),
  model: v.string(),
  seed: v.pipe(v.number(), v.integer(), v.minValue(0)),
  horizon_years: v.pipe(v.number(), v.integer(), v.minValue(1)),
  total_episodes: v.optional(v.number(), 1),
  terminal_reason: v.optional(v.nullable(v.string())),
  turns_completed: v.optional(v.number()),
  transcript: v.array(v.looseObject({ turn: v.number(), commands_executed: v.array(v.string()) })),
  time_series: v.looseObject({
    funds: v.optional(v.array(v.looseObject({ funds_cents: v.number() }))),
    ledger: v.optional(v.array(v.object({ time: v.string(), category: v.string(), amount_cents: v.number() }))),
    tasks: v.optional(v.array(v.looseObject({ title: v.string(), status: v.string() }))),
    clients: v.optional(v.array(v.looseObject({ name: v.string(), final_trust: v.number() }))),
    config: v.optional(v.record(v.string(), v.unknown()), {}),
  }),
});

export type OriginalResult = v.InferOutput<typeof resultSchema>;

export function looksOriginal(value: JsonObject): boolean {
  return 'session_id' in value && 'transcript' in value;
}

/** Error codes: `original-invalid`, `original-episodes`. */
export function readOriginal(value: JsonObject, name: string): Result<OriginalResult> {
  const parsed = v.safeParse(resultSchema, value);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return failure('original-invalid', `${v.getDotPath(issue) ?? '(file)'}: must be ${issue.expected ?? issue.message}`, name);
  }
  const { total_episodes } = parsed.output;
  if (total_episodes > 1) {
    return failure('original-episodes', `holds ${total_episodes} episodes; only results of one episode can be re-scored`, name);
  }
  return success(parsed.output);
}

/** The preset that a result was made with: `base`, with the knobs and the horizon that the file states. */
export function presetOfOriginal({ time_series, horizon_years }: OriginalResult, base: Preset, name: string): Result<Preset> {
  const world = { ...base.world, ...time_series.config };
  return validatePreset({ ...base, world, sim: { ...base.sim, horizon_years } }, `${name}: time_series.config`);
}

export async function scoreOriginal(result: OriginalResult, preset: Preset, onTurn?: Progress): Promise<Report> {
  const simulation = await Simulation.create(preset, result.seed);
  const recorder = new Recorder(simulation, { kind: 'model', name: result.model });
  const forced = new ForcedResume(preset.loop.auto_advance_after_turns);
  let divergence: Divergence | null = null;
  for (const turn of result.transcript) {
    for (const entry of turn.commands_executed) {
      const { command, answer } = splitEntry(entry);
      const got = recorder.run(command);
      forced.notice(command, got.exit);
      divergence ??= answerDivergence(turn.turn, command, answer, toolAnswer(command, got));
    }
    if (forced.isDue() && simulation.terminalReason === null) recorder.run('yc-bench sim resume');
    recorder.endTurn();
    await onTurn?.(recorder.turnCount, result.transcript.length, recorder);
  }
  divergence ??= endDivergence(result, simulation, isWhole(result));
  const recomputed = recorder.finish();
  simulation.close();
  const unchecked = uncheckedIn(result, forced.count);
  return divergence ? { verdict: 'diverged', divergence, recomputed, unchecked } : { verdict: 'match', recomputed, unchecked };
}

/** The original forces `sim resume` after some turns without a successful one, and does not record it (spec §8). */
class ForcedResume {
  readonly #limit: number;
  #idleTurns = 0;
  #resumed = false;
  count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  notice(command: string, exit: number): void {
    if (exit === 0 && isCommand(command, 'sim', 'resume')) this.#resumed = true;
  }

  /** To be asked once at the end of each turn. */
  isDue(): boolean {
    this.#idleTurns = this.#resumed ? 0 : this.#idleTurns + 1;
    this.#resumed = false;
    if (this.#idleTurns < this.#limit) return false;
    this.#idleTurns = 0;
    this.count++;
    return true;
  }
}

/** An entry is `<command> -> <answer>`, the answer being JSON cut at 500 characters. */
function splitEntry(entry: string): { command: string; answer: string } {
  const at = entry.indexOf(' -> {"ok": ');
  return at < 0 ? { command: entry, answer: '' } : { command: entry.slice(0, at), answer: entry.slice(at + 4) };
}

/** Compares what is left of an answer: its exit status, and every whole `"key": value` pair in its output. */
function answerDivergence(turn: number, command: string, expected: string, got: ToolAnswer): Divergence | null {
  const exit = /"exit_code": (\d+)/.exec(expected)?.[1];
  if (exit === undefined) return null;
  if (Number(exit) !== got.exit_code) return { turn, command, path: 'exit_code', expected: Number(exit), got: got.exit_code };
  const ours = new Set(pairsIn(asciiOnly(got.stdout)));
  const missing = pairsIn(unescapeOnce(expected)).find((pair) => !ours.has(pair));
  return missing === undefined ? null : { turn, command, path: 'stdout', expected: missing, got: 'no such value in the answer' };
}

/** Whole lines `"key": scalar`; but for ids, which are random there, and the time that the original gets wrong. */
function pairsIn(text: string): string[] {
  const lines = text.matchAll(/^ *"(\w+)": ("(?:[^"\\\n]|\\.)*"|-?[\d.eE+-]+|true|false|null)(?=,?\n)/gm);
  return [...lines]
    .filter(([, key, value]) => key !== 'old_sim_time' && !/[0-9a-f]{8}-[0-9a-f]{4}-/.test(value ?? ''))
    .map(([, key, value]) => `${key}: ${(value ?? '').replace(/^(-?\d+)\.0$/, '$1')}`);
}

/** The answer's output stands in the file as a JSON text within a JSON text: undoes the outer level of escapes. */
function unescapeOnce(text: string): string {
  return text.replace(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character));
}

/** Python escapes everything beyond ASCII. */
function asciiOnly(text: string): string {
  return text.replace(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function isWhole({ transcript, turns_completed }: OriginalResult): boolean {
  return turns_completed === undefined || transcript.length >= turns_completed;
}

function endDivergence({ time_series, terminal_reason }: OriginalResult, { hiddenWorld: world }: Simulation, whole: boolean): Divergence | null {
  const ledger = world.ledger.all().map(({ occurred_at, category, amount_cents }) => {
    return { time: formatInstant(occurred_at), category, amount_cents };
  });
  const expected: Record<string, Json> = {};
  const got: Record<string, Json> = {};
  if (time_series.ledger) {
    // A shorter transcript reaches only the first part of the ledger, and no final state.
    expected['ledger'] = whole ? time_series.ledger : time_series.ledger.slice(0, ledger.length);
    got['ledger'] = ledger;
  }
  if (time_series.funds) {
    let funds = world.preset.world.initial_funds_cents;
    const curve = [funds, ...ledger.map(({ amount_cents }) => (funds += amount_cents))];
    expected['funds'] = time_series.funds.slice(0, whole ? undefined : curve.length).map(({ funds_cents }) => funds_cents);
    got['funds'] = curve;
  }
  if (whole && world.company.terminal_reason !== null && terminal_reason !== undefined) {
    expected['terminal_reason'] = terminal_reason;
    got['terminal_reason'] = world.company.terminal_reason;
  }
  if (whole && time_series.tasks) {
    const accepted = world.tasks.all().filter(({ accepted_order }) => accepted_order !== null);
    const outcome = (title: string, status: string) => `${title} ${status}`;
    expected['tasks'] = time_series.tasks.map(({ title, status }) => outcome(title, status)).sort();
    got['tasks'] = accepted.map(({ title, status }) => outcome(title, status)).sort();
  }
  if (whole && time_series.clients) {
    expected['final_trust'] = Object.fromEntries(time_series.clients.map(({ name, final_trust }) => [name, final_trust]));
    got['final_trust'] = Object.fromEntries(world.clients.all().map(({ name, trust }) => [name, trust]));
  }
  const difference = firstDifference(expected, got);
  return difference && { turn: null, command: null, ...difference };
}

function uncheckedIn(result: OriginalResult, forcedResumes: number): string[] {
  const unchecked = [
    'answers beyond their first 500 characters, which the original cuts off',
    'prestige and trust curves, which the original derives from rounded figures',
    'employees and assignments, the name of the model, prompts, tokens, cost and timings',
  ];
  if (forcedResumes > 0) unchecked.push(`${forcedResumes} forced \`sim resume\`, which the original does not record and the rule supplies`);
  if (!isWhole(result)) {
    unchecked.push(
      `the end of the run: the transcript holds ${result.transcript.length} of ${result.turns_completed} turns, and the score is that of its last`,
    );
  }
  return unchecked;
}
