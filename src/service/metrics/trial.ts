/** One attempt at a task, as far as metrics look at it (spec vita §6). */
import { invariant } from '../../core/result.ts';
import type { Termination } from '../message.ts';
import type { Role } from '../roles.ts';
import type { Domain } from '../types.ts';
import type { ErrorLabel } from './errorLabels.ts';

export interface RoleSpent {
  readonly calls: number;
  /** Null: unknown, which is not 0. */
  readonly tokens: number | null;
  readonly costUsd: number | null;
}

export interface Trial {
  readonly model: string;
  /** Of tasks, by name; a task is known by its set and its id. */
  readonly set: string;
  readonly taskId: string;
  readonly domains: readonly Domain[];
  /** Its number among the trials of the task. */
  readonly trial: number;
  /** Null: no valid verdict. That is an error, and never averaged as a score. */
  readonly success: boolean | null;
  /** Null: no judge looked at them. */
  readonly rubricsMet: number | null;
  readonly rubrics: number;
  /** Null: nobody checked, as in files of others. */
  readonly stateMet: boolean | null;
  /** Messages of the assistant. */
  readonly turns: number;
  readonly toolCalls: number;
  readonly toolErrors: number;
  /** Null: it had not ended. */
  readonly termination: Termination | null;
  readonly spent: Readonly<Record<Role, RoleSpent>>;
  /** What went wrong, where a person or a model has said so. */
  readonly labels: readonly ErrorLabel[];
}

/** The four that published reports know: tasks of one domain by that domain, and those that join several. */
export const SCENARIOS = ['delivery', 'instore', 'ota', 'cross'] as const;
export type Scenario = (typeof SCENARIOS)[number];

export function scenarioOf({ domains }: Pick<Trial, 'domains'>): Scenario {
  const [first, second] = domains;
  invariant(first, 'a task has a domain');
  return second ? 'cross' : first;
}
