/**
 * Tasks × trials × assistants, several at a time under common caps (spec vita §6). Each trial is a rollout of its own in a
 * store, written after every message: an experiment that stopped anywhere goes on by being run again.
 */
import { describeFailure, success } from '../../core/result.ts';
import { nothingSpent, type Caps, type Spent } from '../../models/budget.ts';
import type { FailureCode } from '../../models/failures.ts';
import type { ServiceRollout } from '../../rollout/service/format.ts';
import { callsBy } from '../../rollout/service/record.ts';
import { provenService } from '../../rollout/service/verify.ts';
import { Conversation, type Limits } from '../../service/conversation.ts';
import type { Role } from '../../service/roles.ts';
import type { ServiceTask } from '../../service/taskFile/types.ts';
import { ServiceRun, spentOn, sum, type AssistantSpeaker, type StepOptions, type UserSpeaker } from './serviceRun.ts';
import { isFinished, playTrial, spentOnJudgements, type Judging, type TrialEnd } from './trial.ts';

export interface TrialKey {
  readonly model: string;
  /** A task is known by its set and its id. */
  readonly set: string;
  readonly taskId: string;
  /** From 1. */
  readonly trial: number;
}

export interface PlannedTrial extends TrialKey {
  readonly task: ServiceTask;
}

/** Who takes part; made anew for each trial. */
export interface Roles {
  readonly assistant: AssistantSpeaker;
  readonly user: UserSpeaker;
  readonly judging: Judging | null;
}

export interface TrialStore {
  /** Null: not begun. */
  load(key: TrialKey): Promise<ServiceRollout | null>;
  save(key: TrialKey, rollout: ServiceRollout): Promise<void>;
}

export type TrialStatus = 'waiting' | 'running' | 'done' | 'failed' | 'paused';

export interface TrialProgress {
  readonly key: TrialKey;
  readonly status: TrialStatus;
  readonly messages: number;
  readonly spent: Readonly<Record<Role, Spent>>;
  /** Why it failed or paused; empty otherwise. */
  readonly reason: string;
}

export type ExperimentOptions = Pick<StepOptions, 'signal' | 'now' | 'retry' | 'timeoutMs'> & {
  /** Trials at a time. */
  readonly concurrency: number;
  /** Of all trials together; `turns` are calls of models. */
  readonly caps: Caps;
  readonly limits: Limits;
  readonly store: TrialStore;
  readonly rolesOf: (trial: PlannedTrial) => Roles;
  readonly onProgress?: (progress: TrialProgress) => void;
};

/** Faults that would meet every other trial, too. */
const HOPELESS: ReadonlySet<FailureCode> = new Set(['bad-key', 'no-such-model', 'quota-spent', 'cancelled']);

/** The trials in the order in which they begin: each task by all assistants, and all tasks before the next trial. */
export function plannedTrials(tasks: readonly { readonly set: string; readonly task: ServiceTask }[], models: readonly string[], trials: number): PlannedTrial[] {
  const numbers = Array.from({ length: trials }, (_, i) => i + 1);
  return numbers.flatMap((trial) => tasks.flatMap(({ set, task }) => models.map((model) => ({ model, set, taskId: task.id, task, trial }))));
}

/** The trial's seed: with the task it decides the ids of all that is ordered. */
export function seedOfTrial({ trial }: TrialKey): string {
  return String(trial);
}

/** Where all trials came to. It never rejects for a model's fault. */
export async function runExperiment(trials: readonly PlannedTrial[], options: ExperimentOptions): Promise<readonly TrialProgress[]> {
  const progress = new Map<PlannedTrial, TrialProgress>();
  let isStopped = false;
  const tell = (trial: PlannedTrial, now: TrialProgress) => {
    progress.set(trial, now);
    options.onProgress?.(now);
  };
  // Before the first call, since the caps count what earlier runs have spent.
  for (const trial of trials) tell(trial, await standingBefore(trial, options));
  const queue = trials.filter((trial) => progress.get(trial)?.status !== 'done').values();
  const lane = async () => {
    for (const trial of queue) {
      if (isStopped || options.signal?.aborted) return;
      const spentElsewhere = () => total([...progress].filter(([other]) => other !== trial).map(([, each]) => each));
      const end = await runTrial(trial, options, spentElsewhere, (now) => tell(trial, now));
      if (end.kind === 'capped' || (end.kind === 'failed' && HOPELESS.has(end.failure.code))) isStopped = true;
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.concurrency) }, lane));
  return [...progress.values()];
}

export function total(progress: readonly Pick<TrialProgress, 'spent'>[]): Spent {
  return progress.flatMap(({ spent }) => [spent.assistant, spent.user, spent.judge]).reduce(sum, nothingSpent);
}

/** Where it came to in earlier runs. */
async function standingBefore(trial: PlannedTrial, { store, rolesOf }: ExperimentOptions): Promise<TrialProgress> {
  const nothing = unbegun(trial);
  const begun = await store.load(nothing.key);
  if (!begun) return nothing;
  const calls = callsBy(begun);
  return {
    ...nothing,
    status: isFinished(begun, rolesOf(trial).judging) ? 'done' : 'waiting',
    messages: begun.messages.length,
    spent: { assistant: spentOn(calls.assistant), user: spentOn(calls.user), judge: spentOn(calls.judge) },
  };
}

async function runTrial(
  trial: PlannedTrial,
  { store, rolesOf, limits, concurrency: _, onProgress: __, ...options }: ExperimentOptions,
  spentElsewhere: () => Spent,
  tell: (progress: TrialProgress) => void,
): Promise<TrialEnd> {
  const { task: _task, ...key } = trial;
  const { assistant, user, judging } = rolesOf(trial);
  const begun = await store.load(key);
  const opened = begun ? await provenService(begun, key.taskId) : success(await Conversation.open(trial.task, seedOfTrial(key), limits));
  if (!opened.ok) {
    tell({ ...unbegun(trial), status: 'failed', reason: `what was saved of it cannot be gone on with: ${describeFailure(opened)}` });
    return { kind: 'over' };
  }
  const conversation = opened.value;
  const run = begun ? ServiceRun.resumed(conversation, begun, assistant, user) : new ServiceRun(conversation, assistant, user);
  const standing = (status: TrialStatus, reason = ''): TrialProgress => {
    return { key, status, messages: conversation.messages.length, spent: spentBy(run), reason };
  };
  const save = async () => {
    await store.save(key, run.rollout());
    tell(standing('running'));
  };
  await save(); // a trial that fails at its first call counts as an error, and has a file
  const end = await playTrial(run, judging, {
    ...options,
    save,
    spentElsewhere,
  });
  tell(standing(...statusOf(end)));
  conversation.close();
  return end;
}

function statusOf(end: TrialEnd): [TrialStatus, string] {
  if (end.kind === 'over') return ['done', ''];
  if (end.kind === 'waiting') return ['paused', `waits for the ${end.for}`];
  if (end.kind === 'capped') return ['paused', end.exceeded.message];
  const { code, message } = end.failure;
  return code === 'cancelled' ? ['paused', message] : ['failed', `${end.by}: ${message}`];
}

function spentBy(run: ServiceRun): TrialProgress['spent'] {
  return { assistant: run.spent('assistant'), user: run.spent('user'), judge: spentOnJudgements(run.remarks.judgements ?? []) };
}

function unbegun({ task: _, ...key }: PlannedTrial): TrialProgress {
  return { key, status: 'waiting', messages: 0, spent: { assistant: nothingSpent, user: nothingSpent, judge: nothingSpent }, reason: '' };
}
