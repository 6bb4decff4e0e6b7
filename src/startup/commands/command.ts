/** What a command is: its place in the grammar, its options, and what it does to the world. */
import type { JsonObject } from '../../core/json.ts';
import type { Rules } from '../preset.ts';
import type { World } from '../world.ts';

interface ValueOfKind {
  text: string;
  integer: number;
  domain: string;
  /** Typed as MM/DD/YYYY; the instant at which that day starts. */
  date: number;
  /** Typed as YYYY-MM; kept as text. */
  month: string;
}

export type OptionKind = keyof ValueOfKind;

export interface Option {
  /** `--task-id` */
  readonly flag: string;
  readonly kind: OptionKind;
  readonly required?: true;
  readonly help: string;
  /** Known under these rules only. */
  readonly rules?: Rules;
}

type OptionTable = Readonly<Record<string, Option>>;

type ValuesOf<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Table[Name] extends { required: true }
    ? ValueOfKind[Table[Name]['kind']]
    : ValueOfKind[Table[Name]['kind']] | undefined;
};

export interface Command {
  /** `task` */
  readonly group: string;
  /** `accept` */
  readonly name: string;
  readonly summary: string;
  readonly options: OptionTable;
  /** Known under these rules only. */
  readonly rules?: Rules;
  /** Returns the answer; one with the key `error` is a refusal, and whatever was changed is undone. */
  run(world: World, values: Readonly<Record<string, unknown>>): JsonObject;
}

/** Defines a command whose `run` receives its option values with their types. */
export function defineCommand<const Table extends OptionTable>(
  definition: Omit<Command, 'options' | 'run'> & {
    readonly options: Table;
    run(world: World, values: ValuesOf<Table>): JsonObject;
  },
): Command {
  return definition;
}

export function refusal(error: string): JsonObject {
  return { error };
}
