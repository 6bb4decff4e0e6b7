/** What became of an accepted task, in the words of people who look back on it. */
import type { TaskStatus } from './world.ts';

export type TaskFate = 'planned' | 'active' | 'on_time' | 'late' | 'cancelled';

export const FATE_OF: Readonly<Record<TaskStatus, TaskFate>> = {
  market: 'planned', // never: what is on the market was not accepted
  planned: 'planned',
  active: 'active',
  completed_success: 'on_time',
  completed_fail: 'late',
  cancelled: 'cancelled',
};
