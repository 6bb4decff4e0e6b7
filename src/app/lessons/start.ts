/** Sets up a lesson's run and goes to it. A run under way is ended first: it stays in the library. */
import type { Lesson } from '../../startup/lessons/lessons.ts';
import type { Lab } from '../startup/lab.svelte.ts';
import type { Lessons } from './lessons.svelte.ts';

/** Until the worker's last word on the run before has arrived. */
const LOOK_AGAIN_MS = 20;

/** Returns what is wrong. */
export async function startLesson(lab: Lab, lessons: Lessons, lesson: Lesson): Promise<string | null> {
  const { runs, setup } = lab;
  if (lab.isUnderWay) runs.stop();
  while (lab.isUnderWay) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  setup.choose(lesson.preset, lesson.seed);
  setup.driver = 'human';
  const problem = setup.request && (await runs.play(setup.request));
  if (problem !== null) return problem;
  lessons.begin(lesson);
  location.hash = setup.link ?? '#/startup';
  return null;
}
