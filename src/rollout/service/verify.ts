/** Proof by replay: everything is said and called again, every answer and every state compared with what the file claims. */
import { firstDifference, type Json } from '../../core/json.ts';
import { failure, success, type Result } from '../../core/result.ts';
import { Conversation, repeatIn } from '../../service/conversation.ts';
import type { ToolCall } from '../../service/message.ts';
import { checkState, type StateVerdict } from '../../service/stateCheck.ts';
import { ENGINE_VERSION } from '../../service/version.ts';
import type { ServiceTask } from '../../service/taskFile/index.ts';
import { serviceDigestOf, type RecordedMessage, type ServiceRollout } from './format.ts';
import { recomputedJudgement } from './judgement.ts';
import { claimsOf, serviceRollout, taskOfRollout } from './record.ts';

export interface ServiceDivergence {
  /** Counted from 1; null where the difference is in no message. */
  readonly message: number | null;
  readonly tool: string | null;
  /** `content`, `hash`, `termination` … */
  readonly path: string;
  readonly expected: Json | undefined;
  readonly got: Json | undefined;
}

export interface ServiceReport {
  readonly verdict: 'match' | 'diverged' | 'edited';
  readonly divergence: ServiceDivergence | null;
  readonly task: ServiceTask;
  readonly recomputed: ServiceRollout;
  readonly state: StateVerdict;
  readonly unchecked: readonly string[];
}

/** Error codes: those of `replayService`. */
export async function verifyServiceRollout(rollout: ServiceRollout, name: string): Promise<Result<ServiceReport>> {
  const replayed = await replayService(rollout, name);
  if (!replayed.ok) return replayed;
  const report = reportOn(rollout, replayed.value);
  replayed.value.close();
  return success(report);
}

/** `conversation`: what the rollout replays to. */
export function reportOn(rollout: ServiceRollout, conversation: Conversation): ServiceReport {
  const claims = claimsOf(rollout);
  const judgements = claims.judgements?.map((judgement) => recomputedJudgement(conversation.task, conversation.messages.length, judgement));
  const recomputed = serviceRollout(conversation, { ...claims, judgements });
  const state = checkState(conversation.world.tables, conversation.task);
  const divergence = divergenceOf(rollout, recomputed);
  const { digest, ...rest } = rollout;
  const verdict = divergence ? 'diverged' : digest === serviceDigestOf(rest) ? 'match' : 'edited';
  const unchecked = ['who the assistant and the user were is as the file says'];
  if (judgements) unchecked.push('the verdicts follow from what the judge answered; that it answered so is as the file says');
  if (rollout.engine_version !== ENGINE_VERSION) {
    unchecked.push(`the file was recorded by engine version ${rollout.engine_version}, this is ${ENGINE_VERSION}`);
  }
  return { verdict, divergence, task: conversation.task, recomputed, state, unchecked };
}

/**
 * The conversation that a rollout records, in a world of its own; what cannot be said at its place is left out, and shows as a
 * difference. Error codes: those of `taskOfRollout`; `rollout-invalid`.
 */
export async function replayService(rollout: ServiceRollout, name: string): Promise<Result<Conversation>> {
  const task = taskOfRollout(rollout, name);
  if (!task.ok) return task;
  const [greeting, ...rest] = rollout.messages;
  if (greeting?.role !== 'assistant') return failure('rollout-invalid', 'messages[0] must be the greeting of the assistant', name);
  const conversation = await Conversation.open(task.value, rollout.seed, rollout.limits);
  for (const message of rest) repeatIn(conversation, { ...message, calls: callsOf(message) });
  return success(conversation);
}

/** What `replayService` gives, if it is what the rollout claims. Error codes: its own; `rollout-diverged`. */
export async function provenService(rollout: ServiceRollout, name: string): Promise<Result<Conversation>> {
  const replayed = await replayService(rollout, name);
  if (!replayed.ok) return replayed;
  const { divergence } = reportOn(rollout, replayed.value);
  if (!divergence) return replayed;
  replayed.value.close();
  const where = divergence.message === null ? divergence.path : `message ${divergence.message}, ${divergence.path}`;
  return failure('rollout-diverged', `does not recompute (${where}), so it cannot be gone on with; see longrun score`, name);
}

function callsOf(message: RecordedMessage): ToolCall[] {
  return message.role === 'assistant' ? (message.tool_calls as ToolCall[]) : [];
}

function divergenceOf(expected: ServiceRollout, got: ServiceRollout): ServiceDivergence | null {
  for (let i = 0; i < Math.max(expected.messages.length, got.messages.length); i++) {
    const [claimed, made] = [expected.messages[i], got.messages[i]];
    const difference = firstDifference(claimed as Json | undefined, made as Json | undefined);
    if (difference) return { message: i + 1, tool: claimed?.role === 'tool' ? claimed.name : null, ...difference };
  }
  const claims = ({ termination, state_met, judgements = [] }: ServiceRollout) => ({ termination, state_met, judgements });
  const difference = firstDifference(claims(expected) as unknown as Json, claims(got) as unknown as Json);
  return difference && { message: null, tool: null, ...difference };
}
