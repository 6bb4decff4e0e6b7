import { expect, test } from 'vitest';
import { roundHalfEven } from '../../../../src/core/rounding.ts';
import { CLOCKWORK, Company } from '../../../tools/company.ts';

test('spec §7: paper lists skill rates to 2 places, by name, and active tasks by title', async () => {
  const company = await Company.found('paper');
  const { count, employees } = company.run('employee list');
  expect(count).toBe(8);
  for (const [index, row] of company.world.employees.all().entries()) {
    const rate = (domain: 'research' | 'inference' | 'data_environment' | 'training') => roundHalfEven(company.world.skills.need(row.id, domain).rate, 2);
    expect(employees[index]).toEqual({
      name: `Emp_${index + 1}`,
      tier: row.tier,
      salary_cents: row.salary_cents,
      skill_rates: { data_environment: rate('data_environment'), inference: rate('inference'), research: rate('research'), training: rate('training') },
      active_tasks: [],
    });
  }
  expect(Object.keys(employees[0].skill_rates)).toEqual(['data_environment', 'inference', 'research', 'training']);
});

test('classic hides them, and shows ids and counts', async () => {
  const company = await Company.found('classic');
  const { count, employees } = company.run('employee list');
  expect(count).toBe(10);
  for (const [index, { id, tier, salary_cents }] of company.world.employees.all().entries()) {
    expect(employees[index]).toEqual({
      employee_id: id, name: `Emp_${index + 1}`, tier, salary_cents, work_hours_per_day: 9, active_task_count: 0, active_task_ids: [],
    });
  }
});

test.each(['paper', 'classic'] as const)('%s: active tasks come in order of acceptance; planned ones do not count', async (rules) => {
  const company = await Company.found(CLOCKWORK[rules]);
  const [first, second, third] = company.offers();
  if (!first || !second || !third) throw new Error('The market is too small.');
  for (const task of [second, first, third]) company.run(`task accept --task-id ${task.id}`);
  for (const task of [third, first, second]) company.assign(task, 2);
  for (const task of [first, second]) company.run(`task dispatch --task-id ${task.id}`);
  const [one, two] = company.run('employee list').employees;
  if (rules === 'paper') {
    expect(two.active_tasks).toEqual([second.title, first.title]);
    expect(one.active_tasks).toEqual([]);
  } else {
    expect(two).toMatchObject({ active_task_count: 2, active_task_ids: [second.id, first.id] });
    expect(one).toMatchObject({ active_task_count: 0, active_task_ids: [] });
  }
});
