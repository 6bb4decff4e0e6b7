import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { SeriesSampler, seriesSchema } from '../../../src/startup/series.ts';
import { CLOCKWORK, Company, withKnobs } from '../../tools/company.ts';

const KNOBS = { 'world.initial_funds_cents': 90_000_000, 'world.salary_bump_pct': 0.01, 'world.deadline_min_biz_days': 60, 'sim.horizon_years': 1 };

/** A company worked to its horizon, sampled after each command. */
async function sampled(rules: 'paper' | 'classic') {
  const company = await Company.found(withKnobs(CLOCKWORK[rules], KNOBS));
  const sampler = new SeriesSampler(company.world);
  while (company.simulation.terminalReason === null) {
    company.start(company.offer((task) => company.isLoyal(task)), 1, 2, 3, 4);
    company.resume();
    sampler.sample(company.world);
  }
  return { company, series: sampler.series };
}

describe.each(['paper', 'classic'] as const)('spec §10: time series of a run under the %s rules', (rules) => {
  test('funds after each ledger entry, from the start to the final figure', async () => {
    const { company, series } = await sampled(rules);
    expect(series.funds[0]).toEqual({ time: '2025-01-01T09:00:00', funds_cents: 90_000_000, event: 'start' });
    expect(series.funds.length).toBe(company.world.ledger.size + 1);
    company.world.ledger.all().forEach(({ amount_cents, category }, index) => {
      const [before, after] = [series.funds[index], series.funds[index + 1]];
      expect((after?.funds_cents ?? 0) - (before?.funds_cents ?? 0)).toBe(amount_cents);
      expect(after?.event).toBe(category);
    });
    expect(series.funds.at(-1)?.funds_cents).toBe(company.world.company.funds_cents);
    expect(v.is(seriesSchema, series)).toBe(true);
  });

  test('prestige, payroll and trust at each change, ending where the world stands', async () => {
    const { company, series } = await sampled(rules);
    for (const { domain, level } of company.world.prestige.all()) {
      const curve = series.prestige.filter((point) => point.domain === domain).map((point) => point.level);
      expect(curve[0]).toBe(1);
      expect(curve.at(-1)).toBe(level);
      expect(curve.every((value, index) => value !== curve[index - 1])).toBe(true);
    }
    expect(series.prestige.length).toBeGreaterThan(4);
    const payroll = series.payroll.map(({ monthly_payroll_cents }) => monthly_payroll_cents);
    expect(payroll.at(-1)).toBe(company.run('company status').monthly_payroll_cents);
    expect(payroll.length).toBeGreaterThan(2);
    expect(payroll).toEqual([...payroll].sort((a, b) => a - b));
    for (const { name, trust } of company.world.clients.all()) {
      expect(series.trust.filter((point) => point.client_name === name).at(-1)?.trust_level).toBe(trust);
    }
    expect(series.trust.length > 6).toBe(rules === 'paper');
  });

  test('nothing is added where nothing changed', async () => {
    const { company, series } = await sampled(rules);
    const sampler = new SeriesSampler(company.world);
    const size = () => Object.values(sampler.series).reduce((sum, curve) => sum + curve.length, 0);
    const before = size();
    sampler.sample(company.world);
    expect(size()).toBe(before);
    expect(sampler.series.funds).toEqual(series.funds.map((point, index) => (index === 0 ? { ...point, time: company.run('company status').sim_time } : point)));
  });
});
