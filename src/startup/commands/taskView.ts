import { formatInstant } from '../../core/calendar.ts';
import { roundHalfEven } from '../../core/rounding.ts';
import { progressPercent } from '../work.ts';
import { TASK_STATUSES, type TaskRow, type World } from '../world.ts';
import { defineCommand, refusal } from './command.ts';
import { clientName, instantOrNull, pythonList, taskName } from './format.ts';
import { findTask } from './lookup.ts';
import type { JsonObject } from '../../core/json.ts';

export const taskList = defineCommand({
  group: 'task',
  name: 'list',
  summary: 'Accepted tasks, newest first.',
  options: { status: { flag: '--status', kind: 'text', help: `one of ${TASK_STATUSES.join(', ')}` } },
  run(world, { status }) {
    const wanted = TASK_STATUSES.find((known) => known === status);
    if (status !== undefined && !wanted) return refusal(`Invalid status: ${status}. Valid: ${pythonList(TASK_STATUSES)}`);
    const tasks = world.tasks
      .all()
      .filter((task) => (wanted ? task.status === wanted : task.status !== 'market'))
      .sort((a, b) => (b.accepted_at ?? 0) - (a.accepted_at ?? 0) || a.number - b.number)
      .map((task) => summary(world, task));
    return { count: tasks.length, tasks };
  },
});

export const taskInspect = defineCommand({
  group: 'task',
  name: 'inspect',
  summary: 'One task in full: requirements, progress, team.',
  options: { task: { flag: '--task-id', kind: 'text', required: true, help: 'the task' } },
  run(world, { task: name }) {
    const task = findTask(world, name);
    if (typeof task === 'string') return refusal(task);
    const paper = world.preset.rules === 'paper';
    return {
      task_id: taskName(world, task),
      title: task.title,
      ...clientName(world, task),
      status: task.status,
      required_prestige: task.required_prestige,
      ...(paper ? { required_trust: task.required_trust } : {}),
      reward_funds_cents: task.reward_funds_cents,
      reward_prestige_delta: task.reward_prestige_delta,
      skill_boost_pct: task.skill_boost,
      accepted_at: instantOrNull(task.accepted_at),
      deadline: instantOrNull(task.deadline),
      completed_at: instantOrNull(task.completed_at),
      success: task.status === 'completed_success' ? true : task.status === 'completed_fail' ? false : null,
      progress_pct: roundHalfEven(progressPercent(world, task), 2),
      requirements: world.requirementsOf(task.id).map(({ domain, required_qty, completed_qty }) => ({
        domain,
        required_qty,
        completed_qty,
        remaining_qty: required_qty - completed_qty,
      })),
      assignments: world.team(task.id).map((employee) => ({
        ...(paper ? { employee: employee.name } : { employee_id: employee.id }),
        assigned_at: formatInstant(world.assignments.need(task.id, employee.id).assigned_at),
      })),
    };
  },
});

function summary(world: World, task: TaskRow): JsonObject {
  return {
    task_id: taskName(world, task),
    title: task.title,
    ...clientName(world, task),
    status: task.status,
    progress_pct: roundHalfEven(progressPercent(world, task), 2),
    deadline: instantOrNull(task.deadline),
    at_risk: task.status === 'active' && task.deadline !== null && world.now > task.deadline,
  };
}
