/** What is judged, and what is thought of it so far (spec vita §5). */
import { rubricsOf, type ServiceTask } from '../taskFile/index.ts';
import type { Reading } from './answer.ts';

export interface RubricState {
  readonly rubric: string;
  readonly isMet: boolean;
  /** The judge's latest; empty until there is one. */
  readonly justification: string;
}

/** What stands for all rubrics where a judge is not shown them. */
const WHOLE = {
  english: 'Everything the customer wanted is done, as they wanted it.',
  chinese: '用户的所有需求都已按要求完成。',
} as const;

/** All unmet. Without rubrics there is one: the wish as a whole. */
export function openingStates(task: ServiceTask, withRubrics: boolean): RubricState[] {
  const rubrics = withRubrics ? rubricsOf(task) : [WHOLE[task.language]];
  return rubrics.map((rubric) => ({ rubric, isMet: false, justification: '' }));
}

/** The states after an answer; what it says nothing usable of stays as it was. */
export function afterReading(states: readonly RubricState[], { updates }: Reading): RubricState[] {
  return states.map((state, i) => {
    const update = updates.get(i);
    return update ? { ...state, ...update } : state;
  });
}
