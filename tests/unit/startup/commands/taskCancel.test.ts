import { describe, expect, test } from 'vitest';
import { CLOCKWORK, Company, withKnobs } from '../../../tools/company.ts';

const KNOBS = { 'world.initial_prestige_level': 3, 'world.penalty_cancel_multiplier': 1.5 };

describe.each(['paper', 'classic'] as const)('spec §9: task cancel (%s)', (rules) => {
  async function opened() {
    const company = await Company.found(withKnobs(CLOCKWORK[rules], { ...KNOBS, 'world.task_progress_milestones': [0.5] }));
    const task = company.offer((offered) => company.isLoyal(offered));
    const domain = company.world.requirementsOf(task.id)[0]?.domain ?? 'research';
    return { company, task, domain, name: company.nameOf(task) };
  }

  test('answers with the stated keys; prestige falls by the multiple of the delta in each required domain', async () => {
    const { company, task, domain, name } = await opened();
    company.run(`task accept --task-id ${name}`);
    expect(company.run(`task cancel --task-id ${name} --reason 'too much'`)).toEqual({
      task_id: name,
      status: 'cancelled',
      reason: 'too much',
      cancel_penalty_per_domain: 0.3,
      prestige_changes: { [domain]: { old: 3, new: 2.7, delta: -0.3 } },
      ...(rules === 'paper' ? { trust_delta: 0 } : {}),
      bankrupt: false,
    });
    const levels = Object.fromEntries(company.world.prestige.all().map((row) => [row.domain, row.level]));
    expect(levels).toEqual({ research: 3, inference: 3, data_environment: 3, training: 3, [domain]: 2.7 });
    expect(company.task(task)).toMatchObject({ status: 'cancelled', completed_at: company.simulation.simTime });
    expect(company.run(`task inspect --task-id ${task.id}`)).toMatchObject({ status: 'cancelled', success: null });
  });

  test('without a reason there is none', async () => {
    const { company, name } = await opened();
    company.run(`task accept --task-id ${name}`);
    expect(company.run(`task cancel --task-id ${name}`).reason).toBeNull();
  });

  test('prestige does not fall below the minimum, and the change says so', async () => {
    const company = await Company.found(withKnobs(CLOCKWORK[rules], { 'world.initial_prestige_level': 1.1, 'world.penalty_cancel_multiplier': 1.5 }));
    const task = company.offer();
    company.run(`task accept --task-id ${task.id}`);
    const { cancel_penalty_per_domain, prestige_changes } = company.run(`task cancel --task-id ${task.id}`);
    expect(cancel_penalty_per_domain).toBe(0.3);
    expect(Object.values(prestige_changes)).toEqual([{ old: 1.1, new: 1, delta: -0.1 }]);
  });

  test('costs no money', async () => {
    const { company, name } = await opened();
    company.run(`task accept --task-id ${name}`);
    const funds = company.world.company.funds_cents;
    company.run(`task cancel --task-id ${name}`);
    expect([company.world.company.funds_cents, company.world.ledger.size]).toEqual([funds, 0]);
  });

  test('the task’s events go, and the freed employees’ tasks are re-projected', async () => {
    const { company, task } = await opened();
    const other = company.offer((offered) => company.isLoyal(offered) && offered.id !== task.id);
    company.start(other, 1, 2);
    const alone = ['task_completed', 'task_half_progress'].map((kind) => company.world.events.need(other.id, kind).due_at);
    company.start(task, 2, 3);
    expect(company.world.events.need(other.id, 'task_completed').due_at).toBeGreaterThan(alone[0] ?? 0);
    company.run(`task cancel --task-id ${task.id}`);
    expect(['task_completed', 'task_half_progress'].map((kind) => company.world.events.need(other.id, kind).due_at)).toEqual(alone);
    expect(company.world.events.all().map(({ task_id }) => task_id)).not.toContain(task.id);
    expect(company.world.events.size).toBe(2);
    const row = company.run('employee list').employees[1];
    expect(rules === 'paper' ? row.active_tasks : row.active_task_ids).toEqual([company.nameOf(other)]);
  });

  test('refuses a task of another status, or that there is not', async () => {
    const { company, task, name } = await opened();
    expect(company.refusal(`task cancel --task-id ${name}`)).toBe(`Task ${name} cannot be cancelled (current: market).`);
    company.start(task, 1, 2, 3, 4, 5, 6);
    company.resumeUntil('task_completed');
    const { status } = company.task(task);
    expect(company.refusal(`task cancel --task-id ${task.id} --reason x`)).toBe(`Task ${task.id} cannot be cancelled (current: ${status}).`);
    const second = company.offer();
    company.run(`task accept --task-id ${second.id}`);
    company.run(`task cancel --task-id ${second.id}`);
    expect(company.refusal(`task cancel --task-id ${second.id}`)).toBe(`Task ${second.id} cannot be cancelled (current: cancelled).`);
    expect(company.refusal('task cancel --task-id nope')).toBe(rules === 'paper' ? "Task 'nope' not found." : 'Invalid UUID: nope');
    expect(company.usage('task cancel --reason x')).toContain("Missing option '--task-id'.");
  });

  test('a replacement stays on the market', async () => {
    const { company, name } = await opened();
    company.run(`task accept --task-id ${name}`);
    company.run(`task cancel --task-id ${name}`);
    expect(company.offers().length).toBe(24);
  });
});

test('spec §9: trust falls by the cancel penalty, the client’s alone, not below 0', async () => {
  const company = await Company.found(withKnobs(CLOCKWORK.paper, { 'world.trust_fragility': 0.4 }));
  const [first, second] = company.offers((task) => company.isLoyal(task));
  if (!first || !second || first.client_id === second.client_id) throw new Error('Two clients are needed.');
  for (const client of company.world.clients.all()) company.world.clients.update(client, { trust: client.id === first.client_id ? 2.5 : 0.1 });
  company.world.store.commit();
  for (const task of [first, second]) company.run(`task accept --task-id ${task.title}`);
  expect(company.run(`task cancel --task-id ${first.title}`).trust_delta).toBe(-0.4);
  expect(company.trustOf(first)).toBe(2.1);
  expect(company.trustOf(second)).toBe(0.1);
  expect(company.run(`task cancel --task-id ${second.title}`).trust_delta).toBe(-0.1);
  expect(company.trustOf(second)).toBe(0);
  expect(company.run('client history').client_history.every((row: { tasks_failed: number }) => row.tasks_failed === 0)).toBe(true);
});

test('in a task of several domains each falls', async () => {
  const company = await Company.found(withKnobs(CLOCKWORK.classic, { ...KNOBS, 'world.dist.domain_count.value': 3 }));
  const task = company.offer();
  const domains = company.world.requirementsOf(task.id).map(({ domain }) => domain);
  company.run(`task accept --task-id ${task.id}`);
  const { prestige_changes } = company.run(`task cancel --task-id ${task.id}`);
  expect(Object.keys(prestige_changes)).toEqual(domains);
  expect(Object.values(prestige_changes)).toEqual(Array(3).fill({ old: 3, new: 2.7, delta: -0.3 }));
});
