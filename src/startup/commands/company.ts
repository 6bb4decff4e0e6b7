import { formatInstant } from '../../core/calendar.ts';
import { roundHalfEven } from '../../core/rounding.ts';
import { DOMAINS_BY_NAME } from '../domains.ts';
import { nextPayday } from '../resume.ts';
import { instantOrNull } from './format.ts';
import { defineCommand } from './command.ts';
import type { TaskStatus, World } from '../world.ts';

export const companyStatus = defineCommand({
  group: 'company',
  name: 'status',
  summary: 'Funds, prestige, payroll, tasks and risk.',
  options: {},
  run(world) {
    const { company } = world;
    const payroll = monthlyPayroll(world);
    const count = (...statuses: TaskStatus[]) =>
      statuses.reduce((sum, status) => sum + world.tasks.where('status', status).length, 0);
    return {
      company_id: company.id,
      company_name: company.name,
      funds_cents: company.funds_cents,
      prestige: Object.fromEntries(DOMAINS_BY_NAME.map((domain) => [domain, world.prestige.need(domain).level])),
      sim_time: formatInstant(company.sim_time),
      horizon_end: formatInstant(company.horizon_end),
      tasks: {
        active: count('active'),
        planned: count('planned'),
        completed: count('completed_success', 'completed_fail'),
        cancelled: count('cancelled'),
      },
      employees: world.employees.size,
      monthly_payroll_cents: payroll,
      next_payroll: instantOrNull(nextPayday(world, company.sim_time, Infinity)),
      risk: {
        bankrupt: company.funds_cents < 0,
        months_runway: payroll > 0 ? roundHalfEven(company.funds_cents / payroll, 2) : null,
      },
    };
  },
});

/** Cents a month. */
export function monthlyPayroll(world: World): number {
  return world.employees.all().reduce((sum, { salary_cents }) => sum + salary_cents, 0);
}
