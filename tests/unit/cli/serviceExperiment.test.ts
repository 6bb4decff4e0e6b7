import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { rolesScript, said } from '../../tools/serviceRoles.ts';
import { Bench, KEY, parts, stallingAt, TASK } from './serviceModels.ts';

const bench = new Bench();
const file = (name: string) => bench.file(name);
const experiment = (args: readonly string[], options?: Parameters<Bench['run']>[2]) => bench.run('experiment', args, options);
const start = (name: string, ...rest: string[]) => [file(name), '--tasks', 'delivery', '--only', TASK, '--trials', '2', ...bench.models, '--concurrency', '1', ...rest];
const scripted = (name: string, ...rest: string[]) => [file(name), '--tasks', 'delivery', '--model', 'solution', '--user', 'at-once', '--judge', 'scripted', ...rest];
const CALLS = 15; // of a trial
const trialFile = (name: string, trial: number, model = 'openai_assistant~') => {
  const folder = readdirSync(file(name)).find((each) => each.startsWith(model)) ?? '';
  return join(file(name), folder, 'delivery', `${TASK}.${trial}.json.gz`);
};
const metrics = async (name: string) => (await bench.run('report', [file(name), '--k', '2'])).stdout;

describe('longrun service experiment', () => {
  test('tasks by trials, a rollout each, and the metrics (spec vita §6)', async () => {
    const result = await experiment(start('whole'));
    expect(result).toMatchObject({ code: 0 });
    expect(bench.asked()).toHaveLength(2 * CALLS);
    expect(result.stderr).toMatch(/^estimate for all 2 trials, rough: assistant 48 calls, .*cost unknown \(no price for a model\)$/m);
    expect(result.stderr).toContain(`openai/assistant ${TASK} trial 1 done, 20 messages\nopenai/assistant ${TASK} trial 2 done, 20 messages\n`);
    expect(result.stderr).not.toContain('waiting');
    expect(result.stdout).toContain('openai/assistant: 1 tasks, 2 trials, 0 of them errors');
    expect(result.stdout).toMatch(/^ {2}set delivery +Avg@2 0\.0 % .* Pass@2 0\.0 % .* Pass\^2 0\.0 %/m);
    expect(result.stdout).toMatch(/judge +6 calls, 6600 tokens, cost unknown/);
    expect(result.stdout).not.toContain('$0');
    expect(existsSync(file('whole/running'))).toBe(false);
  });

  test('run again with the folder alone it calls nobody and says the same', async () => {
    const again = await experiment([file('whole'), '--json']);
    expect(again).toMatchObject({ code: 0 });
    expect(again.stderr).not.toContain('done');
    expect(bench.asked()).toEqual([]);
    expect(JSON.parse(again.stdout)).toMatchObject({ k: 2, trials: [{ trial: 1, success: false }, { trial: 2 }], failed: [], summaries: [{ model: 'openai/assistant' }] });
  });

  test.each([['SIGKILL', 'user', 4], ['SIGINT', 'judge', 4]] as const)('stopped by %s in the second trial, and run again: the same metrics, and no call twice', async (signal, role, turn) => {
    bench.asked();
    bench.told = stallingAt(role, turn);
    const stopped = await experiment(start(signal), { kill: { at: 'trial 1 done', signal } });
    expect(stopped.code).toBe(signal === 'SIGINT' ? 4 : null);
    if (signal === 'SIGINT') expect(stopped.stderr).toContain(`go on with: longrun service experiment ${file(signal)} --concurrency 1\n`);
    bench.told = rolesScript(parts);
    const first = readFileSync(trialFile(signal, 1));
    expect(await experiment([file(signal)])).toMatchObject({ code: 0 });
    expect(bench.asked().length).toBeLessThanOrEqual(2 * CALLS + 1);
    expect(readFileSync(trialFile(signal, 1))).toEqual(first);
    expect(await metrics(signal)).toBe(await metrics('whole'));
  });

  test('one trial that fails is said, the other finishes, and it is tried again next time', async () => {
    let isFailing = true;
    let judged = 0;
    bench.told = (request) => {
      if (request.model === 'judge' && judged++ === 0 && isFailing) return { status: 400, error: 'not this one' };
      return rolesScript(parts)(request);
    };
    const result = await experiment(start('failing'));
    expect(result.code).toBe(4);
    expect(result.stderr).toMatch(/trial 1 failed, 20 messages: judge: .*\n.*trial 2 done/);
    expect(result.stdout).toContain('2 trials, 1 of them errors (in no average)');
    isFailing = false;
    expect(await experiment([file('failing')])).toMatchObject({ code: 0 });
    expect(await metrics('failing')).toBe(await metrics('whole'));
  });

  test('a refused key stops all of it; caps count all trials together', async () => {
    bench.asked();
    const refused = await experiment(start('refused'), { environment: { OPENAI_API_KEY: 'wrong-key' } });
    expect(refused.code).toBe(4);
    expect(refused.stderr).toMatch(/trial 1 failed, 1 messages: user: .*key/i);
    expect(bench.asked()).toHaveLength(1);
    const capped = await experiment([file('refused'), '--max-turns', '17', '--concurrency', '1']);
    expect(capped.code).toBe(4);
    expect(capped.stderr).toContain('paused, 4 messages: The cap of 17 turns is reached');
    expect(bench.asked()).toHaveLength(17);
    expect(await experiment([file('refused'), '--max-turns', '99'])).toMatchObject({ code: 0 });
  });

  test('so many trials at a time', async () => {
    let [now, most] = [0, 0];
    bench.told = async (request) => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 20));
      now--;
      return rolesScript(parts)(request);
    };
    await experiment([...start('lanes').map((word) => (word === '1' ? '3' : word)), '--trials', '4']);
    expect(most).toBeLessThanOrEqual(3);
    expect(most).toBeGreaterThan(1);
  });
});

describe('a folder holds one experiment, and one process works on it', () => {
  test('another plan is refused, what was not said is the folder\'s', async () => {
    expect(await experiment(scripted('scripts', '--trials', '1'))).toMatchObject({ code: 0 });
    const other = await experiment([file('scripts'), '--trials', '3']);
    expect(other).toMatchObject({ code: 2 });
    expect(other.stderr).toContain('this folder holds another experiment (trials: 1, not 3)');
    expect((await experiment([file('scripts'), '--model', 'openai/x'])).stderr).toContain('(models[0]: "solution", not "openai/x")');
    expect(await experiment([file('scripts'), '--model', 'solution'])).toMatchObject({ code: 0 });
  });

  test.each([
    [['--model', 'nobody/x'], 'write provider/model with one of'],
    [['--model', 'anthropic/x'], 'needs a key: set ANTHROPIC_API_KEY'],
    [['--model', 'solution', '--only', 'x'], 'there is no task x; there are'],
    [['--model', 'solution', '--tasks', 'nowhere'], 'there is no such file, and no set of this name'],
    [[], 'there is no experiment in this folder yet: say --model'],
  ])('one that cannot be run leaves no plan behind: %j', async (args, message) => {
    const result = await experiment([file('none'), ...args], { environment: { ANTHROPIC_API_KEY: '', OPENAI_API_KEY: KEY } });
    expect(result).toMatchObject({ code: 2 });
    expect(result.stderr).toContain(message);
    expect(existsSync(file('none'))).toBe(false);
  });

  test('a damaged file of a trial is refused, and not written over', async () => {
    const path = trialFile('whole', 2);
    const good = readFileSync(path);
    const changed = gzipSync(gunzipSync(good).toString().replace('I need lunch for six.', 'I need lunch for two.'));
    for (const [bytes, message] of [[good.subarray(0, 900), 'truncated or damaged'], [changed, 'its digest is wrong']] as const) {
      writeFileSync(path, bytes);
      const result = await experiment([file('whole')]);
      expect(result).toMatchObject({ code: 2 });
      expect(result.stderr).toMatch(new RegExp(`${TASK}\\.2\\.json\\.gz: .*${message}.*move the file away to play this trial anew`));
      expect(readFileSync(path)).toEqual(Buffer.from(bytes));
    }
    writeFileSync(path, good);
  });

  test('while a process is at work another is sent away; what a dead one left is taken over', async () => {
    writeFileSync(file('scripts/running'), `${process.pid} ${hostname()}\n`);
    const busy = await experiment([file('scripts')]);
    expect(busy).toMatchObject({ code: 2 });
    expect(busy.stderr).toContain(`process ${process.pid} on ${hostname()} is at work on this experiment`);
    const dead = spawnSync(process.execPath, ['--version']).pid;
    writeFileSync(file('scripts/running'), `${dead} ${hostname()}\n`);
    expect(await experiment([file('scripts')])).toMatchObject({ code: 0 });
    expect(existsSync(file('scripts/running'))).toBe(false);
  });

  test('names of files are such as every system takes', () => {
    const names = readdirSync(bench.folder, { recursive: true, encoding: 'utf8' }).flatMap((path) => path.split(/[\\/]/));
    for (const name of names) expect(name).toMatch(/^(?!con\b|nul\b|aux\b)[\w~-][\w.~-]*$/i);
  });
});

describe('longrun service report and results', () => {
  test('any mix counts, a rollout met twice once; published figures and complexity beside', async () => {
    const result = await bench.run('report', [file('whole'), trialFile('whole', 1), file('scripts'), '--k', '2', '--published', '--complexity']);
    expect(result).toMatchObject({ code: 0 });
    expect(result.stdout).toContain('openai/assistant: 1 tasks, 2 trials, 0 of them errors');
    expect(result.stdout).toMatch(/^solution: \d+ tasks, \d+ trials/m);
    expect(result.stdout).toMatch(/published, of other tasks: VitaBench paper.*\n {2}the best model's Avg@4: delivery 54\.0 %, .*cross-scenario 30\.0 %/);
    expect(result.stdout).toMatch(/^complexity\n {2}means a task +tasks +rubrics +records +tools +edges +density\n {2}delivery +\d+ /m);
  });

  test('rollouts as a results file have the same metrics, and more than one model is refused', async () => {
    expect(await bench.run('results', [file('whole'), '--out', file('out.json.gz')])).toMatchObject({ code: 0, stdout: `${file('out.json.gz')}: 1 tasks, 2 simulations of openai/assistant\n` });
    const scores = (text: string) => text.split('\n').slice(0, 4);
    expect(scores((await bench.run('report', [file('out.json.gz')])).stdout)).toEqual(scores(await metrics('whole')));
    const mixed = await bench.run('results', [file('whole'), file('scripts'), '--out', file('mixed.json')]);
    expect(mixed).toMatchObject({ code: 2 });
    expect(mixed.stderr).toContain('a results file is of one assistant; these rollouts have openai/assistant, scripted solution');
    expect((await bench.run('results', [trialFile('whole', 1), '--out', trialFile('whole', 1)])).stderr).toContain('--out names one of the rollouts');
    expect((await bench.run('results', [file('out.json.gz'), '--out', file('x.json')])).stderr).toContain('this is a results file already');
  });

  test('what is no trial is named', async () => {
    mkdirSync(file('mixed'));
    writeFileSync(file('mixed/other.json'), '{"a":1}');
    const result = await bench.run('report', [file('mixed')]);
    expect(result).toMatchObject({ code: 2 });
    expect(result.stderr).toContain('other.json: left out, this is neither a rollout of the service arena nor a results file');
    expect((await bench.run('report', [file('nowhere')])).stderr).toContain('there is no such file');
  });
});

test('longrun service label: failures get a model\'s labels beside others\', once', async () => {
  bench.asked();
  bench.told = rolesScript({ ...parts, judge: () => said({ text: '[{"label": "tool-use", "reason": "message 4"}, {"label": "laziness"}]' }) });
  const args = [file('whole'), '--model', 'openai/judge', ...bench.at.assistant];
  const capped = await bench.run('label', [...args, '--max-turns', '1']);
  expect(capped.code).toBe(4);
  const result = await bench.run('label', args);
  expect(result).toMatchObject({ code: 0 });
  expect(result.stdout).toContain('tool-use: message 4');
  await bench.run('label', args);
  expect(bench.asked()).toEqual(['judge', 'judge']);
  expect((await bench.run('report', [file('whole')])).stdout).toContain('error classes of 2 labelled failures (of 2): tool-use 100.0 %');
  rmSync(file('mixed'), { recursive: true });
});

test('a planted key is in no file and on no stream', () => {
  for (const text of bench.everything()) expect(text.includes(KEY)).toBe(false);
});
