/** A service rollout from a file: read, cleaned of keys, and replayed to the conversation that it records. */
import type { JsonObject } from '../core/json.ts';
import { success, type Result } from '../core/result.ts';
import { cleanForeign } from '../models/secrets.ts';
import { decodeJson, readServiceRollout } from '../rollout/file.ts';
import type { ServiceRollout } from '../rollout/service/format.ts';
import { provenService } from '../rollout/service/verify.ts';
import type { Conversation } from '../service/conversation.ts';
import { readBytes } from './files.ts';

export interface OpenedService {
  readonly rollout: ServiceRollout;
  /** To be closed. */
  readonly conversation: Conversation;
}

/** Error codes: those of files and rollouts; `rollout-diverged`. */
export async function openService(path: string): Promise<Result<OpenedService>> {
  const rollout = await readService(path);
  return rollout.ok ? openRollout(rollout.value, path) : rollout;
}

/** Replays nothing. Error codes: those of files and rollouts. */
export async function readService(path: string): Promise<Result<ServiceRollout>> {
  const bytes = await readBytes(path);
  const json = bytes.ok ? decodeJson(bytes.value, path) : bytes;
  return json.ok ? readServiceJson(json.value, path) : json;
}

export function readServiceJson(json: JsonObject, path: string): Result<ServiceRollout> {
  const { value, removed } = cleanForeign(json);
  warnOfKeys(removed, path);
  return readServiceRollout(value as JsonObject, path);
}

export function warnOfKeys(removed: readonly string[], path: string): void {
  if (removed.length > 0) process.stderr.write(`${path}: what looks like keys was taken out: ${removed.slice(0, 5).join(', ')}\n`);
}

/** Error codes: those of `provenService`. */
export async function openRollout(rollout: ServiceRollout, path: string): Promise<Result<OpenedService>> {
  const conversation = await provenService(rollout, path);
  return conversation.ok ? success({ rollout, conversation: conversation.value }) : conversation;
}
