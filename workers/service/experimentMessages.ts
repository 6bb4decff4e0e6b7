/** What crosses between the page and the service worker about experiments. Plain data: structured clone carries all of it. */
import type { TrialKey, TrialProgress } from '../../src/agents/service/experiment.ts';
import type { Caps } from '../../src/models/budget.ts';
import type { Limits } from '../../src/service/conversation.ts';
import type { SetComplexity } from '../../src/service/metrics/complexity.ts';
import type { ClassShares } from '../../src/service/metrics/errorLabels.ts';
import type { ModelSummary } from '../../src/service/metrics/summary.ts';
import type { Trial } from '../../src/service/metrics/trial.ts';
import type { Role } from '../../src/service/roles.ts';
import type { ModelCalls } from '../pageClient.ts';
import type { TaskRef } from './messages.ts';
import type { AssistantChoice, CustomerChoice, JudgeChoice } from './roles.ts';

/** Nobody sits at the page and speaks, trial after trial. */
type Unattended<Choice extends { readonly kind: string }> = Exclude<Choice, { readonly kind: 'person' }>;

export interface PlannedAssistant {
  /** What its results are called; no two of a plan have the same. */
  readonly name: string;
  readonly choice: Unattended<AssistantChoice>;
}

/** All that an experiment needs to run and to go on; without keys. */
export interface ExperimentPlan {
  readonly name: string;
  readonly tasks: readonly TaskRef[];
  /** Trials a task, by each assistant. */
  readonly trials: number;
  readonly assistants: readonly PlannedAssistant[];
  readonly user: Unattended<CustomerChoice>;
  /** Null: nobody judges, so there are no scores. */
  readonly judging: JudgeChoice | null;
  readonly caps: Caps;
  /** Trials at a time. */
  readonly concurrency: number;
  readonly limits: Limits;
}

/** What the worker asks the page to do for an experiment; `assistant`: the place of the assistant whose trial it is. */
export interface ExperimentCalls {
  complete(assistant: number, role: Role, ...call: Parameters<ModelCalls['complete']>): ReturnType<ModelCalls['complete']>;
  cancel(assistant: number, role: Role, id: number): void | Promise<void>;
}

/** Trials by their names (`trialName`), as gzipped rollout files. */
export interface TrialFiles {
  /** Null: not begun. */
  load(trial: string): Promise<Uint8Array | null>;
  save(trial: string, bytes: Uint8Array): Promise<void>;
}

export type OnProgress = (progress: TrialProgress) => void | Promise<void>;

/** Rough, from averages; of all trials together. */
export interface RoleEstimate {
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Null: no price is known for it. */
  readonly costUsd: number | null;
}

/** Null: the role calls no model. */
export interface AssistantEstimate {
  readonly assistant: string;
  readonly roles: Readonly<Record<Role, RoleEstimate | null>>;
}

/** A trial that was saved; whoever saves it again gives it another version. */
export interface SavedTrial {
  readonly key: TrialKey;
  readonly version: number;
}

/** Of others' files nobody knows whether our state check would be met. */
export type ShownTrial = Omit<Trial, 'stateMet'> & { readonly stateMet: boolean | null };

export interface ExperimentResults {
  /** Trials a task that the estimators draw. */
  readonly k: number;
  readonly models: readonly (ModelSummary & { readonly shares: ClassShares })[];
  readonly trials: readonly ShownTrial[];
  /** False: of some trials the state is not known, so no rate is told. */
  readonly isStateKnown: boolean;
  readonly complexity: readonly SetComplexity[];
}

/** An upstream results file, read and cleaned. */
export interface ImportedResults {
  readonly name: string;
  /** Written again, without credentials. */
  readonly bytes: Uint8Array;
  readonly tasks: number;
  readonly trials: number;
  /** Where the file held credentials. */
  readonly removed: readonly string[];
}

/** The trials of one task beside each other. */
export interface TrialComparison {
  readonly rubrics: readonly { readonly rubric: string; /** By trial; null: no verdict. */ readonly isMet: readonly (boolean | null)[] }[];
  readonly trials: readonly ShownTrial[];
  /** The first message that is not the same in all, counted from 1; null: there is none. */
  readonly parting: { readonly message: number; /** By trial; null: it had ended. */ readonly said: readonly (string | null)[] } | null;
}
