import { project, tasksTouched } from '../work.ts';
import { defineCommand, refusal } from './command.ts';
import { taskName } from './format.ts';
import { findTask } from './lookup.ts';

export const taskDispatch = defineCommand({
  group: 'task',
  name: 'dispatch',
  summary: 'Start work on a planned task.',
  options: { task: { flag: '--task-id', kind: 'text', required: true, help: 'the task' } },
  run(world, { task: name }) {
    const found = findTask(world, name);
    if (typeof found === 'string') return refusal(found);
    if (found.status !== 'planned') return refusal(`Task ${name} must be planned to dispatch (current: ${found.status}).`);
    const team = world.team(found.id);
    const paper = world.preset.rules === 'paper';
    if (team.length === 0) {
      return refusal(
        paper
          ? 'No employees assigned. Use `task assign-all` or `task assign --employee-id Emp_1` first.'
          : `Task ${name} has no assignments. Assign employees before dispatching.`,
      );
    }
    const active = world.tasks.update(found, { status: 'active' });
    project(world, tasksTouched(world, team.map(({ id }) => id), active));
    return {
      task_id: taskName(world, found),
      status: 'active',
      assignment_count: team.length,
      ...(paper ? { assigned_employees: team.map(({ name: employee }) => employee) } : {}),
    };
  },
});
