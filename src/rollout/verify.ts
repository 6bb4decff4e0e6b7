/** Proof by replay: recompute a rollout from preset, seed and commands, and compare with what it claims. */
import { firstDifference, type Json } from '../core/json.ts';
import { ENGINE_VERSION } from '../startup/version.ts';
import { digestOf, type Rollout } from './format.ts';
import { replayRollout, type Progress } from './replay.ts';
import type { Divergence, Report } from './report.ts';

export async function verifyRollout(rollout: Rollout, onTurn?: Progress): Promise<Report> {
  const replay = await replayRollout(rollout, onTurn);
  const { recorder } = replay;
  const recomputed = recorder.finish();
  recorder.simulation.close();
  const divergence = replay.divergence ?? endDivergence(rollout, recomputed);

  const unchecked = ['driver, timings and token counts are as the file says'];
  if (rollout.engine_version !== ENGINE_VERSION) {
    unchecked.push(`the file was recorded by engine version ${rollout.engine_version}, this is ${ENGINE_VERSION}`);
  }
  if (divergence) return { verdict: 'diverged', divergence, recomputed, unchecked };
  const { digest, ...rest } = rollout;
  return { verdict: digest === digestOf(rest) ? 'match' : 'edited', recomputed, unchecked };
}

function endDivergence(expected: Rollout, got: Rollout): Divergence | null {
  const claims = ({ rules, started_at, outcome, series }: Rollout) => ({ rules, started_at, outcome, series }) as unknown as Json;
  const difference = firstDifference(claims(expected), claims(got));
  return difference && { turn: null, command: null, ...difference };
}
