/** A conversation as a rollout, and a rollout's task. */
import { ENGINE_VERSION, EDITION } from '../../service/version.ts';
import type { Conversation } from '../../service/conversation.ts';
import type { Message } from '../../service/message.ts';
import { composed, hashOf, type RowChange } from '../../service/world/journal.ts';
import { checkState } from '../../service/stateCheck.ts';
import { readTaskFile, writeTask, type ServiceTask } from '../../service/taskFile/index.ts';
import { failure, success, type Result } from '../../core/result.ts';
import type { Driver } from '../format.ts';
import { serviceDigestOf, type RecordedMessage, type ServiceRollout } from './format.ts';

export interface Speakers {
  readonly assistant: Driver;
  readonly user: Driver;
}

export function serviceRollout(conversation: Conversation, { assistant, user }: Speakers): ServiceRollout {
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
    messages: recorded(messages),
    termination,
    state_met: checkState(world.tables, task).isMet,
  } as const;
  return { ...rollout, digest: serviceDigestOf(rollout) };
}

/** The task in full. Error codes: those of `readTaskFile`. */
export function taskOfRollout({ task }: ServiceRollout, name: string): Result<ServiceTask> {
  const tasks = readTaskFile(`[${task}]`);
  if (!tasks.ok) return { ...tasks, where: `${name}: ${tasks.where}` };
  const [only] = tasks.value;
  if (!only || tasks.value.length > 1) return failure('bad-task', '"task" holds one task, as JSON text', name);
  return success(only);
}

function recorded(messages: readonly Message[]): RecordedMessage[] {
  let changes: RowChange[] = [];
  return messages.map((message) => {
    if (message.role === 'user') return { role: 'user', content: message.content };
    if (message.role === 'assistant') return { role: 'assistant', content: message.content, tool_calls: [...message.calls] };
    changes = composed([changes, message.changes]);
    const { id, name, content, isError } = message;
    return { role: 'tool', id, name, content, is_error: isError, hash: hashOf(changes) };
  });
}
