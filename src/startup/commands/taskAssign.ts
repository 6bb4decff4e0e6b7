import { formatInstant } from '../../core/calendar.ts';
import type { JsonObject } from '../../core/json.ts';
import { project, tasksTouched } from '../work.ts';
import { defineCommand, refusal } from './command.ts';
import { taskName } from './format.ts';
import { findEmployee, findTask, isUuid } from './lookup.ts';
import type { EmployeeRow, TaskRow, World } from '../world.ts';

const task = { flag: '--task-id', kind: 'text', required: true, help: 'the task' } as const;

export const taskAssignOne = defineCommand({
  group: 'task',
  name: 'assign',
  rules: 'classic',
  summary: 'Put an employee on a planned or active task.',
  options: { task, employee: { flag: '--employee-id', kind: 'text', required: true, help: 'the employee' } },
  run(world, { task: taskId, employee: employeeId }) {
    if (!isUuid(taskId) || !isUuid(employeeId)) return refusal('Invalid UUID provided.');
    const found = findAssignable(world, taskId);
    if (typeof found === 'string') return refusal(found);
    const employee = findEmployee(world, employeeId);
    if (typeof employee === 'string') return refusal(employee);
    if (world.assignments.get(found.id, employee.id)) {
      return refusal(`Employee ${employee.id} is already assigned to task ${found.id}.`);
    }
    assign(world, found, [employee]);
    const assignments = world.team(found.id).map(({ id }) => ({
      employee_id: id,
      assigned_at: formatInstant(world.assignments.need(found.id, id).assigned_at),
    }));
    return { task_id: found.id, status: found.status, assignments };
  },
});

export const taskAssignMany = defineCommand({
  group: 'task',
  name: 'assign',
  rules: 'paper',
  summary: 'Put employees on a planned or active task; the best four in each domain count.',
  options: {
    task,
    employees: { flag: '--employees', kind: 'text', required: true, help: 'names, separated by commas: Emp_1,Emp_4' },
  },
  run(world, { task: taskId, employees: names }) {
    const found = findAssignable(world, taskId);
    if (typeof found === 'string') return refusal(found);
    const asked: EmployeeRow[] = [];
    for (const name of names.split(',').map((part) => part.trim()).filter((part) => part !== '')) {
      const employee = findEmployee(world, name);
      if (typeof employee === 'string') return refusal(employee);
      if (!asked.includes(employee)) asked.push(employee);
    }
    const fresh = asked.filter(({ id }) => !world.assignments.get(found.id, id));
    assign(world, found, fresh);
    return {
      task_id: taskName(world, found),
      status: found.status,
      newly_assigned: fresh.map(({ name }) => name),
      total_assigned: world.team(found.id).map(({ name }) => name),
    };
  },
});

export const taskAssignAll = defineCommand({
  group: 'task',
  name: 'assign-all',
  rules: 'paper',
  summary: 'Always refused: choose a team with `task assign`.',
  options: { task },
  run(): JsonObject {
    return refusal(
      'assign-all is not available. Use `task assign --task-id <ID> --employees Emp_1,Emp_4,Emp_7` to assign specific employees.',
    );
  },
});

/** The status is checked before employees are looked up (spec §7). */
function findAssignable(world: World, name: string): TaskRow | string {
  const found = findTask(world, name);
  if (typeof found === 'string' || found.status === 'planned' || found.status === 'active') return found;
  return `Task ${name} must be planned or active to assign (current: ${found.status}).`;
}

function assign(world: World, target: TaskRow, employees: readonly EmployeeRow[]): void {
  for (const { id } of employees) world.assignments.put({ task_id: target.id, employee_id: id, assigned_at: world.now });
  if (target.status === 'active') project(world, tasksTouched(world, employees.map(({ id }) => id), target));
}
