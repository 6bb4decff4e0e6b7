import { expect, test } from 'vitest';
import { CLOCKWORK, Company } from '../../../tools/company.ts';

test('paper: names the team, by employee number', async () => {
  const company = await Company.found(CLOCKWORK.paper);
  const task = company.offer();
  company.run(`task accept --task-id ${task.title}`);
  company.assign(task, 7, 2);
  expect(company.run(`task dispatch --task-id ${task.title}`)).toEqual({
    task_id: task.title, status: 'active', assignment_count: 2, assigned_employees: ['Emp_2', 'Emp_7'],
  });
  expect(company.task(task).status).toBe('active');
  expect(company.world.events.get(task.id, 'task_completed')).toBeDefined();
});

test('classic: counts the team', async () => {
  const company = await Company.found(CLOCKWORK.classic);
  const task = company.offer();
  company.run(`task accept --task-id ${task.id}`);
  company.assign(task, 7, 2, 1);
  expect(company.run(`task dispatch --task-id ${task.id}`)).toEqual({ task_id: task.id, status: 'active', assignment_count: 3 });
});

test.each(['paper', 'classic'] as const)('%s: refuses a task without a team, of another status, or that there is not', async (rules) => {
  const company = await Company.found(CLOCKWORK[rules]);
  const task = company.offer();
  const name = company.nameOf(task);
  expect(company.refusal(`task dispatch --task-id ${name}`)).toBe(`Task ${name} must be planned to dispatch (current: market).`);
  company.run(`task accept --task-id ${name}`);
  expect(company.refusal(`task dispatch --task-id ${name}`)).toBe(
    rules === 'paper'
      ? 'No employees assigned. Use `task assign-all` or `task assign --employee-id Emp_1` first.'
      : `Task ${name} has no assignments. Assign employees before dispatching.`,
  );
  company.assign(task, 1);
  company.run(`task dispatch --task-id ${name}`);
  expect(company.refusal(`task dispatch --task-id ${name}`)).toBe(`Task ${name} must be planned to dispatch (current: active).`);
  company.run(`task cancel --task-id ${name}`);
  expect(company.refusal(`task dispatch --task-id ${name}`)).toBe(`Task ${name} must be planned to dispatch (current: cancelled).`);
  expect(company.refusal('task dispatch --task-id nope')).toBe(rules === 'paper' ? "Task 'nope' not found." : 'Invalid UUID: nope');
  expect(company.usage('task dispatch')).toContain("Missing option '--task-id'.");
});

test.each(['paper', 'classic'] as const)('%s: the team’s other tasks slow down at once', async (rules) => {
  const company = await Company.found(CLOCKWORK[rules]);
  const [first, second] = company.offers((task) => company.isLoyal(task));
  if (!first || !second) throw new Error('The market is too small.');
  company.start(first, 1);
  const alone = company.world.events.need(first.id, 'task_completed').due_at;
  company.start(second, 1);
  const shared = company.world.events.need(first.id, 'task_completed').due_at;
  expect(shared).toBeGreaterThan(alone);
  expect(company.world.events.need(second.id, 'task_completed').due_at).toBe(shared);
});
