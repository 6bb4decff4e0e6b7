import { describe, expect, test } from 'vitest';
import { CLOCKWORK, Company, withKnobs } from '../../../tools/company.ts';

/** A company with a few payrolls, rewards and (paper) penalties behind it. */
async function worked(rules: 'paper' | 'classic'): Promise<Company> {
  const qty = rules === 'paper' ? 900 : 180; // for one, 20 business days
  const knobs = { 'world.initial_funds_cents': 90_000_000, 'world.deadline_min_biz_days': 12, 'world.dist.required_qty.value': qty };
  const company = await Company.found(withKnobs(CLOCKWORK[rules], knobs));
  for (let round = 0; round < 12; round++) {
    company.start(company.offer((task) => company.isLoyal(task)), ...(round % 3 === 0 ? [1] : [1, 2, 3, 4, 5, 6, 7, 8]));
    company.resumeUntil('task_completed');
  }
  return company;
}

describe.each(['paper', 'classic'] as const)('finance ledger (%s)', (rules) => {
  test('lists every entry, in order, with the recorded keys', async () => {
    const company = await worked(rules);
    const rows = company.world.ledger.all();
    const { count, total_amount_cents, entries } = company.run('finance ledger');
    expect(count).toBe(rows.length);
    expect(total_amount_cents).toBe(company.ledgerSum());
    expect(entries.map(({ id, amount_cents }: { id: string; amount_cents: number }) => [id, amount_cents])).toEqual(rows.map(({ id, amount_cents }) => [id, amount_cents]));
    expect(Object.keys(entries[0]).sort()).toEqual(['amount_cents', 'category', 'id', 'occurred_at', 'ref_id', 'ref_type']);
    expect(new Set(entries.map(({ id }: { id: string }) => id)).size).toBe(count);
    expect(company.world.company.funds_cents).toBe(90_000_000 + total_amount_cents);
  });

  test('by category', async () => {
    const company = await worked(rules);
    const payroll = company.run('finance ledger --category monthly_payroll');
    const rewards = company.run('finance ledger --category task_reward');
    expect(payroll.count % company.world.employees.size).toBe(0);
    expect(payroll.count).toBeGreaterThan(0);
    expect(rewards.count).toBeGreaterThan(4);
    expect(payroll.count + rewards.count).toBe(company.world.ledger.size);
    expect(payroll.total_amount_cents + rewards.total_amount_cents).toBe(company.ledgerSum());
    expect(company.run('finance ledger --category task_cancel_penalty')).toEqual({ count: 0, total_amount_cents: 0, entries: [] });
  });

  test('by date, both days included', async () => {
    const company = await worked(rules);
    const payday = company.run('finance ledger --from 02/03/2025 --to 02/03/2025');
    expect(payday.count).toBe(company.world.employees.size);
    expect(new Set(payday.entries.map(({ occurred_at }: { occurred_at: string }) => occurred_at))).toEqual(new Set(['2025-02-03T09:00:00']));
    expect(company.run('finance ledger --to 02/02/2025').count + company.run('finance ledger --from 02/03/2025').count).toBe(company.world.ledger.size);
    expect(company.run('finance ledger --from 02/04/2025 --to 02/03/2025').count).toBe(0);
  });

  test('refuses a category that there is not, with the list as Python prints it', async () => {
    const company = await Company.found(CLOCKWORK[rules]);
    const more = rules === 'paper' ? ", 'payment_dispute'" : '';
    expect(company.refusal('finance ledger --category nope')).toBe(
      `Invalid category: nope. Valid: ['monthly_payroll', 'task_reward', 'task_fail_penalty', 'task_cancel_penalty'${more}]`,
    );
    expect(company.refusal("finance ledger --category ''")).toMatch(/^Invalid category: \. Valid: /);
    expect(company.usage('finance ledger --from 2025-01-01')).toContain("Invalid value for '--from'");
  });

  test('payment_dispute is a category of the paper’s edition only', async () => {
    const company = await Company.found(CLOCKWORK[rules]);
    if (rules === 'paper') expect(company.run('finance ledger --category payment_dispute').count).toBe(0);
    else expect(company.refusal('finance ledger --category payment_dispute')).toMatch(/^Invalid category/);
  });
});

interface Month {
  readonly month_start: string;
  readonly revenue_cents: number;
  readonly cost_cents: number;
  readonly return_cents: number;
  readonly ending_funds_cents: number;
}

describe.each(['paper', 'classic'] as const)('spec §9: report monthly (%s)', (rules) => {
  test('has a row a month from the start to the present one, and adds up with the ledger', async () => {
    const company = await worked(rules);
    const { count, months } = company.run('report monthly') as { count: number; months: Month[] };
    const now = company.run('company status').sim_time.slice(0, 7);
    expect(months.map(({ month_start }) => month_start)).toEqual(Array.from({ length: Number(now.slice(5)) }, (_, i) => `2025-${String(i + 1).padStart(2, '0')}-01`));
    expect(count).toBe(months.length);
    let funds = 90_000_000;
    for (const month of months) {
      const amounts = company.run('finance ledger').entries
        .filter(({ occurred_at }: { occurred_at: string }) => occurred_at.startsWith(month.month_start.slice(0, 7)))
        .map(({ amount_cents }: { amount_cents: number }) => amount_cents);
      const sum = (some: number[]) => some.reduce((total, amount) => total + amount, 0);
      const [revenue, cost] = [sum(amounts.filter((amount: number) => amount > 0)), -sum(amounts.filter((amount: number) => amount < 0))];
      funds += revenue - cost;
      expect(month).toEqual({ month_start: month.month_start, revenue_cents: revenue, cost_cents: cost + 0, return_cents: revenue - cost, ending_funds_cents: funds });
    }
    expect(funds).toBe(company.world.company.funds_cents);
    expect(months.some(({ return_cents }) => return_cents < 0)).toBe(true);
    expect(months.some(({ revenue_cents }) => revenue_cents > 0)).toBe(true);
  });

  test('from one month to another, both included, with the same rows', async () => {
    const company = await worked(rules);
    const all = (company.run('report monthly') as { months: Month[] }).months;
    expect(all.length).toBeGreaterThan(3);
    expect(company.run('report monthly --from-month 2025-02 --to-month 2025-03')).toEqual({ count: 2, months: all.slice(1, 3) });
    expect(company.run('report monthly --from-month 2025-02')).toEqual({ count: all.length - 1, months: all.slice(1) });
    expect(company.run('report monthly --to-month 2025-01').months).toEqual(all.slice(0, 1));
    expect(company.run('report monthly --from-month 2027-01')).toEqual({ count: 0, months: [] });
    expect(company.usage('report monthly --from-month 2025')).toContain("Invalid value for '--from-month'");
  });

  test('on the first day there is the first month, empty', async () => {
    const company = await Company.found(CLOCKWORK[rules]);
    const funds = company.world.company.funds_cents;
    expect(company.run('report monthly').months).toEqual([{ month_start: '2025-01-01', revenue_cents: 0, cost_cents: 0, return_cents: 0, ending_funds_cents: funds }]);
  });
});

test('months go on over the end of a year', async () => {
  const company = await Company.found(withKnobs(CLOCKWORK.classic, { 'sim.start_date': '2025-11-15', 'world.initial_funds_cents': 90_000_000 }));
  for (let count = 0; count < 3; count++) company.resume();
  expect(company.run('report monthly').months.map(({ month_start }: Month) => month_start)).toEqual(['2025-11-01', '2025-12-01', '2026-01-01', '2026-02-01']);
});
