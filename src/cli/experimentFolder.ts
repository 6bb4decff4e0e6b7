/** An experiment on disk: its plan, and a rollout for each trial, written after every message. */
import { join } from 'node:path';
import * as v from 'valibot';
import type { TrialKey, TrialStore } from '../agents/service/experiment.ts';
import { sha256Hex } from '../core/hash.ts';
import { firstDifference, type Json } from '../core/json.ts';
import { failure, success, type Result } from '../core/result.ts';
import { decodeJson, readServiceRollout } from '../rollout/file.ts';
import type { ServiceRollout } from '../rollout/service/format.ts';
import { exists, readBytes, writeBytes } from './files.ts';
import { encodeFor } from './output.ts';

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

export class ExperimentFolder implements TrialStore {
  readonly #folder: string;
  readonly #keys: ReadonlySet<string>;

  /** `keys`: in use, never to be written. */
  constructor(folder: string, keys: ReadonlySet<string>) {
    this.#folder = folder;
    this.#keys = keys;
  }

  /** Rejects where a file is there and cannot be read: nothing is written over it. */
  async load(key: TrialKey): Promise<ServiceRollout | null> {
    const path = this.fileOf(key);
    if (!(await exists(path))) return null;
    const bytes = await readBytes(path);
    const json = bytes.ok ? decodeJson(bytes.value, path) : bytes;
    const rollout = json.ok ? readServiceRollout(json.value, path) : json;
    if (!rollout.ok) throw new Error(`${path}: ${rollout.message}`);
    return rollout.value;
  }

  async save(key: TrialKey, rollout: ServiceRollout): Promise<void> {
    const path = this.fileOf(key);
    const done = await writeBytes(path, encodeFor(path, rollout, [...this.#keys]));
    if (!done.ok) throw new Error(`${path}: ${done.message}`);
  }

  fileOf({ model, set, taskId, trial }: TrialKey): string {
    return join(this.#folder, fileName(model), fileName(set), `${fileName(taskId)}.${trial}.json.gz`);
  }
}

/** Letters that every system takes; a name that had to be changed gets a mark of its own. */
function fileName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9-]+/g, '_').slice(0, 60);
  return plain === name && name === name.toLowerCase() ? name : `${plain}~${sha256Hex(name).slice(0, 8)}`;
}

/** The plan of a folder, which is kept there the first time. Error codes: those of files; `plan-bad`, `plan-other`. */
export async function planIn(folder: string, wanted: ExperimentPlan | null): Promise<Result<ExperimentPlan>> {
  const path = join(folder, 'plan.json');
  if (!(await exists(path))) {
    if (!wanted) return failure('plan-missing', 'there is no experiment in this folder yet: say --model, --tasks, --trials …', folder);
    const done = await writeBytes(path, `${JSON.stringify(wanted, null, 2)}\n`);
    return done.ok ? success(wanted) : done;
  }
  const bytes = await readBytes(path);
  const json = bytes.ok ? decodeJson(bytes.value, path) : bytes;
  if (!json.ok) return json;
  const parsed = v.safeParse(planSchema, json.value);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return failure('plan-bad', `${v.getDotPath(issue) ?? 'the file'} must be ${issue.expected ?? issue.message}, got ${issue.received}`, path);
  }
  const difference = wanted && firstDifference(parsed.output as Json, wanted as Json);
  if (!difference) return success(parsed.output);
  const [was, now] = [difference.expected, difference.got].map((value) => JSON.stringify(value) ?? 'nothing');
  return failure('plan-other', `this folder holds another experiment (${difference.path}: ${was}, not ${now}); leave the options out to go on with it, or take another folder`, folder);
}
