/** Service trials in any mix of experiments' folders, rollouts and results files. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlannedTrial } from '../agents/service/experiment.ts';
import { sha256Hex } from '../core/hash.ts';
import { canonicalJson, type Json } from '../core/json.ts';
import { failure, success, type Result } from '../core/result.ts';
import { decodeJson } from '../rollout/file.ts';
import type { ServiceRollout } from '../rollout/service/format.ts';
import { printable } from '../rollout/report.ts';
import { scoreOf, type Judgement } from '../rollout/service/judgement.ts';
import { judgeText } from '../rollout/service/report.ts';
import { taskOfRollout } from '../rollout/service/record.ts';
import { taskOf, type Results } from '../rollout/service/results/format.ts';
import { isResultsFile, readResults } from '../rollout/service/results/read.ts';
import { trialsOf } from '../rollout/service/results/trials.ts';
import { trialOfRollout } from '../rollout/service/trial.ts';
import type { Trial } from '../service/metrics/trial.ts';
import type { ServiceTask } from '../service/taskFile/index.ts';
import { ExperimentFolder, isExperiment, readPlan, TrialFileError, trialsOfPlan } from './experimentFolder.ts';
import { readBytes } from './files.ts';
import { readServiceJson, warnOfKeys } from './serviceFile.ts';

/** A rollout and where it belongs. */
export interface KeptRollout {
  readonly path: string;
  readonly rollout: ServiceRollout;
  readonly task: ServiceTask;
  readonly model: string;
  readonly set: string;
  /** Null: it does not say. */
  readonly trial: number | null;
}

export interface Found {
  readonly rollouts: readonly KeptRollout[];
  readonly results: readonly { readonly path: string; readonly results: Results }[];
}

/**
 * Folders are searched through; what is neither in them is left out, which is said. A conversation that is met twice counts once, as it was met first.
 * Error codes: those of files, rollouts, results files, plans and tasks; `trials-foreign`.
 */
export async function foundIn(paths: readonly string[]): Promise<Result<Found>> {
  const rollouts = new Map<string, KeptRollout>();
  const results = new Map<string, Results>();
  for (const path of paths) {
    const found = await foundAt(path, { isNamed: true });
    if (!found.ok) return found;
    for (const kept of found.value.rollouts) {
      const same = conversationOf(kept.rollout);
      const other = rollouts.get(same);
      if (!other) rollouts.set(same, kept);
      else if (other.path !== kept.path) process.stderr.write(`${kept.path}: left out, the same conversation as ${other.path}\n`);
    }
    for (const file of found.value.results) results.set(file.path, file.results);
  }
  return success({ rollouts: [...rollouts.values()], results: [...results].map(([path, each]) => ({ path, results: each })) });
}

/** The same for copies that were judged differently. */
function conversationOf({ task, seed, messages }: ServiceRollout): string {
  return sha256Hex(canonicalJson([task, seed, messages] as unknown as Json));
}

/** Whose verdicts count, and how often; who the customers were. */
export function sourcesOf({ rollouts, results }: Found): string[] {
  const judges = [
    ...rollouts.map(({ rollout }) => decidingOf(rollout.judgements)),
    ...results.flatMap(({ results: file }) => file.simulations.map(({ judgements, verdict }) => decidingOf(judgements, verdict ? "the file's own" : undefined))),
  ];
  const users = [...rollouts.map(({ rollout: { user } }) => `${user.kind} ${printable(user.name)}`), ...results.flatMap(({ results: file }) => file.simulations.map(() => file.info.user ?? 'unknown'))];
  return [`verdicts by: ${counted(judges)}`, `customers: ${counted(users)}`];
}

function decidingOf(judgements: readonly Judgement[] = [], otherwise = 'nobody'): string {
  const deciding = judgements.filter((judgement) => scoreOf(judgement) !== null).at(-1);
  return deciding ? judgeText(deciding) : otherwise;
}

function counted(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${name} (${count})`).join('; ');
}

const NOTHING: Found = { rollouts: [], results: [] };

async function foundAt(path: string, { isNamed }: { isNamed: boolean }): Promise<Result<Found>> {
  const isFolder = (await stat(path).catch(() => null))?.isDirectory();
  if (!isFolder) return isNamed || /\.json(\.gz)?$/.test(path) ? foundInFile(path, isNamed) : success(NOTHING);
  if (await isExperiment(path)) return foundInExperiment(path);
  const parts: Found[] = [];
  for (const name of (await readdir(path)).sort()) {
    const part = await foundAt(join(path, name), { isNamed: false });
    if (!part.ok) return part;
    parts.push(part.value);
  }
  return success({ rollouts: parts.flatMap(({ rollouts }) => rollouts), results: parts.flatMap(({ results }) => results) });
}

async function foundInExperiment(folder: string): Promise<Result<Found>> {
  const plan = await readPlan(folder);
  const trials = plan.ok ? await trialsOfPlan(plan.value) : plan;
  if (!trials.ok) return trials;
  try {
    return success({ ...NOTHING, rollouts: await keptOf(trials.value, new ExperimentFolder(folder)) });
  } catch (error) {
    if (error instanceof TrialFileError) return error.failure;
    throw error;
  }
}

async function foundInFile(path: string, isNamed: boolean): Promise<Result<Found>> {
  const bytes = await readBytes(path);
  if (!bytes.ok) return bytes;
  const json = decodeJson(bytes.value, path);
  if (!json.ok) return json;
  if (isResultsFile(json.value)) {
    const read = readResults(bytes.value, path);
    if (!read.ok) return read;
    warnOfKeys(read.value.removed, path);
    return success({ ...NOTHING, results: [{ path, results: read.value.results }] });
  }
  if (json.value['format'] !== 'longrun-rollout' || json.value['arena'] !== 'service') {
    const problem = failure('trials-foreign', 'this is neither a rollout of the service arena nor a results file', path);
    if (isNamed) return problem;
    process.stderr.write(`${path}: left out, ${problem.message}\n`);
    return success(NOTHING);
  }
  const rollout = readServiceJson(json.value, path);
  const task = rollout.ok ? taskOfRollout(rollout.value, path) : rollout;
  if (!rollout.ok) return rollout;
  if (!task.ok) return task;
  const kept = { path, rollout: rollout.value, task: task.value, model: rollout.value.assistant.name, set: setOf(task.value), trial: null };
  return success({ ...NOTHING, rollouts: [kept] });
}

/** Rejects with a `TrialFileError`. */
export async function keptOf(trials: readonly PlannedTrial[], store: ExperimentFolder): Promise<KeptRollout[]> {
  const kept: KeptRollout[] = [];
  for (const { task, ...key } of trials) {
    const rollout = await store.load(key);
    if (rollout) kept.push({ path: store.fileOf(key), rollout, task, ...key });
  }
  return kept;
}

/** As metrics look at them. Where a file does not number a task's trials, they are numbered in order. */
export function trialsFound({ rollouts, results }: Found): Trial[] {
  const counts = new Map<string, number>();
  const ofRollouts = rollouts.map(({ rollout, task, model, set, trial }) => {
    const key = JSON.stringify([model, set, task.id]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return trialOfRollout(rollout, task, { model, set, trial: trial ?? counts.get(key) ?? 1 });
  });
  const ofResults = results.flatMap(({ results: file }) => {
    const sets = file.simulations.map((simulation) => setOf(taskOf(file, simulation)));
    return trialsOf(file, '').map((trial, i) => ({ ...trial, set: sets[i] ?? '' }));
  });
  return [...ofRollouts, ...ofResults];
}

/** How many trials a task has at most. */
export function mostTrials(trials: readonly Trial[]): number {
  const counts = new Map<string, number>();
  for (const { model, set, taskId } of trials) {
    const key = JSON.stringify([model, set, taskId]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

/** The tasks that trials are of, by set. */
export function setsFound({ rollouts, results }: Found): ReadonlyMap<string, readonly ServiceTask[]> {
  const used = results.flatMap(({ results: file }) => file.simulations.map((simulation) => taskOf(file, simulation)));
  return setsOf([...rollouts, ...used.map((task) => ({ set: setOf(task), task }))]);
}

/** Each task once. */
export function setsOf(tasks: readonly { readonly set: string; readonly task: ServiceTask }[]): ReadonlyMap<string, readonly ServiceTask[]> {
  const sets = new Map<string, Map<string, ServiceTask>>();
  for (const { set, task } of tasks) sets.set(set, (sets.get(set) ?? new Map<string, ServiceTask>()).set(task.id, task));
  return new Map([...sets].map(([set, some]) => [set, [...some.values()]]));
}

/** What a file does not say, by the names of the bundled sets. */
function setOf({ domains, language }: ServiceTask): string {
  return `${domains.length > 1 ? 'cross' : domains.join('')}${language === 'chinese' ? '-zh' : ''}`;
}
