/** `longrun service …` as a user types it. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/db/database.ts';
import { longrun } from '../../tools/cli.ts';

const fixtures = resolve(import.meta.dirname, '../../fixtures/service');
const tasks = join(fixtures, 'tasks.json');
const calls = join(fixtures, 'calls.jsonl.gz');
const folder = mkdtempSync(join(tmpdir(), 'longrun-service-'));

describe('longrun service', () => {
  test('tasks and show say what is in a file', async () => {
    const list = await longrun(['service', 'tasks', '--tasks', tasks, '--json']);
    expect(JSON.parse(list.stdout)).toContainEqual({ id: 'ota-2', domains: ['ota'], language: 'chinese', records: 506, rubrics: 0 });
    const shown = await longrun(['service', 'show', 'ota-1', '--tasks', tasks]);
    expect(shown.stdout).toContain('2025-06-18 10:20:00, customer U700001\n14 hotels, 10 attractions, 12 flights, 14 trains, 456 products');
  });

  test('tools lists those of a domain, and their graph', async () => {
    const schemas = JSON.parse((await longrun(['service', 'tools', '--domain', 'delivery', '--json'])).stdout) as unknown[];
    expect(schemas).toHaveLength(20);
    expect((await longrun(['service', 'tools', '--graph'])).stdout).toContain('create_train_order -> pay_train_order: order_id\n');
  });

  test('shell answers a line for a line, keeps what was ordered, and writes the world down', async () => {
    const db = join(folder, 'world.sqlite');
    const input = 'create_hotel_order {"hotel_id":"H10004","room_id":"H10004_R00","user_id":"U700001"}\nget_user_all_orders\nget_user_all_orders {oops\n';
    const { stdout, code } = await longrun(['service', 'shell', 'ota-1', '--tasks', tasks, '--db', db], { input });
    const [made, all, wrong] = stdout.trim().split('\n').map((line) => JSON.parse(line) as { content: string; is_error: boolean });
    expect(code).toBe(0);
    expect(made?.content).toMatch(/^Order\(order_id:OO[0-9a-f]{10}, order_type:hotel, /);
    expect(all).toEqual(made);
    expect(wrong?.is_error).toBe(true);
    const database = await openDatabase(readFileSync(db));
    expect(database.rows('SELECT order_type, status FROM orders')).toEqual([['hotel', 'unpaid']]);
  });

  test('call makes one call', async () => {
    const given = '{"address":"Suzhou","date_start":"2025-06-18","date_end":"2025-06-18"}';
    const { stdout } = await longrun(['service', 'call', 'ota-1', 'weather', given, '--tasks', tasks]);
    expect(stdout).toBe('city: Suzhou, weather: cloudy, datetime: 2025-06-18, temperature: 11.0~21.0, humidity: 63.0\n');
  });

  test('run walks the solution of a bundled task to the state it wants', async () => {
    const bundled = JSON.parse((await longrun(['service', 'tasks', '--json'])).stdout) as { id: string }[];
    expect(bundled).toHaveLength(36);
    const { code, stdout } = await longrun(['service', 'run', bundled[0]?.id ?? '', '--solution']);
    expect([code, stdout.trim().split('\n').at(-1)]).toEqual([0, 'state: as expected']);
  });

  test('a run and a shell leave rollouts that score recomputes; a changed one has its first difference shown', async () => {
    const [ran, typed] = [join(folder, 'ran.json.gz'), join(folder, 'typed.json')];
    await longrun(['service', 'run', 'lr-delivery-1', '--solution', '--out', ran]);
    const input = 'get_user_all_orders\nsay Which one?\nsay ###STOP###\nget_user_all_orders\n';
    const { stdout, stderr } = await longrun(['service', 'shell', 'lr-delivery-1', '--user', 'sentences', '--out', typed], { input });
    expect(stderr).toMatch(/^user: .+\.\n$/);
    const lines = stdout.trim().split('\n').map((line) => JSON.parse(line) as object);
    expect(lines).toMatchObject([{ is_error: false }, { user: expect.any(String) as string, ended: null }, { user: null, ended: 'agent_stop' }, { is_error: true }]);
    expect(await longrun(['score', ran, typed])).toMatchObject({ code: 0, stdout: expect.stringMatching(/ran\.json\.gz: verified[^]*typed\.json: verified/) as string });
    writeFileSync(typed, readFileSync(typed, 'utf8').replace('"is_error":false', '"is_error":true'));
    const scored = await longrun(['score', typed, '--json']);
    expect(scored.code).toBe(3);
    expect(JSON.parse(scored.stdout)).toMatchObject({ verdict: 'diverged', divergence: { message: 4, tool: 'get_user_all_orders', path: 'is_error' } });
  }, 60_000);

  test('generate makes a task that can be listed, and run to another end than it wants', async () => {
    const made = join(folder, 'made.json');
    await longrun(['service', 'generate', '--seed', 'x', '--size', '300', '--out', made]);
    const list = JSON.parse((await longrun(['service', 'tasks', '--tasks', made, '--json'])).stdout) as { records: number }[];
    expect(list[0]?.records).toBeGreaterThan(300);
    writeFileSync(made, readFileSync(made, 'utf8').replace(/"tool":"pay_delivery_order"/, '"tool":"get_delivery_order_detail"'));
    const { code, stdout } = await longrun(['service', 'run', 'generated-x', '--solution', '--tasks', made]);
    expect(code).toBe(1);
    expect(stdout).toContain('state: not as expected (0 missing, 0 extra, 1 different)');
  });

  test.each([
    [['call', 'ota-9', 'weather'], 'there is no task ota-9; there are ota-1, '],
    [['call', 'ota-1', 'weather', '[1]'], 'the arguments of a tool are a JSON object'],
    [['run', 'ota-1', '--solution'], 'task ota-1 comes without a solution'],
    [['generate', '--size', '0'], 'a whole number from 1 to 100000'],
    [['show', 'ota-1', '--tasks', 'missing.json'], 'missing.json: there is no such file'],
  ])('%j is refused with what is allowed', async (args, message) => {
    const given = args.includes('--tasks') || args[0] === 'generate' ? args : [...args, '--tasks', tasks];
    const { code, stderr } = await longrun(['service', ...given]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test('conform says ok world by world, and where a changed world differs', async () => {
    const same = await longrun(['service', 'conform', tasks, calls]);
    expect([same.code, same.stdout.split('\n')[0]]).toEqual([0, 'ota-1: ok 120']);
    const changed = join(folder, 'changed.json');
    writeFileSync(changed, readFileSync(tasks, 'utf8').replaceAll('Suzhou Botanical', 'Suzhou Botanic'));
    const different = await longrun(['service', 'conform', changed, calls]);
    expect(different.code).toBe(1);
    expect(different.stdout).toMatch(/^ota-1: DIFFERENT at call 9 attractions_search_recommend, character \d+: expected ".*Suzhou Botanical/);
  });
});
