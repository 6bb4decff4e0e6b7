/** What a tool's form holds, and the arguments that it makes of it. */
import { firstDifference, isObject, type Json, type JsonObject } from '../../../core/json.ts';
import type { Parameter, ToolEntry } from '../../../service/catalogue/index.ts';

/** By parameter, as typed: lists have an item a line. Missing or empty: not given; null: given as null. */
export type Draft = Readonly<Record<string, string | null>>;

export type Problem = 'required' | 'number' | 'whole';

/** The arguments, and by parameter what is wrong: text where a number is wanted stands in them as it is. */
export interface Made {
  readonly given: JsonObject;
  readonly problems: Readonly<Record<string, Problem>>;
}

export function argumentsOf({ parameters }: ToolEntry, draft: Draft): Made {
  const given: Record<string, Json> = {};
  const problems: Record<string, Problem> = {};
  for (const parameter of parameters) {
    const { name, isRequired } = parameter;
    const typed = draft[name] ?? '';
    if (draft[name] === null) given[name] = null;
    else if (typed.trim() !== '') {
      given[name] = valueOf(parameter, typed);
      const problem = problemOf(parameter, given[name]);
      if (problem) problems[name] = problem;
    } else if (isRequired) problems[name] = 'required';
  }
  return { given, problems };
}

/** What the form shows for these arguments; values that it has no field for are lost. */
export function draftOf({ parameters }: ToolEntry, given: JsonObject): Draft {
  const typed = parameters.flatMap(({ name, isNullable }) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined || (value === null && !isNullable)) return [];
    return [[name, Array.isArray(value) ? value.map(textOf).join('\n') : value === null ? null : textOf(value)] as const];
  });
  return Object.fromEntries(typed);
}

/** Null if it is no JSON object. */
export function parsed(json: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The path of the first value that the form would change or drop; null if it shows all of them as they are. */
export function lostInForm(entry: ToolEntry, given: JsonObject): string | null {
  return firstDifference(given, argumentsOf(entry, draftOf(entry, given)).given)?.path ?? null;
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function valueOf({ type }: Parameter, typed: string): Json {
  if (type === 'text') return typed.trim();
  if (type === 'integer' || type === 'float') return numberOf(typed.trim());
  const items = typed.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  return type === 'texts' ? items : items.map(numberOf);
}

function problemOf({ type }: Parameter, value: Json | undefined): Problem | null {
  if (type === 'text' || type === 'texts') return null;
  const numbers = [value].flat();
  if (numbers.some((number) => typeof number !== 'number')) return 'number';
  return type !== 'float' && !numbers.every(Number.isSafeInteger) ? 'whole' : null;
}

function numberOf(typed: string): number | string {
  const number = Number(typed);
  return Number.isFinite(number) ? number : typed;
}
