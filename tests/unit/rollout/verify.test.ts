import { describe, expect, test } from 'vitest';
import { digestOf, type Rollout } from '../../../src/rollout/format.ts';
import { reportLines } from '../../../src/rollout/report.ts';
import { verifyRollout } from '../../../src/rollout/verify.ts';
import { shortRollout } from '../../tools/rollouts.ts';

const rollout = await shortRollout();

/** A copy with one thing changed, and the digest made to fit, as a careful forger would. */
function forged(change: (copy: Rollout) => void): Rollout {
  const copy = structuredClone(rollout);
  change(copy);
  const { digest: _old, ...rest } = copy;
  return { ...rest, digest: digestOf(rest) };
}

describe('score re-simulates and never trusts the recorded outcome', () => {
  test('an untouched rollout matches, and its recomputation is equal in every part', async () => {
    const report = await verifyRollout(rollout);
    expect(report.verdict).toBe('match');
    expect(report.recomputed).toEqual(rollout);
  });

  test('timings are kept out of the comparison', async () => {
    let now = 0;
    const timed = await shortRollout(() => (now += 7));
    expect(timed.turns[0]?.elapsed_ms).toBeGreaterThan(0);
    expect((await verifyRollout(timed)).verdict).toBe('match');
  });

  test('a change that nothing recomputes is told by the digest', async () => {
    const report = await verifyRollout({ ...rollout, driver: { kind: 'model', name: 'better-than-it-was' } });
    expect(report.verdict).toBe('edited');
    expect(reportLines(report, 'a.json')[0]).toContain('edited');
  });

  test.each<[string, (copy: Rollout) => void, object]>([
    ['an answer', (copy) => ((copy.turns[0]?.commands[0]?.answer as { funds_cents: number }).funds_cents = 1), { turn: 1, command: 'yc-bench company status', path: 'answer.funds_cents', expected: 1, got: 20000000 }],
    ['a command', (copy) => ((copy.turns[0]?.commands[3] as { command: string }).command = 'yc-bench task assign --task-id Task-10 --employees Emp_1'), { turn: 1, path: 'answer.newly_assigned[0]' }],
    ['an exit code', (copy) => ((copy.turns[2]?.commands[0] as { exit: number }).exit = 0), { turn: 3, command: 'yc-bench task accept', path: 'exit', expected: 0, got: 2 }],
    ['a state hash', (copy) => ((copy.turns[0] as { hash: string }).hash = '0'.repeat(32)), { turn: 1, command: null, path: 'hash' }],
    ['a sim time', (copy) => ((copy.turns[0] as { sim_time: string }).sim_time = '2025-01-17T11:13:55'), { turn: 1, path: 'sim_time' }],
    ['the final funds', (copy) => (copy.outcome.final_funds_cents = 99), { turn: null, path: 'outcome.final_funds_cents', expected: 99 }],
    ['a point of a curve', (copy) => ((copy.series.funds[1] as { funds_cents: number }).funds_cents = 5), { turn: null, path: 'series.funds[1].funds_cents' }],
    ['the seed', (copy) => (copy.seed = 2), { turn: 1, path: 'answer.company_id' }],
    ['a knob of the preset', (copy) => (copy.preset.world.initial_funds_cents = 1e9), { turn: 1, path: 'answer.funds_cents' }],
    ['a turn left out', (copy) => copy.turns.splice(0, 1), { turn: 2 }],
  ])('%s changed by a forger is the first divergence', async (_, change, expected) => {
    const report = await verifyRollout(forged(change));
    expect(report.verdict === 'diverged' && report.divergence).toMatchObject(expected);
  });

  test('a preset that bears a built-in name but differs is shown as changed', async () => {
    const lines = async (copy: Rollout) => reportLines(await verifyRollout(copy), 'x').join('\n');
    expect(await lines(rollout)).toContain('preset paper (paper rules)');
    expect(await lines(forged((copy) => (copy.preset.world.salary_bump_pct = 0)))).toContain('preset paper, CHANGED from the built-in one (paper rules)');
  });

  test("a foreign file's text forges no lines", async () => {
    const report = await verifyRollout({ ...rollout, driver: { kind: 'bot', name: 'x\n  funds      $9,999,999.00\u001b[31m' } });
    expect(reportLines(report, 'x').filter((line) => line.includes('funds'))).toHaveLength(2);
    expect(reportLines(report, 'x').join('')).not.toMatch(/\p{Cc}/u);
  });

  test('progress is told turn by turn', async () => {
    const seen: number[][] = [];
    await verifyRollout(rollout, (done, total) => void seen.push([done, total]));
    expect(seen).toEqual([[1, 3], [2, 3], [3, 3]]);
  });
});
