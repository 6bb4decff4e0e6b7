/**
 * The agent's loop (spec §8) as pure functions: where it stands after the turns so far, which request comes next,
 * and what a model's answer asks for. Running things is `modelRun.ts`'s part.
 */
import { isObject, type JsonObject } from '../core/json.ts';
import {
  malformedArguments, type AssistantMessage, type ChatMessage, type ChatRequest, type ProviderMessage, type ToolCall, type ToolResult,
} from '../models/types.ts';
import type { Exchange } from '../rollout/exchange.ts';
import type { Turn } from '../rollout/format.ts';
import type { Preset } from '../startup/preset.ts';
import { isCommand } from '../startup/simulation.ts';
import type { Wishes } from './modelCall.ts';
import { firstMessage, RUN_COMMAND, systemPrompt, turnMessage } from './prompts.ts';

/** One model call: what the model was told, what it answered, what its calls returned. */
export interface Round {
  readonly user: string;
  readonly answer: AssistantMessage;
  readonly results: readonly ToolResult[];
}

export interface LoopState {
  /** The latest rounds, as many as the preset keeps. */
  readonly rounds: readonly Round[];
  /** How many older ones were dropped. */
  readonly dropped: number;
  /** Turns since the last `sim resume` that succeeded or was forced. */
  readonly idleTurns: number;
  /** The message that opens the coming turn. */
  readonly user: string;
}

/** How the model is asked. */
export interface ModelSettings extends Wishes {
  /** The rules part of the system prompt. */
  readonly rules: string;
}

/** What one tool call of an answer amounts to: a line to run, or something to tell the model instead. */
export type Step =
  | { readonly call: ToolCall; readonly line: string }
  | { readonly call: ToolCall; readonly objection: string };

/**
 * Where the loop stands after these turns, whoever played them. It is derived anew for every turn, from what the
 * rollout holds: so a run that stopped anywhere goes on exactly where it was.
 */
export function loopState(turns: readonly Turn[], status: JsonObject, preset: Preset, episode: number): LoopState {
  const exchanges = turns.flatMap(({ exchange }) => (exchange ? [exchange] : []));
  const kept = exchanges.slice(-preset.agent.history_keep_rounds);
  const idleTurns = idleTurnsOf(turns);
  // A turn without exchange and resume is no start: the notes carried over from the episode before.
  const last = exchanges.length > 0 || idleTurns < turns.length ? turns.at(-1) : undefined;
  return {
    rounds: kept.map(roundOf),
    dropped: exchanges.length - kept.length,
    idleTurns,
    user: last ? messageAfter(last, { status, idleTurns, preset }) : firstMessage(status, preset, episode),
  };
}

export function nextRequest(state: LoopState, settings: ModelSettings, scratchpad: string): ChatRequest {
  const { rules, ...wishes } = settings;
  const history = state.rounds.flatMap(({ user, answer, results }): ChatMessage[] => [{ role: 'user', text: user }, answer, ...results]);
  const messages: ChatMessage[] = [...history, { role: 'user', text: state.user }];
  const [first] = messages;
  if (state.dropped > 0 && first?.role === 'user') messages[0] = { role: 'user', text: `${droppedMarker(state.dropped)}\n\n${first.text}` };
  return { ...wishes, system: systemPrompt(rules, scratchpad), messages, tools: [RUN_COMMAND] };
}

function droppedMarker(count: number): string {
  return `(${count} earlier ${count === 1 ? 'turn is' : 'turns are'} no longer shown; what matters of them is in your scratchpad.)`;
}

export function readCalls({ toolCalls }: AssistantMessage): Step[] {
  return toolCalls.map((call): Step => {
    if (call.name !== RUN_COMMAND.name) {
      return { call, objection: `There is no tool '${call.name}'. The only tool is run_command(command).` };
    }
    const malformed = malformedArguments(call);
    if (malformed !== null) {
      return { call, objection: `The arguments were not a JSON object: ${malformed.slice(0, 200)}. Send {"command": "yc-bench …"}.` };
    }
    const { command } = call.arguments;
    if (typeof command !== 'string' || command.trim() === '') {
      return { call, objection: 'The argument "command" must be a text, such as {"command": "yc-bench company status"}.' };
    }
    return { call, line: command };
  });
}

/** True if the turn that ends without a resume is the one after which time is moved (spec §8). */
export function isResumeDue(idleTurns: number, preset: Preset): boolean {
  return idleTurns + 1 >= preset.loop.auto_advance_after_turns;
}

/** Whether a turn has let time pass by itself. */
export function resumes({ commands }: { readonly commands: readonly Turn['commands'][number][] }): boolean {
  return commands.some(({ command, exit }) => exit === 0 && isCommand(command, 'sim', 'resume'));
}

function idleTurnsOf(turns: readonly Turn[]): number {
  let idle = 0;
  for (let i = turns.length - 1; i >= 0; i--, idle++) {
    const turn = turns[i] as Turn;
    if (turn.forced === true || resumes(turn)) break;
  }
  return idle;
}

function messageAfter({ commands, forced, exchange }: Turn, { status, idleTurns, preset }: { status: JsonObject; idleTurns: number; preset: Preset }): string {
  const wakeEvents = commands.flatMap(({ answer }) => wakeEventsOf(answer));
  const moved = forced === true && commands.at(-1)?.exit === 0; // with nothing active the paper's rules refuse
  const idleLimit = preset.loop.auto_advance_after_turns;
  const news = turnMessage({ status, wakeEvents, forced: moved, idleTurns, idleLimit });
  return exchange?.calls.length === 0 ? `You called no tool, so nothing happened: use run_command.\n\n${news}` : news;
}

/** The wake events in a command's answer; none if it was no successful resume. */
function wakeEventsOf(answer: unknown): JsonObject[] {
  const events = isObject(answer) ? answer['wake_events'] : undefined;
  return Array.isArray(events) ? events.filter(isObject) : [];
}

function roundOf({ user, text, calls, provider }: Exchange): Round {
  return {
    user,
    answer: {
      role: 'assistant',
      text,
      toolCalls: calls.map(({ id, name, arguments: given }) => ({ id, name, arguments: given as JsonObject })),
      provider: provider as ProviderMessage | null,
    },
    results: calls.map(({ id, name, result, is_error }) => ({ role: 'toolResult', callId: id, name, text: result, ...(is_error ? { isError: true } : {}) })),
  };
}
