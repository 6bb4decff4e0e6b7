/** A run as the page holds it: what the worker's snapshots add up to. */
import type { Turn } from '../../rollout/format.ts';
import type { Curves, FundsPoint, LogEntry, Point, RunFacts, Snapshot } from '../../../workers/startup/messages.ts';

export interface ShownRun {
  readonly facts: RunFacts;
  readonly latest: Snapshot;
  readonly curves: Curves;
  readonly log: readonly LogEntry[];
  /** The latest turns in which a model was asked: all that the page shows of them. */
  readonly modelTurns: readonly Turn[];
}

const MODEL_TURNS_SHOWN = 20;

export function beginRun(facts: RunFacts, start: Snapshot): ShownRun {
  return { facts, latest: start, curves: start.newPoints, log: start.newEntries, modelTurns: start.newTurns.slice(-MODEL_TURNS_SHOWN) };
}

export function continueRun(run: ShownRun, snapshot: Snapshot): ShownRun {
  return {
    facts: run.facts,
    latest: snapshot,
    curves: extend(run.curves, snapshot.newPoints),
    log: snapshot.newEntries.length > 0 ? [...run.log, ...snapshot.newEntries] : run.log,
    modelTurns: snapshot.newTurns.length > 0 ? [...run.modelTurns, ...snapshot.newTurns].slice(-MODEL_TURNS_SHOWN) : run.modelTurns,
  };
}

function extend(curves: Curves, added: Curves): Curves {
  const { prestige } = curves;
  return {
    funds: join<FundsPoint>(curves.funds, added.funds),
    prestige: {
      research: join(prestige.research, added.prestige.research),
      inference: join(prestige.inference, added.prestige.inference),
      data_environment: join(prestige.data_environment, added.prestige.data_environment),
      training: join(prestige.training, added.prestige.training),
    },
    payroll: join(curves.payroll, added.payroll),
  };
}

function join<Of extends Point>(points: readonly Of[], added: readonly Of[]): readonly Of[] {
  return added.length > 0 ? [...points, ...added] : points;
}
