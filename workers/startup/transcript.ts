/** Reads transcripts for the page: lines to lay out, the turns in sight, whole texts, hits of a search, places to jump to. */
import { parseInstant } from '../../src/core/calendar.ts';
import { isObject, type JsonObject } from '../../src/core/json.ts';
import { patternOf } from '../../src/core/plainSearch.ts';
import type { Exchange } from '../../src/rollout/exchange.ts';
import type { Turn } from '../../src/rollout/format.ts';
import type { History } from '../../src/rollout/history.ts';
import { isCommand } from '../../src/startup/simulation.ts';
import type { TaskRow, World } from '../../src/startup/world.ts';
import { nextTask } from './eventLoop.ts';
import type { CutText, Found, FullTurn, Hit, Marks, Mistake, PartName, TurnLine } from './transcriptView.ts';

/** Of a text that crosses unasked, in UTF-16 units. */
export const LONGEST_TEXT = 20_000;
export const MOST_HITS = 500;
const MOST_MISTAKES = 5;
const SNIPPET_MARGIN = 40;
/** A search longer than this lets others have their turn. */
const LONGEST_STRETCH_MS = 10;

type Recorded = Turn['commands'][number];

interface WholeStep {
  readonly command: string;
  readonly exit: 0 | 1 | 2;
  readonly answer: string;
}

/** The lines of all turns after `from`. */
export function transcriptIndex({ recorder }: History, from: number): TurnLine[] {
  return recorder.turns.slice(from).map((turn) => lineOf(turn));
}

/** The turns from one to another, both included, with long texts cut. */
export function transcriptTurns({ recorder }: History, from: number, to: number): FullTurn[] {
  return recorder.turns.slice(Math.max(0, from - 1), to).map((turn) => ({
    turn: turn.turn,
    exchange: turn.exchange ? cutExchange(turn.exchange) : null,
    steps: stepsOf(turn).map(({ command, exit, answer }) => ({ command: cut(command), exit, answer: cut(answer) })),
    forced: turn.forced === true,
  }));
}

/** All of a text; empty if there is none. */
export function transcriptText({ recorder }: History, turn: number, part: PartName): string {
  const found = recorder.turns[turn - 1];
  return found ? (partsOf(found).find(([name]) => name === part)?.[1] ?? '') : '';
}

/** Every place where the words stand, whatever their case; null if a newer search has begun meanwhile. */
export async function searchTranscript({ recorder }: History, query: string): Promise<Found | null> {
  const search = ++newestSearch;
  const hits: Hit[] = [];
  if (query === '') return { query, hits, total: 0 };
  const pattern = patternOf(query);
  let total = 0;
  let last = performance.now();
  for (const turn of [...recorder.turns]) {
    for (const [part, text] of partsOf(turn)) {
      for (const { 0: { length }, index } of text.matchAll(pattern)) {
        if (total++ < MOST_HITS) hits.push({ turn: turn.turn, part, at: index, length, ...snippetOf(text, index, length) });
      }
    }
    if (performance.now() - last < LONGEST_STRETCH_MS) continue;
    await nextTask();
    if (search !== newestSearch) return null;
    last = performance.now();
  }
  return { query, hits, total };
}

let newestSearch = 0;

/** The places of a run that are worth a look. */
export function transcriptMarks({ recorder }: History): Marks {
  const { turns, simulation } = recorder;
  const lines = turns.map((turn) => lineOf(turn));
  const mistakes = turns.map((turn) => mistakeOf(simulation.hiddenWorld, turn)).filter(({ late, cancelled }) => late + cancelled > 0);
  const isLoss = (turn: Turn, i: number) => mistakes.some((each) => each.turn === i + 1 && each.late > 0) || losesOtherwise(turn);
  const firstLoss = turns.findIndex(isLoss);
  return {
    failures: lines.filter(({ refused }) => refused > 0).map(({ turn }) => turn),
    firstLoss: firstLoss < 0 ? null : firstLoss + 1,
    mistakes: mistakes
      .sort((a, b) => b.lostCents - a.lostCents || b.prestigeLost - a.prestigeLost || a.turn - b.turn)
      .slice(0, MOST_MISTAKES),
    retried: lines.filter(({ retries }) => retries > 0).map(({ turn }) => turn),
  };
}

function lineOf({ turn, sim_time, driver, commands, usage, elapsed_ms, exchange }: Turn): TurnLine {
  const objections = exchange?.calls.filter(({ is_error }) => is_error).length ?? 0;
  return {
    turn,
    time: (parseInstant(sim_time) ?? 0) / 1000,
    driver: driver ?? null,
    commands: commands.length,
    refused: commands.filter(({ exit }) => exit !== 0).length + objections,
    fundsDeltaCents: commands.reduce((sum, command) => sum + fundsDeltaOf(command), 0),
    usage: usage ? { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens, costUsd: usage.cost_usd } : null,
    elapsedMs: elapsed_ms ?? null,
    retries: exchange?.retries.length ?? 0,
  };
}

/** Only time brings and takes money (spec §5). */
function fundsDeltaOf({ command, exit, answer }: Recorded): number {
  return exit === 0 && typeof answer !== 'string' && isCommand(command, 'sim', 'resume') ? Number(answer['balance_delta']) : 0;
}

function losesOtherwise({ commands }: Turn): boolean {
  return commands.some((command) => wakeEvents(command).some((event) => Number(event['funds_delta'] ?? 0) < 0));
}

function mistakeOf(world: World, { turn, commands }: Turn): Mistake {
  const { penalty_fail_multiplier, penalty_cancel_multiplier } = world.preset.world;
  const completed = commands.flatMap(wakeEvents).filter(({ type }) => type === 'task_completed');
  const late = completed.filter(({ success }) => success === false);
  const cancelled = commands.flatMap(({ command, exit, answer }) => {
    return exit === 0 && typeof answer !== 'string' && isCommand(command, 'task', 'cancel') ? [taskCancelled(world, String(answer['task_id']))] : [];
  });
  const lateTasks = late.map(({ task_id }) => (typeof task_id === 'string' ? world.tasks.get(task_id) : undefined));
  return {
    turn,
    late: late.length,
    cancelled: cancelled.length,
    lostCents: rewards([...lateTasks, ...cancelled]) - late.reduce((sum, event) => sum + Number(event['funds_delta']), 0),
    prestigeLost: prestige(world, lateTasks) * penalty_fail_multiplier + prestige(world, cancelled) * penalty_cancel_multiplier,
  };
}

/** The paper's answers name a task by its title, which can repeat. */
function taskCancelled(world: World, name: string): TaskRow | undefined {
  return world.tasks.get(name) ?? world.tasks.where('title', name).find(({ status }) => status === 'cancelled');
}

function rewards(tasks: readonly (TaskRow | undefined)[]): number {
  return tasks.reduce((sum, task) => sum + (task?.reward_funds_cents ?? 0), 0);
}

function prestige(world: World, tasks: readonly (TaskRow | undefined)[]): number {
  return tasks.reduce((sum, task) => sum + (task ? task.reward_prestige_delta * world.requirementsOf(task.id).length : 0), 0);
}

function wakeEvents({ exit, answer }: Recorded): JsonObject[] {
  const events = exit === 0 && typeof answer !== 'string' ? answer['wake_events'] : null;
  return Array.isArray(events) ? events.filter(isObject) : [];
}

/** Tool calls with the commands that came of them, then commands that nobody called for. */
function stepsOf({ commands, exchange }: Turn): WholeStep[] {
  let next = 0;
  const called = (exchange?.calls ?? []).map((call): WholeStep => {
    const recorded = call.is_error ? undefined : commands[next++];
    return recorded ? stepOf(recorded) : { command: commandOf(call), exit: 2, answer: call.result };
  });
  return [...called, ...commands.slice(next).map(stepOf)];
}

function stepOf({ command, exit, answer }: Recorded): WholeStep {
  return { command, exit, answer: typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2) };
}

function commandOf({ arguments: given }: Exchange['calls'][number]): string {
  const { command } = given;
  return typeof command === 'string' ? command : JSON.stringify(given);
}

/** In the order of reading. */
function partsOf(turn: Turn): [PartName, string][] {
  const { exchange } = turn;
  const words: [PartName, string][] = exchange ? [['told', exchange.user], ['thinking', exchange.thinking], ['said', exchange.text]] : [];
  const steps = stepsOf(turn).flatMap(({ command, answer }, i): [PartName, string][] => [[`command ${i}`, command], [`answer ${i}`, answer]]);
  return [...words, ...steps];
}

function cutExchange({ user, thinking, text, finish, retries }: Exchange): FullTurn['exchange'] {
  return {
    told: cut(user),
    thinking: cut(thinking),
    said: cut(text),
    finish,
    retries: retries.map(({ message, waited_ms }) => ({ message, waitedMs: waited_ms })),
  };
}

function cut(text: string): CutText {
  return { start: wellFormed(text, 0, LONGEST_TEXT), length: text.length };
}

function snippetOf(text: string, at: number, length: number): Pick<Hit, 'snippet' | 'snippetAt'> {
  const before = wellFormed(text, Math.max(0, at - SNIPPET_MARGIN), at);
  return { snippet: before + wellFormed(text, at, at + length + SNIPPET_MARGIN), snippetAt: before.length };
}

/** A slice that cuts no character in two. */
function wellFormed(text: string, from: number, to: number): string {
  return text.slice(from, to).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}
