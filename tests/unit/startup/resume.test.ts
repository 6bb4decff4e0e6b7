import { describe, expect, test } from 'vitest';
import { addBusinessHours, formatInstant, instantOf, parseInstant, type Instant } from '../../../src/core/calendar.ts';
import { Decimal } from '../../../src/core/decimal.ts';
import { nextPayday } from '../../../src/startup/resume.ts';
import type { World } from '../../../src/startup/world.ts';
import { CLOCKWORK, Company, withKnobs } from '../../tools/company.ts';
import { property } from '../../tools/property.ts';

const working = { startHour: 9, endHour: 18 };
const aWorld = { working } as World;

function at(text: string): Instant {
  const instant = parseInstant(`${text}:00`);
  if (instant === null) throw new Error(text);
  return instant;
}

const payday = (from: string, to: string) => {
  const found = nextPayday(aWorld, at(from), at(to));
  return found === null ? null : formatInstant(found).slice(0, 16);
};

describe('spec §3: payroll falls on the first weekday of each month at 9:00', () => {
  test.each([
    ['strictly after the start of the step', '2025-01-01T09:00', '2025-02-10T00:00', '2025-02-03T09:00'],
    ['strictly after the start of the step, even by a minute', '2025-01-01T08:59', '2025-02-10T00:00', '2025-01-01T09:00'],
    ['up to and including its end', '2025-01-20T09:00', '2025-02-03T09:00', '2025-02-03T09:00'],
    ['not after its end', '2025-01-20T09:00', '2025-02-03T08:59', null],
    ['the first of several', '2025-01-20T09:00', '2025-12-31T09:00', '2025-02-03T09:00'],
    ['over a year’s end', '2025-12-01T09:00', '2026-02-01T09:00', '2026-01-01T09:00'],
    ['none in an empty step', '2025-02-03T09:00', '2025-02-03T09:00', null],
    ['a month whose first day at 9:00 is the step’s very end does not count', '2025-12-01T09:00', '2026-01-01T09:00', null],
    ['but one a minute later does', '2025-12-01T09:00', '2026-01-01T09:01', '2026-01-01T09:00'],
    ['and one that starts on a weekend counts on its Monday, the very end', '2026-02-02T09:00', '2026-03-02T09:00', '2026-03-02T09:00'],
  ])('%s', (_what, from, to, expected) => {
    expect(payday(from, to)).toBe(expected);
  });

  property('as a plain walk over the days finds it', (dice) => {
    for (let count = 0; count < 500; count++) {
      const from = instantOf(dice.whole(2020, 2040), dice.whole(1, 12), dice.whole(1, 28), dice.whole(0, 23));
      const to = from + dice.whole(0, 70 * 24) * 3600e6;
      let expected: Instant | null = null;
      const seen = new Set<string>();
      for (let day = new Date(from / 1000 - 40 * 86_400_000); day.getTime() * 1000 <= to + 86_400e6; day = new Date(day.getTime() + 86_400_000)) {
        const month = day.toISOString().slice(0, 7);
        if ([0, 6].includes(day.getUTCDay()) || seen.has(month)) continue;
        seen.add(month); // its first weekday, but for the first month seen, which may have begun before
        if (seen.size === 1 && day.getUTCDate() > 3) continue;
        const pay = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 9) * 1000;
        const first = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1, 9) * 1000;
        if (pay > from && pay <= to && first !== to) expected ??= pay;
      }
      expect(nextPayday(aWorld, from, to), `${formatInstant(from)} to ${formatInstant(to)}`).toBe(expected);
    }
  });
});

const HORIZON = { 'world.initial_funds_cents': 100_000_000 };

async function idle(knobs: Parameters<typeof withKnobs>[1] = {}): Promise<Company> {
  return Company.found(withKnobs(CLOCKWORK.classic, { ...HORIZON, 'sim.horizon_years': 1, ...knobs }));
}

/** Resumes an idle classic company to the end of its run; the answers. */
function toTheEnd(company: Company) {
  const answers = [];
  while (company.simulation.terminalReason === null) answers.push(company.resume());
  return answers;
}

describe('spec §5: an idle run under the classic rules', () => {
  test('stops at each payroll, then at the horizon; January’s payroll is not taken at a horizon of January 1, 9:00', async () => {
    const answers = toTheEnd(await idle());
    expect(answers.map(({ new_sim_time }) => new_sim_time.slice(0, 10))).toEqual([
      '2025-02-03', '2025-03-03', '2025-04-01', '2025-05-01', '2025-06-02', '2025-07-01', '2025-08-01', '2025-09-01',
      '2025-10-01', '2025-11-03', '2025-12-01', '2026-01-01',
    ]);
    for (const answer of answers.slice(0, -1)) {
      expect(answer).toMatchObject({
        ok: true, checkpoint_event_type: 'horizon_end', events_processed: 0, payrolls_applied: 1, horizon_reached: false, terminal_reason: null,
        wake_events: [{ type: 'monthly_payroll' }],
      });
    }
    expect(answers.at(-1)).toMatchObject({
      checkpoint_event_type: 'horizon_end', events_processed: 1, payrolls_applied: 0, balance_delta: 0, horizon_reached: true, bankrupt: false,
      terminal_reason: 'horizon_end', wake_events: [{ type: 'horizon_end', reached: true }],
    });
  });

  test('at a horizon that is a payday but no first of the month, payroll is taken, and before the end', async () => {
    const company = await idle({ 'sim.start_date': '2025-03-02' }); // to Monday, 2026-03-02, 9:00
    const answers = toTheEnd(company);
    expect(answers.at(-1)).toMatchObject({
      new_sim_time: '2026-03-02T09:00:00', payrolls_applied: 1, events_processed: 1, terminal_reason: 'horizon_end',
      wake_events: [{ type: 'monthly_payroll' }, { type: 'horizon_end' }],
    });
    // The first is taken on 2025-03-03, so twelve and one.
    expect(company.world.ledger.size).toBe(13 * 10);
  });

  test('old_sim_time is the true old time (spec §9)', async () => {
    const company = await idle();
    let time = '2025-01-01T09:00:00';
    for (const answer of toTheEnd(company)) {
      expect(answer.old_sim_time).toBe(time);
      time = answer.new_sim_time;
    }
  });

  test('payroll pays every salary, a ledger entry each, by employee number', async () => {
    const company = await idle();
    const { balance_delta, wake_events } = company.resume();
    const salaries = company.world.employees.all().map(({ id, salary_cents }) => ({ ref_id: id, amount_cents: -salary_cents }));
    expect(company.world.ledger.all().map(({ ref_id, amount_cents }) => ({ ref_id, amount_cents }))).toEqual(salaries);
    expect(company.world.ledger.all().every(({ category, ref_type }) => category === 'monthly_payroll' && ref_type === 'employee')).toBe(true);
    expect(balance_delta).toBe(company.ledgerSum());
    expect(wake_events).toEqual([{ type: 'monthly_payroll', funds_after: 100_000_000 + company.ledgerSum() }]);
  });

  test('below zero ends the run as bankruptcy; exactly zero does not', async () => {
    const payroll = (await idle()).run('company status').monthly_payroll_cents;
    const exact = await idle({ 'world.initial_funds_cents': payroll });
    expect(exact.resume()).toMatchObject({ bankrupt: false, terminal_reason: null });
    expect(exact.resume()).toMatchObject({ bankrupt: true, terminal_reason: 'bankruptcy' });
    const short = await idle({ 'world.initial_funds_cents': payroll - 1 });
    expect(short.resume()).toMatchObject({
      bankrupt: true, horizon_reached: false, terminal_reason: 'bankruptcy', balance_delta: -payroll, wake_events: [{ type: 'monthly_payroll', funds_after: -1 }],
    });
    expect(short.run('company status')).toMatchObject({ funds_cents: -1, risk: { bankrupt: true } });
  });

  test('prestige falls by the daily decay, in calendar days, not below the minimum', async () => {
    const company = await idle({ 'world.prestige_decay_per_day': 0.01, 'world.initial_prestige_level': 2, 'world.prestige_min': 1.5 });
    company.resume(); // 33 days
    expect(company.world.prestige.all().map(({ level }) => level)).toEqual([1.67, 1.67, 1.67, 1.67]);
    company.resume();
    expect(company.world.prestige.all().map(({ level }) => level)).toEqual([1.5, 1.5, 1.5, 1.5]);
  });
});

describe('spec §7: after the end of a run sim resume answers the same terminal reason and changes nothing', () => {
  test.each([
    ['horizon_end', CLOCKWORK.classic, 100_000_000],
    ['bankruptcy', CLOCKWORK.classic, 1],
    ['bankruptcy', CLOCKWORK.paper, 1],
  ])('%s (%#)', async (reason, text, funds) => {
    const company = await Company.found(withKnobs(text, { 'world.initial_funds_cents': funds, 'sim.horizon_years': 1 }));
    company.start(company.offer((task) => company.isLoyal(task)), 1); // too late, and so no help
    while (company.simulation.terminalReason === null) company.resume();
    const before = company.state();
    for (let count = 0; count < 3; count++) {
      const answer = company.resume();
      expect(answer).toMatchObject({
        ok: true, terminal_reason: reason, bankrupt: reason === 'bankruptcy', horizon_reached: reason === 'horizon_end',
        balance_delta: 0, payrolls_applied: 0, events_processed: 0, wake_events: [],
      });
      expect(answer.new_sim_time).toBe(answer.old_sim_time);
    }
    expect(company.state()).toEqual(before);
  });
});

describe('spec §5: events', () => {
  test('paper: refused with nothing active, in the recorded words; classic runs on', async () => {
    const words =
      'No active tasks. Accept and dispatch a task before calling sim resume. Use: market browse → task accept → task dispatch → sim resume';
    const company = await Company.found(CLOCKWORK.paper);
    expect(company.refusal('sim resume')).toBe(words);
    const task = company.offer();
    company.run(`task accept --task-id ${task.title}`);
    company.assign(task, 1);
    expect(company.refusal('sim resume')).toBe(words);
    company.run(`task dispatch --task-id ${task.title}`);
    expect(company.resume().ok).toBe(true);
  });

  test('checkpoint_event_type names the event aimed at, even when payroll stopped the step', async () => {
    const slow = await Company.found(withKnobs(CLOCKWORK.paper, { 'world.dist.required_qty.value': 1500 }));
    slow.start(slow.offer((task) => slow.isLoyal(task)), 1);
    expect(slow.resume()).toMatchObject({
      checkpoint_event_type: 'task_completed', new_sim_time: '2025-02-03T09:00:00', payrolls_applied: 1, events_processed: 0,
      wake_events: [{ type: 'monthly_payroll' }],
    });
  });

  test('completion comes when remaining/rate business hours are over', async () => {
    const company = await Company.found(CLOCKWORK.paper);
    const task = company.offer((offered) => company.isLoyal(offered));
    company.start(task, 1, 2, 3); // 900 units at 15 an hour: 60 h
    expect(company.resume()).toMatchObject({ new_sim_time: '2025-01-09T15:00:00', events_processed: 1, checkpoint_event_type: 'task_completed' });
    expect(company.task(task).status).toBe('completed_success');
  });

  test('at one instant payroll comes before events', async () => {
    // From Monday, 2025-02-24, 9:00 to Monday, 2025-03-03, 9:00 are 45 h, which end on Friday at 18:00: so a little more.
    const company = await Company.found(withKnobs(CLOCKWORK.paper, { 'sim.start_date': '2025-02-24' }));
    const task = company.offer((offered) => company.isLoyal(offered));
    company.start(task, 1, 2, 3, 4);
    const due = instantOf(2025, 3, 3, 9);
    company.world.events.update(company.world.events.need(task.id, 'task_completed'), { due_at: due });
    company.world.store.commit();
    expect(company.resume().wake_events.map(({ type }: { type: string }) => type)).toEqual(['monthly_payroll', 'task_completed']);
  });

  test('a run that goes bankrupt by payroll processes no event of that instant', async () => {
    const company = await Company.found(withKnobs(CLOCKWORK.paper, { 'sim.start_date': '2025-02-24', 'world.initial_funds_cents': 1 }));
    const task = company.offer((offered) => company.isLoyal(offered));
    company.start(task, 1, 2, 3, 4);
    company.world.events.update(company.world.events.need(task.id, 'task_completed'), { due_at: instantOf(2025, 3, 3, 9) });
    company.world.store.commit();
    expect(company.resume()).toMatchObject({ terminal_reason: 'bankruptcy', events_processed: 0, wake_events: [{ type: 'monthly_payroll' }] });
    expect(company.task(task).status).toBe('active');
  });

  test('spec §9: events of the same instant and kind come in order of acceptance', async () => {
    const company = await Company.found(CLOCKWORK.classic);
    const tasks = company.offers().slice(0, 4).reverse();
    for (const task of tasks) company.run(`task accept --task-id ${task.id}`);
    for (const [index, task] of [...tasks.entries()].sort(() => -1)) {
      company.assign(task, 2 * index + 1, 2 * index + 2);
      company.run(`task dispatch --task-id ${task.id}`);
    }
    const done: string[] = [];
    while (done.length < 4) for (const { type, task_id } of company.resume().wake_events) if (type === 'task_completed') done.push(task_id);
    expect(done).toEqual(tasks.map(({ id }) => id));
  });

  test('a milestone wakes with its percentage, and only the next one follows', async () => {
    const company = await Company.found(withKnobs(CLOCKWORK.paper, { 'world.task_progress_milestones': [0.25, 0.5] }));
    const task = company.offer((offered) => company.isLoyal(offered));
    company.start(task, 1, 2); // 10 an hour
    // 225 units: 22.5 h, two days and 4.5 h. Credited until then: 15 + 15 + 4.5 h, 345 units.
    expect(company.resume()).toMatchObject({
      new_sim_time: '2025-01-03T13:30:00', checkpoint_event_type: 'task_half_progress', events_processed: 1,
      wake_events: [{ type: 'task_half', task_id: task.id, milestone_pct: 25, handled: true }],
    });
    expect(company.world.requirementsOf(task.id)[0]?.completed_qty).toBe(345);
    // The other 105 to a half take 10.5 h: to 18:00, and 6 h on Monday.
    expect(company.resume()).toMatchObject({ new_sim_time: '2025-01-06T15:00:00', wake_events: [{ type: 'task_half', milestone_pct: 50 }] });
    expect(company.resume()).toMatchObject({ checkpoint_event_type: 'task_completed' });
  });

  test('spec §4: a completed task’s pending milestone is still reported when due (handled: true), and none follows it', async () => {
    const company = await Company.found(withKnobs(CLOCKWORK.classic, { 'world.task_progress_milestones': [0.98, 0.99], 'world.dist.required_qty.value': 200 }));
    const [quick, slow] = company.offers();
    if (!quick || !slow) throw new Error('The market is empty.');
    company.start(quick, 1, 2, 3, 4, 5); // 5 an hour: 0.98 after 39.2 h
    company.start(slow, 6, 7, 8, 9); // 4 an hour: 0.98 after 49 h, but by then credited until midnight
    const events = company.resume().wake_events;
    expect(events[0]).toEqual({ type: 'task_half', task_id: quick.id, milestone_pct: 98, handled: true });
    expect(events.slice(1).map(({ type, task_id, milestone_pct }: Record<string, unknown>) => [type, task_id, milestone_pct])).toEqual([
      ['task_completed', quick.id, undefined],
      ['task_completed', slow.id, undefined],
      ['task_half', quick.id, 99],
      ['task_half', slow.id, 98],
    ]);
    expect(company.world.events.size).toBe(0);
  });
});

test('spec §3: work is credited until midnight while projections stop at 18:00', async () => {
  const company = await Company.found(CLOCKWORK.paper);
  const [short, long] = company.offers((task) => company.isLoyal(task));
  if (!short || !long) throw new Error('The market is empty.');
  company.start(short, 1, 2, 3, 4); // 45 h: until 2025-01-07, 18:00
  company.start(long, 5);
  company.resume();
  // Long has had 4 weekdays of 15 h and one of 9 h: 69 h of 5.
  expect(company.run(`task inspect --task-id ${long.title}`)).toMatchObject({ requirements: [{ completed_qty: 345, remaining_qty: 555 }] });
  const due = company.world.events.need(long.id, 'task_completed').due_at;
  expect(due).toBe(addBusinessHours(company.simulation.simTime, new Decimal(111), working));
});
