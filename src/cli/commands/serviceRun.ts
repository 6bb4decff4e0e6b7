import type { Command } from 'commander';
import type { Message } from '../../service/message.ts';
import { stateText } from '../../rollout/service/report.ts';
import { walkSolution } from '../../service/solution.ts';
import { checkState } from '../../service/stateCheck.ts';
import { EXIT_NOT_CONFORMING, fail } from '../exit.ts';
import { failure } from '../../core/result.ts';
import { addRolloutOption, inConversation, writeRollout, type ConversationOptions } from '../serviceWorld.ts';

interface RunOptions extends ConversationOptions {
  readonly solution?: true;
  readonly json?: true;
}

export function addServiceRun(parent: Command): void {
  addRolloutOption(parent.command('run').description('play a task to its end, and check the state it ends in'))
    .argument('<task>', 'its id')
    .option('--solution', 'by the solution that comes with the task')
    .option('--json', 'print JSON')
    .action(run);
}

/** Exit code 1: the world did not end as the task wants. */
async function run(id: string, options: RunOptions): Promise<void> {
  if (!options.solution) return fail(failure('driver-missing', 'say who serves the customer; so far that is --solution'));
  await inConversation(id, options, async (conversation) => {
    const { task, world, messages } = conversation;
    if (!task.solution) return fail(failure('solution-missing', `task ${id} comes without a solution`));
    walkSolution(conversation);
    const verdict = checkState(world.tables, task);
    if (!verdict.isMet) process.exitCode = EXIT_NOT_CONFORMING;
    const { termination } = conversation;
    const text = options.json
      ? JSON.stringify({ task: id, messages: messages.map(asJson), termination, state: verdict })
      : `${messages.map(lineOf).join('\n')}\n\nended: ${termination}\nstate: ${stateText(verdict)}`;
    process.stdout.write(`${text}\n`);
    await writeRollout(conversation, { assistant: { kind: 'scripted', name: 'solution' }, user: { kind: 'scripted', name: 'at-once' } }, options);
  });
}

/** Without the changes, which hold numbers that JSON has no word for. */
function asJson(message: Message) {
  if (message.role !== 'tool') return message;
  const { changes: _, ...rest } = message;
  return rest;
}

function lineOf(message: Message): string {
  if (message.role === 'tool') return `    ${message.content.replaceAll('\n', '\n    ')}`;
  if (message.role === 'user') return `user: ${message.content}`;
  const calls = message.calls.map(({ name, arguments: given }) => `${name} ${JSON.stringify(given)}`);
  return [...(message.content === '' ? [] : [`assistant: ${message.content}`]), ...calls].join('\n');
}
