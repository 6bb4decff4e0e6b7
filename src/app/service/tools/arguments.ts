/** What a tool's form holds, and the arguments that it makes of it. */
import type { Json, JsonObject } from '../../../core/json.ts';
import type { Parameter, ToolEntry } from '../../../service/catalogue/index.ts';

/** By parameter, as typed: lists have an item a line. Missing or empty: not given. */
export type Draft = Readonly<Record<string, string>>;

/** The arguments, or by parameter what is wrong: `required` or `number`. */
export interface Made {
  readonly given: JsonObject;
  readonly problems: Readonly<Record<string, 'required' | 'number'>>;
}

export function argumentsOf({ parameters }: ToolEntry, draft: Draft): Made {
  const given: Record<string, Json> = {};
  const problems: Record<string, 'required' | 'number'> = {};
  for (const parameter of parameters) {
    const { name, isRequired } = parameter;
    const typed = draft[name] ?? '';
    if (typed.trim() === '') {
      if (isRequired) problems[name] = 'required';
      continue;
    }
    const value = valueOf(parameter, typed);
    if (value === undefined) problems[name] = 'number';
    else given[name] = value;
  }
  return { given, problems };
}

/** What the form shows for these arguments; values that it has no field for are lost. */
export function draftOf({ parameters }: ToolEntry, given: JsonObject): Draft {
  const typed = parameters.flatMap(({ name }) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined || value === null) return [];
    return [[name, Array.isArray(value) ? value.map(textOf).join('\n') : textOf(value)] as const];
  });
  return Object.fromEntries(typed);
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Undefined where a number is wanted and none was typed. */
function valueOf({ type }: Parameter, typed: string): Json | undefined {
  if (type === 'text') return typed.trim();
  if (type === 'integer' || type === 'float') return numberOf(typed);
  const lines = typed.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  if (type === 'texts') return lines;
  const numbers = lines.map(numberOf);
  return numbers.every((number) => number !== undefined) ? numbers : undefined;
}

function numberOf(typed: string): number | undefined {
  const number = Number(typed.trim());
  return Number.isFinite(number) ? number : undefined;
}
