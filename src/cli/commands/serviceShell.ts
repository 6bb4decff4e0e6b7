import type { Command } from 'commander';
import { failure, success, type Result } from '../../core/result.ts';
import { callTool } from '../../service/tools/index.ts';
import { orFail } from '../exit.ts';
import { linesOf } from '../lines.ts';
import { addWorldOptions, inWorld, type WorldOptions } from '../serviceWorld.ts';

interface CallOptions extends WorldOptions {
  readonly json?: true;
}

const HELP = `
Reads one call a line from stdin, a tool's name and its arguments as JSON, and answers one JSON
object a line on stdout: {"content": "…", "is_error": false}

  echo 'weather {"address": "Suzhou", "date_start": "2025-06-18", "date_end": "2025-06-19"}' |
    longrun service shell TASK`;

export function addServiceShell(parent: Command): void {
  addWorldOptions(parent.command('shell').description("call tools in a task's world, one after the other"))
    .argument('<task>', 'its id')
    .addHelpText('after', HELP)
    .action(shell);
  addWorldOptions(parent.command('call').description("call one tool in a task's world as it begins"))
    .argument('<task>', 'its id')
    .argument('<tool>', 'its name')
    .argument('[arguments]', 'a JSON object', '{}')
    .option('--json', 'print JSON')
    .action(call);
}

async function shell(id: string, options: WorldOptions): Promise<void> {
  await inWorld(id, options, async (world) => {
    for await (const line of linesOf(process.stdin)) {
      const [, tool = '', json = ''] = /^\s*(\S+)\s*(.*)$/.exec(line) ?? [];
      if (tool === '') continue;
      const given = parseArguments(json || '{}');
      const { content, isError } = given.ok ? callTool(world, tool, given.value) : { content: given.message, isError: true };
      process.stdout.write(`${JSON.stringify({ content, is_error: isError })}\n`);
    }
  });
}

async function call(id: string, tool: string, json: string, options: CallOptions): Promise<void> {
  const given = orFail(parseArguments(json));
  if (given === null) return;
  await inWorld(id, options, (world) => {
    const { content, isError } = callTool(world, tool, given);
    process.stdout.write(options.json ? `${JSON.stringify({ content, is_error: isError })}\n` : `${content}\n`);
  });
}

function parseArguments(json: string): Result<object> {
  try {
    const given: unknown = JSON.parse(json);
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) return success(given);
  } catch {
    // Said below.
  }
  return failure('bad-arguments', 'the arguments of a tool are a JSON object, such as {"store_id": "S1"}');
}
