/**
 * A run reduced to what cannot be recomputed: what was typed, how it came about, and a hash a turn to check it by. A
 * hundredth of a rollout, since answers are most of it. Saved runs and links hold this.
 */
import { Simulation } from '../startup/simulation.ts';
import { detailsOf, type RunHead, type Turn, type TurnDetails } from './format.ts';
import { Recorder, type Clock } from './recorder.ts';
import type { Progress, Replay } from './replay.ts';

export interface BareTurn {
  /** As they were given, `yc-bench` included. */
  readonly lines: readonly string[];
  /** State hash at the end of the turn, or its first digits. */
  readonly hash: string;
  readonly details: TurnDetails;
}

export interface BareRun {
  readonly head: RunHead;
  readonly turns: readonly BareTurn[];
  /** Of a turn that was under way. */
  readonly openLines: readonly string[];
}

export function bareTurn(turn: Turn): BareTurn {
  return { lines: turn.commands.map(({ command }) => command), hash: turn.hash, details: detailsOf(turn) };
}

/** Runs it, and finds the first turn whose hash is another. */
export async function replayBare({ head, turns, openLines }: BareRun, onTurn?: Progress, clock?: Clock): Promise<Replay> {
  const { preset, seed, driver, episode, lineage } = head;
  const recorder = new Recorder(await Simulation.create(preset, seed), driver, { clock, episode, lineage });
  let divergence: Replay['divergence'] = null;
  for (const [index, { lines, hash, details }] of turns.entries()) {
    const got = recorder.repeatTurn(lines, details).hash.slice(0, hash.length);
    if (got !== hash) divergence ??= { turn: index + 1, command: null, path: 'hash', expected: hash, got };
    await onTurn?.(index + 1, turns.length, recorder);
  }
  for (const line of openLines) recorder.run(line);
  return { recorder, divergence };
}
