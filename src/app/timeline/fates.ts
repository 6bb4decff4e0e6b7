/** How tasks that came to different ends look. Colour and dash each tell them apart. */
import type { TaskFate } from '../../startup/taskFate.ts';
import type { TimelineTask } from '../../../workers/startup/timeline.ts';
import type { Line } from '../charts/model.ts';
import { text } from '../texts.ts';

export const FATES = ['on_time', 'late', 'cancelled', 'active', 'planned'] as const satisfies readonly TaskFate[];

type Look = Pick<Line, 'color' | 'dash'>;

export const FATE_LOOKS: Readonly<Record<TaskFate, Look>> = {
  on_time: { color: '--good', dash: [] },
  late: { color: '--bad', dash: [4, 2] },
  cancelled: { color: '--text-muted', dash: [1, 3] },
  active: { color: '--accent', dash: [9, 2] },
  planned: { color: '--warning', dash: [2, 6] },
};

/** As the legend of a chart has them. */
export function fateLines(): Line[] {
  return FATES.map((fate) => ({ key: fate, label: text(`fate_${fate}`), points: [], ...FATE_LOOKS[fate] }));
}

/** From acceptance to the end or the deadline, whichever is later: what the task takes up. */
export function extentOf({ acceptedAt, endedAt, deadline }: TimelineTask, now: number): { from: number; to: number } {
  return { from: acceptedAt, to: Math.max(endedAt ?? now, deadline) };
}
