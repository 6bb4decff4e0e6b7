/** Experiments in the worker: trials are played here, models are called by the page, and the page keeps what was said. */
import { proxyMarker, transfer } from 'comlink';
import {
  plannedTrials, runExperiment, type ExperimentOptions, type TrialKey, type TrialProgress, type TrialStore,
} from '../../src/agents/service/experiment.ts';
import { serviceRolePlans } from '../../src/agents/service/plan.ts';
import { trialName } from '../../src/agents/service/trialName.ts';
import { invariant, failure, success, type Result } from '../../src/core/result.ts';
import { estimateRole, type Estimate } from '../../src/models/estimate.ts';
import { cancelled } from '../../src/models/failures.ts';
import { decodeJson, encodeRollout, readServiceRollout } from '../../src/rollout/file.ts';
import { serviceDigestOf, type ServiceRollout } from '../../src/rollout/service/format.ts';
import { taskOfRollout } from '../../src/rollout/service/record.ts';
import { resultsOfRollouts } from '../../src/rollout/service/results/ofRollouts.ts';
import { readResults } from '../../src/rollout/service/results/read.ts';
import { trialsOf } from '../../src/rollout/service/results/trials.ts';
import { writeResults } from '../../src/rollout/service/results/write.ts';
import { trialOfRollout } from '../../src/rollout/service/trial.ts';
import { ROLES } from '../../src/service/roles.ts';
import type { ServiceTask } from '../../src/service/taskFile/types.ts';
import type { ErrorLabel } from '../../src/service/metrics/errorLabels.ts';
import type {
  AssistantEstimate, ExperimentCalls, ExperimentPlan, ExperimentResults, ImportedResults, OnProgress, RoleEstimate, SavedTrial,
  ShownTrial, TrialComparison, TrialFiles,
} from './experimentMessages.ts';
import { comparedRollout, comparedSimulation, comparison } from './compareTrials.ts';
import { resultsFrom } from './experimentResults.ts';
import { Cast } from './roles.ts';
import type { TaskSets } from './taskSets.ts';

type PlannedTask = Parameters<typeof plannedTrials>[0][number];

interface Running {
  readonly controller: AbortController;
  readonly usesModels: boolean;
  /** Calls under way end first; no other is made. */
  isPausing: boolean;
}

export class Experiments {
  /** Comlink: called where it is, not copied. */
  readonly [proxyMarker] = true;
  readonly #sets: TaskSets;
  readonly #running = new Map<string, Running>();
  /** By experiment and name: reading a rollout takes longer than all sums over its trial. */
  readonly #trials = new Map<string, { readonly version: number; readonly trial: ShownTrial }>();

  constructor(sets: TaskSets) {
    this.#sets = sets;
  }

  /** What a plan will take, by assistant and role. Error codes: those of `TaskSets.task`. */
  async estimate(plan: Pick<ExperimentPlan, 'tasks' | 'trials' | 'assistants' | 'user' | 'judging'>): Promise<Result<readonly AssistantEstimate[]>> {
    const tasks = await this.#tasksOf(plan);
    if (!tasks.ok) return tasks;
    const { user, judging, trials } = plan;
    const estimates = plan.assistants.map(({ name, choice }): AssistantEstimate => {
      const terms = {
        assistant: choice.kind === 'model' ? { price: choice.setup.price } : null,
        user: user.kind === 'model' ? { price: user.setup.price } : null,
        judge: judging?.judge.kind === 'model' ? { price: judging.judge.setup.price } : null,
      };
      const plans = tasks.value.flatMap(({ task }) => serviceRolePlans(task, terms, judging?.method.window ?? null));
      const byRole = ROLES.map((role) => [role, sumOf(plans.filter((each) => each.role === role).map(estimateRole), trials)] as const);
      return { assistant: name, roles: Object.fromEntries(byRole) as AssistantEstimate['roles'] };
    });
    return success(estimates);
  }

  /**
   * Runs what is left of an experiment, to its end or until it is paused. Finished trials are told, and not run again.
   * Error codes: those of `TaskSets.task`, `experiment-running`.
   */
  async run(id: string, plan: ExperimentPlan, calls: ExperimentCalls, files: TrialFiles, onProgress: OnProgress): Promise<Result<readonly TrialProgress[]>> {
    if (this.#running.has(id)) return failure('experiment-running', `${plan.name} runs already`);
    const running: Running = { controller: new AbortController(), usesModels: usesModels(plan), isPausing: false };
    this.#running.set(id, running);
    try {
      const tasks = await this.#tasksOf(plan);
      if (!tasks.ok) return tasks;
      const trials = plannedTrials(tasks.value, plan.assistants.map(({ name }) => name), plan.trials);
      return success(await runExperiment(trials, { ...this.#options(plan, calls, files, running), onProgress: (progress) => void onProgress(progress) }));
    } finally {
      this.#running.delete(id);
    }
  }

  /** Lets the calls under way end, and makes no other. */
  pause(id: string): void {
    const running = this.#running.get(id);
    if (!running) return;
    running.isPausing = true;
    // Without calls nothing is under way that could be lost.
    if (!running.usesModels) running.controller.abort();
  }

  /** Breaks the calls under way off. */
  stop(id: string): void {
    this.#running.get(id)?.controller.abort();
  }

  /** What the trials so far amount to. Error codes: those of rollout files. */
  async results(id: string, plan: ExperimentPlan, saved: readonly SavedTrial[], files: TrialFiles): Promise<Result<ExperimentResults>> {
    const trials: ShownTrial[] = [];
    for (const each of saved) {
      const trial = await this.#trialOf(id, each, files);
      if (!trial.ok) return trial;
      if (trial.value) trials.push(trial.value);
    }
    const tasks = await this.#tasksOf(plan);
    return success(resultsFrom(trials, plan.trials, tasks.ok ? setsOf(tasks.value) : new Map()));
  }

  /** A results file, plain or gzipped, of ours or the original's. Error codes: those of `readResults`. */
  importResults(name: string, bytes: Uint8Array): Result<ImportedResults> {
    const read = readResults(bytes, name);
    if (!read.ok) return read;
    const { results, removed } = read.value;
    const cleaned = writeResults(results, { gzip: true });
    return success({ name, bytes: cleaned, tasks: results.tasks.length, trials: results.simulations.length, removed });
  }

  /** What an imported file's trials amount to. Error codes: those of `readResults`. */
  importedResults(name: string, bytes: Uint8Array): Result<ExperimentResults> {
    const read = readResults(bytes, name);
    if (!read.ok) return read;
    const { results } = read.value;
    const set = results.info.domain ?? name;
    const trials = trialsOf(results, set);
    const most = Math.max(1, ...trials.map(({ trial }) => trial));
    return success(resultsFrom(trials, results.info.trials || most, new Map([[set, results.tasks]])));
  }

  /** The original's file again, unzipped. Error codes: those of `readResults`. */
  importedFile(name: string, bytes: Uint8Array): Result<Uint8Array> {
    const read = readResults(bytes, name);
    return read.ok ? success(writeResults(read.value.results, { gzip: false })) : read;
  }

  /** Trials of one assistant as a results file. Error codes: those of rollout files and of `resultsOfRollouts`. */
  async resultsFile(keys: readonly TrialKey[], files: TrialFiles, timestamp: string, name: string): Promise<Result<Uint8Array>> {
    const rollouts = await rolloutsOf(keys, files);
    if (!rollouts.ok) return rollouts;
    const results = resultsOfRollouts(rollouts.value.map(({ rollout }) => rollout), { timestamp, name });
    return results.ok ? success(writeResults(results.value, { gzip: false })) : results;
  }

  /** Trials of one task beside each other; those not begun are left out. Error codes: those of rollout files. */
  async compare(keys: readonly TrialKey[], files: TrialFiles): Promise<Result<TrialComparison>> {
    const rollouts = await rolloutsOf(keys, files);
    if (!rollouts.ok) return rollouts;
    const compared = rollouts.value.map(({ key, rollout }) => comparedRollout(key, rollout));
    const failed = compared.find((each) => !each.ok);
    if (failed && !failed.ok) return failed;
    return success(comparison(compared.flatMap((each) => (each.ok ? [each.value] : []))));
  }

  /** As `compare`, of an imported file. Error codes: those of `readResults`. */
  compareImported(name: string, bytes: Uint8Array, taskId: string): Result<TrialComparison> {
    const read = readResults(bytes, name);
    if (!read.ok) return read;
    const { results } = read.value;
    const trials = trialsOf(results, results.info.domain ?? name);
    const compared = results.simulations.flatMap((simulation, i) => {
      const trial = trials[i];
      return trial?.taskId === taskId ? [comparedSimulation(trial, simulation)] : [];
    });
    return success(comparison(compared));
  }

  /** Why a trial failed, in the opinion of the person at the page; null takes it back. Error codes: those of rollout files. */
  async label(key: TrialKey, label: ErrorLabel | null, files: TrialFiles): Promise<Result<null>> {
    const begun = await rolloutOf(key, files);
    if (!begun.ok) return begun;
    if (!begun.value) return success(null);
    const { digest: _, labels = [], ...rest } = begun.value;
    const others = labels.filter(({ by }) => by.kind !== 'human');
    const own = label === null ? [] : [{ label, by: { kind: 'human', name: 'person' } as const, note: '' }];
    const all = [...others, ...own];
    const labelled = { ...rest, ...(all.length > 0 ? { labels: all } : {}) };
    await save(key, { ...labelled, digest: serviceDigestOf(labelled) }, files);
    return success(null);
  }

  #options({ assistants, user, judging, caps, limits, concurrency }: ExperimentPlan, calls: ExperimentCalls, files: TrialFiles, running: Running): ExperimentOptions {
    const casts = assistants.map(({ name, choice }, place) => {
      const cast = new Cast({
        complete: async (role, ...call) => {
          return running.isPausing ? { outcome: cancelled(), retries: [] } : calls.complete(place, role, ...call);
        },
        cancel: (role, id) => calls.cancel(place, role, id),
      });
      return [name, { cast, choice }] as const;
    });
    const castOf = new Map(casts);
    const store: TrialStore = {
      load: async (key) => {
        const rollout = await rolloutOf(key, files);
        invariant(rollout.ok, rollout.ok ? '' : rollout.message);
        return rollout.value;
      },
      save: (key, rollout) => save(key, rollout, files),
    };
    return {
      store,
      caps,
      limits,
      concurrency,
      now: () => performance.now(),
      signal: running.controller.signal,
      rolesOf: ({ model }) => {
        const assistant = castOf.get(model);
        invariant(assistant, `no assistant is called ${model}`);
        const { cast, choice } = assistant;
        return { assistant: cast.assistant(choice), user: cast.user(user), judging: judging && cast.judging(judging) };
      },
    };
  }

  async #tasksOf({ tasks }: Pick<ExperimentPlan, 'tasks'>): Promise<Result<readonly PlannedTask[]>> {
    const found: PlannedTask[] = [];
    for (const ref of tasks) {
      const task = await this.#sets.task(ref);
      if (!task.ok) return task;
      found.push({ set: ref.set, task: task.value });
    }
    return success(found);
  }

  async #trialOf(id: string, { key, version }: SavedTrial, files: TrialFiles): Promise<Result<ShownTrial | null>> {
    const name = `${id}\n${trialName(key)}`;
    const known = this.#trials.get(name);
    if (known?.version === version) return success(known.trial);
    const rollout = await rolloutOf(key, files);
    if (!rollout.ok) return rollout;
    if (!rollout.value) return success(null);
    const task = taskOfRollout(rollout.value, trialName(key));
    if (!task.ok) return task;
    const trial = trialOfRollout(rollout.value, task.value, key);
    this.#trials.set(name, { version, trial });
    return success(trial);
  }
}

async function rolloutOf(key: TrialKey, files: TrialFiles): Promise<Result<ServiceRollout | null>> {
  const name = trialName(key);
  const bytes = await files.load(name);
  if (!bytes) return success(null);
  const json = decodeJson(bytes, name);
  return json.ok ? readServiceRollout(json.value, name) : json;
}

async function rolloutsOf(keys: readonly TrialKey[], files: TrialFiles): Promise<Result<{ key: TrialKey; rollout: ServiceRollout }[]>> {
  const found: { key: TrialKey; rollout: ServiceRollout }[] = [];
  for (const key of keys) {
    const rollout = await rolloutOf(key, files);
    if (!rollout.ok) return rollout;
    if (rollout.value) found.push({ key, rollout: rollout.value });
  }
  return success(found);
}

async function save(key: TrialKey, rollout: ServiceRollout, files: TrialFiles): Promise<void> {
  const bytes = encodeRollout(rollout, { gzip: true });
  await files.save(trialName(key), transfer(bytes, [bytes.buffer]));
}

function setsOf(tasks: readonly PlannedTask[]): ReadonlyMap<string, readonly ServiceTask[]> {
  const sets = new Map<string, ServiceTask[]>();
  for (const { set, task } of tasks) sets.set(set, [...(sets.get(set) ?? []), task]);
  return sets;
}

function usesModels({ assistants, user, judging }: ExperimentPlan): boolean {
  return user.kind === 'model' || judging?.judge.kind === 'model' || assistants.some(({ choice }) => choice.kind === 'model');
}

/** So many times each. Null: the role is not played by a model. */
function sumOf(estimates: readonly Estimate[], times: number): RoleEstimate | null {
  if (estimates.length === 0) return null;
  const total = (field: 'calls' | 'promptTokens' | 'completionTokens') => times * estimates.reduce((sum, each) => sum + each[field], 0);
  const costUsd = estimates.reduce<number | null>((sum, each) => (sum === null || each.costUsd === null ? null : sum + each.costUsd), 0);
  return {
    calls: Math.round(total('calls')),
    promptTokens: Math.round(total('promptTokens')),
    completionTokens: Math.round(total('completionTokens')),
    costUsd: costUsd === null ? null : times * costUsd,
  };
}
