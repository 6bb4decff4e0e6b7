/** A judge's verdict on a trajectory, with every answer it rests on, so that it can be recomputed (spec vita §5). */
import * as v from 'valibot';
import { readAnswer, type Reading } from '../../service/judge/answer.ts';
import { afterReading, openingStates, type RubricState } from '../../service/judge/rubrics.ts';
import { spansOf, type WindowSize } from '../../service/judge/windows.ts';
import type { ServiceTask } from '../../service/taskFile/types.ts';
import { driverSchema } from '../format.ts';
import { callSchema } from './details.ts';

const place = v.pipe(v.number(), v.integer(), v.minValue(0));

export const judgementSchema = v.strictObject({
  judge: driverSchema,
  /** Null: the whole trajectory at once. */
  window: v.nullable(
    v.pipe(
      v.strictObject({ size: v.pipe(v.number(), v.integer(), v.minValue(1)), overlap: place }),
      v.check(({ size, overlap }) => overlap < size, 'a window repeats fewer messages than it has'),
    ),
  ),
  /** False: it was not shown the rubrics, and judged the wish as a whole. */
  with_rubrics: v.boolean(),
  /** What the judge was told, where it was not the usual. */
  prompt: v.optional(v.string()),
  windows: v.array(
    v.strictObject({
      /** Messages counted from 0; `to` is not in it. */
      from: place,
      to: place,
      /** As the judge answered. */
      text: v.string(),
      call: v.optional(callSchema),
    }),
  ),
  /** After the last window. */
  rubrics: v.array(v.strictObject({ rubric: v.string(), is_met: v.boolean(), justification: v.string() })),
  /** Null: it is complete. Otherwise there is no score: an error is never a verdict. */
  failure: v.nullable(v.strictObject({ code: v.string(), message: v.string() })),
});

export type Judgement = v.InferOutput<typeof judgementSchema>;
export type JudgedWindow = Judgement['windows'][number];

/** How a judge goes about it. */
export interface JudgeMethod {
  readonly window: WindowSize | null;
  readonly withRubrics: boolean;
}

/** One window read, and the states after it. */
export interface JudgedStep {
  readonly window: JudgedWindow;
  readonly reading: Reading;
  readonly states: readonly RubricState[];
}

/** Window by window, from the answers alone. */
export function stepsOf(task: ServiceTask, { windows, with_rubrics }: Pick<Judgement, 'windows' | 'with_rubrics'>): JudgedStep[] {
  let states: readonly RubricState[] = openingStates(task, with_rubrics);
  return windows.map((window) => {
    const reading = readAnswer(window.text, states.length);
    states = afterReading(states, reading);
    return { window, reading, states };
  });
}

/** What the judge's answers amount to, whatever the judgement says of it. `messages`: of the trajectory. */
export function recomputedJudgement(task: ServiceTask, messages: number, judgement: Judgement): Judgement {
  const spans = spansOf(messages, judgement.window);
  const windows = spans.flatMap((span, i) => (judgement.windows[i] ? [{ ...judgement.windows[i], ...span }] : []));
  const steps = stepsOf(task, { ...judgement, windows });
  const isShort = windows.length < spans.length;
  return {
    ...judgement,
    windows,
    rubrics: rubricsAfter(steps.at(-1)?.states ?? openingStates(task, judgement.with_rubrics)),
    failure: isShort ? (judgement.failure ?? unfinished(windows.length, spans.length)) : failureOfAll(steps),
  };
}

/** Of all windows together: null where any could be read. */
export function failureOfAll(steps: readonly JudgedStep[]): Judgement['failure'] {
  const isUnreadable = steps.length > 0 && steps.every(({ reading }) => reading.quality === 'unreadable');
  return isUnreadable ? { code: 'unreadable', message: 'none of the answers could be read' } : null;
}

export function rubricsAfter(states: readonly RubricState[]): Judgement['rubrics'] {
  return states.map(({ rubric, isMet, justification }) => ({ rubric, is_met: isMet, justification }));
}

/** A judge can go on with it: it stopped for another reason than that nobody can read its answers. */
export function isUnfinished({ failure }: Judgement): boolean {
  return failure !== null && failure.code !== 'unreadable';
}

export function unfinished(done: number, windows: number): Judgement['failure'] {
  return { code: 'unfinished', message: `${done} of ${windows} windows are judged` };
}

export interface Score {
  /** All are met. */
  readonly isSuccess: boolean;
  readonly met: number;
  readonly rubrics: number;
}

/** Null: it failed or was never finished. */
export function scoreOf({ rubrics, failure }: Judgement): Score | null {
  if (failure) return null;
  const met = rubrics.filter(({ is_met }) => is_met).length;
  return { isSuccess: met === rubrics.length, met, rubrics: rubrics.length };
}
