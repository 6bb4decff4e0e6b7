import { describe, expect, test } from 'vitest';
import type { Results } from '../../../../../src/rollout/service/results/format.ts';
import { writeResults } from '../../../../../src/rollout/service/results/write.ts';
import type { Judgement } from '../../../../../src/rollout/service/judgement.ts';
import { read, recordedBytes, resultsIn, smallResults, smallSimulation, textOf } from './support.ts';

const plain = { gzip: false };

const recorded = recordedBytes();
describe.runIf(recorded)('spec vita §7: the recorded results file, written again', () => {
  const { results } = read(recorded as Uint8Array);

  test('reads as the same, plain and gzipped, with nothing left to remove', () => {
    for (const gzip of [false, true]) {
      expect(read(writeResults(results, { gzip }))).toEqual({ results, removed: [] });
    }
    expect(writeResults(results, { gzip: true })).toEqual(writeResults(results, { gzip: true }));
  });

  test('has the original\'s keys and values where it is told them, and no planted key', () => {
    const text = textOf(writeResults(results, plain));
    expect(text).not.toMatch(/planted|Bearer|Authorization|headers/);
    const [was, is] = [textOf(recorded as Uint8Array), text].map((each) => (JSON.parse(each) as { simulations: object[] }).simulations);
    expect(is).toEqual(was);
  });
});

const judgement: Judgement = {
  judge: { kind: 'scripted', name: 'x' },
  window: null,
  with_rubrics: true,
  windows: [{ from: 0, to: 5, text: '[]', call: { usage: { prompt_tokens: 7, completion_tokens: null, cached_tokens: null, reasoning_tokens: null, cost_usd: null }, elapsed_ms: 1, exchange: { thinking: '', finish: 'stop', provider: null, sent: {}, retries: [] } } }],
  rubrics: [{ rubric: 'a', is_met: true, justification: '' }, { rubric: 'b', is_met: false, justification: 'no' }],
  failure: null,
};

/** The file's first simulation, as a reader of the original's files sees it. */
function upstream(results: Results) {
  return (JSON.parse(textOf(writeResults(results, plain))) as { simulations: Record<string, unknown>[] }).simulations[0];
}

function withFirst(changes: Partial<Results['simulations'][number]>): Results {
  const results = resultsIn(smallResults());
  return { ...results, simulations: results.simulations.map((simulation) => ({ ...simulation, ...changes })) };
}

describe('what judges said', () => {
  test('without a verdict of the file\'s own, the latest complete judgement is told in the original\'s form', () => {
    const unfinished = { ...judgement, failure: { code: 'capped', message: 'so far' } };
    const results = withFirst({ verdict: null, judgements: [judgement, unfinished] });
    expect(upstream(results)).toMatchObject({
      reward_info: {
        reward: 0,
        nl_rubrics: [{ nl_rubric: 'a', met: true, justification: '' }, { nl_rubric: 'b', met: false, justification: 'no' }],
        reward_breakdown: { NL_ASSERTION: 0.5 },
        info: { evaluation_method: 'whole_trajectory', num_windows: 1, window_size: null },
        window_evaluations: [{ window_idx: 1, assistant_message_content: '[]', assistent_message_usage: { prompt_tokens: 7, completion_tokens: null } }],
      },
    });
    expect(read(writeResults(results, plain)).results).toEqual(results);
  });

  test('without a complete one there is none: an error is never a 0', () => {
    for (const changes of [{ judgements: [{ ...judgement, failure: { code: 'unreadable', message: '' } }] }, { judgements: [judgement], termination: null }, {}]) {
      const results = withFirst({ verdict: null, ...changes });
      expect(upstream(results)).toMatchObject({ reward_info: null });
      expect(read(writeResults(results, plain)).results).toEqual(results);
    }
  });

  test('the file\'s own stands where it stood, whoever judges later', () => {
    const results = withFirst({ judgements: [judgement] });
    expect(upstream(results)).toMatchObject({ reward_info: { reward: 1, nl_rubrics: [{ nl_rubric: 'Tea is ordered' }] }, longrun_judgements: [{ judge: { name: 'x' } }] });
    expect(read(writeResults(results, plain)).results).toEqual(results);
  });
});

test('a key that came in some other way is not written', () => {
  const key = 'sk-planted-0123456789abcdef';
  const results = withFirst({ messages: [{ role: 'user', content: `my key is ${key}` }], notes: [], judgements: [{ ...judgement, prompt: key }], states: { x: [key] } });
  const [task] = results.tasks;
  const raw = new Map([...task!.raw, ['note', key], ['own', 'words are']]);
  const text = textOf(writeResults({ ...results, tasks: [{ ...task!, raw }] }, { ...plain, liveKeys: ['words are'] }));
  expect(text.match(/\[key removed\]/g)).toHaveLength(5);
  expect(text).not.toMatch(/sk-planted|words are/);
});

test.each([['7', 7], ['-7', -7], ['007', '007'], ['seed 5', 'seed 5'], ['9'.repeat(20), '9'.repeat(20)], ['1e3', '1e3'], [null, null]])('the seed %s is written as %s, and read back', (seed, written) => {
  const results = withFirst({ seed });
  expect(upstream(results)).toMatchObject({ seed: written });
  expect(read(writeResults(results, plain)).results).toEqual(results);
});

test('a short file of others is written in full and reads as the same', () => {
  const unnamed = smallSimulation();
  delete unnamed['id'];
  const results = resultsIn(smallResults(unnamed, { ...smallSimulation(), reward_info: null }));
  expect(read(writeResults(results, plain)).results).toEqual(results);
});
