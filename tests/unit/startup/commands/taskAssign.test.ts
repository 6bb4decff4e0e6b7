import { describe, expect, test } from 'vitest';
import { CLOCKWORK, Company, withKnobs } from '../../../tools/company.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

async function planned(rules: 'paper' | 'classic') {
  const company = await Company.found(CLOCKWORK[rules]);
  const task = company.offer((offered) => company.isLoyal(offered));
  company.run(`task accept --task-id ${task.id}`);
  return { company, task, name: company.nameOf(task) };
}

describe('task assign (paper)', () => {
  test('spec §7: newly_assigned keeps the order asked for, total_assigned is by employee number (spec §9)', async () => {
    const { company, name } = await planned('paper');
    expect(company.run(`task assign --task-id ${name} --employees Emp_7,Emp_2`)).toEqual({
      task_id: name, status: 'planned', newly_assigned: ['Emp_7', 'Emp_2'], total_assigned: ['Emp_2', 'Emp_7'],
    });
    expect(company.run(`task assign --task-id ${name} --employees Emp_3,Emp_7,Emp_1`)).toEqual({
      task_id: name, status: 'planned', newly_assigned: ['Emp_3', 'Emp_1'], total_assigned: ['Emp_1', 'Emp_2', 'Emp_3', 'Emp_7'],
    });
  });

  test('takes spaces, repeats and ids', async () => {
    const { company, name } = await planned('paper');
    const id = company.world.employees.all()[4]?.id;
    expect(company.run(`task assign --task-id ${name} --employees ' Emp_1 , Emp_1,,${id}, '`)).toMatchObject({ newly_assigned: ['Emp_1', 'Emp_5'] });
    expect(company.run(`task assign --task-id ${name} --employees Emp_1`)).toMatchObject({ newly_assigned: [], total_assigned: ['Emp_1', 'Emp_5'] });
  });

  test('refuses all of them for one that there is not', async () => {
    const { company, task, name } = await planned('paper');
    expect(company.refusal(`task assign --task-id ${name} --employees Emp_1,Emp_99,Emp_2`)).toBe("Employee 'Emp_99' not found.");
    expect(company.world.team(task.id)).toEqual([]);
    expect(company.refusal(`task assign --task-id ${name} --employees emp_1`)).toBe("Employee 'emp_1' not found.");
    expect(company.refusal(`task assign --task-id ${name} --employees __proto__`)).toBe("Employee '__proto__' not found.");
    expect(company.refusal(`task assign --task-id ${name} --employees "Emp_1'; DROP TABLE employees; --"`)).toBe("Employee 'Emp_1'; DROP TABLE employees; --' not found.");
  });

  test('spec §7: the status is checked before employees are looked up', async () => {
    const { company, name } = await planned('paper');
    const market = company.offer(({ title }) => title !== name);
    expect(company.refusal(`task assign --task-id ${market.title} --employees Emp_99`)).toBe(`Task ${market.title} must be planned or active to assign (current: market).`);
    company.run(`task cancel --task-id ${name}`);
    expect(company.refusal(`task assign --task-id ${name} --employees Emp_1`)).toBe(`Task ${name} must be planned or active to assign (current: cancelled).`);
    expect(company.refusal('task assign --task-id Task-77777 --employees Emp_1')).toBe("Task 'Task-77777' not found.");
  });

  test('spec §7: task assign-all exists and always refuses, in the recorded words', async () => {
    const { company, name } = await planned('paper');
    for (const task of [name, 'nope']) {
      expect(company.refusal(`task assign-all --task-id ${task}`)).toBe(
        'assign-all is not available. Use `task assign --task-id <ID> --employees Emp_1,Emp_4,Emp_7` to assign specific employees.',
      );
    }
    expect(company.usage('task assign-all')).toContain("Missing option '--task-id'.");
  });

  test('needs both options', async () => {
    const { company, name } = await planned('paper');
    expect(company.usage(`task assign --task-id ${name}`)).toContain("Missing option '--employees'.");
    expect(company.usage('task assign --employees Emp_1')).toContain("Missing option '--task-id'.");
  });
});

describe('task assign (classic)', () => {
  test('puts one employee on the task and lists the team by employee number', async () => {
    const { company, task } = await planned('classic');
    const assign = (number: number) => company.run(`task assign --task-id ${task.id} --employee-id ${company.employee(number)}`);
    expect(assign(9)).toEqual({ task_id: task.id, status: 'planned', assignments: [{ employee_id: company.employee(9), assigned_at: '2025-01-01T09:00:00' }] });
    expect(assign(2).assignments.map(({ employee_id }: { employee_id: string }) => employee_id)).toEqual([company.employee(2), company.employee(9)]);
  });

  test('refuses what is no id, a task or an employee that there is not, and a repeat', async () => {
    const { company, task } = await planned('classic');
    const one = company.employee(1);
    expect(company.refusal(`task assign --task-id nope --employee-id ${one}`)).toBe('Invalid UUID provided.');
    expect(company.refusal(`task assign --task-id ${task.id} --employee-id Emp_1`)).toBe('Invalid UUID provided.');
    expect(company.refusal(`task assign --task-id ${NOBODY} --employee-id ${one}`)).toBe(`Task ${NOBODY} not found.`);
    expect(company.refusal(`task assign --task-id ${task.id} --employee-id ${NOBODY}`)).toBe(`Employee ${NOBODY} not found.`);
    company.assign(task, 1);
    expect(company.refusal(`task assign --task-id ${task.id} --employee-id ${one}`)).toBe(`Employee ${one} is already assigned to task ${task.id}.`);
  });

  test('spec §7: the status is checked before employees are looked up', async () => {
    const { company, task } = await planned('classic');
    const market = company.offer();
    expect(company.refusal(`task assign --task-id ${market.id} --employee-id ${NOBODY}`)).toBe(`Task ${market.id} must be planned or active to assign (current: market).`);
    company.run(`task cancel --task-id ${task.id}`);
    expect(company.refusal(`task assign --task-id ${task.id} --employee-id ${NOBODY}`)).toBe(`Task ${task.id} must be planned or active to assign (current: cancelled).`);
  });
});

describe.each(['paper', 'classic'] as const)('spec §4: assigning to an active task re-projects it and the active tasks of the employees touched (%s)', (rules) => {
  test('more hands bring it forward, hands taken from another put that one back', async () => {
    const company = await Company.found(withKnobs(CLOCKWORK[rules], { 'world.task_progress_milestones': [0.5] }));
    const [one, other, third] = company.offers((task) => company.isLoyal(task));
    if (!one || !other || !third) throw new Error('The market is too small.');
    company.start(one, 1);
    company.start(other, 2, 3);
    company.start(third, 4);
    const due = () => [one, other, third].map((task) => ['task_completed', 'task_half_progress'].map((kind) => company.world.events.need(task.id, kind).due_at));
    const before = due();
    company.assign(one, 2);
    const after = due();
    for (const kind of [0, 1]) {
      expect(after[0]?.[kind]).toBeLessThan(before[0]?.[kind] ?? 0);
      expect(after[1]?.[kind]).toBeGreaterThan(before[1]?.[kind] ?? 0);
    }
    expect(after[2]).toEqual(before[2]);
    expect(company.run(`task inspect --task-id ${one.id}`).assignments.length).toBe(2);
  });
});
