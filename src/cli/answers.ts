/** Who answers a run's calls: a model behind its endpoint, or a cassette. */
import { driverOf } from '../agents/modelCall.ts';
import { failure, success, type Result } from '../core/result.ts';
import { readCassette } from '../models/cassetteFormat.ts';
import { LiveClient, type ModelClient } from '../models/client.ts';
import { familyOf } from '../models/endpoints.ts';
import { parseModelRef, type ModelRef } from '../models/modelRef.ts';
import { Replaying } from '../models/replaying.ts';
import { decodeJson, decodeRollout } from '../rollout/file.ts';
import type { Driver } from '../rollout/format.ts';
import { readBytes } from './files.ts';
import { nodePlatform } from './platform.ts';

export interface Answers extends ModelRef {
  readonly key: string | null;
  readonly madeWith: string;
  readonly driver: Driver;
  client(seed: number): ModelClient;
}

interface AnswersOptions {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly cassette?: string;
  /** A rollout whose driver goes on, where no model is named. */
  readonly resume?: string;
}

/** Error codes: those of `parseModelRef`, files and cassettes; `bad-key`, `usage`. */
export async function answersFrom({ model, baseUrl, cassette: path, resume }: AnswersOptions): Promise<Result<Answers>> {
  if (path !== undefined) {
    const bytes = await readBytes(path);
    if (!bytes.ok) return bytes;
    const json = decodeJson(bytes.value, path);
    if (!json.ok) return json;
    const cassette = readCassette(json.value);
    if (!cassette.ok) return { ...cassette, where: [path, cassette.where].filter((part) => part).join(': ') };
    const { label, made_with, entries } = cassette.value;
    const endpoint = { family: 'custom', baseUrl: '' } as const;
    return success({
      endpoint,
      model: entries[0]?.request.model ?? '',
      key: null,
      madeWith: made_with,
      driver: { kind: 'cassette', name: `${label} (${made_with})` },
      client: () => new Replaying(cassette.value),
    });
  }
  const name = model === undefined ? await modelOf(resume ?? '') : success(model);
  if (!name.ok) return name;
  const ref = parseModelRef(name.value, baseUrl);
  if (!ref.ok) return ref;
  const { keyVariable, needsKey, label } = familyOf(ref.value.endpoint);
  const key = process.env[keyVariable]?.trim() || null;
  if (needsKey && key === null) return failure('bad-key', `${label} needs a key: set ${keyVariable} in the environment`);
  const driver = driverOf(ref.value);
  return success({ ...ref.value, key, madeWith: name.value, driver, client: (seed) => new LiveClient(nodePlatform(seed)) });
}

/** The model that drove a file's last turn. Error codes: those of files and rollouts, `usage`. */
async function modelOf(path: string): Promise<Result<string>> {
  const bytes = await readBytes(path);
  const rollout = bytes.ok ? decodeRollout(bytes.value, path) : bytes;
  if (!rollout.ok) return rollout;
  const { driver, turns } = rollout.value;
  const last = turns.at(-1)?.driver ?? driver;
  if (last.kind === 'model') return success(last.name);
  return failure('usage', `was driven by ${last.kind} ${last.name}: say --model provider/model, or --cassette FILE`, path);
}
