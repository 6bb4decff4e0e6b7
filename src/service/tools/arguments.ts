/** What a tool is called with: checked against its parameters before the tool sees any of it, so that bad input changes nothing. */
import type { Parameter, ToolEntry } from '../catalogue/index.ts';
import { invariant } from '../../core/result.ts';

export type RawArguments = Readonly<Record<string, unknown>>;

/** Arguments that a tool may rely on: all its parameters and no others, each of its type, defaults filled in. */
export class Arguments {
  readonly #values: ReadonlyMap<string, unknown>;

  constructor(values: ReadonlyMap<string, unknown>) {
    this.#values = values;
  }

  text(name: string): string {
    const value = this.#values.get(name);
    invariant(typeof value === 'string', `${name} is no text`);
    return value;
  }

  optionalText(name: string): string | null {
    return this.#values.get(name) === null ? null : this.text(name);
  }

  number(name: string): number {
    const value = this.#values.get(name);
    invariant(typeof value === 'number', `${name} is no number`);
    return value;
  }

  texts(name: string): readonly string[] {
    return (this.#values.get(name) ?? []) as readonly string[];
  }

  numbers(name: string): readonly number[] {
    return (this.#values.get(name) ?? []) as readonly number[];
  }
}

/** The arguments, or what is wrong with them and what is allowed. */
export function readArguments({ name: tool, parameters }: ToolEntry, given: unknown): Arguments | string {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return `${tool} takes an object of arguments`;
  const unknown = Object.keys(given).find((name) => !parameters.some((parameter) => parameter.name === name));
  if (unknown !== undefined) return `${tool} has no parameter ${excerpt(unknown)}; it takes ${parameters.map(({ name }) => name).join(', ') || 'none'}`;
  const values = new Map<string, unknown>();
  for (const parameter of parameters) {
    const { name } = parameter;
    if (Object.hasOwn(given, name)) {
      const value = (given as RawArguments)[name];
      if (!fits(parameter, value)) return `${tool}: ${name} must be ${wanted(parameter)}, not ${described(value)}`;
      if (sizeOf(value) > LARGEST) return `${tool}: ${name} is too long: it may have ${LARGEST} characters, items of a list included`;
      values.set(name, value);
    } else {
      if (parameter.isRequired) return `${tool} needs ${name}: ${wanted(parameter)}`;
      values.set(name, parameter.default ?? null);
    }
  }
  return new Arguments(values);
}

/** A word that is not among `values` is let through: it finds nothing, as recorded. */
function fits({ type, isNullable }: Parameter, value: unknown): boolean {
  if (value === null) return isNullable;
  if (type === 'texts') return Array.isArray(value) && value.every((item) => typeof item === 'string');
  if (type === 'integers') return Array.isArray(value) && value.every((item) => Number.isSafeInteger(item));
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'float') return typeof value === 'number' && Number.isFinite(value);
  return typeof value === 'string';
}

const WORDS = {
  text: 'a text',
  integer: 'a whole number',
  float: 'a number',
  texts: 'a list of texts',
  integers: 'a list of whole numbers',
} as const;

function wanted({ type, isNullable }: Parameter): string {
  return `${WORDS[type]}${isNullable ? ' or null' : ''}`;
}

/** No address or wish is longer; a search for a million characters would take ten seconds. */
const LARGEST = 10_000;

/** Characters; each item of a list counts as one more. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return Array.isArray(value) ? value.reduce<number>((sum, item) => sum + sizeOf(item) + 1, 0) : 0;
}

function described(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(excerpt(value));
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

const EXCERPT_LENGTH = 80;

function excerpt(text: string): string {
  return text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH)}…` : text;
}
