import { describe, expect, test } from 'vitest';
import type { Domain } from '../../../src/startup/domains.ts';
import type { TaskRow } from '../../../src/startup/world.ts';
import { CLOCKWORK, Company, withKnobs } from '../../tools/company.ts';

type Knobs = Parameters<typeof withKnobs>[1];

/** Work at a tenth of the paper's rates needs longer deadlines. */
const EASY = { classic: { 'world.deadline_min_biz_days': 30 }, paper: { 'world.trust_work_reduction_max': 0 } };

async function opened(rules: 'paper' | 'classic', knobs: Knobs = {}): Promise<{ company: Company; task: TaskRow; domain: Domain }> {
  const company = await Company.found(withKnobs(CLOCKWORK[rules], { ...EASY[rules], 'world.initial_funds_cents': 100_000_000, ...knobs }));
  const task = company.offer((offered) => company.isLoyal(offered));
  const domain = company.world.requirementsOf(task.id)[0]?.domain;
  if (!domain) throw new Error('A task without a domain.');
  return { company, task, domain };
}

/** Deadlines of one day each, which nobody can keep. */
const HURRIED: Knobs = { 'world.deadline_min_biz_days': 1, 'world.deadline_qty_per_day': 1_000_000 };

function levels(company: Company): Record<string, number> {
  return Object.fromEntries(company.world.prestige.all().map(({ domain, level }) => [domain, level]));
}

const rate = (company: Company, number: number, domain: Domain) =>
  company.world.skills.need(company.world.employees.all()[number - 1]?.id ?? '', domain).rate;
const salary = (company: Company, number: number) => company.world.employees.all()[number - 1]?.salary_cents ?? NaN;

function setRate(company: Company, number: number, domain: Domain, value: number): void {
  const skill = company.world.skills.need(company.world.employees.all()[number - 1]?.id ?? '', domain);
  company.world.skills.update(skill, { rate: value });
  company.world.store.commit();
}

describe('spec §5: on time', () => {
  test.each(['paper', 'classic'] as const)('%s: the reward goes to funds and ledger, the prestige delta to each required domain', async (rules) => {
    const { company, task, domain } = await opened(rules);
    company.start(task, 1, 2, 3, 4, 5, 6);
    const before = company.world.company.funds_cents;
    const event = company.resumeUntil('task_completed');
    expect(event).toMatchObject({ task_id: task.id, success: true, funds_delta: task.reward_funds_cents, bankrupt: false });
    const reward = company.world.ledger.all().filter(({ ref_id }) => ref_id === task.id);
    expect(reward).toMatchObject([{ category: 'task_reward', amount_cents: task.reward_funds_cents, ref_type: 'task' }]);
    expect(company.world.company.funds_cents).toBe(before + company.ledgerSum());
    expect(levels(company)).toEqual({ research: 1, inference: 1, data_environment: 1, training: 1, [domain]: 1.2 });
    expect(company.task(task)).toMatchObject({ status: 'completed_success', completed_at: company.simulation.simTime });
    expect(company.run(`task inspect --task-id ${company.nameOf(task)}`)).toMatchObject({ progress_pct: 100, success: true, requirements: [{ remaining_qty: 0 }] });
  });

  test('prestige stops at the maximum', async () => {
    const { company, task, domain } = await opened('paper', { 'world.prestige_max': 1.1 });
    company.start(task, 1, 2, 3, 4);
    company.resumeUntil('task_completed');
    expect(levels(company)[domain]).toBe(1.1);
  });

  test('exactly at the deadline is on time', async () => {
    const { company, task } = await opened('paper', { 'world.deadline_min_biz_days': 5, 'world.deadline_qty_per_day': 1_000_000 });
    company.start(task, 1, 2, 3, 4); // 45 h
    const event = company.resumeUntil('task_completed');
    expect(event).toMatchObject({ success: true, deadline_margin: 'ahead by 0h' });
    expect(company.simulation.simTime).toBe(company.task(task).deadline);
  });

  test('the margin is in whole wall-clock hours', async () => {
    const { company, task } = await opened('paper'); // seven days: to 2025-01-09, 18:00
    company.start(task, 1, 2, 3, 4); // to 2025-01-07, 18:00
    expect(company.resumeUntil('task_completed').deadline_margin).toBe('ahead by 48h');
  });
});

describe('spec §5: skill boosts', () => {
  test('paper: the best four in each domain learn, up to the cap', async () => {
    const { company, task, domain } = await opened('paper', { 'world.dist.skill_boost.value': 0.1, 'world.skill_rate_max': 8.5 });
    [4, 8, 6, 3, 7, 5].forEach((value, index) => setRate(company, index + 1, domain, value));
    company.start(task, 1, 2, 3, 4, 5, 6);
    company.resumeUntil('task_completed');
    expect([1, 2, 3, 4, 5, 6].map((number) => rate(company, number, domain))).toEqual([4, 8.5, 6.6, 3, 7.7, 5.5]);
    expect(rate(company, 7, domain)).toBe(5);
  });

  test('classic: everybody on the task learns, without a cap', async () => {
    const { company, task, domain } = await opened('classic', { 'world.dist.skill_boost.value': 0.25 });
    [9.5, 1, 1, 1, 1, 1].forEach((value, index) => setRate(company, index + 1, domain, value));
    company.start(task, 1, 2, 3, 4, 5, 6);
    company.resumeUntil('task_completed');
    expect([1, 2, 3, 4, 5, 6, 7].map((number) => rate(company, number, domain))).toEqual([11.875, 1.25, 1.25, 1.25, 1.25, 1.25, 1]);
  });

  test('only in the required domains', async () => {
    const { company, task, domain } = await opened('paper', { 'world.dist.skill_boost.value': 0.1 });
    company.start(task, 1, 2, 3, 4);
    company.resumeUntil('task_completed');
    const others = company.world.skills.all().filter((skill) => skill.domain !== domain);
    expect(others.every((skill) => skill.rate === 5)).toBe(true);
  });
});

describe('spec §5: raises', () => {
  test('classic: each employee’s own salary grows by int(salary × share)', async () => {
    const { company, task } = await opened('classic', { 'world.salary_bump_pct': 0.037 });
    const before = [1, 2, 3, 4, 5, 6].map((number) => salary(company, number));
    company.start(task, 1, 2, 3, 4, 5);
    company.resumeUntil('task_completed');
    const expected = before.map((old, index) => (index < 5 ? old + Math.trunc(old * 0.037) : old));
    expect([1, 2, 3, 4, 5, 6].map((number) => salary(company, number))).toEqual(expected);
  });

  test('paper: a fixed step, int(tier midpoint × share), up to the largest salary', async () => {
    const { company, task } = await opened('paper', { 'world.salary_bump_pct': 0.05, 'world.salary_max_cents': 770_000 });
    const midpoints = { junior: 300_000, mid: 700_000, senior: 1_250_000 };
    const before = company.world.employees.all();
    company.start(task, 1, 2, 3, 4, 5, 6, 7, 8);
    const event = company.resumeUntil('task_completed');
    for (const { id, tier, salary_cents: old } of before) {
      const step = Math.trunc(midpoints[tier] * 0.05);
      expect(company.world.employees.need(id).salary_cents, tier).toBe(Math.max(old, Math.min(770_000, old + step)));
    }
    expect(new Set(before.map(({ tier }) => tier)).size).toBe(2); // of eight employees none is senior
    // Not the raise given but a share of the salaries after it (spec §9).
    const reported = company.world.employees.all().reduce((sum, { salary_cents }) => sum + Math.trunc(salary_cents * 0.05), 0);
    expect(event.salary_bump_total_cents).toBe(reported);
  });

  test('a late task brings none', async () => {
    const { company, task } = await opened('paper', { ...HURRIED, 'world.salary_bump_pct': 0.05, 'world.dist.skill_boost.value': 0.1 });
    const before = [company.world.employees.all(), company.world.skills.all()];
    company.start(task, 1, 2, 3, 4);
    expect(company.resumeUntil('task_completed')).toMatchObject({ success: false, salary_bump_total_cents: 0 });
    expect([company.world.employees.all(), company.world.skills.all()]).toEqual(before);
  });
});

describe('spec §5: late', () => {
  test('paper: prestige falls by the multiple of the delta, and a share of the advertised reward is paid', async () => {
    const knobs = { ...HURRIED, 'world.initial_prestige_level': 3, 'world.penalty_fail_multiplier': 1.5, 'world.penalty_fail_funds_pct': 0.333 };
    const { company, task, domain } = await opened('paper', knobs);
    company.start(task, 1, 2, 3, 4);
    const event = company.resumeUntil('task_completed');
    const penalty = Math.trunc(task.reward_funds_cents * 0.333);
    expect(event).toMatchObject({ success: false, funds_delta: -penalty, listed_reward: task.reward_funds_cents, bankrupt: false });
    expect(company.world.ledger.all()).toMatchObject([{ category: 'task_reward', amount_cents: -penalty, ref_type: 'task', ref_id: task.id }]);
    expect(levels(company)[domain]).toBe(2.7);
    expect(company.task(task).status).toBe('completed_fail');
    expect(event.deadline_margin).toBe('late by 144h'); // from Wednesday, 18:00, to Tuesday, 18:00
  });

  test('classic: prestige only', async () => {
    const { company, task, domain } = await opened('classic', { ...HURRIED, 'world.initial_prestige_level': 3, 'world.penalty_fail_multiplier': 1.5 });
    company.start(task, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    const event = company.resumeUntil('task_completed');
    expect(event).toEqual({ type: 'task_completed', task_id: task.id, success: false, funds_delta: 0, bankrupt: false });
    expect(company.world.ledger.size).toBe(0);
    expect(levels(company)[domain]).toBe(2.7);
  });

  test('prestige does not fall below the minimum', async () => {
    const { company, task, domain } = await opened('paper', HURRIED);
    company.start(task, 1, 2, 3, 4);
    company.resumeUntil('task_completed');
    expect(levels(company)[domain]).toBe(1);
  });

  test('funds below zero after any event end the run', async () => {
    const { company, task } = await opened('paper', { ...HURRIED, 'world.initial_funds_cents': 100 });
    company.start(task, 1, 2, 3, 4);
    expect(company.resume()).toMatchObject({
      terminal_reason: 'bankruptcy', bankrupt: true, horizon_reached: false, checkpoint_event_type: 'task_completed',
      wake_events: [{ type: 'task_completed', success: false, bankrupt: true }],
    });
  });
});

describe('spec §6: trust after a completed task', () => {
  test('the client’s grows, all others’ fall by the cross-client decay, to 3 places; the reported change is unrounded', async () => {
    const { company, task } = await opened('paper', { 'world.trust_focus_pressure': 0.7, 'world.trust_fragility': 0 });
    for (const client of company.world.clients.all()) company.world.clients.update(client, { trust: 1.001 });
    company.world.store.commit();
    company.start(task, 1, 2, 3, 4);
    const event = company.resumeUntil('task_completed');
    const gain = 1.6 * (1 - 1.001 / 5) ** 1.5; // 1.1441…
    expect(event.trust_delta).toBeCloseTo(gain, 12);
    expect(event.trust_delta).not.toBe(Number(gain.toFixed(3)));
    expect(company.trustOf(task)).toBe(Number((1.001 + gain).toFixed(3)));
    const others = company.world.clients.all().filter(({ id }) => id !== task.client_id);
    expect(others.map(({ trust }) => trust)).toEqual(Array(5).fill(0.959));
  });

  test('a late task costs 0.6 × fragility, not below 0, and the others fall as well', async () => {
    const { company, task } = await opened('paper', { ...HURRIED, 'world.trust_focus_pressure': 0.5, 'world.trust_fragility': 0.5 });
    for (const client of company.world.clients.all()) company.world.clients.update(client, { trust: client.id === task.client_id ? 0.1 : 2 });
    company.world.store.commit();
    company.start(task, 1, 2, 3, 4);
    const event = company.resumeUntil('task_completed');
    // Six days and nine hours at 0.015 a day before that.
    const atCompletion = Number((0.1 - 0.015 * 6.375).toFixed(3));
    expect(event.trust_delta).toBeCloseTo(-atCompletion, 12);
    expect(company.trustOf(task)).toBe(0);
    expect(company.world.clients.all().find(({ id }) => id !== task.client_id)?.trust).toBe(Number((Number((2 - 0.015 * 6.375).toFixed(3)) - 0.03).toFixed(3)));
  });
});

test('the wake event of a completed task has the recorded keys', async () => {
  const keys = { classic: 'bankrupt,funds_delta,success,task_id,type', paper: '' };
  keys.paper = [
    'bankrupt', 'client_name', 'deadline_margin', 'employees_assigned', 'funds_delta', 'listed_reward', 'salary_bump_total_cents', 'success', 'task_id',
    'task_title', 'trust_delta', 'type',
  ].join();
  for (const rules of ['classic', 'paper'] as const) {
    const { company, task } = await opened(rules);
    company.start(task, 1, 2, 3);
    expect(Object.keys(company.resumeUntil('task_completed')).sort().join()).toBe(keys[rules]);
  }
});
