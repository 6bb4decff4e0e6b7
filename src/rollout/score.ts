/** Scoring any file that records a run: our rollouts and the original's results. */
import { failure, success, type Result } from '../core/result.ts';
import type { Preset } from '../startup/preset.ts';
import { presetByName } from '../startup/presets.ts';
import { decodeJson, readRollout } from './file.ts';
import { looksOriginal, presetOfOriginal, readOriginal, scoreOriginal } from './original.ts';
import type { Report } from './report.ts';
import type { Progress } from './replay.ts';
import { verifyRollout } from './verify.ts';

interface ScoreOptions {
  /** What an original's result was made with, where it was not the paper's preset. */
  readonly preset?: Preset | undefined;
  readonly onTurn?: Progress | undefined;
}

/** Error codes: those of `decodeRollout`, `readOriginal` and presets: the file is no rollout. */
export async function scoreFile(bytes: Uint8Array, name: string, options: ScoreOptions = {}): Promise<Result<Report>> {
  const json = decodeJson(bytes, name);
  if (!json.ok) return json;
  if (!looksOriginal(json.value)) {
    const rollout = readRollout(json.value, name);
    return rollout.ok ? success(await verifyRollout(rollout.value, options.onTurn)) : rollout;
  }
  const original = readOriginal(json.value, name);
  if (!original.ok) return original;
  const base = options.preset ? success(options.preset) : presetByName('paper');
  if (!base.ok) return failure(base.code, base.message, name);
  const preset = presetOfOriginal(original.value, base.value, name);
  return preset.ok ? success(await scoreOriginal(original.value, preset.value, options.onTurn)) : preset;
}
