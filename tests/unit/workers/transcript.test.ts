/** The transcript that the page shows agrees with the run, and nothing in it is lost. */
import { describe, expect, test } from 'vitest';
import { History } from '../../../src/rollout/history.ts';
import { Recorder } from '../../../src/rollout/recorder.ts';
import { replayRollout } from '../../../src/rollout/replay.ts';
import { Simulation } from '../../../src/startup/simulation.ts';
import {
  LONGEST_TEXT, MOST_HITS, searchTranscript, transcriptIndex, transcriptMarks, transcriptText, transcriptTurns,
} from '../../../workers/startup/transcript.ts';
import { property } from '../../tools/property.ts';
import { shortRollout } from '../../tools/rollouts.ts';
import { botRollout, presetNamed } from '../../tools/scriptedModel.ts';

const LONG = 'x'.repeat(LONGEST_TEXT - 1) + '🙂 the end (a+b)*';

/** A run whose every kind of text is known. */
async function planted(): Promise<History> {
  const recorder = new Recorder(await Simulation.create(presetNamed('paper'), 1), { kind: 'model', name: 'custom/small' });
  recorder.run('yc-bench company status');
  recorder.run('yc-bench sim resume');
  recorder.endTurn({
    elapsed_ms: 1500,
    usage: { prompt_tokens: 1000, completion_tokens: null, cached_tokens: null, reasoning_tokens: null, cost_usd: 0.01 },
    exchange: {
      user: LONG,
      text: 'I say İstanbul, then (A+B)*.',
      thinking: 'Straße?',
      calls: [
        { id: '1', name: 'run_command', arguments: { command: 'yc-bench company status' }, result: '{}', is_error: false },
        { id: '2', name: 'no_tool', arguments: { odd: 1 }, result: 'There is no tool no_tool.', is_error: true },
        { id: '3', name: 'run_command', arguments: { command: 'yc-bench sim resume' }, result: '{}', is_error: false },
      ],
      finish: 'tool_calls',
      provider: null,
      sent: {},
      retries: [{ code: 'rate-limit', message: 'slow down', waited_ms: 2000 }],
    },
  });
  return new History(recorder);
}

describe('the transcript of a bot’s year', async () => {
  const history = new History((await replayRollout(await botRollout(presetNamed('paper'), 'greedy'))).recorder);
  const { outcome, turns, preset } = history.recorder.finish();

  test('has lines that add up to the outcome', () => {
    const lines = transcriptIndex(history, 0);
    expect(lines.map(({ turn }) => turn)).toEqual(turns.map(({ turn }) => turn));
    const sum = lines.reduce((total, { fundsDeltaCents }) => total + fundsDeltaCents, preset.world.initial_funds_cents);
    expect(sum).toBe(outcome.final_funds_cents);
    expect(transcriptIndex(history, 10)).toEqual(lines.slice(10));
    expect(lines.reduce((total, { commands }) => total + commands, 0)).toBe(turns.reduce((total, { commands }) => total + commands.length, 0));
  });

  test('marks failures, the first late task, and the mistakes that cost most (spec §5)', () => {
    const { failures, firstLoss, mistakes } = transcriptMarks(history);
    expect(failures).toEqual(turns.filter(({ commands }) => commands.some(({ exit }) => exit !== 0)).map(({ turn }) => turn));
    const late = turns.filter(({ commands }) => /"type":"task_completed","task_id":"[^"]*","success":false/.test(JSON.stringify(commands)));
    expect(late.length).toBeGreaterThan(0);
    expect(firstLoss).toBe(late[0]?.turn);
    expect(mistakes).toHaveLength(Math.min(5, late.length));
    expect(mistakes.map(({ lostCents }) => lostCents)).toEqual(mistakes.map(({ lostCents }) => lostCents).sort((a, b) => b - a));
    for (const { turn } of mistakes) expect(late.map((each) => each.turn)).toContain(turn);
  });

  test('is searched with every hit counted and the first ones kept', async () => {
    const found = await searchTranscript(history, '"');
    expect(found?.hits).toHaveLength(MOST_HITS);
    expect(found?.total).toBeGreaterThan(MOST_HITS);
    expect(await searchTranscript(history, '')).toEqual({ query: '', hits: [], total: 0 });
  });

  test('gives up a search when a newer one begins', async () => {
    const [older, newer] = await Promise.all([searchTranscript(history, 'e'), searchTranscript(history, 'Task-')]);
    expect(newer?.total).toBeGreaterThan(0);
    // A fast machine may have ended the first one before the second began.
    if (older) expect(older.query).toBe('e');
  });

  property('finds any piece of any text where it stands', async (dice) => {
    const turn = dice.whole(1, turns.length);
    const answers = transcriptTurns(history, turn, turn)[0]?.steps ?? [];
    const index = dice.whole(0, answers.length - 1);
    const text = transcriptText(history, turn, `answer ${index}`);
    const at = dice.whole(0, text.length - 1);
    const query = text.slice(at, at + dice.whole(30, 200));
    const found = await searchTranscript(history, query.toUpperCase());
    expect(found?.total).toBeGreaterThan(0);
    for (const hit of found?.hits ?? []) {
      const whole = transcriptText(history, hit.turn, hit.part);
      expect(whole.slice(hit.at, hit.at + hit.length).toLowerCase()).toBe(query.toLowerCase());
      expect(hit.snippet.slice(hit.snippetAt, hit.snippetAt + hit.length)).toBe(whole.slice(hit.at, hit.at + hit.length));
    }
    if ((found?.total ?? 0) <= MOST_HITS) expect(found?.hits).toContainEqual(expect.objectContaining({ turn, part: `answer ${index}` }));
  });
});

describe('the transcript of a model’s turn', async () => {
  const history = await planted();

  test('cuts long texts, between characters, and hands out the whole', () => {
    const told = transcriptTurns(history, 1, 1)[0]?.exchange?.told;
    expect(told).toEqual({ start: 'x'.repeat(LONGEST_TEXT - 1), length: LONG.length });
    expect(transcriptText(history, 1, 'told')).toBe(LONG);
    expect(transcriptText(history, 2, 'told')).toBe('');
  });

  test('has every tool call in its place, those that were no command too', () => {
    const steps = transcriptTurns(history, 0, 99).flatMap((turn) => turn.steps);
    expect(steps.map(({ command, exit }) => [command.start, exit])).toEqual([
      ['yc-bench company status', 0],
      ['{"odd":1}', 2],
      ['yc-bench sim resume', 1],
    ]);
    expect(steps[1]?.answer.start).toBe('There is no tool no_tool.');
    expect(steps[2]?.answer.start).toContain('No active tasks');
    expect(transcriptIndex(history, 0)).toMatchObject([
      { commands: 2, refused: 2, fundsDeltaCents: 0, usage: { inputTokens: 1000, outputTokens: null, costUsd: 0.01 }, elapsedMs: 1500, retries: 1 },
    ]);
    expect(transcriptMarks(history)).toEqual({ failures: [1], firstLoss: null, mistakes: [], retried: [1] });
  });

  test.each([
    ['(a+b)*', [['told', LONG.length - 6], ['said', 21]]],
    ['istanbul', []],
    ['İSTANBUL', [['said', 6]]],
    ['straße', [['thinking', 0]]],
    ['.*', []],
    ['🙂 THE', [['told', LONGEST_TEXT - 1]]],
  ])('finds %s where it stands, whatever its case, and as plain signs', async (query, expected) => {
    const found = await searchTranscript(history, query);
    expect(found?.hits.map(({ part, at }) => [part, at])).toEqual(expected);
    for (const { snippet } of found?.hits ?? []) expect(snippet).toBe(Buffer.from(snippet).toString());
  });
});

test('a scripted run’s failures are where lines were refused or not understood', async () => {
  const { recorder } = await replayRollout(await shortRollout());
  const history = new History(recorder);
  // The second resume finds no work under way.
  expect(transcriptMarks(history).failures).toEqual([2, 3]);
  expect(transcriptTurns(history, 3, 3)[0]?.steps.map(({ exit }) => exit)).toEqual([2, 2]);
});
