import { formatInstant, MICROSECONDS_PER_HOUR } from '../../core/calendar.ts';
import { defineCommand, refusal } from './command.ts';
import { pythonList } from './format.ts';
import type { Rules } from '../preset.ts';
import type { LedgerCategory } from '../world.ts';

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
