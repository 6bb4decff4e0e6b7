/** A run as the page holds it: what the worker's snapshots add up to. */
import type { Curves, FundsPoint, LogEntry, Point, RunFacts, Snapshot } from '../../../workers/startup/messages.ts';

export interface ShownRun {
  readonly facts: RunFacts;
  readonly latest: Snapshot;
  readonly curves: Curves;
  readonly log: readonly LogEntry[];
}

export function beginRun(facts: RunFacts, start: Snapshot): ShownRun {
  return { facts, latest: start, curves: start.newPoints, log: start.newEntries };
}

export function continueRun(run: ShownRun, snapshot: Snapshot): ShownRun {
  return {
    facts: run.facts,
    latest: snapshot,
    curves: extend(run.curves, snapshot.newPoints),
    log: snapshot.newEntries.length > 0 ? [...run.log, ...snapshot.newEntries] : run.log,
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
    trust: extendTrust(curves.trust, added.trust),
  };
}

function extendTrust(curves: Curves['trust'], added: Curves['trust']): Curves['trust'] {
  const names = Object.keys(added);
  if (names.length === 0) return curves;
  return { ...curves, ...Object.fromEntries(names.map((name) => [name, join(curves[name] ?? [], added[name] ?? [])])) };
}

function join<Of extends Point>(points: readonly Of[], added: readonly Of[]): readonly Of[] {
  return added.length > 0 ? [...points, ...added] : points;
}
