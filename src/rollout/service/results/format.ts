/**
 * The upstream results file (spec vita §7): what is used of it, strictly; all else in it is nobody's business, as others' files
 * vary. Keys that begin with `longrun_` are ours: other readers pass over them.
 */
import * as v from 'valibot';
import type { Json } from '../../../core/json.ts';
import type { Message } from '../../../service/message.ts';
import type { ServiceTask } from '../../../service/taskFile/types.ts';
import { judgementSchema, scoreOf, type Judgement } from '../judgement.ts';

const text = v.nullish(v.string(), null);
const amount = v.nullish(v.pipe(v.number(), v.finite(), v.minValue(0)), null);
const count = v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0)), null);
const id = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
const seed = v.nullish(id, null);

const usage = v.nullish(v.object({ prompt_tokens: count, completion_tokens: count }), null);

const spoken = { content: v.nullish(v.string(), ''), timestamp: text, cost: amount, usage };

/** What the provider sent, in any shape; thoughts are looked for where the OpenAI format has them. */
const NO_THOUGHTS = { message: { reasoning_content: '' } };
const rawData = v.fallback(v.object({ message: v.object({ reasoning_content: v.string() }) }), NO_THOUGHTS);

const toolCall = v.object({
  id: v.nullish(v.string(), ''),
  name: v.string(),
  arguments: v.nullish(v.record(v.string(), v.unknown()), {}),
});

const noCalls = v.pipe(
  v.array(v.unknown()),
  v.check((calls) => calls.length === 0, 'must be empty, as a customer calls no tools'),
);

const message = v.variant('role', [
  v.object({ role: v.literal('assistant'), ...spoken, tool_calls: v.nullish(v.array(toolCall), []), raw_data: v.optional(rawData, NO_THOUGHTS) }),
  v.object({ role: v.literal('user'), ...spoken, tool_calls: v.nullish(noCalls, []) }),
  v.object({
    role: v.literal('tool'),
    id: v.nullish(v.string(), ''),
    name: text,
    content: v.nullish(v.string(), ''),
    error: v.nullish(v.boolean(), false),
    timestamp: text,
  }),
]);

const rewardInfo = v.object({
  reward: v.nullish(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), null),
  nl_rubrics: v.nullish(v.array(v.object({ nl_rubric: v.string(), met: v.boolean(), justification: v.nullish(v.string(), '') })), []),
  info: v.nullish(
    v.object({
      evaluation_method: text,
      window_size: count,
      /** True: all of this repeats the latest complete one of `longrun_judgements`. */
      longrun_repeated: v.optional(v.boolean(), false),
    }),
  ),
  // "assistent" is how the original spells it.
  window_evaluations: v.nullish(v.array(v.object({ assistant_message_content: v.nullish(v.string(), ''), assistent_message_usage: usage })), []),
});

const simulation = v.object({
  id: v.nullish(id),
  task_id: id,
  trial: count,
  seed,
  timestamp: text,
  start_time: text,
  end_time: text,
  duration: v.nullish(v.pipe(v.number(), v.finite()), null),
  termination_reason: text,
  agent_cost: amount,
  user_cost: amount,
  reward_info: v.nullish(rewardInfo, null),
  messages: v.nullish(v.array(message), []),
  states: v.optional(v.unknown(), null),
  longrun_state_met: v.optional(v.boolean()),
  longrun_judgements: v.optional(v.array(judgementSchema), []),
});

const speaker = v.nullish(v.object({ llm: text }));

/** Without its tasks: those are read as task files are. */
export const resultsSchema = v.object({
  timestamp: text,
  info: v.nullish(
    v.object({
      num_trials: count,
      max_steps: count,
      max_errors: count,
      agent_info: speaker,
      user_info: speaker,
      environment_info: v.nullish(v.object({ domain_name: text })),
      seed,
    }),
  ),
  simulations: v.array(simulation),
});

export type UpstreamResults = v.InferOutput<typeof resultsSchema>;
export type UpstreamSimulation = v.InferOutput<typeof simulation>;
export type UpstreamMessage = v.InferOutput<typeof message>;
export type UpstreamReward = v.InferOutput<typeof rewardInfo>;
export type UpstreamUsage = v.InferOutput<typeof usage>;

/** A results file as we hold it. Null everywhere: the file does not say. */
export interface Results {
  /** `20260423_031358`, of whatever clock. */
  readonly timestamp: string | null;
  readonly info: ResultsInfo;
  readonly tasks: readonly ServiceTask[];
  readonly simulations: readonly Simulation[];
}

export interface ResultsInfo {
  /** Of models. */
  readonly assistant: string | null;
  readonly user: string | null;
  /** Trials a task. */
  readonly trials: number | null;
  readonly limits: { readonly steps: number | null; readonly errors: number | null };
  readonly seed: string | null;
  readonly domain: string | null;
}

export interface Simulation {
  readonly id: string;
  /** Of one of the file's tasks. */
  readonly taskId: string;
  /** From 0. */
  readonly trial: number;
  readonly seed: string | null;
  readonly times: { readonly timestamp: string | null; readonly start: string | null; readonly end: string | null };
  /** Seconds. */
  readonly duration: number | null;
  /** As the file says: not always one of ours. */
  readonly termination: string | null;
  readonly agentCostUsd: number | null;
  readonly userCostUsd: number | null;
  /** Nobody replayed them, so tools' messages have no changes. */
  readonly messages: readonly Message[];
  /** One for each message. */
  readonly notes: readonly MessageNote[];
  /** The file's own, by whoever made it; null: it tells none, or none but what `judgements` tell. */
  readonly verdict: Verdict | null;
  /** `{old_states, new_states}` as they are. */
  readonly states: Json;
  /** Of our state check. */
  readonly stateMet: boolean | null;
  /** Ours, the first one first; judging again adds one, and leaves `verdict` alone. */
  readonly judgements: readonly Judgement[];
}

/** What is told of a message beside what it says. */
export interface MessageNote {
  readonly timestamp: string | null;
  /** Null: not told, or no model was called. */
  readonly usage: UpstreamUsage;
  /** 0 with no usage: no model was called. */
  readonly costUsd: number | null;
  /** What the assistant's model thought before it spoke; empty if that is not told. */
  readonly thinking: string;
}

export interface Verdict {
  readonly isSuccess: boolean;
  readonly rubrics: Judgement['rubrics'];
  /** `sliding_window` and others. */
  readonly method: string | null;
  /** Messages. */
  readonly windowSize: number | null;
  /** What the judge answered. */
  readonly windows: readonly { readonly text: string; readonly usage: UpstreamUsage }[];
}

/**
 * What counts: our latest complete judgement, once the conversation had ended, else the file's own verdict.
 * Null: there is no score, which is not 0.
 */
export function verdictOf({ termination, judgements, verdict }: Simulation): Verdict | null {
  const latest = judgements.filter((judgement) => scoreOf(judgement) !== null).at(-1);
  return latest && termination !== null ? verdictFrom(latest) : verdict;
}

function verdictFrom(judgement: Judgement): Verdict {
  const { window, with_rubrics, windows, rubrics } = judgement;
  const seen = window ? 'sliding_window' : 'whole_trajectory';
  return {
    isSuccess: scoreOf(judgement)?.isSuccess === true,
    rubrics,
    method: with_rubrics ? seen : `${seen}_without_rubrics`,
    windowSize: window && window.size,
    windows: windows.map(({ text: answer, call }) => ({ text: answer, usage: call ? tokensOf(call.usage) : null })),
  };
}

export function tokensOf({ prompt_tokens, completion_tokens }: NonNullable<UpstreamUsage>): UpstreamUsage {
  return { prompt_tokens, completion_tokens };
}

export function taskOf({ tasks }: Results, { taskId }: Simulation): ServiceTask {
  return tasks.find(({ id: own }) => own === taskId) as ServiceTask; // readers make sure of it
}
