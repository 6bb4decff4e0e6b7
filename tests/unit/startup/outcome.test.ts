import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { outcomeOf, outcomeSchema } from '../../../src/startup/outcome.ts';
import { CLOCKWORK, Company, withKnobs } from '../../tools/company.ts';

const FACTS = { turns: 7, scratchpadWrites: 2, turnLimitReached: false };
const score = (company: Company, facts = FACTS) => outcomeOf(company.world, facts);

async function withFunds(funds: number): Promise<number> {
  const company = await Company.found(withKnobs(CLOCKWORK.paper, { 'world.initial_funds_cents': 1_000_000 }));
  company.world.updateCompany({ funds_cents: funds });
  return score(company).normalized_funds;
}

describe('spec §10: the outcome', () => {
  test('of a fresh company', async () => {
    const company = await Company.found(CLOCKWORK.paper);
    expect(score(company)).toEqual({
      terminal_reason: null,
      final_funds_cents: 20_000_000,
      survived: true,
      normalized_funds: 0.3333,
      sim_time: '2025-01-01T09:00:00',
      turns: 7,
      prestige: { data_environment: 1, inference: 1, research: 1, training: 1 },
      trust: Object.fromEntries(company.world.clients.all().map(({ name }) => [name, 0])),
      tasks_succeeded: 0,
      tasks_failed: 0,
      tasks_cancelled: 0,
      adversarial_share: null,
      mean_team_size: null,
      scratchpad_writes: 2,
      tasks: [],
    });
  });

  test('tells of each accepted task, in order of acceptance', async () => {
    const company = await Company.found(withKnobs(CLOCKWORK.paper, { 'world.trust_work_reduction_max': 0 }));
    const [first, second, third] = company.offers((task) => company.isLoyal(task));
    const [adversarial] = company.offers((task) => !company.isLoyal(task));
    if (!first || !second || !third || !adversarial) throw new Error('The market is too small.');
    company.start(second, 1, 2, 3, 4);
    company.start(first, 5);
    company.run(`task accept --task-id ${third.title}`);
    company.run(`task accept --task-id ${adversarial.title}`);
    company.run(`task cancel --task-id ${third.title}`);
    company.resumeUntil('task_completed');
    const outcome = score(company);
    expect(outcome.tasks.map(({ title, status, team_size }) => [title, status, team_size])).toEqual([
      [second.title, 'completed_success', 4], [first.title, 'active', 1], [third.title, 'cancelled', 0], [adversarial.title, 'planned', 0],
    ]);
    expect(outcome.tasks[0]).toEqual({
      title: second.title,
      client_name: company.world.clients.need(second.client_id ?? '').name,
      domains: company.world.requirementsOf(second.id).map(({ domain }) => domain),
      reward_cents: second.reward_funds_cents,
      accepted_at: '2025-01-01T09:00:00',
      deadline: '2025-01-09T18:00:00',
      ended_at: '2025-01-07T18:00:00',
      deadline_margin_hours: 48,
      team_size: 4,
      status: 'completed_success',
    });
    expect(outcome.tasks[1]).toMatchObject({ ended_at: null, deadline_margin_hours: null });
    expect(outcome).toMatchObject({
      tasks_succeeded: 1, tasks_failed: 0, tasks_cancelled: 1, adversarial_share: 0.25, mean_team_size: 2.5,
      final_funds_cents: 20_000_000 + second.reward_funds_cents, sim_time: '2025-01-07T18:00:00',
    });
    expect(v.is(outcomeSchema, outcome)).toBe(true);
  });

  test('survived is funds of at least 0', async () => {
    const company = await Company.found(CLOCKWORK.paper);
    for (const [funds, survived] of [[0, true], [-1, false]] as const) {
      company.world.updateCompany({ funds_cents: funds });
      expect(score(company)).toMatchObject({ survived, final_funds_cents: funds });
    }
  });

  test('a turn limit is a reason to end, unless there is another', async () => {
    const company = await Company.found(CLOCKWORK.classic);
    const limited = { ...FACTS, turnLimitReached: true };
    expect(score(company, limited).terminal_reason).toBe('turn_limit');
    company.world.updateCompany({ terminal_reason: 'bankruptcy' });
    expect(score(company, limited).terminal_reason).toBe('bankruptcy');
  });

  test('there are no clients under the classic rules', async () => {
    const company = await Company.found(CLOCKWORK.classic);
    company.run(`task accept --task-id ${company.offer().id}`);
    expect(score(company)).toMatchObject({ trust: {}, adversarial_share: null, tasks: [{ client_name: null }] });
  });

  test.each([
    [1_000_000, 0.3333], [10_000_000, 0.6667], [100_000_000, 1], [100_000, 0], [2_000_000, 0.4337], [1, 0], [0, 0], [-5, 0], [1e12, 1],
  ])('normalised funds: %d of initially 1 000 000 are %d', async (funds, expected) => {
    expect(await withFunds(funds)).toBe(expected);
  });
});
