/** What a lesson's run comes to, in sentences with this run's own figures. */
import { hasEnded, hasGrown, paceOf, type LessonTask, type LessonView } from '../../startup/lessons/view.ts';
import type { Lesson, LessonId } from '../../startup/lessons/lessons.ts';
import { date, decimal, integer, level, money } from '../format.ts';
import { text } from '../texts.ts';

/** More would bury what they say. */
const MOST_TASKS = 8;

const DEBRIEFS: Readonly<Record<LessonId, (view: LessonView) => readonly string[]>> = {
  loop: (view) => [...ended(view).map(taskLine), salariesLine(view)],
  focus: (view) => ended(view).flatMap((task) => [taskLine(task), splitLine(task)]),
  trust: (view) => [...ended(view).flatMap(trustLine), ...view.tasks.filter(isSmaller).slice(0, MOST_TASKS).map(savedLine), ...gatedLine(view), neglectLine(view)],
  creep: (view) => [...guessLine(view), ...view.tasks.filter(hasGrown).slice(0, MOST_TASKS).flatMap(creepLines), honestLine(view)],
  cash: (view) => [...paydayLines(view), ...earningsLines(view)],
};

export function debriefOf({ id }: Lesson, view: LessonView): readonly string[] {
  return DEBRIEFS[id](view);
}

function ended({ tasks }: LessonView): LessonTask[] {
  return tasks.filter(hasEnded).slice(0, MOST_TASKS);
}

function isSmaller({ listed, required }: LessonTask): boolean {
  return required < listed;
}

function taskLine(task: LessonTask): string {
  const values = {
    task: task.title,
    units: integer(task.required),
    hours: integer(task.hours),
    people: task.teamSize,
    pace: decimal(paceOf(task) ?? 0),
    amount: money(Math.abs(task.fundsDeltaCents)),
  };
  return text(task.fate === 'on_time' ? 'lessonTaskOnTime' : 'lessonTaskLate', values);
}

function salariesLine({ paydays }: LessonView): string {
  const paid = paydays.reduce((sum, { paidCents }) => sum + paidCents, 0);
  return paid > 0 ? text('lessonSalaries', { amount: money(paid), count: paydays.length }) : text('lessonSalariesNone');
}

/** Shared by two tasks, a team works on each at half its pace (spec §4). */
function splitLine({ title, hours, sharedHours }: LessonTask): string {
  if (sharedHours === 0) return text('lessonFocused', { task: title, hours: integer(hours * 2) });
  return text('lessonSplit', { task: title, shared: integer(sharedHours), hours: integer(hours - sharedHours / 2) });
}

function trustLine({ title, client, trust }: LessonTask): string[] {
  if (!trust || client === null) return [];
  return [text('lessonTrustChange', { task: title, client, before: level(trust.before), after: level(trust.after) })];
}

function savedLine(task: LessonTask): string {
  const saved = task.listed - task.required;
  const values = { task: task.title, listed: integer(task.listed), required: integer(task.required), saved: integer(saved) };
  const pace = paceOf(task);
  return pace === null ? text('lessonSaved', values) : text('lessonSavedHours', { ...values, hours: integer(saved / pace) });
}

function gatedLine({ tasks }: LessonView): string[] {
  const gated = tasks.filter(({ requiredTrust }) => requiredTrust > 0);
  return gated.length > 0 ? [text('lessonGated', { count: gated.length, reward: money(Math.max(...gated.map(({ rewardCents }) => rewardCents))) })] : [];
}

function neglectLine({ clients }: LessonView): string {
  return text('lessonTrustNow', { list: clients.map(({ name, trust }) => text('lessonTrustOf', { client: name, trust: level(trust) })).join(text('lessonListJoin')) });
}

function guessLine({ guess }: LessonView): string[] {
  return guess ? [text(guess.isRight ? 'lessonGuessRight' : 'lessonGuessWrong', { client: guess.client })] : [];
}

function creepLines(task: LessonTask): string[] {
  const extra = task.required - task.listed;
  const values = { task: task.title, client: task.client ?? '', listed: integer(task.listed), required: integer(task.required), extra: integer(extra) };
  const pace = paceOf(task);
  const cost = pace === null ? [] : [text('lessonCreepHours', { task: task.title, hours: integer(extra / pace), pace: decimal(pace) })];
  const penalty = task.fundsDeltaCents < 0 ? [text('lessonCreepPenalty', { task: task.title, amount: money(-task.fundsDeltaCents) })] : [];
  return [text('lessonCreep', values), ...cost, ...penalty];
}

function honestLine({ tasks }: LessonView): string {
  const honest = tasks.filter((task) => !hasGrown(task));
  return text('lessonHonest', { count: honest.length, onTime: honest.filter(({ fate }) => fate === 'on_time').length });
}

function paydayLines({ paydays }: LessonView): string[] {
  return paydays.map(({ time, paidCents, fundsAfterCents }) =>
    text('lessonPayday', { date: date(time), paid: money(paidCents), left: money(fundsAfterCents) }),
  );
}

function earningsLines({ tasks, paydays, fundsCents, startPayrollCents, payrollCents }: LessonView): string[] {
  const earned = tasks.reduce((sum, { fundsDeltaCents }) => sum + fundsDeltaCents, 0);
  const paid = paydays.reduce((sum, { paidCents }) => sum + paidCents, 0);
  return [
    text('lessonEarned', { earned: money(earned), paid: money(paid) }),
    text('lessonRaises', { before: money(startPayrollCents), now: money(payrollCents), more: money(payrollCents - startPayrollCents) }),
    text('lessonRunway', { funds: money(fundsCents), months: decimal(fundsCents / payrollCents) }),
  ];
}
