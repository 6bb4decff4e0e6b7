import { describe, expect, test } from 'vitest';
import { formatInstant, parseInstant } from '../../../../src/core/calendar.ts';
import type { TaskRow } from '../../../../src/startup/world.ts';
import { CLOCKWORK, Company, withKnobs } from '../../../tools/company.ts';

const quantity = (company: Company, task: TaskRow) => company.world.requirementsOf(task.id)[0]?.required_qty;

function setTrust(company: Company, trust: number): void {
  for (const client of company.world.clients.all()) company.world.clients.update(client, { trust });
  company.world.store.commit();
}

describe.each(['paper', 'classic'] as const)('task accept (%s)', (rules) => {
  test('plans the task and fixes its deadline', async () => {
    const company = await Company.found(CLOCKWORK[rules]);
    const task = company.offer((offered) => company.isLoyal(offered));
    const answer = company.run(`task accept --task-id ${company.nameOf(task)}`);
    expect(answer).toEqual({
      task_id: company.nameOf(task),
      status: 'planned',
      accepted_at: '2025-01-01T09:00:00',
      deadline: '2025-01-09T18:00:00', // seven business days, the first of them today
      replacement_task_id: expect.any(String),
    });
    expect(company.task(task)).toMatchObject({ status: 'planned', accepted_order: 1, accepted_at: company.simulation.simTime, deadline: parseInstant(answer.deadline) });
  });

  test('spec §4: the deadline is max(least, int(largest quantity/quantity a day)) business days', async () => {
    for (const [perDay, deadline] of [[90, '2025-01-14T18:00:00'], [91, '2025-01-13T18:00:00'], [112.6, '2025-01-09T18:00:00'], [1000, '2025-01-09T18:00:00']] as const) {
      const company = await Company.found(withKnobs(CLOCKWORK[rules], { 'world.deadline_qty_per_day': perDay }));
      const task = company.offer((offered) => company.isLoyal(offered));
      expect(company.run(`task accept --task-id ${task.id}`).deadline, `${perDay} a day`).toBe(deadline);
    }
  });

  test('refuses a task that is taken or that there is not', async () => {
    const company = await Company.found(CLOCKWORK[rules]);
    const task = company.offer();
    company.start(task, 1);
    const name = rules === 'paper' ? 'Task-12' : company.offers()[5]?.id;
    company.run(`task accept --task-id ${name}`);
    expect(company.refusal(`task accept --task-id ${task.id}`)).toBe(`Task ${task.id} is not in market status (current: active).`);
    expect(company.refusal(`task accept --task-id ${name}`)).toBe(`Task ${name} is not in market status (current: planned).`);
    company.run(`task cancel --task-id ${task.id}`);
    expect(company.refusal(`task accept --task-id ${task.id}`)).toBe(`Task ${task.id} is not in market status (current: cancelled).`);
    const nobody = '00000000-0000-4000-8000-000000000000';
    expect(company.refusal(`task accept --task-id ${nobody}`)).toBe(rules === 'paper' ? `Task '${nobody}' not found.` : `Task ${nobody} not found.`);
    expect(company.refusal('task accept --task-id nope')).toBe(rules === 'paper' ? "Task 'nope' not found." : 'Invalid UUID: nope');
    expect(company.refusal("task accept --task-id ''")).toBe(rules === 'paper' ? "Task '' not found." : 'Invalid UUID: ');
    expect(company.refusal('task accept --task-id __proto__')).toBe(rules === 'paper' ? "Task '__proto__' not found." : 'Invalid UUID: __proto__');
    expect(company.usage('task accept')).toContain("Missing option '--task-id'.");
  });

  test('refuses a task whose prestige is not there, in any required domain', async () => {
    const company = await Company.found(withKnobs(rules, { 'world.initial_prestige_level': 2.5 }));
    const task = company.offer(({ required_prestige, required_trust }) => required_prestige === 3 && required_trust === 0);
    const [requirement] = company.world.requirementsOf(task.id);
    const words = `Company prestige in ${requirement?.domain} (2.5) does not meet task requirement (3).`;
    expect(company.refusal(`task accept --task-id ${company.nameOf(task)}`)).toBe(words);
    for (const { domain } of company.world.requirementsOf(task.id)) company.world.setPrestige(domain, 3);
    company.world.store.commit();
    expect(company.run(`task accept --task-id ${company.nameOf(task)}`).status).toBe('planned');
  });

  test('whole prestige is printed as Python prints a float', async () => {
    const company = await Company.found(rules);
    const task = company.offer(({ required_prestige }) => required_prestige > 1);
    expect(company.refusal(`task accept --task-id ${task.id}`)).toMatch(/^Company prestige in [a-z_]+ \(1\.0\) does not meet task requirement \([2-9]\)\.$/);
  });
});

describe('spec §6: trust', () => {
  test('gates after prestige', async () => {
    const company = await Company.found(withKnobs('paper', { 'world.trust_gating_fraction': 1 }));
    const task = company.offer(({ required_trust, required_prestige }) => required_trust === 2 && required_prestige === 1);
    const client = company.world.clients.need(task.client_id ?? '');
    expect(company.refusal(`task accept --task-id ${task.title}`)).toBe(`Client trust with ${client.name} (0.0) does not meet task requirement (2).`);
    setTrust(company, 1.999);
    expect(company.refusal(`task accept --task-id ${task.title}`)).toBe(`Client trust with ${client.name} (1.999) does not meet task requirement (2).`);
    const harder = company.offer(({ required_trust, required_prestige }) => required_trust > 2 && required_prestige > 1);
    expect(company.refusal(`task accept --task-id ${harder.title}`)).toMatch(/^Company prestige in /);
    setTrust(company, 2);
    expect(company.run(`task accept --task-id ${task.title}`).status).toBe('planned');
  });

  test('a loyal client’s work shrinks, and the deadline is computed from that', async () => {
    const company = await Company.found(withKnobs(CLOCKWORK.paper, { 'world.deadline_qty_per_day': 90 }));
    setTrust(company, 2); // 1 − 0.5 × 2/5: 720 of 900
    const task = company.offer((offered) => company.isLoyal(offered));
    expect(company.run(`task accept --task-id ${task.title}`).deadline).toBe('2025-01-10T18:00:00'); // 8 days
    expect(quantity(company, task)).toBe(720);
  });

  test('an adversarial client’s work grows after the deadline is fixed, and trust does not shrink it', async () => {
    const company = await Company.found(withKnobs(CLOCKWORK.paper, { 'world.deadline_qty_per_day': 90 }));
    setTrust(company, 2);
    const task = company.offer((offered) => !company.isLoyal(offered));
    expect(company.run(`task inspect --task-id ${task.title}`).requirements[0].required_qty).toBe(900);
    expect(company.run(`task accept --task-id ${task.title}`).deadline).toBe('2025-01-14T18:00:00'); // 10 days
    expect(quantity(company, task)).toBe(3600);
  });
});

test('spec §3: a deadline counts from the next working instant', async () => {
  const company = await Company.found(withKnobs(CLOCKWORK.paper, { 'world.dist.required_qty.value': 1000 }));
  company.start(company.offer((task) => company.isLoyal(task)), 1, 2, 3, 4); // 50 h
  company.resume();
  expect(formatInstant(company.simulation.simTime)).toBe('2025-01-08T14:00:00');
  expect(company.run(`task accept --task-id ${company.offer((task) => company.isLoyal(task)).id}`).deadline).toBe('2025-01-17T14:00:00');
});
