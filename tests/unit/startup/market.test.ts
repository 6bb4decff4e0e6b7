import { describe, expect, test } from 'vitest';
import { CLOCKWORK, Company, withKnobs } from '../../tools/company.ts';

const SMALL = withKnobs('paper', { 'world.num_market_tasks': 30, 'world.trust_gating_fraction': 0 });

describe('spec §6: the accepted task’s market slot is refilled', () => {
  test('paper: Task-14’s first replacement is Task-13000, then Task-13001', async () => {
    const company = await Company.found(withKnobs(SMALL, { 'world.initial_prestige_level': 5 }));
    expect(company.run('task accept --task-id Task-14').replacement_task_id).toBe('Task-13000');
    expect(company.run('task accept --task-id Task-13000').replacement_task_id).toBe('Task-13001');
    expect(company.run('task accept --task-id Task-1').replacement_task_id).toBe('Task-0');
    expect(company.run('task accept --task-id Task-13001').replacement_task_id).toBe('Task-13002');
    expect(company.run('task accept --task-id Task-0').replacement_task_id).toBe('Task-1');
  });

  test('classic: numbered by accepts, from 0, whatever the slot', async () => {
    const company = await Company.found(withKnobs('classic', { 'world.num_market_tasks': 12 }));
    const titles = [7, 1, 9].map((number) => {
      const task = company.offer((offered) => offered.number === number);
      const { replacement_task_id } = company.run(`task accept --task-id ${task.id}`);
      return company.world.tasks.need(replacement_task_id).title;
    });
    expect(titles).toEqual(['Task-0', 'Task-1', 'Task-2']);
  });

  test.each(['paper', 'classic'])('%s: the replacement asks for the same prestige, for the same client, in the same slot', async (base) => {
    const company = await Company.found(withKnobs(base, { 'world.initial_prestige_level': 9, 'world.num_market_tasks': 30, ...(base === 'paper' ? { 'world.trust_gating_fraction': 0 } : {}) }));
    for (const task of company.offers()) {
      const { replacement_task_id } = company.run(`task accept --task-id ${company.nameOf(task)}`);
      const replacement = company.offer((offered) => company.nameOf(offered) === replacement_task_id);
      const { required_prestige, client_id, slot } = task;
      expect(replacement).toMatchObject({ required_prestige, client_id, slot, status: 'market' });
      expect(replacement.number).toBe(company.world.tasks.size);
    }
    expect(company.offers().length).toBe(30);
  });

  test('the same slot gives the same replacement whatever happened elsewhere (paper)', async () => {
    const [one, other] = [await Company.found(SMALL), await Company.found(SMALL)];
    other.run('task accept --task-id Task-2');
    const facts = (company: Company) => {
      const title = company.run('task accept --task-id Task-1').replacement_task_id;
      const { id: _id, number: _number, ...task } = company.offer((offered) => offered.title === title && offered.slot === 0);
      return task;
    };
    expect(facts(one)).toEqual(facts(other));
  });

  test('replacements are not scaled by the client’s multiplier, as the first market is (paper)', async () => {
    const company = await Company.found(CLOCKWORK.paper);
    for (const task of company.offers()) {
      const client = company.world.clients.need(task.client_id ?? '');
      expect(task.reward_funds_cents).toBe(Math.trunc(1_000_000 * client.reward_multiplier));
      company.run(`task accept --task-id ${task.title}`);
    }
    expect(company.offers().map(({ reward_funds_cents }) => reward_funds_cents)).toEqual(Array(24).fill(1_000_000));
  });

  test('gated tasks pay 1 + boost × level (paper)', async () => {
    const knobs = { 'world.trust_gating_fraction': 1, 'world.num_market_tasks': 60 };
    const [plain, boosted] = [await Company.found(withKnobs('paper', knobs)), await Company.found(withKnobs('paper', { ...knobs, 'world.trust_gated_reward_boost': 0.5 }))];
    let gated = 0;
    for (const [index, task] of boosted.offers().entries()) {
      const ungated = plain.offers()[index];
      if (!ungated) throw new Error('The market is shorter.');
      expect(task.required_trust).toBe(ungated.required_trust);
      if (task.required_trust > 0) gated++;
      const multiplier = boosted.world.clients.need(task.client_id ?? '').reward_multiplier;
      const expected = ungated.reward_funds_cents * (1 + 0.5 * task.required_trust);
      expect(Math.abs(task.reward_funds_cents - expected)).toBeLessThanOrEqual(2 + 3 * multiplier);
    }
    expect(gated).toBeGreaterThan(5);
  });
});

test('spec §6: a title that repeats means the task on the market, else planned, else active, else the oldest', async () => {
  // Slot 0's replacements are Task-0, Task-1, …: Task-1 names the first task and, later, its second replacement.
  const company = await Company.found(CLOCKWORK.paper);
  const status = () => company.run('task inspect --task-id Task-1').status;
  const oldest = company.offer(({ title }) => title === 'Task-1');
  company.run('task accept --task-id Task-1');
  company.assign(oldest, 1, 2, 3, 4);
  expect(status()).toBe('planned');
  company.run('task accept --task-id Task-0');
  const newest = company.offer(({ title }) => title === 'Task-1');
  expect(status()).toBe('market'); // and the oldest is planned
  company.run(`task dispatch --task-id ${oldest.id}`);
  expect(status()).toBe('market'); // and the oldest is active
  company.run('task accept --task-id Task-1');
  expect(status()).toBe('planned'); // and the oldest is active
  company.assign(newest, 5);
  company.run('task dispatch --task-id Task-1');
  expect([oldest, newest].map((task) => company.task(task).status)).toEqual(['active', 'active']);
  while (company.task(oldest).status === 'active') company.resume();
  expect(status()).toBe('active'); // and the oldest is completed
  company.run('task cancel --task-id Task-1');
  expect([oldest, newest].map((task) => company.task(task).status)).toEqual([status(), 'cancelled']);
});
