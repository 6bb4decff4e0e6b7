/** What lessons are called and what they say, by lesson and step. */
import { CASH_FLOOR_CENTS, CASH_PAYDAYS, FOCUS_TASKS, TRUST_GOAL, type Lesson, type LessonId } from '../../startup/lessons/lessons.ts';
import { money } from '../format.ts';
import { text, type TextName } from '../texts.ts';

export function lessonTitle(id: LessonId): string {
  return text(`lessonTitle_${id}`);
}

export function lessonGoal(id: LessonId): string {
  return text(`lessonGoal_${id}`, { tasks: FOCUS_TASKS, trust: TRUST_GOAL, paydays: CASH_PAYDAYS, floor: money(CASH_FLOOR_CENTS) });
}

/** What is to be done, and help for who asks for it; steps count from 0. */
export function stepTexts({ id }: Lesson, step: number): { label: string; hint: string } {
  return { label: text(`lessonStep_${id}_${step + 1}` as TextName), hint: text(`lessonHint_${id}_${step + 1}` as TextName) };
}
