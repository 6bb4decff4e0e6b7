/** A run laid out in time agrees with its score. */
import { describe, expect, test } from 'vitest';
import { BotRun } from '../../../src/agents/botRun.ts';
import { parseInstant } from '../../../src/core/calendar.ts';
import { History } from '../../../src/rollout/history.ts';
import { Recorder } from '../../../src/rollout/recorder.ts';
import { botByName } from '../../../src/startup/bots/index.ts';
import { presetByName } from '../../../src/startup/presets.ts';
import { Simulation } from '../../../src/startup/simulation.ts';
import { CurveReader } from '../../../workers/startup/curves.ts';
import { timelineOf } from '../../../workers/startup/timeline.ts';

async function played(preset: string, seed: number, botName: string, onTurn?: (history: History) => void): Promise<History> {
  const [found, bot] = [presetByName(preset), botByName(botName)];
  if (!found.ok || !bot.ok) throw new Error(`${preset}, ${botName}`);
  const recorder = new Recorder(await Simulation.create(found.value, seed), { kind: 'bot', name: botName });
  const history = new History(recorder);
  const run = new BotRun(bot.value, recorder);
  while (!run.isOver) {
    run.playTurn();
    history.note();
    onTurn?.(history);
  }
  return history;
}

describe.each([
  ['paper', 1, 'careful'],
  ['medium', 2, 'throughput'],
  ['classic', 1, 'greedy'],
  ['fast-test', 1, 'random'],
] as const)('a run of %s, seed %i, by %s', async (preset, seed, bot) => {
  const history = await played(preset, seed, bot);
  const { outcome, series } = history.recorder.finish();
  const view = timelineOf(history);

  test('has the score’s tasks: acceptance, deadline, end, fate, team and reward (spec §10)', () => {
    const fates = { market: '', planned: 'planned', active: 'active', completed_success: 'on_time', completed_fail: 'late', cancelled: 'cancelled' };
    expect(view.tasks.map(({ title, client, domains, rewardCents, acceptedAt, deadline, endedAt, fate, team }) => {
      return { title, client, domains, rewardCents, acceptedAt, deadline, endedAt, fate, teamSize: team.length };
    })).toEqual(outcome.tasks.map((task) => ({
      title: task.title,
      client: task.client_name,
      domains: task.domains,
      rewardCents: task.reward_cents,
      acceptedAt: instant(task.accepted_at),
      deadline: instant(task.deadline),
      endedAt: task.ended_at === null ? null : instant(task.ended_at),
      fate: fates[task.status],
      teamSize: task.team_size,
    })));
  });

  test('has the times within a task in order: accepted, staffed, started, milestones, ended', () => {
    for (const { title, acceptedAt, startedAt, endedAt, milestones, team, fate } of view.tasks) {
      const times = [acceptedAt, ...(startedAt === null ? [] : [startedAt]), ...milestones.map(({ time }) => time), ...(endedAt === null ? [] : [endedAt])];
      expect(times, title).toEqual([...times].sort((a, b) => a - b));
      expect(milestones.map(({ percent }) => percent), title).toEqual(milestones.map(({ percent }) => percent).sort((a, b) => a - b));
      for (const { since } of team) expect(since, title).toBeGreaterThanOrEqual(acceptedAt);
      if (fate === 'on_time' || fate === 'late' || fate === 'active') expect(startedAt, title).not.toBeNull();
      else if (fate === 'planned') expect(startedAt, title).toBeNull();
    }
  });

  test('explains every dollar: start, plus what tasks brought, less payrolls, are the final funds', () => {
    const earned = view.tasks.reduce((sum, { fundsDeltaCents }) => sum + fundsDeltaCents, 0);
    const paid = view.payrolls.reduce((sum, { amountCents }) => sum + amountCents, 0);
    expect((series.funds[0]?.funds_cents ?? 0) + earned - paid).toBe(outcome.final_funds_cents);
  });

  test('has the end of each turn, after the start', () => {
    const { turns } = history.recorder;
    expect(view.turns.slice(1)).toEqual(turns.map(({ turn, sim_time }) => ({ turn, time: instant(sim_time) })));
    expect(view.turns[0]?.turn).toBe(0);
  });
});

test('asked in the middle of a run, and again at the end, it says the same as asked once', async () => {
  const curves = new CurveReader();
  const trust = new Map<string, number>();
  const readTrust = (history: History) => {
    for (const [client, points] of Object.entries(curves.read(history.recorder.series).trust)) {
      trust.set(client, (trust.get(client) ?? 0) + points.length);
    }
  };
  const asked = await played('paper', 3, 'greedy', (history) => {
    if (history.recorder.turnCount % 20 > 0) return;
    timelineOf(history);
    readTrust(history);
  });
  readTrust(asked);
  const once = await played('paper', 3, 'greedy');
  expect(timelineOf(asked)).toEqual(timelineOf(once));
  // Trust arrives piece by piece, and whole.
  const whole = Object.entries(new CurveReader().read(once.recorder.series).trust).map(([client, points]) => [client, points.length]);
  expect([...trust]).toEqual(whole);
  expect(whole.length).toBeGreaterThan(0);
});

/** Sim time as files have it, in milliseconds. */
function instant(time: string): number {
  return (parseInstant(time) ?? NaN) / 1000;
}
