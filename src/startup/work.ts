/** Rates, progress and projected events of tasks (spec §4). */
import { addBusinessHours, type Instant } from '../core/calendar.ts';
import { Decimal, ZERO } from '../core/decimal.ts';
import { roundHalfEven } from '../core/rounding.ts';
import type { EventRow, RequirementRow, TaskRow, World } from './world.ts';

/** Under the paper's rules more hands than this add nothing. */
export const EFFECTIVE_TEAM_SIZE = 4;

/** Work on one domain of one task. */
interface Stage {
  readonly requirement: RequirementRow;
  /** Units per business hour. */
  readonly rate: Decimal;
}

/** The task's rate in each required domain; an employee's time is split evenly over active tasks. */
function stagesOf(world: World, task: TaskRow): Stage[] {
  const team = world.team(task.id).map(({ id }) => ({ id, split: world.activeTasksOf(id).length }));
  return world.requirementsOf(task.id).map((requirement) => {
    const contributions = team.map(({ id, split }) =>
      new Decimal(world.skills.need(id, requirement.domain).rate).div(Math.max(1, split)),
    );
    if (world.preset.rules === 'paper') {
      contributions.sort((a, b) => b.comparedTo(a)).splice(EFFECTIVE_TEAM_SIZE);
    }
    return { requirement, rate: contributions.reduce((sum, rate) => sum.plus(rate), ZERO) };
  });
}

/** Credits every active task with `hours` of work. */
export function creditWork(world: World, hours: Decimal): void {
  if (hours.isZero()) return;
  for (const task of world.activeTasks()) {
    for (const { requirement, rate } of stagesOf(world, task)) {
      const completed = rate.times(hours).plus(requirement.completed_qty);
      const capped = Decimal.min(completed, requirement.required_qty).toNumber();
      if (capped !== requirement.completed_qty) {
        world.requirements.update(requirement, { completed_qty: roundHalfEven(capped, 4) });
      }
    }
  }
}

export function completeWork(world: World, task: TaskRow): void {
  for (const requirement of world.requirementsOf(task.id)) {
    world.requirements.update(requirement, { completed_qty: requirement.required_qty });
  }
}

/** Completed over required, summed over the domains, in percent. */
export function progressPercent(world: World, task: TaskRow): number {
  const requirements = world.requirementsOf(task.id);
  const completed = requirements.reduce((sum, { completed_qty }) => sum + completed_qty, 0);
  const required = requirements.reduce((sum, { required_qty }) => sum + required_qty, 0);
  return required === 0 ? 0 : (completed / required) * 100;
}

/** Replaces the projected events of active tasks: the completion, and the next milestone not yet reported. */
export function project(world: World, tasks: readonly TaskRow[]): void {
  for (const task of tasks) {
    dropEvents(world, task);
    const stages = stagesOf(world, task);
    const schedule = (kind: EventRow['kind'], hours: Decimal | null, milestone: number) => {
      if (hours) world.events.put({ task_id: task.id, kind, due_at: after(world, hours), milestone });
    };
    schedule('task_completed', hoursToCompletion(stages), 1);
    const milestone = world.preset.world.task_progress_milestones.find((share) => share > task.milestone_reported);
    if (milestone !== undefined) schedule('task_half_progress', hoursToShare(stages, milestone), milestone);
  }
}

/** Active tasks that share an employee with any of `employeeIds`, and `task` itself if it is active. */
export function tasksTouched(world: World, employeeIds: readonly string[], task?: TaskRow): TaskRow[] {
  const touched = new Map<string, TaskRow>();
  if (task?.status === 'active') touched.set(task.id, task);
  for (const id of employeeIds) for (const other of world.activeTasksOf(id)) touched.set(other.id, other);
  return [...touched.values()];
}

export function dropEvents(world: World, task: TaskRow): void {
  for (const kind of ['task_completed', 'task_half_progress'] as const) {
    const event = world.events.get(task.id, kind);
    if (event) world.events.remove(event);
  }
}

function after(world: World, hours: Decimal): Instant {
  return addBusinessHours(world.now, hours, world.working);
}

/** Null if some domain has work left and nobody who can do it. */
function hoursToCompletion(stages: readonly Stage[]): Decimal | null {
  let longest = ZERO;
  for (const { requirement, rate } of stages) {
    const remaining = remainingOf(requirement);
    if (remaining.lte(0)) continue;
    if (rate.isZero()) return null;
    longest = Decimal.max(longest, remaining.div(rate));
  }
  return longest;
}

/**
 * Hours until the work done over all domains reaches `share` of what is required. Each domain
 * stops at its own requirement, so the total grows piecewise linearly. Null if it never does.
 */
function hoursToShare(stages: readonly Stage[], share: number): Decimal | null {
  const totals = decimalTotals(stages);
  const target = totals.required.times(share);
  let { completed } = totals;
  if (completed.gte(target)) return ZERO;
  const working = stages
    .map(({ requirement, rate }) => ({ rate, remaining: remainingOf(requirement) }))
    .filter(({ rate, remaining }) => rate.gt(0) && remaining.gt(0))
    .map(({ rate, remaining }) => ({ rate, hours: remaining.div(rate) }))
    .sort((a, b) => a.hours.comparedTo(b.hours));
  let rate = working.reduce((sum, stage) => sum.plus(stage.rate), ZERO);
  let elapsed = ZERO;
  for (const stage of working) {
    const gained = rate.times(stage.hours.minus(elapsed));
    if (completed.plus(gained).gte(target)) break;
    completed = completed.plus(gained);
    elapsed = stage.hours;
    rate = rate.minus(stage.rate);
  }
  return rate.gt(0) ? elapsed.plus(target.minus(completed).div(rate)) : null;
}

function remainingOf({ required_qty, completed_qty }: RequirementRow): Decimal {
  return new Decimal(required_qty).minus(completed_qty);
}

function decimalTotals(stages: readonly Stage[]): { completed: Decimal; required: Decimal } {
  return {
    completed: stages.reduce((sum, { requirement }) => sum.plus(requirement.completed_qty), ZERO),
    required: stages.reduce((sum, { requirement }) => sum.plus(requirement.required_qty), ZERO),
  };
}
