import { Option, type Command } from 'commander';
import { isObject, type JsonObject } from '../../core/json.ts';
import { failure, success, type Result } from '../../core/result.ts';
import type { Conversation } from '../../service/conversation.ts';
import { SCRIPTED_USERS, scriptedUserSays, type ScriptedUser } from '../../service/scriptedUser.ts';
import { callTool } from '../../service/tools/index.ts';
import { orFail } from '../exit.ts';
import { linesOf } from '../lines.ts';
import {
  addRolloutOption, addWorldOptions, inConversation, writeRollout, type ConversationOptions, type WorldOptions,
} from '../serviceWorld.ts';

interface ShellOptions extends ConversationOptions {
  readonly user: ScriptedUser;
}

interface CallOptions extends WorldOptions {
  readonly json?: true;
}

const HELP = `
Reads a line from stdin and answers one JSON object a line on stdout. A tool's name and its
arguments as JSON is a call:    {"content": "…", "is_error": false}
"say" and some words speak to the customer, who is scripted: {"user": "…", "ended": null}

  echo 'weather {"address": "Suzhou", "date_start": "2025-06-18", "date_end": "2025-06-19"}' |
    longrun service shell TASK`;

export function addServiceShell(parent: Command): void {
  addRolloutOption(parent.command('shell').description("call tools in a task's world, one after the other, and serve a scripted customer"))
    .argument('<task>', 'its id')
    .addOption(new Option('--user <kind>', 'who the customer is').choices(SCRIPTED_USERS).default('at-once'))
    .addHelpText('after', HELP)
    .action(shell);
  addWorldOptions(parent.command('call').description("call one tool in a task's world as it begins"))
    .argument('<task>', 'its id')
    .argument('<tool>', 'its name')
    .argument('[arguments]', 'a JSON object', '{}')
    .option('--json', 'print JSON')
    .action(call);
}

async function shell(id: string, options: ShellOptions): Promise<void> {
  await inConversation(id, options, async (conversation) => {
    const { task } = conversation;
    const userSays = () => conversation.userSays(scriptedUserSays(options.user, task, conversation.messages));
    userSays();
    process.stderr.write(`user: ${conversation.messages.at(-1)?.content}\n`);
    for await (const line of linesOf(process.stdin)) {
      const [, word = '', rest = ''] = /^\s*(\S+)\s*(.*)$/.exec(line) ?? [];
      if (word === '') continue;
      const answer = word === 'say' ? said(conversation, rest, userSays) : called(conversation, word, rest);
      process.stdout.write(`${JSON.stringify(answer)}\n`);
    }
    await writeRollout(conversation, { assistant: { kind: 'human', name: 'shell' }, user: { kind: 'scripted', name: options.user } }, options);
  });
}

function said(conversation: Conversation, words: string, userSays: () => unknown) {
  const spoken = words === '' ? failure('nothing-said', 'say what?') : conversation.assistantSays(words);
  if (!spoken.ok) return { content: spoken.message, is_error: true };
  if (conversation.turn === 'user') userSays();
  const last = conversation.messages.at(-1);
  return { user: last?.role === 'user' ? last.content : null, ended: conversation.termination };
}

function called(conversation: Conversation, name: string, json: string) {
  const given = parseArguments(json || '{}');
  if (!given.ok) return { content: given.message, is_error: true };
  const made = conversation.assistantSays('', [{ id: `call-${conversation.messages.length}`, name, arguments: given.value }]);
  const last = conversation.messages.at(-1);
  if (!made.ok || last?.role !== 'tool') return { content: made.ok ? '' : made.message, is_error: true };
  return { content: last.content, is_error: last.isError };
}

async function call(id: string, tool: string, json: string, options: CallOptions): Promise<void> {
  const given = orFail(parseArguments(json));
  if (given === null) return;
  await inConversation(id, options, ({ world }) => {
    const { content, isError } = callTool(world, tool, given);
    process.stdout.write(options.json ? `${JSON.stringify({ content, is_error: isError })}\n` : `${content}\n`);
  });
}

function parseArguments(json: string): Result<JsonObject> {
  try {
    const given: unknown = JSON.parse(json);
    if (isObject(given)) return success(given);
  } catch {
    // Said below.
  }
  return failure('bad-arguments', 'the arguments of a tool are a JSON object, such as {"store_id": "S1"}');
}
