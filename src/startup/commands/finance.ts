import { dateParts, formatInstant, MICROSECONDS_PER_HOUR } from '../../core/calendar.ts';
import { defineCommand, refusal } from './command.ts';
import { pythonList } from './format.ts';
import type { Rules } from '../preset.ts';
import type { LedgerCategory, LedgerRow, World } from '../world.ts';

const CATEGORIES: Readonly<Record<Rules, readonly LedgerCategory[]>> = {
  classic: ['monthly_payroll', 'task_reward', 'task_fail_penalty', 'task_cancel_penalty'],
  paper: ['monthly_payroll', 'task_reward', 'task_fail_penalty', 'task_cancel_penalty', 'payment_dispute'],
};

export const financeLedger = defineCommand({
  group: 'finance',
  name: 'ledger',
  summary: 'Every payment in and out.',
  options: {
    from: { flag: '--from', kind: 'date', help: 'first day, MM/DD/YYYY' },
    to: { flag: '--to', kind: 'date', help: 'last day, MM/DD/YYYY' },
    category: { flag: '--category', kind: 'text', help: 'only this category' },
  },
  run(world, { from = -Infinity, to = Infinity, category }) {
    const known = CATEGORIES[world.preset.rules];
    if (category !== undefined && !known.some((name) => name === category)) {
      return refusal(`Invalid category: ${category}. Valid: ${pythonList(known)}`);
    }
    const end = to + 24 * MICROSECONDS_PER_HOUR;
    const entries = world.ledger
      .all()
      .filter((entry) => entry.occurred_at >= from && entry.occurred_at < end)
      .filter((entry) => category === undefined || entry.category === category);
    return {
      count: entries.length,
      total_amount_cents: entries.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
      entries: entries.map(({ id, occurred_at, category: kind, amount_cents, ref_type, ref_id }) => ({
        id,
        occurred_at: formatInstant(occurred_at),
        category: kind,
        amount_cents,
        ref_type,
        ref_id,
      })),
    };
  },
});

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
