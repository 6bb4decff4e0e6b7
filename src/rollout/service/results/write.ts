/** Results files written (spec vita §7), key by key from what we hold, so that nothing else can slip in. */
import { gzipSync } from 'fflate';
import type { Json } from '../../../core/json.ts';
import { writePlainJson } from '../../../core/plainJson.ts';
import { cleanForeign } from '../../../models/secrets.ts';
import type { Message } from '../../../service/message.ts';
import { cleanPlain } from './clean.ts';
import { verdictOf, type MessageNote, type Results, type ResultsInfo, type Simulation, type Verdict } from './format.ts';

/** What `readResults` reads as the same results. */
export function writeResults({ timestamp, info, tasks, simulations }: Results, options: { gzip: boolean; liveKeys?: readonly string[] }): Uint8Array {
  const rest = { timestamp, info: upstreamInfo(info), simulations: simulations.map(upstreamSimulation) };
  const cleaned = cleanForeign(rest as unknown as Json, options.liveKeys).value;
  const cleanedTasks = cleanPlain(tasks.map(({ raw }) => raw), 'tasks', [], options.liveKeys);
  // Put together as texts, since JSON would lose which of the tasks' numbers are floats.
  const text = `{"tasks":${writePlainJson(cleanedTasks)},${JSON.stringify(cleaned).slice(1)}\n`;
  const bytes = new TextEncoder().encode(text);
  return options.gzip ? gzipSync(bytes, { mtime: 0 }) : bytes; // no clock in the file
}

function upstreamInfo({ assistant, user, trials, limits, seed, domain }: ResultsInfo): Json {
  return {
    git_commit: 'unknown',
    num_trials: trials,
    max_steps: limits.steps,
    max_errors: limits.errors,
    user_info: { implementation: 'user_simulator', llm: user, llm_args: {}, global_simulation_guidelines: null },
    agent_info: { implementation: 'llm_agent', llm: assistant, llm_args: {} },
    environment_info: { domain_name: domain, tool_defs: null },
    seed: upstreamSeed(seed),
  };
}

function upstreamSimulation(simulation: Simulation) {
  const { times, messages, notes, judgements, stateMet } = simulation;
  const verdict = simulation.verdict ?? verdictOf(simulation);
  return {
    id: simulation.id,
    task_id: simulation.taskId,
    timestamp: times.timestamp,
    start_time: times.start,
    end_time: times.end,
    duration: simulation.duration,
    termination_reason: simulation.termination,
    agent_cost: simulation.agentCostUsd,
    user_cost: simulation.userCostUsd,
    reward_info: verdict && upstreamReward(verdict, simulation.verdict === null),
    messages: messages.map((message, place) => upstreamMessage(message, place, notes[place])),
    states: simulation.states,
    trial: simulation.trial,
    seed: upstreamSeed(simulation.seed),
    ...(stateMet === null ? {} : { longrun_state_met: stateMet }),
    ...(judgements.length > 0 ? { longrun_judgements: judgements } : {}),
  };
}

/** What no reader needs to judge again; it would repeat the conversation in every window. */
const LEFT_OUT = '(left out)';

function upstreamReward({ isSuccess, rubrics, method, windowSize, windows }: Verdict, isRepeated: boolean): Json {
  const met = rubrics.filter(({ is_met }) => is_met).length;
  return {
    reward: isSuccess ? 1 : 0,
    nl_rubrics: rubrics.map(({ rubric, is_met, justification }) => ({ nl_rubric: rubric, met: is_met, justification })),
    // The share that is met, as the original has it.
    reward_breakdown: { NL_ASSERTION: rubrics.length > 0 ? met / rubrics.length : Number(isSuccess) },
    info: { evaluation_method: method, num_windows: windows.length, window_size: windowSize, ...(isRepeated ? { longrun_repeated: true } : {}) },
    window_evaluations: windows.map(({ text, usage }, i) => ({
      window_idx: i + 1,
      system_prompt: LEFT_OUT,
      user_prompt: LEFT_OUT,
      assistant_message_content: text,
      assistent_message_usage: usage,
    })),
  };
}

function upstreamMessage(message: Message, place: number, note: MessageNote | undefined) {
  const where = { turn_idx: place, timestamp: note?.timestamp ?? null };
  if (message.role === 'tool') {
    const { role, id, name, content, isError } = message;
    return { id, name, role, content, requestor: 'assistant', error: isError, ...where };
  }
  const { role } = message;
  const calls = role === 'assistant' ? message.calls : [];
  const content = message.content === '' ? null : message.content;
  return {
    role,
    content,
    tool_calls: calls.length === 0 ? null : calls.map(({ id, name, arguments: given }) => ({ id, name, arguments: given, requestor: 'assistant' })),
    ...where,
    cost: note?.costUsd ?? null,
    usage: note?.usage ?? null,
    raw_data: note?.thinking ? { message: { role, content, reasoning_content: note.thinking } } : null,
  };
}

/** Upstream it is an int; a rollout's may be any text. */
function upstreamSeed(seed: string | null): string | number | null {
  return seed !== null && String(Number(seed)) === seed && Number.isSafeInteger(Number(seed)) ? Number(seed) : seed;
}
