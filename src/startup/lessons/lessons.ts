/** The guided lessons: for each a world that is the same for everybody, steps, and a goal. Texts are the page's. */
import { hasEnded, hasGrown, type LessonTask, type LessonView } from './view.ts';

export type LessonId = 'loop' | 'focus' | 'trust' | 'creep' | 'cash';
export type Check = (view: LessonView) => boolean;

export interface Lesson {
  readonly id: LessonId;
  readonly preset: string;
  readonly seed: number;
  /** What it takes somebody who is new to it. */
  readonly minutes: number;
  /** In the order in which they are suggested; what is done stays done. */
  readonly steps: readonly Check[];
  readonly goal: Check;
  /** The goal can no longer be reached in this run. */
  readonly isMissed: Check;
}

export const FOCUS_TASKS = 2;
export const TRUST_GOAL = 2;
export const CASH_PAYDAYS = 3;
/** Funds after each payday. */
export const CASH_FLOOR_CENTS = 16_000_000;

const never: Check = () => false;
const count = (view: LessonView, condition: (task: LessonTask) => boolean) => view.tasks.filter(condition).length;
const isStarted = ({ fate, hours }: LessonTask) => fate === 'active' || hours > 0;
const isOnTime = ({ fate }: LessonTask) => fate === 'on_time';
const didRun = (view: LessonView, command: string) => (view.commands[command] ?? 0) > 0;
/** How many tasks were finished on time for the client that has most of them. */
const mostForOne = (view: LessonView) => Math.max(0, ...view.clients.map(({ name }) => count(view, (task) => isOnTime(task) && task.client === name)));
const hasEarnedAMonth = ({ tasks, paydays }: LessonView) => {
  const earned = tasks.reduce((sum, { fundsDeltaCents }) => sum + fundsDeltaCents, 0);
  return paydays[0] !== undefined && earned >= paydays[0].paidCents;
};
const keepsTheFloor = ({ paydays }: LessonView) =>
  paydays.slice(0, CASH_PAYDAYS).every(({ fundsAfterCents }) => fundsAfterCents >= CASH_FLOOR_CENTS);

export const LESSONS: readonly Lesson[] = [
  {
    id: 'loop',
    preset: 'tutorial',
    seed: 1,
    minutes: 5,
    steps: [
      (view) => didRun(view, 'market browse') || view.tasks.length > 0,
      (view) => view.tasks.length > 0,
      (view) => count(view, ({ teamSize }) => teamSize > 0) > 0,
      (view) => count(view, isStarted) > 0,
      (view) => count(view, ({ hours }) => hours > 0) > 0,
      (view) => count(view, hasEnded) > 0,
    ],
    goal: (view) => count(view, isOnTime) > 0,
    isMissed: never,
  },
  {
    id: 'focus',
    preset: 'tutorial',
    seed: 2,
    minutes: 8,
    steps: [
      (view) => view.tasks.length >= 2,
      (view) => count(view, ({ teamSize }) => teamSize > 0) >= 2,
      (view) => count(view, ({ hours, sharedHours }) => hours > sharedHours) > 0,
      (view) => count(view, isOnTime) >= 1,
      (view) => count(view, isOnTime) >= 2,
    ],
    goal: (view) => count(view, (task) => isOnTime(task) && task.sharedHours === 0) >= FOCUS_TASKS,
    isMissed: never,
  },
  {
    id: 'trust',
    preset: 'paper',
    seed: 5,
    minutes: 10,
    steps: [
      (view) => view.tasks.length > 0,
      (view) => count(view, isOnTime) > 0,
      (view) => count(view, ({ listed, required }) => required < listed) > 0,
      (view) => mostForOne(view) >= 2,
      (view) => count(view, ({ requiredTrust }) => requiredTrust > 0) > 0,
    ],
    goal: (view) => view.clients.some(({ highestTrust }) => highestTrust >= TRUST_GOAL),
    isMissed: never,
  },
  {
    id: 'creep',
    preset: 'paper',
    seed: 1,
    minutes: 8,
    steps: [
      (view) => new Set(view.tasks.map(({ client }) => client)).size >= 3,
      (view) => didRun(view, 'task inspect') || view.guess !== null,
      (view) => count(view, hasGrown) > 0,
      (view) => count(view, (task) => !hasGrown(task) && isOnTime(task)) > 0,
      (view) => view.guess !== null,
    ],
    // A lucky guess is not enough: the client's own task has to show it, and an honest one has to be done.
    goal: ({ guess, tasks }) =>
      guess?.isRight === true
      && tasks.some((task) => task.client === guess.client && hasGrown(task))
      && tasks.some((task) => !hasGrown(task) && isOnTime(task)),
    isMissed: never,
  },
  {
    id: 'cash',
    preset: 'paper',
    seed: 6,
    minutes: 15,
    steps: [
      (view) => count(view, isStarted) >= 2,
      (view) => count(view, isOnTime) > 0,
      ({ paydays }) => paydays.length >= 1,
      hasEarnedAMonth,
      ({ paydays }) => paydays.length >= 2,
    ],
    goal: (view) =>
      view.paydays.length >= CASH_PAYDAYS
      && keepsTheFloor(view)
      && (view.paydays[CASH_PAYDAYS - 1]?.fundsAfterCents ?? 0) > view.startFundsCents,
    isMissed: (view) => !keepsTheFloor(view) || view.paydays.length >= CASH_PAYDAYS,
  },
];

export type GoalState = 'open' | 'reached' | 'missed';

export interface Progress {
  /** In the order of the steps. */
  readonly ticks: readonly boolean[];
  readonly goal: GoalState;
}

/** A goal counts only if a person drove all the way. */
export function progressOf(lesson: Lesson, view: LessonView): Progress {
  const isReached = view.isOwn && lesson.goal(view);
  const isMissed = view.isOver || !view.isOwn || lesson.isMissed(view);
  return { ticks: lesson.steps.map((check) => check(view)), goal: isReached ? 'reached' : isMissed ? 'missed' : 'open' };
}

/** The one after it; null after the last. */
export function lessonAfter({ id }: Lesson): Lesson | null {
  return LESSONS[LESSONS.findIndex((lesson) => lesson.id === id) + 1] ?? null;
}
