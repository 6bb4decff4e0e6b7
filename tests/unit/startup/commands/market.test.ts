import { describe, expect, test } from 'vitest';
import type { TaskRow } from '../../../../src/startup/world.ts';
import { Company, withKnobs } from '../../../tools/company.ts';

const byReward = (tasks: readonly TaskRow[]) => [...tasks].sort((a, b) => b.reward_funds_cents - a.reward_funds_cents || a.number - b.number);

/** What may be accepted now: prestige (its whole part, in every required domain) and trust allow it. */
function isOpen(company: Company, task: TaskRow): boolean {
  const prestige = company.world.requirementsOf(task.id).every(({ domain }) => Math.floor(company.world.prestige.need(domain).level) >= task.required_prestige);
  return prestige && company.trustOf(task) >= task.required_trust;
}

const names = (company: Company, tasks: readonly TaskRow[]) => tasks.map((task) => company.nameOf(task));
const listed = (answer: { tasks: { task_id: string }[] }) => answer.tasks.map(({ task_id }) => task_id);

describe('market browse (paper)', () => {
  test('spec §7: lists what can be accepted now, by reward, highest first, then in order of creation', async () => {
    const company = await Company.found('paper');
    for (const [domain, level] of [['research', 3.999], ['training', 2]] as const) company.world.prestige.update(company.world.prestige.need(domain), { level });
    company.world.clients.update(company.world.clients.all()[2] ?? company.world.clients.all()[0]!, { trust: 2.5 });
    const open = byReward(company.offers((task) => isOpen(company, task)));
    const answer = company.run('market browse --limit 500');
    expect(listed(answer)).toEqual(names(company, open));
    expect(answer).toMatchObject({ total: open.length, offset: 0, limit: 500 });
    expect(open.length).toBeGreaterThan(50);
    expect(open.some(({ required_trust }) => required_trust > 0)).toBe(true);
    expect(open.length).toBeLessThan(200);
  });

  test('spec §7: first offset, then limit; total counts what is listed', async () => {
    const company = await Company.found('paper');
    const open = names(company, byReward(company.offers((task) => isOpen(company, task))));
    expect(company.run('market browse')).toMatchObject({ total: 50, offset: 0, limit: 50 });
    const page = company.run('market browse --limit 7 --offset 60');
    expect(listed(page)).toEqual(open.slice(60, 67));
    expect(page).toMatchObject({ total: 7, offset: 60, limit: 7 });
    expect(company.run(`market browse --offset ${open.length - 2}`)).toMatchObject({ total: 2, limit: 50 });
    expect(company.run('market browse --offset 5000')).toEqual({ total: 0, offset: 5000, limit: 50, tasks: [] });
    expect(company.run('market browse --limit 0')).toEqual({ total: 0, offset: 0, limit: 0, tasks: [] });
  });

  test('by domain and least reward', async () => {
    const company = await Company.found('paper');
    const matches = company.offers((task) => isOpen(company, task) && task.reward_funds_cents >= 700_000 && company.world.requirementsOf(task.id).some(({ domain }) => domain === 'training'));
    expect(listed(company.run('market browse --domain training --reward-min-cents 700000 --limit 500'))).toEqual(names(company, byReward(matches)));
    expect(matches.length).toBeGreaterThan(0);
    const [best] = byReward(matches);
    expect(listed(company.run(`market browse --domain training --reward-min-cents ${best?.reward_funds_cents}`))).toEqual([best?.title]);
  });

  test('every task has the recorded keys', async () => {
    const company = await Company.found('paper');
    const [best] = byReward(company.offers((task) => isOpen(company, task)));
    if (!best) throw new Error('Nothing is open.');
    expect(company.run('market browse --limit 1').tasks[0]).toEqual({
      task_id: best.title,
      client_name: company.world.clients.need(best.client_id ?? '').name,
      required_prestige: best.required_prestige,
      required_trust: best.required_trust,
      reward_funds_cents: best.reward_funds_cents,
      reward_prestige_delta: best.reward_prestige_delta,
      skill_boost_pct: best.skill_boost,
      requirements: company.world.requirementsOf(best.id).map(({ domain, required_qty }) => ({ domain, required_qty })),
    });
  });

  test('what it lists can be accepted, and nothing else', async () => {
    const company = await Company.found(withKnobs('paper', { 'world.num_market_tasks': 40, 'world.initial_prestige_level': 2 }));
    const open = listed(company.run('market browse'));
    const all = company.offers();
    expect(open.length).toBeGreaterThan(5);
    expect(open.length).toBeLessThan(all.length);
    for (const { title } of all) {
      if (open.includes(title)) company.run(`task accept --task-id ${title}`);
      else expect(company.refusal(`task accept --task-id ${title}`)).toMatch(/does not meet task requirement/);
    }
  });
});

describe('market browse (classic)', () => {
  test('spec §1: everything is listed, total counts all matches', async () => {
    const company = await Company.found('classic');
    const all = names(company, byReward(company.offers()));
    const answer = company.run('market browse');
    expect(listed(answer)).toEqual(all.slice(0, 50));
    expect(answer).toMatchObject({ total: 200, offset: 0, limit: 50 });
    expect(company.run('market browse --limit 10 --offset 195')).toMatchObject({ total: 200, offset: 195, limit: 10 });
    expect(listed(company.run('market browse --limit 10 --offset 195'))).toEqual(all.slice(195));
  });

  test('also by prestige', async () => {
    const company = await Company.found('classic');
    const matches = company.offers((task) => task.required_prestige <= 3);
    const answer = company.run('market browse --required-prestige-lte 3 --limit 5');
    expect(answer.total).toBe(matches.length);
    expect(listed(answer)).toEqual(names(company, byReward(matches)).slice(0, 5));
    expect(company.run('market browse --required-prestige-lte 0').total).toBe(0);
  });

  test('every task has the recorded keys, requirements in alphabetical order', async () => {
    const company = await Company.found('classic');
    const [best] = byReward(company.offers((task) => company.world.requirementsOf(task.id).length > 1));
    const answer = company.run('market browse --limit 200').tasks.find(({ task_id }: { task_id: string }) => task_id === best?.id);
    expect(Object.keys(answer).sort()).toEqual(['required_prestige', 'requirements', 'reward_funds_cents', 'reward_prestige_delta', 'skill_boost_pct', 'task_id', 'title']);
    const domains = answer.requirements.map(({ domain }: { domain: string }) => domain);
    expect(domains).toEqual([...domains].sort());
    expect(answer.title).toBe(best?.title);
  });
});
