/**
 * A planner that knows the hidden truth. It searches over policies: a schedule of weights for the time that is left, whose
 * weights it changes one at a time, from some period on, and keeps what turns out better in the world itself.
 */
import seedrandom from 'seedrandom';
import type { Instant } from '../../core/calendar.ts';
import type { World } from '../world.ts';
import { bestBot } from './bots.ts';
import { Attempt, isBetter, type Continuation } from './continuation.ts';
import { playOn } from './policy.ts';
import { CHOICES, DEFAULTS, KNOBS, type Weights } from './weights.ts';

export interface Budget {
  /** A node is one continuation, played from some moment to the end. The bots' are not counted. */
  readonly nodes: number;
}

/** Parts of the time that is left, each with weights of its own. */
const PERIODS = 12;
/** How often a draw that changes nothing is drawn again. */
const MOST_REDRAWS = 20;

type Schedule = readonly Weights[];

interface Trial {
  readonly schedule: Schedule;
  /** As each period began. */
  readonly checkpoints: readonly Attempt[];
  readonly result: Continuation;
}

interface Change {
  readonly from: number;
  readonly schedule: Schedule;
}

/**
 * The best continuation found. Never worse than `floor`, which is the best bot's unless given, and never worse with
 * more nodes: the first of them are the same. The same world and budget give the same plan.
 */
export function oracle(world: World, { nodes }: Budget, floor: Continuation = bestBot(world)): Continuation & { readonly nodes: number } {
  const start = new Attempt(world);
  if (start.isOver || nodes < 1) return { ...floor, planner: 'oracle', nodes: 0 };
  const draw = seedrandom(`${world.seed}:oracle`);
  const weights = DEFAULTS[world.preset.rules];
  let best = play(start, [], 0, Array.from({ length: PERIODS }, () => weights));
  for (let node = 1; node < nodes; node++) {
    const { from, schedule } = drawChange(best.schedule, KNOBS[world.preset.rules], draw);
    const trial = play(best.checkpoints[from] ?? start, best.checkpoints.slice(0, from), from, schedule);
    if (isBetter(trial.result, best.result)) best = trial;
  }
  return { ...(isBetter(floor, best.result) ? floor : best.result), planner: 'oracle', nodes };
}

/** Plays from a checkpoint to the end; `earlier` are the checkpoints before it. */
function play(checkpoint: Attempt, earlier: readonly Attempt[], from: number, schedule: Schedule): Trial {
  const attempt = checkpoint.fork();
  const periodAt = periodsFrom((earlier[0] ?? checkpoint).world);
  const checkpoints = [...earlier, checkpoint];
  for (;;) {
    const period = periodAt(attempt.world.now);
    while (checkpoints.length <= period) checkpoints.push(attempt.fork());
    if (!playOn(attempt, schedule[Math.max(from, period)] as Weights)) break;
  }
  return { schedule, checkpoints, result: attempt.result('oracle') };
}

function periodsFrom({ company: { sim_time, horizon_end } }: World): (time: Instant) => number {
  return (time) => Math.min(PERIODS - 1, Math.floor(((time - sim_time) / (horizon_end - sim_time)) * PERIODS));
}

/** Another value of one weight, from some period on, to the end or for a few periods. */
function drawChange(schedule: Schedule, knobs: readonly (keyof Weights)[], draw: () => number): Change {
  const below = (count: number) => Math.floor(draw() * count);
  for (let attempts = 1; ; attempts++) {
    const knob = knobs[below(knobs.length)] as keyof Weights;
    const from = draw() < 0.3 ? 0 : below(PERIODS);
    const to = draw() < 0.6 ? PERIODS : from + 1 + below(3);
    const choices = CHOICES[knob];
    const value = choices[below(choices.length)] as number;
    const changed = schedule.map((weights, period) => (period >= from && period < to ? { ...weights, [knob]: value } : weights));
    if (attempts > MOST_REDRAWS || changed.some((weights, period) => weights[knob] !== schedule[period]?.[knob])) return { from, schedule: changed };
  }
}
