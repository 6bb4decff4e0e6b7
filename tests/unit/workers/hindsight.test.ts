/** Hidden facts come out after the end only, and what planners make of a run adds up. */
import { describe, expect, test, vi } from 'vitest';
import { RegretStudy } from '../../../src/startup/hindsight/regret.ts';
import { PlannerHost, type Planner } from '../../../workers/planner/host.ts';
import { StartupHost } from '../../../workers/startup/host.ts';

// A worker has it; Node does not.
vi.stubGlobal('reportError', (error: unknown) => {
  throw error;
});

/** Takes steps until the run is over, or so many. */
async function begun(steps: number, preset = 'fast-test'): Promise<StartupHost> {
  const host = new StartupHost();
  let isOver = false;
  host.connect(async ({ ending }) => void (isOver = ending !== null), { complete: () => Promise.reject(new Error('no model')), cancel: () => undefined });
  const started = await host.start({ preset: { name: preset }, seed: 1, driver: { kind: 'bot', name: 'greedy' } }, 'max');
  if (!started.ok) throw new Error(started.message);
  for (let step = 0; step < steps && !isOver; step++) {
    host.step();
    await new Promise((resolve) => setTimeout(resolve));
  }
  return host;
}

describe('the truth (issue 4: "after the end only … never shown to a running driver, and not reachable from its commands")', () => {
  test('is refused while the run can go on, and while there is none', async () => {
    const host = await begun(3);
    expect(host.hindsight('live')).toMatchObject({ ok: false, code: 'run-not-over' });
    expect(host.hindsight('opened')).toMatchObject({ ok: false, code: 'no-run' });
    for (const line of ['hindsight', 'company hindsight', 'report hindsight', 'employee truth']) {
      expect(host.command(`yc-bench ${line}`)).toMatchObject({ ok: false, code: 'not-at-wheel' });
    }
    host.hand({ kind: 'human', name: 'somebody' });
    for (const line of ['hindsight', 'company hindsight', 'report hindsight', 'employee truth']) {
      expect(host.command(`yc-bench ${line}`)).toMatchObject({ ok: true, value: { exit: 2 } });
    }
  });

  test('is told once nobody can go on', async () => {
    const host = await begun(5000);
    const truth = host.hindsight('live');
    expect(truth.ok && structuredClone(truth.value)).toMatchObject({ clients: [] });
    expect(truth.ok && truth.value.people.length).toBeGreaterThan(0);
  });
});

describe('planners in a worker', async () => {
  const host = await begun(5000, 'paper');
  const bare = host.bare('live');
  if (!bare.ok) throw new Error(bare.message);
  const run = bare.value;
  const planners = Array.from({ length: 2 }, () => {
    const planner = new PlannerHost();
    planner.load(run);
    return planner;
  });

  test.each<Planner>(['best-bot', 'oracle'])('%s: regrets add up to its value at the start less the final funds', (planner) => {
    const study = new RegretStudy(run.turns.length, 3);
    const funds = new Map<number, number>();
    for (let round = study.round(); round.length > 0; round = study.round()) {
      round.forEach((turn, i) => {
        // Who is asked makes no difference.
        const plan = planners[i % 2]?.value(turn, planner, 1);
        study.note(turn, plan?.finalFundsCents ?? 0);
        funds.set(turn, plan?.finalFundsCents ?? 0);
      });
    }
    const sum = study.stretches().reduce((total, { regretCents }) => total + regretCents, 0);
    const final = host.visit('live', run.turns.length);
    expect(sum).toBe((funds.get(0) ?? 0) - (final.ok ? final.value.fundsCents : 0));
    expect(sum).toBeGreaterThan(0);
    expect(planners[1]?.value(0, planner, 1)).toEqual(planners[0]?.value(0, planner, 1));
  });
});
