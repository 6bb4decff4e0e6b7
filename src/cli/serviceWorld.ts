/** The conversation about one task, for the commands that call tools in its world. */
import type { Command } from 'commander';
import { serviceRollout, type Claims } from '../rollout/service/record.ts';
import { Conversation, PATIENT_LIMITS } from '../service/conversation.ts';
import { orFail } from './exit.ts';
import { encodeFor, written } from './output.ts';
import { addTaskOption, taskNamed, type TaskOptions } from './serviceTasks.ts';

export interface WorldOptions extends TaskOptions {
  readonly seed: string;
  readonly db?: string;
}

export interface ConversationOptions extends WorldOptions {
  readonly out?: string;
}

export function addWorldOptions(command: Command): Command {
  return addTaskOption(command)
    .option('--seed <text>', "the trial's: with the task it decides the ids of new orders", '1')
    .option('--db <file>', 'write the final world as a .sqlite database');
}

export function addRolloutOption(command: Command): Command {
  return addWorldOptions(command).option('--out <file>', 'write the conversation as a rollout (.json, .json.gz), which longrun score verifies');
}

/** Opens a task's world, uses it, and writes it down if that is wanted. */
export async function inConversation(
  id: string,
  options: WorldOptions,
  use: (conversation: Conversation) => void | Promise<void>,
): Promise<void> {
  const task = orFail(await taskNamed(id, options));
  if (!task) return;
  const conversation = await Conversation.open(task, options.seed, PATIENT_LIMITS);
  await use(conversation);
  if (options.db !== undefined) await written(options.db, conversation.world.database.export());
}

export async function writeRollout(conversation: Conversation, claims: Claims, { out }: ConversationOptions): Promise<void> {
  if (out !== undefined) await written(out, encodeFor(out, serviceRollout(conversation, claims)));
}
