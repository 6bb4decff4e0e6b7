import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PUBLISHED } from '../../../../src/service/metrics/published.ts';
import { shared } from '../../../tools/shared.ts';

const path = shared('data/published/vitabench.json');

test.runIf(path !== null)('spec §6: the published figures are those of the file', () => {
  const file = JSON.parse(readFileSync(path ?? '', 'utf8'));
  const percent = (shares: Readonly<Record<string, number>>) => Object.values(shares).map((share) => Number((share * 100).toFixed(6)));
  const { delivery, instore, ota, 'cross-scenario': cross } = file.best_avg_at_4_pct;
  expect(PUBLISHED.source).toBe(file.source);
  expect(PUBLISHED.k).toBe(file.trials.used);
  expect(percent(PUBLISHED.bestAverageAt4)).toEqual([delivery, instore, ota, cross]);
  expect(percent({ cross: PUBLISHED.bestPassHat4Cross })).toEqual([file.best_pass_hat_4_cross_pct]);

  const { 'of which': reasons, 'tool use': toolUse, interaction, 'user simulator': userSimulator } = file.error_shares_pct;
  const reasoning = [reasons.decision, reasons['constraint conflict'], reasons['missed objective'], reasons.extraction];
  expect(percent(PUBLISHED.errorShares)).toEqual([...reasoning, toolUse, interaction, userSimulator]);

  const judges = ['sliding window with rubrics', 'no window', 'no rubrics', 'neither'].map((name) => file.judge_ablation[name]);
  expect(Object.values(PUBLISHED.judges).map(({ kappa }) => kappa)).toEqual(judges.map((row) => row[3]));
  expect(Object.values(PUBLISHED.judges).map(({ taskAccuracy }) => taskAccuracy * 100)).toEqual(judges.map((row) => row[1]));

  const { 'reasoning points': points, 'tool edges cross': edges } = file.complexity;
  expect(PUBLISHED.reasoningPoints).toEqual(points);
  expect(PUBLISHED.toolEdgesCross).toBe(edges);
});
