/** What was hidden in a run, for when nobody can go on with it. */
import { failure, success, type Result } from '../../src/core/result.ts';
import type { History } from '../../src/rollout/history.ts';
import { acceptancesOf } from '../../src/startup/hindsight/acceptances.ts';
import { truthOf, type Truth } from '../../src/startup/hindsight/truth.ts';
import { freshWorld } from '../../src/startup/simulation.ts';

/** Error code: `run-not-over`, while a driver could still make use of it. */
export function hindsightOf({ recorder }: History, isFinal: boolean): Result<Truth> {
  if (!isFinal) return failure('run-not-over', 'the run can still go on');
  const { turns, openCommands, simulation } = recorder;
  const start = freshWorld(simulation.preset, simulation.seed);
  const lines = [...turns.flatMap(({ commands }) => commands), ...openCommands].map(({ command }) => command);
  return success(truthOf(start, simulation.hiddenWorld, acceptancesOf(start, lines)));
}
