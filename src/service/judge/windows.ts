/** Which messages the judge sees at a time (spec vita §5). */
import { failure, success, type Result } from '../../core/result.ts';

export interface WindowSize {
  /** Messages. */
  readonly size: number;
  /** Messages that a window repeats of the one before; less than `size`. */
  readonly overlap: number;
}

export const DEFAULT_WINDOW: WindowSize = { size: 10, overlap: 2 };

/** Messages counted from 0: `from` is in it, `to` is not. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** In order, the last one as long as is left. A null window is the whole trajectory at once. */
export function spansOf(messages: number, window: WindowSize | null): Span[] {
  const { size, overlap } = window ?? { size: messages, overlap: 0 };
  const spans: Span[] = [];
  for (let from = 0, end = 0; end < messages; from = end - overlap) {
    end = Math.min(from + size, messages);
    spans.push({ from, to: end });
  }
  return spans;
}

/** Error code: `bad-window`. */
export function windowSize(size: number, overlap: number): Result<WindowSize> {
  const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;
  if (isCount(size) && isCount(overlap) && overlap < size) return success({ size, overlap });
  return failure('bad-window', `a window has 1 or more messages and repeats fewer than it has; not ${size} with ${overlap} repeated`);
}
