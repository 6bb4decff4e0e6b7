import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Rollout } from '../../../src/rollout/format.ts';
import { longrun } from '../../tools/cli.ts';
import { startModelServer, type ModelServer, type Script } from '../../tools/modelServer/index.ts';
import { botRollout, presetNamed, scriptOf } from '../../tools/scriptedModel.ts';

const KEY = 'sk-planted-0123456789abcdefghij';
const environment = { OPENAI_API_KEY: KEY };
const folder = mkdtempSync(join(tmpdir(), 'longrun-model-'));
const file = (name: string) => join(folder, name);
const script = scriptOf(await botRollout(presetNamed('paper'), 'greedy'));
const output: string[] = [];

let server: ModelServer;
let told: Script = script;

beforeAll(async () => {
  await longrun(['--version']); // may have to build
  server = await startModelServer({ script: (request) => told(request), key: KEY });
});
beforeEach(() => {
  told = script;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

async function run(args: readonly string[], options: Parameters<typeof longrun>[1] = {}) {
  const result = await longrun(['startup', 'run', ...args], { environment, ...options });
  output.push(result.stdout, result.stderr);
  return result;
}

const model = (...rest: string[]) => ['--preset', 'paper', '--seed', '1', '--model', 'openai/small', '--base-url', `${server.url}/v1`, ...rest];
const rolloutIn = (name: string) => JSON.parse(readFileSync(file(name), 'utf8')) as Rollout;

describe('longrun startup run --model', () => {
  test('a scripted model plays a whole year, and the rollout re-scores', async () => {
    const result = await run(model('--out', file('year.json')));
    expect(result.code).toBe(0);
    expect(result.stderr).toMatch(/^estimate for 150 turns, rough: \d+ tokens in, \d+ out, cost unknown/m);
    expect(result.stdout).toContain('model openai/small');
    expect(result.stdout).toContain('funds      $438,655.21');
    expect(result.stderr).toMatch(/turn 64 {2}2026-01-01 .* tokens/);
    expect(await longrun(['score', file('year.json')])).toMatchObject({ code: 0 });
  });

  test('killed and resumed half-way it is the same run: no turn is lost, and no answer asked for twice', async () => {
    // Every turn writes the whole rollout: half a year costs a quarter of a year.
    writeFileSync(file('half.toml'), 'extends = "paper"\nname = "half"\n[loop]\nmax_turns = 30\n');
    const before = server.requests.length;
    const half = ['--preset', file('half.toml'), '--seed', '1', '--model', 'openai/small', '--base-url', `${server.url}/v1`];
    const killed = await run([...half, '--out', file('killed.json')], { kill: { at: 'turn 10 ', signal: 'SIGKILL' } });
    expect(killed.code).toBeNull();
    const played = rolloutIn('killed.json').turns.length;
    expect(played).toBeGreaterThanOrEqual(10);
    expect(played).toBeLessThan(30);
    const resumed = await run(['--resume', file('killed.json'), '--base-url', `${server.url}/v1`]);
    expect(resumed.code).toBe(0);
    const hashes = ({ turns }: Rollout) => turns.map(({ hash }) => hash);
    expect(hashes(rolloutIn('killed.json'))).toEqual(hashes(rolloutIn('year.json')).slice(0, 30));
    // At most the one answer that was under way when the process died.
    expect(server.requests.length - before).toBeLessThanOrEqual(31);
  });

  test('Ctrl-C writes a resumable rollout and exits 4', async () => {
    const result = await run(model('--out', file('interrupted.json.gz')), { kill: { at: 'turn 5 ', signal: 'SIGINT' } });
    expect(result.code).toBe(4);
    expect(result.stderr).toContain(`paused: interrupted\ngo on with: longrun startup run --resume ${file('interrupted.json.gz')}`);
    const rollout = JSON.parse(gunzipSync(readFileSync(file('interrupted.json.gz'))).toString()) as Rollout;
    expect(rollout.outcome.terminal_reason).toBeNull();
    expect(await longrun(['score', file('interrupted.json.gz')])).toMatchObject({ code: 0 });
  });

  test('caps pause the run, and it can be resumed with another model', async () => {
    const capped = await run(model('--max-turns', '3', '--out', file('capped.json')));
    expect(capped.code).toBe(4);
    expect(capped.stderr).toContain('The cap of 3 turns is reached');
    const more = await run(['--resume', file('capped.json'), '--model', 'openai/large', '--base-url', `${server.url}/v1`, '--max-turns', '5']);
    expect(more.code).toBe(4);
    expect(rolloutIn('capped.json').turns.map(({ driver }) => driver?.name)).toEqual([undefined, undefined, undefined, 'openai/large', 'openai/large']);
    expect((await longrun(['score', file('capped.json')])).stdout).toContain('driver     model openai/small, then model openai/large');
  });

  test('a cap on cost that cannot be kept, because the price is unknown, pauses before anything is paid', async () => {
    const before = server.requests.length;
    const result = await run(model('--max-cost', '1', '--out', file('cost.json')));
    expect(result.code).toBe(4);
    expect(result.stderr).toContain('The cap of $1.00 cannot be kept: there is no price for the model');
    expect(server.requests).toHaveLength(before);
  });

  test('a run that was paid for is not overwritten', async () => {
    const before = readFileSync(file('capped.json'), 'utf8');
    const result = await run(model('--out', file('capped.json')));
    expect(result.code).toBe(2);
    expect(result.stderr).toContain('there is a file already; go on with it by --resume');
    expect(readFileSync(file('capped.json'), 'utf8')).toBe(before);
  });

  test('episodes are files beside each other, also under a name of their own', async () => {
    told = () => ({ reply: { text: 'idle' } });
    writeFileSync(file('poor.toml'), 'extends = "nightmare"\nname = "poor"\n[loop]\nauto_advance_after_turns = 1\n');
    const args = ['--preset', file('poor.toml'), '--seed', '1', '--model', 'openai/small', '--base-url', `${server.url}/v1`, '--episodes', '2'];
    const result = await run(args, { folder });
    expect(result.code).toBe(0);
    const names = readdirSync(folder).filter((name) => name.startsWith('longrun-poor')).sort();
    expect(names).toEqual(['longrun-poor-1.episode-2.json.gz', 'longrun-poor-1.json.gz']);
  });

  test('a failed first call leaves a file to resume, and the hint is what to type', async () => {
    told = () => ({ status: 401, error: 'no' });
    const failed = await run(model('--out', file('first call.json'), '--json'));
    expect(failed.code).toBe(4);
    expect(failed.stderr).toContain(`go on with: longrun startup run --resume '${file('first call.json')}' --base-url ${server.url}/v1`);
    expect(JSON.parse(failed.stdout)).toMatchObject({ preset: 'paper', paused: expect.any(String) as string });
    told = script;
    const again = await run(['--resume', file('first call.json'), '--base-url', `${server.url}/v1`, '--max-turns', '1']);
    expect(again.stderr).toContain('The cap of 1 turns is reached');
  });

  test('with a price of the user\'s own the cost is known, and its cap is kept', async () => {
    writeFileSync(file('prices.json'), JSON.stringify({ as_of: '2026-01-01', prices: { 'openai/small': { input: 1, cachedInput: null, output: 10 } } }));
    const result = await run(model('--prices', file('prices.json'), '--max-cost', '0.005', '--out', file('priced.json')));
    expect(result.code).toBe(4);
    expect(result.stderr).toContain('about $');
    expect(result.stderr).toContain('The cap of $0.0050 is reached: $0.0060 so far.');
    expect(rolloutIn('priced.json').turns).toHaveLength(3);
  });

  test('a provider that fails for good pauses with its advice; retries are shown', async () => {
    told = () => ({ status: 500, error: `internal trouble with key ${KEY}` });
    writeFileSync(file('impatient.toml'), 'extends = "paper"\nname = "impatient"\n[agent]\nretry_max_attempts = 1\nretry_backoff_seconds = 0.01\n');
    const result = await run([...model('--out', file('failed.json')).map((word) => (word === 'paper' ? file('impatient.toml') : word))]);
    expect(result.code).toBe(4);
    expect(result.stderr).toContain('Trying again');
    expect(result.stderr).toContain('paused: ');
  });

  test('a prompt of the user\'s own goes out in place of ours', async () => {
    writeFileSync(file('prompt.txt'), 'You are the other benchmark.');
    await run(model('--prompt', file('prompt.txt'), '--max-turns', '1', '--out', file('prompt.json')));
    expect(server.requests.at(-1)?.text).toContain('You are the other benchmark.');
  });

  test.each([
    [['--preset', 'paper', '--model', 'nobody/x'], 2, 'write provider/model with one of: openai, openrouter'],
    [['--preset', 'paper', '--model', 'anthropic/x'], 2, 'set ANTHROPIC_API_KEY in the environment'],
    [['--preset', 'paper', '--model', 'openai/x', '--bot', 'greedy'], 2, 'one of --bot, --model, --cassette must drive'],
    [['--resume', 'nowhere.json'], 2, 'nowhere.json: there is no such file'],
    [['--resume', 'x.json', '--model', 'openai/x', '--record', 'y.json'], 2, '--record takes a whole run'],
    [['--preset', 'paper', '--bot', 'greedy', '--max-turns', '3'], 2, '--max-turns goes with a model'],
    [['--preset', 'paper', '--bot', 'greedy', '--out', 'a', '--db', './a'], 2, '--out and --db name the same file'],
    [['--preset', 'paper', '--model', 'openai/x', '--max-cost', '-1'], 2, 'a number above 0'],
  ])('bad usage: %j', async (args, code, message) => {
    const result = await longrun(['startup', 'run', ...args], { environment: { OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: '' } });
    expect(result.code).toBe(code);
    expect(result.stderr).toContain(message);
  });

  test('an edited file is not resumed: exit 3', async () => {
    writeFileSync(file('edited.json'), readFileSync(file('capped.json'), 'utf8').replace('"funds_cents":20000000', '"funds_cents":20000001'));
    const result = await run(['--resume', file('edited.json'), '--base-url', `${server.url}/v1`]);
    expect(result.code).toBe(3);
    expect(result.stderr).toContain('does not recompute (turn 1, answer.funds_cents)');
  });
});

describe('a foreign file that carries a key', () => {
  test('is cleaned when it is resumed, with a warning, and shown without it when it is scored', async () => {
    const foreign = `sk-ant-${'planted0123456789abcdef'}`;
    const carried = JSON.parse(readFileSync(file('capped.json'), 'utf8')) as Rollout;
    carried.driver.name = `openai/small with ${foreign}`;
    writeFileSync(file('foreign.json'), JSON.stringify(carried));
    const score = await longrun(['score', file('foreign.json')]);
    expect(score.code).toBe(3); // edited
    expect(score.stdout).not.toContain(foreign);
    const resumed = await run(['--resume', file('foreign.json'), '--model', 'openai/small', '--base-url', `${server.url}/v1`, '--max-turns', '6', '--out', file('cleaned.json')]);
    expect(resumed.stderr).toContain('what looks like keys was taken out: driver.name');
    expect(readFileSync(file('cleaned.json'), 'utf8')).not.toContain(foreign);
  });
});

describe('cassettes', () => {
  test('recorded, then replayed offline: the same run without key, server or cost', async () => {
    await run(model('--max-turns', '6', '--record', file('six.cassette.json'), '--out', file('six.json')));
    const replayed = await longrun(['startup', 'run', '--preset', 'paper', '--seed', '1', '--cassette', file('six.cassette.json'), '--max-turns', '6', '--out', file('six-again.json')]);
    expect(replayed.code).toBe(4);
    const hashes = (name: string) => rolloutIn(name).turns.map(({ hash }) => hash);
    expect(hashes('six-again.json')).toEqual(hashes('six.json'));
    expect(rolloutIn('six-again.json').driver).toMatchObject({ kind: 'cassette', name: expect.stringContaining('openai/small') as string });
  });

  test('a miss is a clear error', async () => {
    const other = await longrun(['startup', 'run', '--preset', 'paper', '--seed', '2', '--cassette', file('six.cassette.json'), '--out', file('miss.json')]);
    expect(other.code).toBe(4);
    expect(other.stderr).toContain('has no answer to this request');
    expect(other.stderr).toContain('A cassette replays one run only');
  });

  test('one that comes with Longrun plays to its end', async () => {
    const demo = await longrun(['startup', 'run', '--preset', 'paper', '--seed', '1', '--cassette', 'presets/cassettes/paper-1.json', '--out', file('demo.json')]);
    expect(demo).toMatchObject({ code: 0 });
    expect(demo.stdout).toContain('(scripted driver)');
  });
});

describe('security: a planted key', () => {
  test('is in nothing that was written or printed by all of the above', () => {
    expect(server.requests.some(({ headers }) => headers['authorization'] === `Bearer ${KEY}`)).toBe(true);
    const files = readdirSync(folder).map((name) => {
      const bytes = readFileSync(file(name));
      return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
    });
    expect(files.length).toBeGreaterThan(8);
    for (const text of [...files, ...output]) expect(text.includes(KEY)).toBe(false);
  });
});
