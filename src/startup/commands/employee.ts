import { roundHalfEven } from '../../core/rounding.ts';
import { DOMAINS_BY_NAME } from '../domains.ts';
import { defineCommand } from './command.ts';

export const employeeList = defineCommand({
  group: 'employee',
  name: 'list',
  summary: 'Everybody: tier, salary, current tasks and, under the paper rules, skill rates.',
  options: {},
  run(world) {
    const employees = world.employees.all().map((employee) => {
      const { id, name, tier, salary_cents } = employee;
      const active = world.activeTasksOf(id);
      if (world.preset.rules === 'classic') {
        return {
          employee_id: id,
          name,
          tier,
          salary_cents,
          work_hours_per_day: world.preset.world.work_hours_per_day,
          active_task_count: active.length,
          active_task_ids: active.map((task) => task.id),
        };
      }
      const rates = DOMAINS_BY_NAME.map((domain) => [domain, roundHalfEven(world.skills.need(id, domain).rate, 2)]);
      const skill_rates = Object.fromEntries(rates) as Record<string, number>;
      return { name, tier, salary_cents, skill_rates, active_tasks: active.map(({ title }) => title) };
    });
    return { count: employees.length, employees };
  },
});
