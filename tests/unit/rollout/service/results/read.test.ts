import { describe, expect, test } from 'vitest';
import { isResultsFile, readResults } from '../../../../../src/rollout/service/results/read.ts';
import { writeTask } from '../../../../../src/service/taskFile/index.ts';
import { bytesOf, read, recordedBytes, resultsIn, smallResults, smallSimulation, textOf, type Json, type JsonObject } from './support.ts';

const recorded = recordedBytes();
describe.runIf(recorded)('spec vita §7: the recorded results file', () => {
  const bytes = recorded as Uint8Array;
  const file = JSON.parse(textOf(bytes)) as { simulations: { messages: { role: string; content: string | null }[]; states: Json }[] };

  test('the planted keys are reported and gone, and nothing else is reported', () => {
    expect(textOf(bytes)).toContain('Bearer sk-planted-agent');
    const { results, removed } = read(bytes);
    expect(removed).toEqual(['info.user_info.llm_args.headers.Authorization', 'info.agent_info.llm_args.headers.Authorization']);
    expect(JSON.stringify(results, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))).not.toMatch(/planted|Bearer sk-/);
  });

  test('all six simulations, their messages, calls, amounts and verdicts', () => {
    const { results } = read(bytes);
    expect(results).toMatchObject({
      timestamp: '20260423_031358',
      info: { assistant: 'scripted-agent', user: 'scripted-user', trials: 2, limits: { steps: 300, errors: 10 }, seed: '300', domain: 'delivery' },
    });
    expect(results.tasks.map(({ id }) => id)).toEqual(['60711002', '40711005', 'J0721003']);
    expect(results.simulations.map(({ taskId, trial, seed, verdict }) => [taskId, trial, seed, verdict?.isSuccess, verdict?.rubrics.filter(({ is_met }) => is_met).length])).toEqual([
      ['60711002', 0, '300', true, 7],
      ['60711002', 1, '301', false, 5],
      ['40711005', 0, '300', false, 5],
      ['40711005', 1, '301', false, 5],
      ['J0721003', 0, '300', true, 4],
      ['J0721003', 1, '301', false, 3],
    ]);
    for (const [i, simulation] of results.simulations.entries()) {
      const given = file.simulations[i];
      expect(simulation.messages.map(({ role, content }) => [role, content])).toEqual(given?.messages.map(({ role, content }) => [role, content ?? '']));
      expect(simulation.states).toEqual(given?.states);
      expect(simulation.notes).toHaveLength(simulation.messages.length);
    }
    const [first] = results.simulations;
    expect(first).toMatchObject({
      id: 'sim-60711002-0',
      times: { timestamp: '20260423_030159', start: '20260423_030007', end: '20260423_030206' },
      duration: 61.5,
      termination: 'user_stop',
      agentCostUsd: 0.007,
      verdict: { method: 'sliding_window', windowSize: 10, windows: [{ text: '[]', usage: { prompt_tokens: 4000, completion_tokens: 300 } }, {}] },
      judgements: [],
      stateMet: null,
    });
    expect(first?.messages[6]).toMatchObject({ role: 'assistant', content: '', calls: [{ id: 'call_6', name: 'get_delivery_store_info', arguments: { store_id: 'S_missing' } }] });
    expect(first?.messages[7]).toEqual({ role: 'tool', id: 'call_6', name: 'get_delivery_store_info', content: 'Error: Store S_missing not found', isError: true, changes: [] });
    expect(first?.notes[1]).toEqual({ timestamp: '20260423_030014', usage: { prompt_tokens: 900, completion_tokens: 25 }, costUsd: 0.0002, thinking: '' });
    expect(results.simulations.flatMap(({ notes }) => notes).filter(({ thinking }) => thinking === 'look first, then order').length).toBe(15);
  });

  test('cut anywhere, plain or gzipped, it is called truncated or no file of the kind', () => {
    const text = textOf(bytes);
    for (let at = 0; at < text.length; at += 4001) {
      const result = readResults(bytesOf(text.slice(0, at)), 'f');
      expect(result).toMatchObject({ ok: false, code: at === 0 ? 'file-empty' : 'file-truncated' });
    }
    expect(readResults(bytes.slice(0, 5000), 'f')).toMatchObject({ ok: false, code: 'file-truncated' });
  });
});

describe('what others leave out or null', () => {
  test('nothing but tasks and simulations is needed', () => {
    const { results, removed } = read(bytesOf(smallResults()));
    expect(removed).toEqual([]);
    expect(results.info).toEqual({ assistant: null, user: null, trials: null, limits: { steps: null, errors: null }, seed: null, domain: null });
    expect(results.simulations[0]).toMatchObject({ trial: 0, seed: null, duration: null, agentCostUsd: null, states: null, judgements: [] });
    expect(results.simulations[0]?.messages[3]).toEqual({ role: 'tool', id: 'c', name: 'get_weather', content: 'Error: no', isError: true, changes: [] });
  });

  test('an errored simulation has no verdict, and a judge that gave no reward neither', () => {
    const { simulations } = resultsIn(smallResults({ ...smallSimulation(), reward_info: null, messages: null }, { ...smallSimulation(), reward_info: { reward: null } }));
    expect(simulations.map(({ verdict }) => verdict)).toEqual([null, null]);
    expect(simulations[0]?.messages).toEqual([]);
  });

  test('trials without a number are counted by task, ids made of them; unknown keys and reasons pass', () => {
    const unnamed: JsonObject = { ...smallSimulation(), termination_reason: 'infrastructure_error', of_tomorrow: [1] };
    delete unnamed['id'];
    const { simulations } = resultsIn(smallResults(unnamed, unnamed));
    expect(simulations.map(({ id, trial, termination }) => [id, trial, termination])).toEqual([['small-0', 0, 'infrastructure_error'], ['small-1', 1, 'infrastructure_error']]);
  });

  test('numbers of tasks stay ints or floats, as task files have them (spec vita §3)', () => {
    const text = JSON.stringify(smallResults()).replace('"id":"small"', '"id":"small","free":[30.0,30,1e2]');
    expect(writeTask(resultsIn(text).tasks[0]!)).toContain('"free":[30.0,30,100.0]');
  });
});

describe('what is wrong is named', () => {
  const withMessages = (...messages: Json[]) => smallResults({ ...smallSimulation(), messages });
  test.each<[string, Json | string, string, RegExp]>([
    ['another object', { foo: 1, bar: 2 }, 'results-foreign', /"tasks" and "simulations" \(its keys: foo, bar\)/],
    ['an empty object', {}, 'results-foreign', /its keys: none/],
    ['a task file', [], 'results-foreign', /a list of tasks is a task file/],
    ['a number', 5, 'results-foreign', /it is no object/],
    ['tasks that are no list', { tasks: {}, simulations: [] }, 'results-foreign', /its keys: tasks, simulations/],
    ['no JSON', '{"tasks": [], "simulations": oops}', 'bad-json', /./],
    ['a web page', '<!doctype html>', 'bad-json', /./],
    ['brackets without end', `{"tasks":${'['.repeat(600)}${']'.repeat(600)}}`, 'too-nested', /500/],
    ['brackets by the thousand', `{"tasks":[],"simulations":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 'too-nested', /500/],
    ['keys by the thousand', Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`k${i}`, i])), 'results-foreign', /its keys: k0, k1/],
    ['a broken task', { tasks: [{ id: 'a', domain: 'moon' }], simulations: [] }, 'bad-task', /environment\.time must be/],
    ['a task that is not there', smallResults({ ...smallSimulation(), task_id: 'other' }), 'task-unknown', /simulations\[0\] is of task other, .*\(small\)/],
    ['a simulation without a task', smallResults({ id: 'x' }), 'results-invalid', /simulations\[0\]\.task_id: is missing/],
    ['a message of nobody', withMessages({ role: 'user', content: 'a' }, { role: 'system', content: 'b' }), 'results-invalid', /simulations\[0\]\.messages\[1\]\.role: must be \("assistant" \| "user" \| "tool"\), got "system"/],
    ['a message that says a number', withMessages({ role: 'assistant', content: 5 }), 'results-invalid', /messages\[0\]\.content: must be .*string.*, got 5/],
    ['a call with a text for arguments', withMessages({ role: 'assistant', content: '', tool_calls: [{ name: 'x', arguments: '{}' }] }), 'results-invalid', /messages\[0\]\.tool_calls\[0\]\.arguments: must be Object, got "{}"/],
    ['a customer who calls tools', withMessages({ role: 'user', content: '', tool_calls: [{}] }), 'results-invalid', /messages\[0\]\.tool_calls: must be empty/],
    ['a reward above 1', smallResults({ ...smallSimulation(), reward_info: { reward: 2 } }), 'results-invalid', /reward_info\.reward: must be <=1, got 2/],
    ['a cost below 0', smallResults({ ...smallSimulation(), agent_cost: -1 }), 'results-invalid', /agent_cost: must be >=0, got -1/],
    ['a judgement of ours that is none', smallResults({ ...smallSimulation(), longrun_judgements: [{}] }), 'results-invalid', /longrun_judgements\[0\]\.judge: is missing/],
    ['many faults', smallResults(...Array.from({ length: 9 }, () => ({ task_id: 'small', messages: 5 }))), 'results-invalid', /and 4 more$/],
  ])('%s', (_, file, code, words) => {
    const result = readResults(bytesOf(file), 'f.json');
    expect(result).toMatchObject({ ok: false, code, where: expect.stringMatching(/^f\.json/) as string });
    expect(result.ok ? '' : result.message).toMatch(words);
  });

  test('no failure repeats a key that the file holds', () => {
    const key = 'sk-planted-0123456789abcdef';
    const broken: Json[] = [{ [key]: key }, smallResults({ ...smallSimulation(), task_id: key }), smallResults({ ...smallSimulation(), trial: key }), { tasks: [{ id: key, domain: key }], simulations: [] }];
    for (const file of [...broken, `{"tasks": [${key}]}`]) {
      const result = readResults(bytesOf(file), 'f');
      expect(result.ok).toBe(false);
      expect(JSON.stringify(result)).not.toContain(key);
    }
  });

  test('names that every object has, as keys and ids, do no harm', () => {
    const text = JSON.stringify(smallResults()).replaceAll('"small"', '"__proto__"').replace('"arguments":{', '"arguments":{"__proto__":{"polluted":1},"constructor":1,');
    expect(resultsIn(text).simulations[0]?.taskId).toBe('__proto__');
    expect(({} as JsonObject)['polluted']).toBeUndefined();
  });
});

test('a results file is told from others', () => {
  expect([smallResults(), { tasks: [], simulations: {} }, { format: 'longrun-rollout' }, []].map(isResultsFile)).toEqual([true, false, false, false]);
});
