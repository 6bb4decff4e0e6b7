/** A conversation as a rollout, and a rollout's task. */
import { ENGINE_VERSION, EDITION } from '../../service/version.ts';
import type { Conversation } from '../../service/conversation.ts';
import type { Message } from '../../service/message.ts';
import { composed, hashOf, type RowChange } from '../../service/world/journal.ts';
import type { Role, Speaker } from '../../service/roles.ts';
import { checkState } from '../../service/stateCheck.ts';
import { readTaskFile, writeTask, type ServiceTask } from '../../service/taskFile/index.ts';
import { failure, success, type Result } from '../../core/result.ts';
import type { CallDetails } from './details.ts';
import { serviceDigestOf, type RecordedMessage, type ServiceRollout } from './format.ts';

/** What a rollout holds beside the conversation: none of it can be recomputed. */
export type Claims = Pick<ServiceRollout, 'assistant' | 'user' | 'settings' | 'judgements' | 'marks' | 'labels'> & {
  /** By the place of the message. */
  readonly calls?: ReadonlyMap<number, CallDetails>;
  /** Paid for without a message. */
  readonly wasted?: readonly CallDetails[];
};

export function serviceRollout(conversation: Conversation, { assistant, user, settings, judgements, marks, labels, calls = new Map(), wasted = [] }: Claims): ServiceRollout {
  const { task, seed, limits, messages, termination, world } = conversation;
  const rollout = {
    format: 'longrun-rollout',
    version: 1,
    arena: 'service',
    engine_version: ENGINE_VERSION,
    edition: EDITION,
    task: writeTask(task),
    seed,
    limits: { ...limits },
    assistant,
    user,
    ...(settings ? { settings } : {}),
    messages: recorded(messages, calls),
    ...(wasted.length > 0 ? { wasted: [...wasted] } : {}),
    termination,
    state_met: checkState(world.tables, task).isMet,
    ...(judgements?.length ? { judgements } : {}),
    ...(marks?.length ? { marks } : {}),
    ...(labels?.length ? { labels } : {}),
  } as const;
  return { ...rollout, digest: serviceDigestOf(rollout) };
}

/** What a rollout claims, to be written again. */
export function claimsOf({ assistant, user, settings, judgements, marks, labels, messages, wasted = [] }: ServiceRollout): Claims {
  const calls = messages.flatMap((message, place) => (message.role !== 'tool' && message.call ? [[place, message.call] as const] : []));
  return { assistant, user, settings, judgements, marks, labels, calls: new Map(calls), wasted };
}

/** All calls of models that a rollout was made by, those without a message too. */
export function callsBy({ messages, wasted = [], judgements = [] }: ServiceRollout): Record<Role, CallDetails[]> {
  const ofSpeaker = (speaker: Speaker) => messages.flatMap((message) => (message.role === speaker && message.call ? [message.call] : []));
  return {
    assistant: ofSpeaker('assistant'),
    user: [...ofSpeaker('user'), ...wasted],
    judge: judgements.flatMap(({ windows }) => windows.flatMap(({ call }) => call ?? [])),
  };
}

/** The task in full. Error codes: those of `readTaskFile`. */
export function taskOfRollout({ task }: ServiceRollout, name: string): Result<ServiceTask> {
  const tasks = readTaskFile(`[${task}]`);
  if (!tasks.ok) return { ...tasks, where: `${name}: ${tasks.where}` };
  const [only] = tasks.value;
  if (!only || tasks.value.length > 1) return failure('bad-task', '"task" holds one task, as JSON text', name);
  return success(only);
}

function recorded(messages: readonly Message[], calls: ReadonlyMap<number, CallDetails>): RecordedMessage[] {
  let changes: RowChange[] = [];
  return messages.map((message, place) => {
    const call = calls.get(place);
    const details = call ? { call } : {};
    if (message.role === 'user') return { role: 'user', content: message.content, ...details };
    if (message.role === 'assistant') return { role: 'assistant', content: message.content, tool_calls: [...message.calls], ...details };
    changes = composed([changes, message.changes]);
    const { id, name, content, isError } = message;
    return { role: 'tool', id, name, content, is_error: isError, hash: hashOf(changes) };
  });
}
