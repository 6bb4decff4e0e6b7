/** The default team: the four who look best at a task. */
import type { Employee, Offer } from './answers.ts';
import { apparentRates } from './hours.ts';

/** Under the paper's rules more hands than this add nothing, and under all rules everybody on a task gets a raise. */
export const LARGEST_TEAM = 4;

/** Best first; among equals the one who costs less. */
export function defaultTeam({ work }: Offer, staff: readonly Employee[]): Employee[] {
  const skill = (employee: Employee) => {
    const rates = apparentRates(employee);
    return work.reduce((sum, { domain, quantity }) => sum + rates[domain] * quantity, 0);
  };
  const bySkill = staff.map((employee) => ({ employee, skill: skill(employee) }));
  bySkill.sort((a, b) => b.skill - a.skill || a.employee.salaryCents - b.employee.salaryCents);
  return bySkill.slice(0, LARGEST_TEAM).map(({ employee }) => employee);
}
