import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { scoreFile } from '../../../src/rollout/score.ts';

interface OriginalFile {
  turns_completed: number;
  total_episodes: number;
  transcript: { turn: number; commands_executed: string[] }[];
  time_series: { funds: { funds_cents: number }[]; ledger: { amount_cents: number }[]; clients: { final_trust: number }[] };
}

const folder = '../shared/golden/startup/results';
const files = existsSync(folder) ? readdirSync(folder) : [];

describe.runIf(files.length > 0 || process.env['CI'])("the original's result files are re-scored as far as the transcript allows", () => {
  test('there are recordings', () => expect(files).not.toEqual([]));

  test.each(files)('%s: funds, ledger, tasks and final trust agree', async (file) => {
    const recorded = read(file);
    const result = await scoreFile(bytesOf(recorded), file);
    expect(result).toMatchObject({ ok: true, value: { verdict: 'match' } });
    const outcome = result.ok ? result.value.recomputed.outcome : null;
    expect(outcome?.final_funds_cents).toBe(recorded.time_series.funds.at(-1)?.funds_cents);
    expect(outcome?.turns).toBe(recorded.turns_completed);
  });

  test.each(files)('%s: a transcript shorter than turns_completed is scored up to its end, and says so', async (file) => {
    const recorded = read(file);
    recorded.transcript.splice(10);
    const result = await scoreFile(bytesOf(recorded), file);
    expect(result).toMatchObject({ ok: true, value: { verdict: 'match' } });
    expect(result.ok && result.value.unchecked.at(-1)).toContain(`10 of ${recorded.turns_completed} turns`);
  });

  test.each<[string, (recorded: OriginalFile) => void, object]>([
    ['an answer', (r) => edit(r, 0, /"funds_cents\\?": 20000000/, '"funds_cents\\": 20000001'), { turn: 1, path: 'stdout', expected: 'funds_cents: 20000001' }],
    ['an exit code', (r) => edit(r, 0, /"exit_code": 0/, '"exit_code": 1'), { turn: 1, path: 'exit_code' }],
    ['the ledger', (r) => ((r.time_series.ledger[3] as { amount_cents: number }).amount_cents += 1), { path: 'ledger[3].amount_cents' }],
    ['the funds curve', (r) => ((r.time_series.funds[5] as { funds_cents: number }).funds_cents = 999), { path: 'funds[5]', expected: 999 }],
    ['the final trust', (r) => ((r.time_series.clients[0] as { final_trust: number }).final_trust = 5), { path: expect.stringContaining('final_trust') as string }],
  ])('%s that does not agree is shown', async (_, change, expected) => {
    const recorded = read(files[0] as string);
    change(recorded);
    const result = await scoreFile(bytesOf(recorded), 'x');
    expect(result.ok && result.value.verdict === 'diverged' && result.value.divergence).toMatchObject(expected);
  });

  test('spec §8: a forced resume is not in the transcript and is inferred after five turns without one', async () => {
    const recorded = read(files[0] as string);
    // The team goes on working while the model only looks around: turn 1's own resume is taken out.
    const [first] = recorded.transcript;
    const opening = (first?.commands_executed ?? []).filter((entry) => !entry.startsWith('yc-bench sim resume'));
    const idle = { turn: 2, commands_executed: [] };
    const whole = { ...recorded, turns_completed: 99, transcript: [{ turn: 1, commands_executed: opening }, idle, idle, idle, idle] };
    const result = await scoreFile(bytesOf(whole), 'x');
    expect(result.ok && result.value.recomputed.turns.map(({ commands }) => commands.length)).toEqual([opening.length, 0, 0, 0, 1]);
    expect(result.ok && result.value.recomputed.turns[4]?.sim_time).toBe('2025-01-17T11:13:55.712087');
  });

  test('a result of several episodes is refused by name', async () => {
    const recorded = { ...read(files[0] as string), total_episodes: 3 };
    expect(await scoreFile(bytesOf(recorded), 'x')).toMatchObject({ ok: false, code: 'original-episodes' });
  });
});

function read(file: string): OriginalFile {
  return JSON.parse(gunzipSync(readFileSync(`${folder}/${file}`)).toString()) as OriginalFile;
}

function bytesOf(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

function edit(recorded: OriginalFile, index: number, pattern: RegExp, replacement: string): void {
  const commands = recorded.transcript[0]?.commands_executed ?? [];
  const changed = commands[index]?.replace(pattern, replacement) ?? '';
  expect(changed).not.toBe(commands[index]);
  commands[index] = changed;
}
