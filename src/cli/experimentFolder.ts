/** An experiment on disk: its plan, a rollout for each trial, written after every message, and who is at work on it. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { plannedTrials, type PlannedTrial, type TrialKey, type TrialStore } from '../agents/service/experiment.ts';
import { sha256Hex } from '../core/hash.ts';
import { firstDifference, type Json } from '../core/json.ts';
import { failure, success, type Failure, type Result } from '../core/result.ts';
import { decodeJson, readServiceRollout } from '../rollout/file.ts';
import { serviceDigestOf, type ServiceRollout } from '../rollout/service/format.ts';
import { bundledSets } from '../service/bundled.ts';
import type { ServiceTask } from '../service/taskFile/index.ts';
import { exists, readBytes, writeBytes } from './files.ts';
import { encodeFor } from './output.ts';
import { readTasks } from './serviceTasks.ts';

const effort = v.optional(v.picklist(['off', 'low', 'medium', 'high']));
const text = v.optional(v.string());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Everything that decides what the trials are; not how many at a time, nor on which terms they are paid. */
const planSchema = v.strictObject({
  format: v.literal('longrun-service-experiment'),
  version: v.literal(1),
  /** A task file or a set; absent: all bundled sets. */
  tasks: text,
  /** Ids; absent: all. */
  only: v.optional(v.array(v.string())),
  trials: count,
  models: v.array(v.string()),
  baseUrl: text,
  thinking: effort,
  temperature: v.optional(v.number()),
  prompt: text,
  user: v.string(),
  userBaseUrl: text,
  userThinking: effort,
  userPrompt: text,
  temperament: text,
  profile: v.boolean(),
  judge: text,
  judgeBaseUrl: text,
  judgeThinking: effort,
  judgePrompt: text,
  window: count,
  overlap: count,
  whole: v.optional(v.literal(true)),
  rubrics: v.boolean(),
  maxSteps: count,
  maxErrors: count,
});

export type ExperimentPlan = v.InferOutput<typeof planSchema>;

/** What of a command's options belongs to a plan. */
export function planFrom(options: Omit<ExperimentPlan, 'format' | 'version'>): ExperimentPlan {
  const given = Object.entries(options).filter(([name, value]) => name in planSchema.entries && value !== undefined);
  return { format: 'longrun-service-experiment', version: 1, ...(Object.fromEntries(given) as typeof options) };
}

/** A file of a trial that cannot be read or written: the experiment stops, so that nothing is paid that cannot be kept. */
export class TrialFileError extends Error {
  readonly failure: Failure;

  constructor(problem: Failure) {
    super(problem.message);
    this.failure = problem;
  }
}

export class ExperimentFolder implements TrialStore {
  readonly #folder: string;
  readonly #keys: ReadonlySet<string>;

  /** `keys`: in use, never to be written. */
  constructor(folder: string, keys: ReadonlySet<string> = new Set()) {
    this.#folder = folder;
    this.#keys = keys;
  }

  /** Rejects with a `TrialFileError` where a file is there and cannot be read: nothing is written over it. */
  async load(key: TrialKey): Promise<ServiceRollout | null> {
    const path = this.fileOf(key);
    if (!(await exists(path))) return null;
    const rollout = await ownRollout(path);
    if (!rollout.ok) throw new TrialFileError({ ...rollout, message: `${rollout.message}; ${REMEDY}` });
    return rollout.value;
  }

  async save(key: TrialKey, rollout: ServiceRollout): Promise<void> {
    const path = this.fileOf(key);
    const done = await writeBytes(path, encodeFor(path, rollout, [...this.#keys]));
    if (!done.ok) throw new TrialFileError(done);
  }

  fileOf({ model, set, taskId, trial }: TrialKey): string {
    return join(this.#folder, fileName(model), fileName(set), `${fileName(taskId)}.${trial}.json.gz`);
  }
}

/** As it was written here. Error codes: those of files and rollouts; `rollout-edited`. */
async function ownRollout(path: string): Promise<Result<ServiceRollout>> {
  const bytes = await readBytes(path);
  const json = bytes.ok ? decodeJson(bytes.value, path) : bytes;
  const rollout = json.ok ? readServiceRollout(json.value, path) : json;
  if (!rollout.ok) return rollout;
  const { digest, ...rest } = rollout.value;
  return digest === serviceDigestOf(rest) ? rollout : failure('rollout-edited', 'the file is damaged, or was changed after it was written (its digest is wrong)', path);
}

const REMEDY = 'move the file away to play this trial anew';

/** Names of devices, which Windows takes in no folder. */
const DEVICE = /^(con|prn|aux|nul|(com|lpt)\d)$/;

/** Letters that every system takes; a name that had to be changed gets a mark of its own. */
function fileName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9-]+/g, '_').slice(0, 60);
  const isSafe = plain === name && name === name.toLowerCase() && name !== '' && !DEVICE.test(name);
  return isSafe ? name : `${plain}~${sha256Hex(name).slice(0, 8)}`;
}

/**
 * The folder's plan, or else the one that is wanted; `given` names what of that was said, and must be as it stands in the folder.
 * Error codes: those of files; `plan-bad`, `plan-missing`, `plan-other`.
 */
export async function planIn(folder: string, wanted: ExperimentPlan, given: readonly string[]): Promise<Result<ExperimentPlan>> {
  const path = planFile(folder);
  if (!(await exists(path))) {
    if (wanted.models.length > 0) return success(wanted);
    return failure('plan-missing', 'there is no experiment in this folder yet: say --model, --tasks, --trials …', folder);
  }
  const plan = await readPlan(folder);
  if (!plan.ok) return plan;
  const said = (of: ExperimentPlan) => Object.fromEntries(Object.entries(of).filter(([name]) => given.includes(name))) as Json;
  const difference = firstDifference(said(plan.value), said(wanted));
  if (!difference) return plan;
  const [was, now] = [difference.expected, difference.got].map((value) => JSON.stringify(value) ?? 'nothing');
  return failure('plan-other', `this folder holds another experiment (${difference.path}: ${was}, not ${now}); leave the options out to go on with it, or take another folder`, folder);
}

export function isExperiment(folder: string): Promise<boolean> {
  return exists(planFile(folder));
}

/** Error codes: those of files; `plan-bad`. */
export async function readPlan(folder: string): Promise<Result<ExperimentPlan>> {
  const path = planFile(folder);
  const bytes = await readBytes(path);
  const json = bytes.ok ? decodeJson(bytes.value, path) : bytes;
  if (!json.ok) return json;
  const parsed = v.safeParse(planSchema, json.value);
  if (parsed.success) return success(parsed.output);
  const [issue] = parsed.issues;
  return failure('plan-bad', `${v.getDotPath(issue) ?? 'the file'} must be ${issue.expected ?? issue.message}, got ${issue.received}`, path);
}

/** Once it is known to be one that can be run. Error codes: those of files. */
export async function keepPlan(folder: string, plan: ExperimentPlan): Promise<Result<null>> {
  return (await isExperiment(folder)) ? success(null) : writeBytes(planFile(folder), `${JSON.stringify(plan, null, 2)}\n`);
}

function planFile(folder: string): string {
  return join(folder, 'plan.json');
}

/** Error codes: those of tasks; `task-unknown`. */
export async function trialsOfPlan({ tasks: given, only, models, trials }: ExperimentPlan): Promise<Result<PlannedTrial[]>> {
  const found: { set: string; task: ServiceTask }[] = [];
  for (const set of given === undefined ? bundledSets : [given]) {
    const tasks = await readTasks(set);
    if (!tasks.ok) return tasks;
    found.push(...tasks.value.map((task) => ({ set, task })));
  }
  const unknown = only?.find((id) => !found.some(({ task }) => task.id === id));
  if (unknown !== undefined) return failure('task-unknown', `there is no task ${unknown}; there are ${found.map(({ task }) => task.id).join(', ')}`);
  return success(plannedTrials(only ? found.filter(({ task }) => only.includes(task.id)) : found, models, trials));
}

/**
 * Makes the folder this process's own until the function that it returns is called; what a process left that was killed is taken
 * over. Error codes: those of files; `folder-busy`.
 */
export async function claim(folder: string): Promise<Result<() => Promise<void>>> {
  const path = join(folder, 'running');
  const own = `${process.pid} ${hostname()}\n`;
  for (let tries = 0; tries < 2; tries++) {
    try {
      await writeFile(path, own, { flag: 'wx' });
      return success(() => rm(path, { force: true }));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return failure('file-unwritable', (error as Error).message, path);
    }
    const [pid = '', host = ''] = (await readFile(path, 'utf8').catch(() => '')).split(/\s/);
    if (host !== hostname() || isAlive(Number(pid))) {
      const who = host === '' ? 'another process' : `process ${pid} on ${host}`;
      return failure('folder-busy', `${who} is at work on this experiment: wait for it, or stop it (if there is no such process, delete ${path})`, folder);
    }
    await rm(path, { force: true });
  }
  return failure('folder-busy', 'another process has just begun to work on this experiment', folder);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0); // sends nothing
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
