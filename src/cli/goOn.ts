/** What the user types to go on with what stopped. */
import type { Command } from 'commander';
import { joinWords } from '../startup/shellWords.ts';

/** True if the user said so, rather than it being the default. */
export function isGiven(command: Command, name: string): boolean {
  return command.getOptionValueSource(name) === 'cli';
}

/** `words`, and of the options given those that `names` names, as they were given. */
export function goOnLine(words: readonly string[], command: Command, names: readonly string[]): string {
  const given = command.options.flatMap((option) => {
    const name = option.attributeName();
    if (!names.includes(name) || !isGiven(command, name)) return [];
    return [option.long ?? '', ...(option.required || option.optional ? [String(command.getOptionValue(name))] : [])];
  });
  return `go on with: longrun ${joinWords([...words, ...given])}\n`;
}
