/** Results files read (spec vita §7): credentials taken out before anything else, then all of it or nothing. */
import * as v from 'valibot';
import { isObject, type Json, type JsonObject } from '../../../core/json.ts';
import { parsePlainJson, writePlainJson } from '../../../core/plainJson.ts';
import { failure, success, type Failure, type Result } from '../../../core/result.ts';
import { cleanForeign, redact } from '../../../models/secrets.ts';
import type { Message, ToolCall } from '../../../service/message.ts';
import { readTaskFile, type ServiceTask } from '../../../service/taskFile/index.ts';
import { decodeJson, decodeText } from '../../file.ts';
import { cleanPlain, withoutHeaders } from './clean.ts';
import {
  resultsSchema,
  type MessageNote,
  type Results,
  type Simulation,
  type UpstreamMessage,
  type UpstreamResults,
  type UpstreamReward,
  type UpstreamSimulation,
  type Verdict,
} from './format.ts';
import { outlineOf } from './outline.ts';

export interface ReadResults {
  readonly results: Results;
  /** Where the file held credentials, which are no longer in `results`: to be warned of. */
  readonly removed: readonly string[];
}

const MOST_PROBLEMS_SHOWN = 5;
/** Of keys and tasks, in a message. */
const MOST_NAMED = 8;
const LONGEST_EXCERPT = 60;

/** Brackets within brackets: as `parsePlainJson` has it. */
const MOST_NESTED = 500;

/** Whether a file that was parsed already is to be read here. */
export function isResultsFile(value: unknown): value is JsonObject {
  return isObject(value) && Array.isArray(value['tasks']) && Array.isArray(value['simulations']);
}

/**
 * Of the file's bytes, plain or gzipped: parsed JSON would have lost which of the tasks' numbers are floats.
 * Error codes: those of `decodeJson`, `parsePlainJson` and `readTaskFile`; `results-foreign`, `results-invalid`, `task-unknown`.
 */
export function readResults(bytes: Uint8Array, name: string, liveKeys: readonly string[] = []): Result<ReadResults> {
  const text = decodeText(bytes, name);
  if (!text.ok) return text;
  const whole = parse(text.value, bytes, name);
  if (!whole.ok) return whole;
  const outline = outlineOf(text.value);
  if (outline.depth > MOST_NESTED) return failure('too-nested', `brackets stand within each other more than ${MOST_NESTED} deep`, name);
  if (!isResultsFile(whole.value)) return foreign(whole.value, name);

  const removed: string[] = [];
  const { tasks: _, info = null, ...others } = whole.value;
  const cleaned = cleanForeign({ ...others, info: withoutHeaders(info, 'info', removed) }, liveKeys);
  const rawTasks = parsePlainJson(outline.tasks ?? '');
  const tasks = rawTasks.ok ? readTaskFile(writePlainJson(cleanPlain(rawTasks.value, 'tasks', removed, liveKeys))) : rawTasks;
  if (!tasks.ok) return { ...tasks, where: `${name}, tasks: ${tasks.where}` };
  const parsed = v.safeParse(resultsSchema, cleaned.value);
  if (!parsed.success) return failure('results-invalid', `not a valid results file:\n  ${problemsIn(parsed.issues).join('\n  ')}`, name);
  const ids = new Set(tasks.value.map(({ id }) => id));
  for (const [i, { task_id }] of parsed.output.simulations.entries()) {
    if (ids.has(task_id)) continue;
    const known = [...ids].slice(0, MOST_NAMED).join(', ') || 'none';
    return failure('task-unknown', `simulations[${i}] is of task ${task_id}, which is not among the file's tasks (${known})`, name);
  }
  return success({ results: resultsFrom(parsed.output, tasks.value), removed: [...removed, ...cleaned.removed] });
}

function parse(text: string, bytes: Uint8Array, name: string): Result<Json> {
  try {
    return success(JSON.parse(text) as Json);
  } catch {
    const json = decodeJson(bytes, name); // it knows empty and truncated files
    if (!json.ok && json.code !== 'file-not-json') return json;
    const plain = parsePlainJson(text); // it says where, and repeats nothing of what stands there
    return plain.ok ? failure('file-not-json', 'the file is not JSON', name) : { ...plain, where: `${name}, ${plain.where}` };
  }
}

function foreign(value: Json, name: string): Failure {
  let found = Array.isArray(value) ? 'it is a list; a list of tasks is a task file' : 'it is no object';
  if (isObject(value)) found = `its keys: ${Object.keys(value).slice(0, MOST_NAMED).map((key) => redact(key)).join(', ') || 'none'}`;
  return failure('results-foreign', `this is JSON, but no results file: it must have the lists "tasks" and "simulations" (${found})`, name);
}

function problemsIn(issues: readonly v.BaseIssue<unknown>[]): string[] {
  const problems = issues.slice(0, MOST_PROBLEMS_SHOWN).map(({ path = [], expected, received, message }) => {
    const place = path.reduce((text, { key }) => (typeof key === 'number' ? `${text}[${key}]` : `${text}${text && '.'}${String(key)}`), '');
    if (received === 'undefined') return `${place}: is missing`;
    return `${place}: ${expected === null ? message : `must be ${expected}, got ${received.slice(0, LONGEST_EXCERPT)}`}`;
  });
  const more = issues.length - problems.length;
  return more > 0 ? [...problems, `and ${more} more`] : problems;
}

function resultsFrom({ timestamp, info, simulations }: UpstreamResults, tasks: readonly ServiceTask[]): Results {
  const trials = new Map<string, number>(); // so far, by task
  return {
    timestamp,
    info: {
      assistant: info?.agent_info?.llm ?? null,
      user: info?.user_info?.llm ?? null,
      trials: info?.num_trials ?? null,
      limits: { steps: info?.max_steps ?? null, errors: info?.max_errors ?? null },
      seed: info?.seed ?? null,
      domain: info?.environment_info?.domain_name ?? null,
    },
    tasks,
    simulations: simulations.map((simulation) => {
      const trial = trials.get(simulation.task_id) ?? 0;
      trials.set(simulation.task_id, trial + 1);
      return simulationOf(simulation, simulation.trial ?? trial);
    }),
  };
}

function simulationOf(given: UpstreamSimulation, trial: number): Simulation {
  const calls = given.messages.flatMap((message) => (message.role === 'assistant' ? message.tool_calls : []));
  const names = new Map(calls.map(({ id, name }) => [id, name]));
  return {
    id: given.id ?? `${given.task_id}-${trial}`,
    taskId: given.task_id,
    trial,
    seed: given.seed,
    times: { timestamp: given.timestamp, start: given.start_time, end: given.end_time },
    duration: given.duration,
    termination: given.termination_reason,
    agentCostUsd: given.agent_cost,
    userCostUsd: given.user_cost,
    messages: given.messages.map((message) => messageOf(message, names)),
    notes: given.messages.map(noteOf),
    verdict: given.reward_info && verdictIn(given.reward_info),
    states: given.states as Json,
    stateMet: given.longrun_state_met ?? null,
    judgements: given.longrun_judgements,
  };
}

/** `names`: of tools by their calls, as some files tell them there only. */
function messageOf(message: UpstreamMessage, names: ReadonlyMap<string, string>): Message {
  const { role, content } = message;
  if (role === 'user') return { role, content };
  if (role === 'assistant') return { role, content, calls: message.tool_calls as ToolCall[] };
  return { role, id: message.id, name: message.name ?? names.get(message.id) ?? '', content, isError: message.error, changes: [] };
}

function noteOf(message: UpstreamMessage): MessageNote {
  const { timestamp } = message;
  if (message.role === 'tool') return { timestamp, usage: null, costUsd: 0, thinking: '' };
  const thinking = message.role === 'assistant' ? message.raw_data.message.reasoning_content : '';
  return { timestamp, usage: message.usage, costUsd: message.cost, thinking };
}

/** Null without a reward: a judge that failed gave no verdict. */
function verdictIn({ reward, nl_rubrics, info, window_evaluations }: UpstreamReward): Verdict | null {
  if (reward === null || info?.longrun_repeated) return null;
  return {
    isSuccess: reward === 1,
    rubrics: nl_rubrics.map(({ nl_rubric, met, justification }) => ({ rubric: nl_rubric, is_met: met, justification })),
    method: info?.evaluation_method ?? null,
    windowSize: info?.window_size ?? null,
    windows: window_evaluations.map((window) => ({ text: window.assistant_message_content, usage: window.assistent_message_usage })),
  };
}
