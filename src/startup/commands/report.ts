import { dateParts } from '../../core/calendar.ts';
import { defineCommand } from './command.ts';
import type { LedgerRow, World } from '../world.ts';

/** The original always answers with an empty list; this is the report as intended (spec §9). */
export const reportMonthly = defineCommand({
  group: 'report',
  name: 'monthly',
  summary: 'Revenue, cost and closing funds of each month.',
  options: {
    from: { flag: '--from-month', kind: 'month', help: 'first month, YYYY-MM' },
    to: { flag: '--to-month', kind: 'month', help: 'last month, YYYY-MM' },
  },
  run(world, { from = '', to = '9999-12' }) {
    const months = monthlyRows(world).filter(({ month_start }) => {
      const month = month_start.slice(0, 7);
      return month >= from && month <= to;
    });
    return { count: months.length, months };
  },
});

/** One row a month, from the first of the run to the present one. Cents. */
function monthlyRows(world: World) {
  const entries = new Map<string, LedgerRow[]>();
  for (const entry of world.ledger.all()) {
    const month = monthOf(entry.occurred_at);
    entries.set(month, [...(entries.get(month) ?? []), entry]);
  }
  const last = monthOf(world.now);
  let funds = world.preset.world.initial_funds_cents;
  const rows = [];
  for (let month = monthOf(world.company.started_at); month <= last; month = nextMonth(month)) {
    const amounts = (entries.get(month) ?? []).map(({ amount_cents }) => amount_cents);
    const revenue = amounts.reduce((sum, amount) => sum + Math.max(0, amount), 0);
    const cost = amounts.reduce((sum, amount) => sum + Math.max(0, -amount), 0);
    funds += revenue - cost;
    rows.push({
      month_start: `${month}-01`,
      revenue_cents: revenue,
      cost_cents: cost,
      return_cents: revenue - cost,
      ending_funds_cents: funds,
    });
  }
  return rows;
}

function monthOf(instant: number): string {
  const { year, month } = dateParts(instant);
  return monthText(year, month);
}

function nextMonth(text: string): string {
  const [year = 0, month = 0] = text.split('-').map(Number);
  return month === 12 ? monthText(year + 1, 1) : monthText(year, month + 1);
}

function monthText(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}`;
}
