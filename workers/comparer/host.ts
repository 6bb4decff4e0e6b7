/** What a run comes to, by running its commands: nothing is taken from a file's or a link's own word. */
import { parseInstant } from '../../src/core/calendar.ts';
import { sha256Hex } from '../../src/core/hash.ts';
import { canonicalJson, type Json } from '../../src/core/json.ts';
import { success, type Result } from '../../src/core/result.ts';
import { cleanForeign } from '../../src/models/secrets.ts';
import { bareTurn, replayBare, type BareRun } from '../../src/rollout/bare.ts';
import { decodeJson, encodeJson, readRollout } from '../../src/rollout/file.ts';
import type { Rollout } from '../../src/rollout/format.ts';
import { decodeRunLink } from '../../src/rollout/link.ts';
import { looksOriginal } from '../../src/rollout/original.ts';
import { Recorder } from '../../src/rollout/recorder.ts';
import type { Report } from '../../src/rollout/report.ts';
import { scoreFile } from '../../src/rollout/score.ts';
import { verifyRollout } from '../../src/rollout/verify.ts';
import type { Outcome } from '../../src/startup/outcome.ts';
import { freshWorld, Simulation } from '../../src/startup/simulation.ts';
import { CurveReader } from '../startup/curves.ts';
import type { FundsPoint, RunFacts, SimTime } from '../startup/messages.ts';
import { RunView } from '../startup/runView.ts';

/** A run as it is compared. */
export interface ComparedRun {
  readonly facts: RunFacts;
  /** Equal for runs of the same preset, whatever they call it. */
  readonly presetKey: string;
  /** Equal for runs of the same head that end in the same state. */
  readonly fingerprint: string;
  readonly outcome: Outcome;
  /** How far the run has come. */
  readonly end: SimTime;
  readonly funds: readonly FundsPoint[];
  readonly verdict: Report['verdict'];
  /** As it was handed in, hashes included. */
  readonly run: BareRun;
}

export class ComparerHost {
  /** One that this browser has saved, or that came out of a link. */
  async bare(run: BareRun): Promise<ComparedRun> {
    const { recorder, divergence } = await replayBare(run);
    const recomputed = recorder.finish();
    const facts = new RunView(recorder).facts();
    recorder.simulation.close();
    return comparedRun(run, recomputed, facts, divergence ? 'diverged' : 'match');
  }

  /** Error codes: those of `decodeRunLink`. */
  async link(fragment: string): Promise<Result<ComparedRun>> {
    const linked = decodeRunLink(fragment);
    return linked.ok ? success(await this.bare(linked.value.run)) : linked;
  }

  /** Error codes: those of `scoreFile`. */
  async file(bytes: Uint8Array, name: string): Promise<Result<ComparedRun>> {
    const json = decodeJson(bytes, name);
    if (!json.ok) return json;
    // Somebody else's key must not be shown.
    const { value, removed } = cleanForeign(json.value);
    if (looksOriginal(json.value)) {
      const report = await scoreFile(removed.length > 0 ? encodeJson(value, { gzip: false }) : bytes, name);
      if (!report.ok) return report;
      const { recomputed, verdict } = report.value;
      return success(comparedRun(bareOf(recomputed), recomputed, factsOf(recomputed), verdict));
    }
    const rollout = readRollout(value as typeof json.value, name);
    if (!rollout.ok) return rollout;
    const { recomputed, verdict } = await verifyRollout(rollout.value);
    return success(comparedRun(bareOf(rollout.value), recomputed, factsOf(recomputed), verdict));
  }
}

function comparedRun(run: BareRun, recomputed: Rollout, facts: RunFacts, verdict: Report['verdict']): ComparedRun {
  const { preset, outcome, series, turns } = recomputed;
  return {
    facts,
    presetKey: keyOf(preset),
    fingerprint: keyOf([run.head, turns.at(-1)?.hash ?? null]),
    outcome,
    end: (parseInstant(outcome.sim_time) ?? 0) / 1000,
    funds: new CurveReader().read(series).funds,
    verdict,
    run,
  };
}

/** The world is made once more: a scored file comes without its own. */
function factsOf({ preset, seed, driver, lineage }: Rollout): RunFacts {
  return new RunView(new Recorder(Simulation.inMemory(freshWorld(preset, seed)), driver, { lineage })).facts();
}

function bareOf({ preset, seed, driver, episode, lineage, turns }: Rollout): BareRun {
  const head = { preset, seed, driver, ...(episode && { episode }), ...(lineage && { lineage }) };
  return { head, turns: turns.map(bareTurn), openLines: [] };
}

function keyOf(value: unknown): string {
  return sha256Hex(canonicalJson(value as Json)).slice(0, 16);
}
