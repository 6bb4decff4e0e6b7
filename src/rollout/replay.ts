/** Running a rollout's commands again, on a world made from its preset and seed, and finding where it first differs. */
import { firstDifference, type Json } from '../core/json.ts';
import { Simulation } from '../startup/simulation.ts';
import { detailsOf, type RunHead, type Turn } from './format.ts';
import { Recorder, type Clock } from './recorder.ts';
import type { Divergence } from './report.ts';

/** Told after every turn; where it returns a promise, the replay waits (a worker's chance to breathe). */
export type Progress = (done: number, total: number, recorder: Recorder) => void | Promise<void>;

export interface Replay {
  /** Stands where the rollout ends; what cannot be recomputed (timings, exchanges) is taken from it. */
  readonly recorder: Recorder;
  readonly divergence: Divergence | null;
}

/** What a run is recomputed from. */
export type Replayable = RunHead & { readonly turns: readonly Turn[] };

export async function replayRollout(rollout: Replayable, onTurn?: Progress, clock?: Clock): Promise<Replay> {
  const simulation = await Simulation.create(rollout.preset, rollout.seed);
  const recorder = new Recorder(simulation, rollout.driver, { clock, episode: rollout.episode, lineage: rollout.lineage });
  let divergence: Divergence | null = null;
  for (const [index, turn] of rollout.turns.entries()) {
    const got = recorder.repeatTurn(turn.commands.map(({ command }) => command), detailsOf(turn));
    divergence ??= turnDivergence(turn, got);
    await onTurn?.(index + 1, rollout.turns.length, recorder);
  }
  return { recorder, divergence };
}

function turnDivergence(expected: Turn, got: Turn): Divergence | null {
  const at = { turn: expected.turn, command: null };
  for (const [index, command] of expected.commands.entries()) {
    const { exit, answer } = got.commands[index] ?? {};
    const difference = firstDifference(
      { exit: command.exit, answer: command.answer as Json },
      { exit: exit ?? null, answer: (answer ?? null) as Json },
    );
    if (difference) return { turn: expected.turn, command: command.command, ...difference };
  }
  const difference = firstDifference(
    { turn: expected.turn, sim_time: expected.sim_time, hash: expected.hash },
    { turn: got.turn, sim_time: got.sim_time, hash: got.hash },
  );
  return difference && { ...at, ...difference };
}
