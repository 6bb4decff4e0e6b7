import { describe, expect, test } from 'vitest';
import { CLOCKWORK, Company, withKnobs } from '../../../tools/company.ts';

describe.each(['paper', 'classic'] as const)('company status (%s)', (rules) => {
  test('has the recorded keys and tells how things stand', async () => {
    const company = await Company.found(CLOCKWORK[rules]);
    const payroll = company.world.employees.all().reduce((sum, { salary_cents }) => sum + salary_cents, 0);
    const funds = rules === 'paper' ? 20_000_000 : 15_000_000;
    expect(company.run('company status')).toEqual({
      company_id: company.world.company.id,
      company_name: 'BenchCo',
      funds_cents: funds,
      prestige: { data_environment: 1, inference: 1, research: 1, training: 1 },
      sim_time: '2025-01-01T09:00:00',
      horizon_end: rules === 'paper' ? '2026-01-01T09:00:00' : '2028-01-01T09:00:00',
      tasks: { active: 0, planned: 0, completed: 0, cancelled: 0 },
      employees: rules === 'paper' ? 8 : 10,
      monthly_payroll_cents: payroll,
      next_payroll: '2025-02-03T09:00:00', // the first of the month is a Saturday
      risk: { bankrupt: false, months_runway: Number((funds / payroll).toFixed(2)) },
    });
  });

  test('counts tasks by status, completed ones of either outcome together', async () => {
    const company = await Company.found(withKnobs(CLOCKWORK[rules], { 'world.initial_funds_cents': 90_000_000 }));
    const [done, late, active, planned, cancelled] = company.offers((task) => company.isLoyal(task));
    if (!done || !late || !active || !planned || !cancelled) throw new Error('The market is too small.');
    company.start(done, 1, 2, 3, 4);
    company.start(late, 5);
    while (company.world.activeTasks().length > 0) company.resume();
    expect(company.run('company status').tasks).toEqual({ active: 0, planned: 0, completed: 2, cancelled: 0 });
    company.start(active, 1);
    company.run(`task accept --task-id ${planned.id}`);
    company.run(`task accept --task-id ${cancelled.id}`);
    company.run(`task cancel --task-id ${cancelled.id}`);
    expect(company.run('company status').tasks).toEqual({ active: 1, planned: 1, completed: 2, cancelled: 1 });
  });

  test('there is no runway to speak of without payroll', async () => {
    const free = Object.fromEntries(['junior', 'mid', 'senior'].flatMap((tier) => [[`world.salary_${tier}.min_cents`, 0], [`world.salary_${tier}.max_cents`, 0]]));
    const company = await Company.found(withKnobs(CLOCKWORK[rules], free));
    expect(company.run('company status')).toMatchObject({ monthly_payroll_cents: 0, risk: { months_runway: null } });
  });
});
