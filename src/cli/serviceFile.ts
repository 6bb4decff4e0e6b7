/** A service rollout from a file: read, cleaned of keys, and replayed to the conversation that it records. */
import type { JsonObject } from '../core/json.ts';
import { failure, success, type Result } from '../core/result.ts';
import { cleanForeign } from '../models/secrets.ts';
import { decodeJson, readServiceRollout } from '../rollout/file.ts';
import type { ServiceRollout } from '../rollout/service/format.ts';
import { replayService, reportOn } from '../rollout/service/verify.ts';
import type { Conversation } from '../service/conversation.ts';
import { readBytes } from './files.ts';

export interface OpenedService {
  readonly rollout: ServiceRollout;
  /** To be closed. */
  readonly conversation: Conversation;
}

/** Error codes: those of files and rollouts; `rollout-diverged`. */
export async function openService(path: string): Promise<Result<OpenedService>> {
  const bytes = await readBytes(path);
  const json = bytes.ok ? decodeJson(bytes.value, path) : bytes;
  return json.ok ? openServiceJson(json.value, path) : json;
}

export async function openServiceJson(json: JsonObject, path: string): Promise<Result<OpenedService>> {
  const { value, removed } = cleanForeign(json);
  if (removed.length > 0) process.stderr.write(`${path}: what looks like keys was taken out: ${removed.slice(0, 5).join(', ')}\n`);
  const rollout = readServiceRollout(value as JsonObject, path);
  if (!rollout.ok) return rollout;
  const replayed = await replayService(rollout.value, path);
  if (!replayed.ok) return replayed;
  const { divergence } = reportOn(rollout.value, replayed.value);
  if (!divergence) return success({ rollout: rollout.value, conversation: replayed.value });
  replayed.value.close();
  const where = divergence.message === null ? divergence.path : `message ${divergence.message}, ${divergence.path}`;
  return failure('rollout-diverged', `does not recompute (${where}), so it cannot be gone on with; see longrun score`, path);
}
