import { existsSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { longrun } from '../../tools/cli.ts';
import { rolesScript, said } from '../../tools/serviceRoles.ts';
import { Bench, KEY, parts, stallingAt, TASK, timeless } from './serviceModels.ts';

const bench = new Bench();
const file = (name: string) => bench.file(name);
const run = (args: readonly string[], options?: Parameters<Bench['run']>[2]) => bench.run('run', args, options);
const models = (...rest: string[]) => [TASK, ...bench.models, ...rest];
const resume = (name: string) => ['--resume', file(name), ...bench.at.assistant, ...bench.at.user, '--judge', 'openai/judge', ...bench.at.judge];

/** In the order in which a whole run asks them. */
const ALL = ['user', ...Array<string>(6).fill('assistant'), 'user', ...Array<string>(3).fill('assistant'), 'user', 'judge', 'judge', 'judge'];

describe('longrun service run: all three roles are models', () => {
  test('to the end: the conversation, the verdict, a rollout that verifies, exit 0', async () => {
    const result = await run(models('--out', file('whole.json')));
    expect(result).toMatchObject({ code: 0 });
    expect(bench.asked()).toEqual(ALL);
    expect(result.stderr).toMatch(/^estimate, rough: assistant 24 calls, user 8 calls, judge \d+ calls; \d+ tokens in, \d+ out, cost unknown \(no price for a model\)$/m);
    expect(result.stderr).toMatch(/^message 20 {2}window 3 {2}\d+ tokens {2}cost unknown$/m);
    expect(result.stderr).toContain(`rollout in ${file('whole.json')}`);
    expect(result.stdout).toContain('user: I need lunch for six.');
    expect(result.stdout).toContain('ended: user_stop\nstate: as expected');
    expect(result.stdout).toMatch(/^judge model openai\/judge, windows of 10, 2 repeated: no success, 2 of \d met$/m);
    expect(bench.rollout('whole.json')).toMatchObject({ termination: 'user_stop', state_met: true, judgements: [{ failure: null, windows: [{}, {}, {}] }] });
    expect(await longrun(['score', file('whole.json')])).toMatchObject({ code: 0 });
  });

  test('--json is one object: who took part, all messages, the state, the judgements', async () => {
    const result = await run(models('--json', '--out', file('json.json.gz'), '--db', file('json.sqlite')));
    expect(result.code).toBe(0);
    const told = JSON.parse(result.stdout) as Record<string, unknown>;
    expect(told).toMatchObject({ task: TASK, assistant: { name: 'openai/assistant' }, user: { name: 'openai/user' }, termination: 'user_stop', state: { isMet: true } });
    expect([told['messages'], told['judgements']].map((list) => (list as unknown[]).length)).toEqual([20, 1]);
    expect(existsSync(file('json.sqlite'))).toBe(true);
    expect(timeless(bench.rollout('json.json.gz'))).toEqual(timeless(bench.rollout('whole.json')));
  });

  test('with prices of the user\'s own the cost is known', async () => {
    writeFileSync(file('prices.json'), JSON.stringify({ as_of: '2026-01-01', prices: Object.fromEntries(Object.keys(parts).map((role) => [`openai/${role}`, { input: 1, cachedInput: null, output: 5 }])) }));
    const result = await run(models('--prices', file('prices.json'), '--out', file('priced.json')));
    expect(result.stderr).toMatch(/out, about \$\d/);
    expect(result.stderr).toContain('message 20  window 3  16500 tokens  $0.0225');
  });
});

describe('a run that stopped goes on, and is the run that did not stop', () => {
  test.each([
    ['SIGKILL', 'user', 1, 'message 13 '],
    ['SIGKILL', 'assistant', 3, 'message 8 '],
    ['SIGKILL', 'judge', 1, 'window 1 '],
    ['SIGINT', 'assistant', 1, 'message 4 '],
    ['SIGINT', 'judge', 2, 'window 2 '],
  ] as const)('%s while the %s is asked for the %i. time (spec vita §4)', async (signal, role, turn, at) => {
    const name = `${signal}-${role}.json`;
    bench.asked();
    bench.told = stallingAt(role, turn);
    const stopped = await run(models('--out', file(name)), { kill: { at, signal } });
    expect(stopped.code).toBe(signal === 'SIGINT' ? 4 : null);
    if (signal === 'SIGINT') expect(stopped.stderr).toContain('paused: interrupted\ngo on with: longrun service run --resume');
    bench.told = rolesScript(parts);
    const before = bench.asked();
    const goingOn = await run(resume(name));
    expect(goingOn).toMatchObject({ code: 0 });
    const after = bench.asked();
    // The one that was under way, if one was, is asked again, and no other.
    const twice = before.length + after.length - ALL.length;
    expect([0, 1]).toContain(twice);
    expect([...before.slice(0, before.length - twice), ...after]).toEqual(ALL);
    expect(timeless(bench.rollout(name))).toEqual(timeless(bench.rollout('whole.json')));
  });

  test('what is printed on the way is what to type', async () => {
    const args = models('--window', '8', '--overlap', '1', '--no-rubrics', '--prices', file('prices.json'), '--max-turns', '3', '--out', file('with blank.json'));
    const result = await run(args);
    expect(result.code).toBe(4);
    const url = `${bench.server.url}/v1`;
    expect(result.stderr).toContain(
      `paused: The cap of 3 turns is reached: 3 turns so far.\ngo on with: longrun service run --resume '${file('with blank.json')}' ` +
        `--base-url ${url} --user-base-url ${url} --judge openai/judge --judge-base-url ${url} --window 8 --overlap 1 --no-rubrics --prices ${file('prices.json')}\n`,
    );
    expect(result.stdout).toBe('');
    const capped = await run([...resume('with blank.json'), '--max-turns', '3', '--json']);
    expect(capped.code).toBe(4);
    expect(JSON.parse(capped.stdout)).toMatchObject({ termination: null });
    expect(await run([...resume('with blank.json'), '--max-turns', '30'])).toMatchObject({ code: 0 });
  });

  test('without --judge the judge that was stopped goes on in its manner', async () => {
    bench.told = rolesScript({ ...parts, judge: ({ index }) => (index > 0 ? { status: 401, error: 'no' } : said({})) });
    const failed = await run(models('--window', '12', '--overlap', '3', '--out', file('judge.json')));
    expect(failed.code).toBe(4);
    expect(bench.rollout('judge.json').judgements).toMatchObject([{ failure: { code: 'bad-key' }, windows: [] }]);
    bench.told = rolesScript(parts);
    bench.asked();
    expect(await run(['--resume', file('judge.json'), ...bench.at.judge])).toMatchObject({ code: 0 });
    expect(bench.asked()).toEqual(['judge', 'judge']);
    expect(bench.rollout('judge.json').judgements).toMatchObject([{ failure: null, window: { size: 12, overlap: 3 } }]);
  });

  test('one that is over and judged is printed, with no call and no key', async () => {
    bench.asked();
    const result = await run(['--resume', file('whole.json')], { environment: { OPENAI_API_KEY: '' } });
    expect(result).toMatchObject({ code: 0 });
    expect(result.stdout).toContain('judge model openai/judge, windows of 10, 2 repeated: no success');
    expect((await run([...resume('whole.json'), '--model', 'openai/other'])).code).toBe(0);
    expect(bench.asked()).toEqual([]);
    expect(timeless(bench.rollout('whole.json'))).toEqual(timeless(bench.rollout('json.json.gz')));
  });
});

describe('failing providers pause with a sentence and a way on: exit 4', () => {
  test('a refused key', async () => {
    const result = await run(models('--out', file('refused.json')), { environment: { OPENAI_API_KEY: `${KEY}x` } });
    expect(result.code).toBe(4);
    expect(result.stderr).toMatch(/^paused: user: .*key.*\ngo on with: longrun service run --resume/m);
    bench.output.splice(-2); // this key is one letter more than ours
    expect(await run(resume('refused.json'))).toMatchObject({ code: 0 });
  });

  test('endless errors, after some retries that are shown', async () => {
    bench.told = rolesScript({ ...parts, assistant: () => ({ status: 500, error: `trouble with ${KEY}` }) });
    const result = await run(models('--out', file('failing.json')));
    expect(result.code).toBe(4);
    expect(result.stderr.match(/Trying again in \d s/g)).toHaveLength(3);
    expect(result.stderr).toMatch(/^paused: assistant: /m);
    bench.told = rolesScript(parts);
    expect(await run(resume('failing.json'))).toMatchObject({ code: 0 });
    expect(timeless(bench.rollout('failing.json'))).toEqual(timeless(bench.rollout('whole.json')));
  }, 60_000);

  test('a cap on cost that cannot be kept lets nothing be paid', async () => {
    bench.asked();
    const result = await run(models('--max-cost', '1', '--out', file('cost.json')));
    expect(result.code).toBe(4);
    expect(result.stderr).toContain('The cap of $1.00 cannot be kept: there is no price for the model');
    expect(bench.asked()).toEqual([]);
  });
});

describe('how models are asked', () => {
  const sent = () => bench.server.requests.map(({ body }) => body as Record<string, unknown> & { model: string; messages: { role: string; content: string }[] });
  const lastOf = (role: string) => sent().filter(({ model }) => model === role).at(-1);
  const systemOf = (role: string) => lastOf(role)?.messages[0]?.content;

  test('prompts of one\'s own, thinking, temperature, and a customer without a person', async () => {
    for (const role of Object.keys(parts)) writeFileSync(file(`${role}.txt`), `You are the other ${role}.`);
    const prompts = ['--prompt', file('assistant.txt'), '--user-prompt', file('user.txt'), '--judge-prompt', file('judge.txt')];
    const how = ['--thinking', 'high', '--user-thinking', 'low', '--judge-thinking', 'off', '--temperature', '0', '--no-profile'];
    expect(await run(models(...prompts, ...how, '--out', file('prompts.json')))).toMatchObject({ code: 0 });
    for (const role of Object.keys(parts)) expect(systemOf(role)).toBe(`You are the other ${role}.`);
    expect(bench.rollout('prompts.json')).toMatchObject({
      settings: {
        assistant: { thinking: 'high', temperature: 0, prompt: 'You are the other assistant.' },
        user: { thinking: 'low', temperature: 0, has_profile: false, temperament: null },
      },
      judgements: [{ prompt: 'You are the other judge.' }],
    });
    expect(lastOf('assistant')).not.toEqual(expect.objectContaining({ reasoning_effort: lastOf('user')?.['reasoning_effort'] }));
  });

  test('a temper in place of the person\'s, kept when the run goes on', async () => {
    await run(models('--temperament', 'in a great hurry', '--max-turns', '2', '--out', file('temper.json')));
    expect(systemOf('user')).toContain('in a great hurry');
    await run(resume('temper.json'));
    expect(systemOf('user')).toContain('in a great hurry');
    expect(bench.rollout('temper.json').settings?.user).toMatchObject({ has_profile: true, temperament: 'in a great hurry' });
  });
});

describe('cassettes', () => {
  const played = (...rest: string[]) => [TASK, '--model', 'openai/assistant', '--user', 'openai/user', '--judge', 'openai/judge', '--cassette', file('all.cassette.json'), ...rest];
  /** What was said and found, by whomever. */
  const heard = (name: string) => {
    const { messages, judgements, termination, state_met } = bench.rollout(name);
    const texts = messages.map(({ content, role }) => [role, content]);
    return { texts, termination, state_met, judged: judgements?.map(({ windows, rubrics }) => [windows.map(({ text }) => text), rubrics]) };
  };

  test('all three roles recorded, then played offline without a key: the same run', async () => {
    expect(await run(models('--record', file('all.cassette.json'), '--out', file('recorded.json')))).toMatchObject({ code: 0 });
    bench.asked();
    const result = await run(played('--out', file('played.json')), { environment: { OPENAI_API_KEY: '' } });
    expect(result).toMatchObject({ code: 0 });
    expect(result.stderr).not.toContain('estimate');
    expect(bench.asked()).toEqual([]);
    expect(heard('played.json')).toEqual(heard('recorded.json'));
    expect(bench.rollout('played.json')).toMatchObject({ assistant: { kind: 'cassette', name: 'openai/assistant' }, user: { kind: 'cassette' }, judgements: [{ judge: { kind: 'cassette' } }] });
  });

  test('one that stopped goes on from the cassette, and calls nobody unasked', async () => {
    expect(await run(played('--max-turns', '5', '--out', file('half.json')))).toMatchObject({ code: 4 });
    bench.asked();
    const unasked = await run(['--resume', file('half.json'), ...bench.at.assistant, ...bench.at.user]);
    expect(unasked.code).toBe(2);
    expect(unasked.stderr).toContain('the assistant was played from a cassette (openai/assistant): say --cassette FILE, or --model provider/model');
    expect(bench.asked()).toEqual([]);
    expect(await run(['--resume', file('half.json'), '--judge', 'openai/judge', '--cassette', file('all.cassette.json')])).toMatchObject({ code: 0 });
    expect(heard('half.json')).toEqual(heard('recorded.json'));
  });
});

describe('scripts need no key', () => {
  test('the solution, a scripted customer and a scripted judge', async () => {
    const result = await run([TASK, '--solution', '--user', 'at-once', '--judge', 'scripted', '--out', file('scripts.json')], { environment: { OPENAI_API_KEY: '' } });
    expect(result).toMatchObject({ code: 0, stderr: `rollout in ${file('scripts.json')}\n` });
    expect(result.stdout).toMatch(/judge scripted .*: (no )?success/);
  });
});

describe('wrong options say what is allowed: exit 2', () => {
  test.each([
    [[TASK], 'say who serves the customer: --solution or --model provider/model'],
    [[TASK, '--solution', '--model', 'openai/x'], '--solution or --model'],
    [[TASK, '--model', 'nobody/x'], 'write provider/model with one of: openai, openrouter'],
    [[TASK, '--model', 'custom/x'], 'assistant: this provider needs a base URL'],
    [[TASK, '--model', 'anthropic/x'], 'assistant: Anthropic needs a key: set ANTHROPIC_API_KEY in the environment'],
    [[TASK, '--solution', '--user', 'loud'], 'write provider/model with one of'],
    [[TASK, '--solution', '--judge', 'strict'], 'write provider/model with one of'],
    [[TASK, '--solution', '--judge', 'scripted', '--overlap', '10'], 'a window has 1 or more messages and repeats fewer than it has'],
    [[TASK, '--model', 'openai/x', '--thinking', 'hard'], 'Allowed choices are off, low, medium, high'],
    [[TASK, '--model', 'openai/x', '--temperature', '3'], 'a number from 0 to 2'],
    [[TASK, '--model', 'openai/x', '--max-cost', '0'], 'a number above 0'],
    [[TASK, '--model', 'openai/x', '--prompt', 'nowhere.txt'], 'nowhere.txt: there is no such file'],
    [[TASK, '--solution', '--cassette', 'a', '--record', 'b'], 'with --cassette none is asked'],
    [[TASK, '--solution', '--out', 'a', '--record', './a'], '--out, --db and --record name different files'],
    [['lr-nothing', '--solution'], 'there is no task lr-nothing; there are lr-cross-1'],
    [['--resume', 'nowhere.json'], 'nowhere.json: there is no such file'],
    [['--resume', 'x.json', '--seed', '2'], '--resume takes task, seed and limits from its file'],
    [[TASK, '--resume', 'x.json'], '--resume takes task, seed and limits from its file'],
  ])('%j', async (args, message) => {
    const result = await longrun(['service', 'run', ...args], { environment: { OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: '' } });
    expect(result.stderr).toContain(message);
    expect(result.code).toBe(2);
  });

  test('what was paid for is not overwritten', async () => {
    for (const args of [models('--out', file('whole.json')), [...resume('temper.json'), '--judge', 'openai/other', '--out', file('whole.json')]]) {
      const result = await run(args);
      expect(result).toMatchObject({ code: 2 });
      expect(result.stderr).toContain('there is a file already; go on with it by --resume');
    }
  });

  test('a file that was changed is not gone on with', async () => {
    writeFileSync(file('edited.json'), JSON.stringify(bench.rollout('whole.json')).replace('"is_error":false', '"is_error":true'));
    const result = await run(resume('edited.json'));
    expect(result).toMatchObject({ code: 2 });
    expect(result.stderr).toContain('does not recompute (message 4, is_error)');
  });
});

test('a planted key is in no file and on no stream', () => {
  expect(bench.server.requests.some(({ headers }) => headers['authorization'] === `Bearer ${KEY}`)).toBe(true);
  for (const text of bench.everything()) expect(text.includes(KEY)).toBe(false);
});
