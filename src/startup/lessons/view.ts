/** What a lesson is checked against: the run so far, with nothing in it that commands do not show. Plain data; times in milliseconds of UTC. */
import type { TaskFate } from '../taskFate.ts';

export interface LessonTask {
  readonly id: string;
  readonly title: string;
  /** Null where the rules know no clients. */
  readonly client: string | null;
  readonly requiredTrust: number;
  readonly rewardCents: number;
  /** What it brought or cost so far. */
  readonly fundsDeltaCents: number;
  /** Units of work: as the market listed it, as it stood once accepted, and done. */
  readonly listed: number;
  readonly required: number;
  readonly done: number;
  readonly deadline: number;
  readonly fate: TaskFate;
  readonly teamSize: number;
  /** Working hours under way, and those of them in which somebody of its team had another task too. */
  readonly hours: number;
  readonly sharedHours: number;
  /** The client's trust just before and after its end; null while it is open, and without clients. */
  readonly trust: { readonly before: number; readonly after: number } | null;
}

export interface Payday {
  readonly time: number;
  readonly paidCents: number;
  readonly fundsAfterCents: number;
}

export interface LessonView {
  /** The world's time has ended. */
  readonly isOver: boolean;
  /** A person drove every turn. */
  readonly isOwn: boolean;
  readonly startFundsCents: number;
  readonly fundsCents: number;
  /** A month. */
  readonly startPayrollCents: number;
  readonly payrollCents: number;
  /** How often each command, `market browse`, was done. */
  readonly commands: Readonly<Record<string, number>>;
  /** In order of acceptance. */
  readonly tasks: readonly LessonTask[];
  readonly paydays: readonly Payday[];
  /** By name: trust now, and the highest so far. */
  readonly clients: readonly { readonly name: string; readonly trust: number; readonly highestTrust: number }[];
  /** The client that was named as suspect, and whether rightly; null: none was. */
  readonly guess: { readonly client: string; readonly isRight: boolean } | null;
}

export function hasEnded(task: LessonTask): boolean {
  return task.fate === 'on_time' || task.fate === 'late';
}

/** Accepting it made it bigger. */
export function hasGrown(task: LessonTask): boolean {
  return task.required > task.listed;
}

/** Units an hour since it was started; null if it never was at work. */
export function paceOf(task: LessonTask): number | null {
  return task.hours > 0 && task.done > 0 ? task.done / task.hours : null;
}
