/** From words to a command with typed option values, or to a usage message (spec §7). */
import { instantOf, isDate } from '../core/calendar.ts';
import { failure, success, type Result } from '../core/result.ts';
import { commandsUnder } from './commands/index.ts';
import type { Command, Option } from './commands/command.ts';
import { DOMAINS, isDomain } from './domains.ts';
import type { Rules } from './preset.ts';

export interface ParsedCommand {
  readonly command: Command;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * `argv` is what follows the program's name: `['task', 'accept', '--task-id', 'Task-1']`.
 * Error codes: `usage` (a malformed command line), `help` (help was asked for: the message is the help).
 */
export function parseCommandLine(argv: readonly string[], rules: Rules): Result<ParsedCommand> {
  const [group = '', name = '', ...rest] = argv;
  const commands = commandsUnder(rules);
  if (group === '' || group === '--help') return failure(group === '' ? 'usage' : 'help', overview(commands));
  const inGroup = commands.filter((command) => command.group === group);
  if (inGroup.length === 0) return failure('usage', `No such command '${group}'.\n${overview(commands)}`);
  if (name === '' || name === '--help') return failure(name === '' ? 'usage' : 'help', overview(inGroup));
  const command = inGroup.find((candidate) => candidate.name === name);
  if (!command) return failure('usage', `No such command '${group} ${name}'.\n${overview(inGroup)}`);
  if (rest.includes('--help')) return failure('help', usage(command, rules));
  return parseOptions(command, rest, rules);
}

function parseOptions(command: Command, words: readonly string[], rules: Rules): Result<ParsedCommand> {
  const wrong = (message: string) => failure('usage', `${message}\n${usage(command, rules)}`);
  const values: Record<string, unknown> = {};
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    if (!word.startsWith('--')) return wrong(`Unexpected argument '${word}'.`);
    const equals = word.indexOf('=');
    const flag = equals < 0 ? word : word.slice(0, equals);
    const [key, option] = optionsUnder(command, rules).find(([, candidate]) => candidate.flag === flag) ?? [];
    if (!option || key === undefined) return wrong(`No such option: ${flag}`);
    const text = equals < 0 ? words[++i] : word.slice(equals + 1);
    if (text === undefined) return wrong(`Option '${flag}' requires a value.`);
    const value = parseValue(option, text);
    if (!value.ok) return wrong(value.message);
    values[key] = value.value;
  }
  const missing = optionsUnder(command, rules).find(([key, option]) => option.required && !(key in values));
  return missing ? wrong(`Missing option '${missing[1].flag}'.`) : success({ command, values });
}

function optionsUnder(command: Command, rules: Rules): [string, Option][] {
  return Object.entries(command.options).filter(([, option]) => option.rules === undefined || option.rules === rules);
}

function parseValue({ flag, kind }: Option, text: string): Result<string | number> {
  const wrong = (allowed: string) => failure('usage', `Invalid value for '${flag}': '${text}' is not ${allowed}.`);
  switch (kind) {
    case 'text':
      return success(storable(text));
    case 'integer':
      return /^\s*[+-]?\d+\s*$/.test(text) && Number(text) >= 0 && Number.isSafeInteger(Number(text)) ? success(Math.abs(Number(text))) : wrong('a whole number from 0 to 2^53');
    case 'domain':
      return isDomain(text) ? success(text) : wrong(`one of ${DOMAINS.join(', ')}`);
    case 'date': {
      const [, month, day, year] = (/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []).map(Number);
      if (month === undefined || day === undefined || year === undefined || !isDate(year, month, day)) return wrong('a date like 01/31/2025');
      return success(instantOf(year, month, day));
    }
    case 'month':
      return /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? success(text) : wrong('a month like 2025-01');
  }
}

/** Without what SQLite would not give back as it was: byte order marks, and halves of surrogate pairs. */
function storable(text: string): string {
  return text.replaceAll('\ufeff', '').replace(/\p{Surrogate}/gu, '\ufffd');
}

function overview(commands: readonly Command[]): string {
  return ['Commands:', ...commands.map(({ group, name, summary }) => `  ${`${group} ${name}`.padEnd(20)} ${summary}`)].join('\n');
}

function usage(command: Command, rules: Rules): string {
  const options = optionsUnder(command, rules).map(([, { flag, required, help }]) => `  ${flag.padEnd(24)} ${help}${required ? ' (required)' : ''}`);
  return [`Usage: yc-bench ${command.group} ${command.name}${options.length > 0 ? ' [OPTIONS]' : ''}`, ...options].join('\n');
}
