import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLLOUT_SCHEMAS } from '../../../src/rollout/jsonSchema.ts';
import type { Rollout } from '../../../src/rollout/format.ts';
import { longrun } from '../../tools/cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'longrun-cli-'));
const file = (name: string) => join(folder, name);
const paper = ['--preset', 'paper', '--seed', '1'];

// The first command may have to build the bundle.
beforeAll(async () => void (await longrun(['--version'])));
afterAll(() => rmSync(folder, { recursive: true }));

describe('longrun startup run', () => {
  test('writes a rollout and a database, and score agrees with what it printed', async () => {
    const run = await longrun(['startup', 'run', ...paper, '--bot', 'greedy', '--out', file('deep/a.json'), '--db', file('a.sqlite')]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('preset paper, seed 1, bot greedy');
    expect(readFileSync(file('a.sqlite')).subarray(0, 15).toString()).toBe('SQLite format 3');
    const score = await longrun(['score', file('deep/a.json')]);
    expect(score).toMatchObject({ code: 0, stderr: '' });
    expect(score.stdout).toContain('verified');
    const funds = /funds +(\S+)/.exec(run.stdout)?.[1];
    expect(score.stdout).toContain(`funds      ${funds} `);
  });

  test('gzip is written by extension', async () => {
    await longrun(['startup', 'run', ...paper, '--bot', 'random', '--out', file('b.json.gz')]);
    const rollout = JSON.parse(gunzipSync(readFileSync(file('b.json.gz'))).toString()) as Rollout;
    expect(rollout).toMatchObject({ format: 'longrun-rollout', seed: 1, driver: { kind: 'bot', name: 'random' } });
  });

  test('--horizon-years overrides the preset, and the rollout carries it', async () => {
    await longrun(['startup', 'run', ...paper, '--bot', 'greedy', '--horizon-years', '2', '--out', file('c.json')]);
    const rollout = JSON.parse(readFileSync(file('c.json'), 'utf8')) as Rollout;
    expect(rollout.preset.sim.horizon_years).toBe(2);
    expect(rollout.outcome.sim_time).toBe('2027-01-01T09:00:00');
  });

  test('a seed that is not given is drawn once, shown and recorded', async () => {
    const run = await longrun(['startup', 'run', '--preset', 'fast-test', '--bot', 'greedy', '--out', file('d.json')]);
    const seed = Number(/seed (\d+)/.exec(run.stdout)?.[1]);
    expect((JSON.parse(readFileSync(file('d.json'), 'utf8')) as Rollout).seed).toBe(seed);
  });

  test('--json prints the outcome as one JSON object', async () => {
    const run = await longrun(['startup', 'run', ...paper, '--bot', 'greedy', '--json']);
    expect(JSON.parse(run.stdout)).toMatchObject({ preset: 'paper', seed: 1, outcome: { survived: true } });
  });

  test.each([
    [['startup', 'run', ...paper], 'one of --bot, --model, --cassette must drive (bots: greedy,'],
    [['startup', 'run', ...paper, '--bot', 'nobody'], 'greedy, random, throughput, prestige, careful'],
    [['startup', 'run', '--preset', 'papr', '--bot', 'greedy'], "there is no preset 'papr'; there are tutorial, easy"],
    [['startup', 'run', '--preset', 'none.toml', '--bot', 'greedy'], 'none.toml: there is no such file'],
    [['startup', 'run', '--preset', 'paper', '--seed', '-1', '--bot', 'greedy'], 'whole number from 0'],
    [['startup', 'run', ...paper, '--bot', 'greedy', '--horizon-years', '0'], 'whole number from 1 to 20'],
    [['startup', 'run', ...paper, '--bot', 'greedy', '--out', folder], 'this is a folder, not a file'],
    [['startup', 'fly'], "unknown command 'fly'"],
  ])('bad usage exits 2 and says what is allowed: %j', async (args, message) => {
    const run = await longrun(args);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(message);
  });

  test("every problem of a user's preset is listed with file and key, and nothing is created", async () => {
    writeFileSync(file('mine.toml'), 'extends = "paper"\nname = "mine"\n[world]\nnum_employes = 3\nprestige_max = "ten"\n');
    const run = await longrun(['startup', 'run', '--preset', file('mine.toml'), '--bot', 'greedy', '--out', file('none.json')]);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain("mine.toml: world.num_employes: unknown key (did you mean 'num_employees'?)");
    expect(run.stderr).toContain('mine.toml: world.prestige_max: must be a number, got "ten"');
    expect(() => readFileSync(file('none.json'))).toThrow('ENOENT');
  });
});

describe('longrun startup shell', () => {
  test('reads one command a line, answers one JSON a line, and its rollout re-scores', async () => {
    const lines = ['company status', '', 'yc-bench market browse --limit 1', 'task accept --task-id Task-99999', 'dance', 'sim resume'];
    const run = await longrun(['startup', 'shell', ...paper, '--driver', 'my-agent', '--out', file('shell.json')], { input: lines.join('\r\n') });
    expect(run.code).toBe(0);
    const answers = run.stdout.trim().split('\n').map((line) => JSON.parse(line) as { exit_code: number; answer: unknown });
    expect(answers.map(({ exit_code }) => exit_code)).toEqual([0, 2, 0, 1, 2, 1]);
    expect(answers[3]?.answer).toEqual({ error: "Task 'Task-99999' not found." });
    expect(JSON.parse(readFileSync(file('shell.json'), 'utf8'))).toMatchObject({ driver: { kind: 'scripted', name: 'my-agent' } });
    expect(await longrun(['score', file('shell.json')])).toMatchObject({ code: 0 });
  });
});

describe('longrun score', () => {
  test('exit 3 and the first divergence for an edited file, 2 for a file that is no rollout, the highest for several', async () => {
    await longrun(['startup', 'run', ...paper, '--bot', 'greedy', '--out', file('ok.json')]);
    const text = readFileSync(file('ok.json'), 'utf8');
    writeFileSync(file('edited.json'), text.replace('"final_funds_cents":', '"final_funds_cents":1'));
    writeFileSync(file('cut.json'), text.slice(0, 9999));
    writeFileSync(file('cut.json.gz'), gzipSync(text).subarray(0, 9999));
    const edited = await longrun(['score', file('edited.json')]);
    expect(edited.code).toBe(3);
    expect(edited.stdout).toMatch(/DIFFERENT: outcome\.final_funds_cents: expected 1\d+, got \d+/);
    for (const cut of ['cut.json', 'cut.json.gz', 'nowhere.json']) {
      expect(await longrun(['score', file(cut)])).toMatchObject({ code: 2, stdout: '' });
    }
    const several = await longrun(['score', file('ok.json'), file('edited.json'), '--json']);
    expect(several.code).toBe(3);
    expect(several.stdout.trim().split('\n').map((line) => (JSON.parse(line) as { verdict: string }).verdict)).toEqual(['match', 'diverged']);
  });
});

describe('longrun startup conform, presets, bots; longrun schema', () => {
  test('a recording that replays prints ok and its length; one that does not, the first difference, and exits 1', async () => {
    const good = 'tests/fixtures/startup/paper-thinice-s1-greedy.jsonl.gz';
    const lines = gunzipSync(readFileSync(good)).toString().split('\n');
    writeFileSync(file('wrong.jsonl'), lines.map((line, i) => (i === 2 ? line.replace('2091943', '2091944') : line)).join('\n'));
    const presets = ['--presets', 'tests/fixtures/startup'];
    expect(await longrun(['startup', 'conform', good, ...presets])).toMatchObject({ code: 0, stdout: `${good}: ok 40\n` });
    const wrong = await longrun(['startup', 'conform', file('wrong.jsonl'), ...presets]);
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toContain('DIFFERENT at command 2 `market browse`, tasks[0].reward_funds_cents: expected 2091944, got 2091943');
  });

  test('presets are listed, and printed in full', async () => {
    expect((await longrun(['startup', 'presets'])).stdout.split('\n')[0]).toMatch(/^tutorial +classic/);
    expect(JSON.parse((await longrun(['startup', 'presets', 'paper'])).stdout)).toMatchObject({ rules: 'paper' });
  });

  test('the table of bots has a column a seed', async () => {
    const table = await longrun(['startup', 'bots', '--preset', 'fast-test', '--seeds', '2']);
    expect(table.stdout.split('\n')[0]).toBe('| fast-test, k$ | 1 | 2 | median |');
    expect(table.stdout.trim().split('\n')).toHaveLength(7);
  });

  test('the published JSON Schema is the one the format derives', async () => {
    for (const [given, file] of [[[], 'rollout-v1'], [['--arena', 'service'], 'service-rollout-v1']] as const) {
      expect(JSON.parse((await longrun(['schema', ...given])).stdout)).toEqual(JSON.parse(readFileSync(`docs/${file}.schema.json`, 'utf8')));
    }
    expect(ROLLOUT_SCHEMAS.startup()).toMatchObject({ type: 'object', required: expect.arrayContaining(['format', 'digest']) as string[] });
  });
});

describe("the README's tables of bots", () => {
  test.each(['paper', 'medium'])('are what the command prints (%s, first seed)', async (preset) => {
    const { stdout } = await longrun(['startup', 'bots', '--preset', preset, '--seeds', '1', '--json']);
    const { rows } = JSON.parse(stdout) as { rows: { bot: string; funds_cents: number[] }[] };
    const [, table = ''] = readFileSync('README.md', 'utf8').split(`| ${preset}, k$ |`);
    for (const { bot, funds_cents } of rows) {
      const cell = new RegExp(`^\\| ${bot} \\| (-?\\d+) `, 'm').exec(table)?.[1];
      expect(cell, bot).toBe(((funds_cents[0] ?? 0) / 100_000).toFixed(0));
    }
  });
});
