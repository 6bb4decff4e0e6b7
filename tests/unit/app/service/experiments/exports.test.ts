import { describe, expect, test } from 'vitest';
import { resultsJson, scoresCsv, trialsCsv } from '../../../../../src/app/service/experiments/exports.ts';
import { barsOf, groupsOf, publishedScore } from '../../../../../src/app/service/experiments/scores.ts';
import { classShares } from '../../../../../src/service/metrics/errorLabels.ts';
import { summarise } from '../../../../../src/service/metrics/summary.ts';
import { trial, trials } from './support.ts';

describe('results', () => {
  const all = [...trials, trial({ set: 'cross', taskId: 'x', domains: ['ota', 'delivery'] })];
  const models = summarise(all, { k: 2, seed: '1' }).map((summary) => ({ ...summary, shares: classShares(all) }));
  const results = { k: 2, models, trials: all, isStateKnown: true, complexity: [] };

  test('have groups and bars for what there is a score of; published ones stand where their metric and scenario do', () => {
    expect(groupsOf(models)).toEqual(['all', 'delivery', 'cross']);
    expect(barsOf(models, 'averageAtK').map(({ group, estimate }) => [group, estimate.value])).toEqual([['all', 0.75], ['delivery', 0.5], ['cross', 1]]);
    expect([publishedScore('averageAtK', 'cross'), publishedScore('averageAtK', 'all'), publishedScore('passAtK', 'cross')]).toEqual([0.3, null, null]);
    expect(publishedScore('paperPassHatK', 'cross')).toBe(0.06);
  });

  test('as files: what is unknown is empty, and errors have no success', () => {
    const [heading, , , third] = trialsCsv(all).split('\r\n');
    expect(heading).toBe(
      'model,set,task,trial,success,rubrics_met,rubrics,state_met,turns,tool_calls,tool_errors,termination,labels,assistant_calls,assistant_tokens,assistant_cost_usd,user_calls,user_tokens,user_cost_usd,judge_calls,judge_tokens,judge_cost_usd',
    );
    expect(third).toBe('small,delivery,t,3,,,2,1,3,2,0,,,2,100,0.5,2,100,,2,100,0.5');
    expect(scoresCsv(results)).toContain('small,delivery,averageAtK,2,0.5,0.5,0.5,1\r\n');
    expect(JSON.parse(resultsJson('n', results))).toMatchObject({ name: 'n', k: 2, models: [{ model: 'small', sets: { cross: { trials: 1 } } }] });
  });
});
