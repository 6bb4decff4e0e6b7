import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { longrun } from '../../tools/cli.ts';
import { judging, rolesScript, said, verdicts } from '../../tools/serviceRoles.ts';
import { shared } from '../../tools/shared.ts';
import { Bench, KEY, parts, stallingAt, TASK } from './serviceModels.ts';

const bench = new Bench();
const file = (name: string) => bench.file(name);
const judge = (args: readonly string[], options?: Parameters<Bench['run']>[2]) => bench.run('judge', args, options);
const by = (name = 'judge') => ['--judge', `openai/${name}`, ...bench.at.judge];
const ofFile = (name: string) => bench.rollout(name).judgements ?? [];
/** A copy of the conversation that a script has judged. */
const fresh = (name: string) => {
  copyFileSync(file('judged.json'), file(name));
  return file(name);
};
const windows = (name: string) => ofFile(name).at(-1)!.windows.length;

beforeAll(async () => {
  const result = await bench.run('run', [TASK, '--solution', '--user', 'at-once', '--judge', 'scripted', '--out', file('judged.json')]);
  expect(result.code).toBe(0);
});

describe('longrun service judge: a rollout is judged again (spec vita §5)', () => {
  test('by another: only the judge is asked, the old verdict stays, and the file verifies', async () => {
    bench.asked();
    const path = fresh('again.json');
    const result = await judge([path, ...by()]);
    expect(result).toMatchObject({ code: 0 });
    expect(result.stdout).toContain(`${path}: judge model openai/judge, windows of 10, 2 repeated: no success`);
    expect(bench.asked()).toEqual(Array(windows('again.json')).fill('judge'));
    expect(ofFile('again.json')).toMatchObject([...ofFile('judged.json'), { judge: { kind: 'model', name: 'openai/judge' }, failure: null }]);
    expect(await longrun(['score', path])).toMatchObject({ code: 0 });
  });

  test('what it has judged in this manner is not judged again, but by --times; another manner is', async () => {
    bench.asked();
    expect((await judge([file('again.json'), ...by(), '--json'])).stdout).toContain('"name":"openai/judge"');
    expect(bench.asked()).toEqual([]);
    await judge([file('again.json'), ...by(), '--times', '2']);
    await judge([file('again.json'), ...by(), '--whole']);
    expect(bench.asked()).toEqual(Array(windows('again.json') + ofFile('again.json')[1]!.windows.length).fill('judge'));
    expect(ofFile('again.json').map(({ window }) => window?.size)).toEqual([10, 10, 10, undefined]);
  });

  test('a judge that fails leaves the old verdicts and no score, and goes on when it is run again', async () => {
    const path = fresh('failing.json');
    bench.told = rolesScript({ judge: (request, turn) => (request.lastText.includes('[1]') ? parts.judge(request, turn) : { status: 401, error: 'no' }) });
    const failed = await judge([path, ...by()]);
    expect(failed.code).toBe(4);
    expect(failed.stdout).toContain('no verdict');
    expect(failed.stderr).toContain(`go on with: longrun service judge ${path} --judge openai/judge --judge-base-url ${bench.server.url}/v1\n`);
    expect(ofFile('failing.json')).toMatchObject([...ofFile('judged.json'), { failure: { code: 'bad-key' }, windows: [{}] }]);
    bench.told = rolesScript(parts);
    bench.asked();
    expect(await judge([path, ...by()])).toMatchObject({ code: 0 });
    expect(ofFile('failing.json')).toMatchObject([...ofFile('judged.json'), { failure: null }]);
    expect(bench.asked()).toHaveLength(windows('failing.json') - 1);
  });

  test('killed between two windows it asks for none of them twice', async () => {
    const path = fresh('killed.json');
    bench.asked();
    bench.told = stallingAt('judge', 1);
    expect((await judge([path, ...by()], { kill: { at: 'window 1 ', signal: 'SIGKILL' } })).code).toBeNull();
    bench.told = rolesScript(parts);
    expect(await judge([path, ...by()])).toMatchObject({ code: 0 });
    const twice = bench.asked().length - windows('killed.json');
    expect([0, 1]).toContain(twice); // the one under way, if one was
  });

  test('caps pause it; --out leaves the file alone, and does not write over another', async () => {
    const before = readFileSync(file('judged.json'), 'utf8');
    const capped = await judge([file('judged.json'), ...by(), '--max-turns', '1', '--out', file('elsewhere.json')]);
    expect(capped.code).toBe(4);
    expect(capped.stderr).toContain('The cap of 1 turns is reached');
    expect(readFileSync(file('judged.json'), 'utf8')).toBe(before);
    expect((await judge([file('judged.json'), ...by(), '--out', file('elsewhere.json')])).stderr).toContain('there is a file already');
    expect(await judge([file('elsewhere.json'), ...by()])).toMatchObject({ code: 0 });
  });

  test('recorded, and played offline to the same verdict', async () => {
    await judge([fresh('live.json'), ...by(), '--record', file('judge.cassette.json')]);
    bench.asked();
    const played = await judge([fresh('played.json'), '--judge', 'openai/judge', '--cassette', file('judge.cassette.json')], { environment: { OPENAI_API_KEY: '' } });
    expect(played.code).toBe(0);
    expect(bench.asked()).toEqual([]);
    expect(ofFile('played.json').at(-1)?.rubrics).toEqual(ofFile('live.json').at(-1)?.rubrics);
  });

  test.each([
    [[], 'say who judges: --judge provider/model, or --judge scripted'],
    [['--judge', 'strict'], 'write provider/model with one of'],
    [['--judge', 'anthropic/x'], 'judge: Anthropic needs a key: set ANTHROPIC_API_KEY'],
    [['--judge', 'scripted', '--window', '0'], 'a whole number from 1'],
  ])('wrong options say what is allowed: %j', async (args, message) => {
    const result = await judge([file('judged.json'), ...args], { environment: { OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: '' } });
    expect(result).toMatchObject({ code: 2 });
    expect(result.stderr).toContain(message);
  });

  test.each([['nowhere.json', 'there is no such file'], ['broken.json', 'truncated'], ['foreign.json', 'no rollout']])('%s: %s', async (name, message) => {
    writeFileSync(file('broken.json'), '{"format":');
    writeFileSync(file('foreign.json'), '{"a": 1}');
    const result = await judge([file(name), '--judge', 'scripted']);
    expect(result).toMatchObject({ code: 2 });
    expect(result.stderr).toContain(message);
  });
});

const golden = shared('golden/vita/results/delivery_scripted.json.gz');
describe.runIf(golden !== null)('a results file of the original (spec vita §7)', () => {
  const simulations = (name: string) => (bench.json(name) as { simulations: { id: string; reward_info: { reward: number }; longrun_judgements?: object[] }[] }).simulations;

  test('is judged into another file, simulation by simulation, killed and gone on with; its own verdicts stay', async () => {
    bench.asked();
    bench.told = rolesScript({ judge: judging((from) => verdicts([from === 1 ? 1 : 2, true])) });
    const whole = await judge([golden!, ...by(), '--out', file('whole.json.gz')]);
    expect(whole).toMatchObject({ code: 0 });
    expect(whole.stderr).toContain('what looks like keys was taken out');
    const asked = bench.asked();
    bench.told = stallingAt('judge', 1);
    expect((await judge([golden!, ...by(), '--out', file('results.json.gz')], { kill: { at: 'window 1 ', signal: 'SIGINT' } })).code).toBe(4);
    bench.told = rolesScript({ judge: judging((from) => verdicts([from === 1 ? 1 : 2, true])) });
    expect(await judge([file('results.json.gz'), ...by()])).toMatchObject({ code: 0 });
    expect(bench.asked().length - asked.length).toBeLessThanOrEqual(1);
    expect(simulations('results.json.gz').map(({ id, reward_info }) => [id, reward_info.reward])).toEqual(simulations('whole.json.gz').map(({ id, reward_info }) => [id, reward_info.reward]));
    expect(simulations('results.json.gz').map(({ longrun_judgements: own }) => own?.length)).toEqual(Array(6).fill(1));
  });

  test('caps count all of its simulations together', async () => {
    bench.asked();
    expect((await judge([golden!, ...by('judge'), '--max-turns', '3', '--out', file('capped.json')])).code).toBe(4);
    expect(bench.asked()).toHaveLength(3);
  });

  test('is not written over unasked, and one simulation can be chosen', async () => {
    copyFileSync(golden!, file('theirs.json.gz'));
    const result = await judge([file('theirs.json.gz'), '--judge', 'scripted']);
    expect(result).toMatchObject({ code: 2 });
    expect(result.stderr).toContain('not written over, since not all that it holds would be kept: say --out FILE');
    expect((await judge([file('theirs.json.gz'), '--judge', 'scripted', '--simulation', 'x', '--out', file('one.json')])).stderr).toContain('there is no simulation x; there are sim-60711002-0');
    expect(await judge([file('theirs.json.gz'), '--judge', 'scripted', '--simulation', 'sim-60711002-1', '--out', file('one.json')])).toMatchObject({ code: 0 });
    expect(simulations('one.json').map(({ longrun_judgements: own }) => own?.length ?? 0)).toEqual([0, 1, 0, 0, 0, 0]);
  });

  test('its keys, and ours, are in no file of ours and on no stream', () => {
    bench.told = () => said({});
    const texts = bench.everything().filter((text) => !text.includes('"Authorization"')); // the copy of theirs
    for (const text of texts) expect([KEY, 'sk-planted'].some((key) => text.includes(key))).toBe(false);
  });
});
