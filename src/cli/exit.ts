/** Exit codes (see `main.ts`), and failing with one. */
import { describeFailure, type Failure, type Result } from '../core/result.ts';

export const EXIT_NOT_CONFORMING = 1;
export const EXIT_USAGE = 2;
export const EXIT_DIVERGED = 3;
export const EXIT_PAUSED = 4;

/** Says what is wrong on stderr and sets the exit code; what runs already is left to finish. */
export function fail(problem: Failure, exitCode = EXIT_USAGE): void {
  process.stderr.write(`longrun: ${describeFailure(problem)}\n`);
  process.exitCode = exitCode;
}

/** The value, or null after saying what is wrong. */
export function orFail<Value>(result: Result<Value>): Value | null {
  if (result.ok) return result.value;
  fail(result);
  return null;
}
