/** Tasks in words and columns. */
import type { TimelineTask } from '../../../workers/startup/timeline.ts';
import type { Column, DataTable } from '../charts/model.ts';
import { dateAndTime, decimal, isoTime, money } from '../format.ts';
import { domainName, listed, text } from '../texts.ts';

const MILLISECONDS_PER_HOUR = 3_600_000;

export function taskTable(tasks: readonly TimelineTask[]): DataTable<TimelineTask> {
  return { columns: taskColumns(), count: tasks.length, rows: () => tasks };
}

/** What there is to know of a task, a line each: the name, and what is there. */
export function taskLines(task: TimelineTask): { readonly name: string; readonly value: string }[] {
  return taskColumns()
    .slice(1)
    .map(({ heading, shown }) => ({ name: heading, value: shown(task) }))
    .filter(({ value }) => value !== '');
}

/** Wall-clock hours before the deadline, negative if late; null while the task is open. */
export function marginHours({ deadline, endedAt }: TimelineTask): number | null {
  return endedAt === null ? null : (deadline - endedAt) / MILLISECONDS_PER_HOUR;
}

function taskColumns(): Column<TimelineTask>[] {
  const time = (heading: string, field: string, of: (task: TimelineTask) => number | null): Column<TimelineTask> => ({
    heading,
    field,
    shown: (task) => shownIfKnown(of(task), dateAndTime),
    raw: (task) => shownIfKnown(of(task), isoTime),
  });
  return [
    { heading: text('task'), field: 'task', shown: ({ title }) => title, raw: ({ title }) => title },
    { heading: text('timelineClient'), field: 'client', shown: ({ client }) => client ?? '', raw: ({ client }) => client ?? '' },
    { heading: text('taskFate'), field: 'outcome', shown: ({ fate }) => text(`fate_${fate}`), raw: ({ fate }) => fate },
    { heading: text('domain'), field: 'domains', shown: ({ domains }) => listed(domains.map(domainName)), raw: ({ domains }) => domains.join(' ') },
    { heading: text('taskTeam'), field: 'team', shown: (task) => teamOf(task, ', '), raw: (task) => teamOf(task, ' ') },
    {
      heading: text('taskReward'),
      field: 'reward_usd',
      shown: ({ rewardCents }) => money(rewardCents),
      raw: ({ rewardCents }) => rewardCents / 100,
      isNumber: true,
    },
    {
      heading: text('taskBrought'),
      field: 'funds_delta_usd',
      shown: ({ fundsDeltaCents }) => money(fundsDeltaCents),
      raw: ({ fundsDeltaCents }) => fundsDeltaCents / 100,
      isNumber: true,
    },
    time(text('taskAccepted'), 'accepted_utc', ({ acceptedAt }) => acceptedAt),
    time(text('taskStarted'), 'started_utc', ({ startedAt }) => startedAt),
    {
      heading: text('taskMilestones'),
      field: 'milestones_utc',
      shown: ({ milestones }) => listed(milestones.map(({ percent, time: at }) => `${percent}% ${dateAndTime(at)}`)),
      raw: ({ milestones }) => milestones.map(({ percent, time: at }) => `${percent}%@${isoTime(at)}`).join(' '),
    },
    time(text('deadline'), 'deadline_utc', ({ deadline }) => deadline),
    time(text('taskEnded'), 'ended_utc', ({ endedAt }) => endedAt),
    {
      heading: text('taskMargin'),
      field: 'deadline_margin_hours',
      shown: (task) => shownIfKnown(marginHours(task), marginInWords),
      raw: (task) => shownIfKnown(marginHours(task), (hours) => hours.toFixed(2)),
      isNumber: true,
    },
  ];
}

function teamOf({ team }: TimelineTask, separator: string): string {
  return team.map(({ name }) => name).join(separator);
}

function marginInWords(hours: number): string {
  return text(hours < 0 ? 'marginLate' : 'marginEarly', { days: decimal(Math.abs(hours) / 24) });
}

function shownIfKnown(value: number | null, show: (value: number) => string): string {
  return value === null ? '' : show(value);
}
