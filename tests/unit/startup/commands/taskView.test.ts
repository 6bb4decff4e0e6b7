import { describe, expect, test } from 'vitest';
import { CLOCKWORK, Company, withKnobs } from '../../../tools/company.ts';

describe.each(['paper', 'classic'] as const)('task list (%s)', (rules) => {
  const client = (company: Company, id: string | null) => (rules === 'paper' ? { client_name: company.world.clients.need(id ?? '').name } : {});

  test('spec §7: leaves out market tasks; newest acceptance first, ties by creation', async () => {
    const company = await Company.found(withKnobs(CLOCKWORK[rules], { 'world.task_progress_milestones': [0.5] }));
    expect(company.run('task list')).toEqual({ count: 0, tasks: [] });
    const [a, b, c] = company.offers((task) => company.isLoyal(task));
    if (!a || !b || !c) throw new Error('The market is too small.');
    company.run(`task accept --task-id ${b.id}`);
    company.start(a, 1, 2, 3, 4);
    company.resume();
    company.run(`task accept --task-id ${c.id}`);
    const { count, tasks } = company.run('task list');
    expect(count).toBe(3);
    expect(tasks.map(({ title }: { title: string }) => title)).toEqual([c.title, a.title, b.title]);
    expect(tasks[1]).toEqual({
      task_id: company.nameOf(a), title: a.title, ...client(company, a.client_id), status: 'active',
      progress_pct: company.run(`task inspect --task-id ${a.id}`).progress_pct, deadline: '2025-01-09T18:00:00', at_risk: rules === 'classic',
    });
    expect(tasks[2]).toEqual({
      task_id: company.nameOf(b), title: b.title, ...client(company, b.client_id), status: 'planned', progress_pct: 0, deadline: '2025-01-09T18:00:00', at_risk: false,
    });
  });

  test('by status; market is one, too', async () => {
    const company = await Company.found(CLOCKWORK[rules]);
    const task = company.offer();
    company.run(`task accept --task-id ${task.id}`);
    expect(company.run('task list --status planned')).toMatchObject({ count: 1, tasks: [{ title: task.title }] });
    expect(company.run('task list --status active')).toEqual({ count: 0, tasks: [] });
    expect(company.run('task list --status market').count).toBe(24);
    expect(company.run('task list --status market').tasks[0]).toMatchObject({ deadline: null, at_risk: false });
  });

  test('refuses a status that there is not', async () => {
    const company = await Company.found(CLOCKWORK[rules]);
    const valid = "['market', 'planned', 'active', 'completed_success', 'completed_fail', 'cancelled']";
    for (const status of ['bogus', '', 'Active', '__proto__']) {
      expect(company.refusal(`task list --status '${status}'`)).toBe(`Invalid status: ${status}. Valid: ${valid}`);
    }
  });

  test('spec §7: at_risk means active and past its deadline', async () => {
    const company = await Company.found(withKnobs(CLOCKWORK[rules], { 'world.initial_funds_cents': 90_000_000, 'world.dist.required_qty.value': 2500, 'world.deadline_qty_per_day': 1e6 }));
    const [active, planned] = company.offers((task) => company.isLoyal(task));
    if (!active || !planned) throw new Error('The market is too small.');
    company.start(active, 1);
    company.run(`task accept --task-id ${planned.id}`);
    const risks = () => company.run('task list').tasks.map(({ at_risk }: { at_risk: boolean }) => at_risk);
    expect(risks()).toEqual([false, false]);
    company.resumeUntil('monthly_payroll');
    const [first] = company.run('task list').tasks;
    expect(risks()).toEqual(first.status === 'active' ? [true, false] : [false, true]);
  });
});

describe('task inspect', () => {
  test.each(['paper', 'classic'] as const)('%s: a task on the market', async (rules) => {
    const company = await Company.found(rules);
    const task = company.offer(({ id }) => company.world.requirementsOf(id).length === (rules === 'paper' ? 1 : 2));
    expect(company.run(`task inspect --task-id ${company.nameOf(task)}`)).toEqual({
      task_id: company.nameOf(task),
      title: task.title,
      ...(rules === 'paper' ? { client_name: company.world.clients.need(task.client_id ?? '').name, required_trust: task.required_trust } : {}),
      status: 'market',
      required_prestige: task.required_prestige,
      reward_funds_cents: task.reward_funds_cents,
      reward_prestige_delta: task.reward_prestige_delta,
      skill_boost_pct: task.skill_boost,
      accepted_at: null,
      deadline: null,
      completed_at: null,
      success: null,
      progress_pct: 0,
      requirements: company.world.requirementsOf(task.id).map(({ domain, required_qty }) => ({ domain, required_qty, completed_qty: 0, remaining_qty: required_qty })),
      assignments: [],
    });
    const domains = company.run(`task inspect --task-id ${task.id}`).requirements.map(({ domain }: { domain: string }) => domain);
    expect(domains).toEqual([...domains].sort());
  });

  test.each(['paper', 'classic'] as const)('%s: an accepted one, with its team by employee number', async (rules) => {
    const company = await Company.found(withKnobs(CLOCKWORK[rules], { 'world.initial_funds_cents': 90_000_000 }));
    const task = company.offer((offered) => company.isLoyal(offered));
    company.start(task, 6, 2, 4);
    const team = [2, 4, 6].map((number) =>
      rules === 'paper' ? { employee: `Emp_${number}`, assigned_at: '2025-01-01T09:00:00' } : { employee_id: company.employee(number), assigned_at: '2025-01-01T09:00:00' },
    );
    expect(company.run(`task inspect --task-id ${task.id}`)).toMatchObject({ status: 'active', accepted_at: '2025-01-01T09:00:00', deadline: '2025-01-09T18:00:00', success: null, assignments: team });
    company.resumeUntil('task_completed');
    const done = company.run(`task inspect --task-id ${task.id}`);
    expect(done).toMatchObject({ success: rules === 'paper', progress_pct: 100, assignments: team });
    expect(done.completed_at).toBe(company.run('company status').sim_time);
  });

  test('progress has 2 places, summed over the domains', async () => {
    const company = await Company.found(withKnobs(CLOCKWORK.classic, { 'world.dist.domain_count.value': 2, 'world.dist.required_qty.value': 701 }));
    const task = company.offer();
    company.start(task, 1);
    company.resume(); // to February 3, 9:00: 23 weekdays of 15 h, in both domains
    expect(company.run(`task inspect --task-id ${task.id}`)).toMatchObject({ progress_pct: 49.22, requirements: [{ completed_qty: 345, remaining_qty: 356 }, { completed_qty: 345 }] });
  });

  test('refuses a task that there is not', async () => {
    const paper = await Company.found(CLOCKWORK.paper);
    expect(paper.refusal('task inspect --task-id Task-77777')).toBe("Task 'Task-77777' not found.");
    expect(paper.usage('task inspect')).toContain("Missing option '--task-id'.");
    const classic = await Company.found(CLOCKWORK.classic);
    expect(classic.refusal('task inspect --task-id Task-1')).toBe('Invalid UUID: Task-1');
    expect(classic.refusal('task inspect --task-id 00000000-0000-4000-8000-000000000000')).toBe('Task 00000000-0000-4000-8000-000000000000 not found.');
  });
});
