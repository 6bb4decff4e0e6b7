import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchFile } from '../../../src/cli/fetchFile.ts';
import { longrun } from '../../tools/cli.ts';

const FIXTURE = readFileSync('tests/fixtures/service/tasks.json');
let folder: string;
let server: Server;
let address: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'longrun-import-'));
  server = createServer(({ url }, response) => {
    if (url === '/tasks.json') response.end(FIXTURE);
    else if (url === '/packed') response.end(gzipSync(FIXTURE));
    else if (url === '/page') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    else if (url === '/cut.json') response.writeHead(200, { 'content-length': String(FIXTURE.length) }).write(FIXTURE.subarray(0, 900), () => response.destroy());
    else if (url === '/plain-page.json') response.writeHead(200, { 'content-type': 'text/plain' }).end('\n<!doctype html>');
    else if (url === '/broken.json') response.end(FIXTURE.subarray(0, 900));
    else if (url === '/slow.json') response.write(FIXTURE.subarray(0, 900), () => server.emit('waiting'));
    else if (url === '/endless-404') response.writeHead(404).write('no');
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

/** In a data folder of its own. */
function kept(home: string, ...args: readonly string[]) {
  return longrun(['service', ...args], { environment: { LONGRUN_HOME: join(folder, home) } });
}

function files(home: string): string[] {
  try {
    return readdirSync(join(folder, home, 'tasks'));
  } catch {
    return [];
  }
}

test('a file is imported once, found by its name by every command, replaced when told so, and forgotten', async () => {
  const file = join(folder, 'My tasks.json.gz');
  writeFileSync(file, gzipSync(FIXTURE));
  expect(await kept('a', 'import', file)).toMatchObject({ code: 0, stdout: expect.stringContaining('My tasks: ') as string });
  expect(await kept('a', 'import', file)).toMatchObject({ code: 2, stderr: expect.stringContaining('say --replace') as string });
  expect((await kept('a', 'import', file, '--replace')).code).toBe(0);
  const sets = JSON.parse((await kept('a', 'sets', '--json')).stdout) as unknown[];
  expect(sets).toContainEqual({ name: 'My tasks', tasks: expect.any(Number) as number, records: expect.any(Number) as number, source: file, imported: expect.any(String) as string });
  expect(sets).toContainEqual(expect.objectContaining({ name: 'cross-zh', tasks: 3, source: 'bundled' }));
  expect((await kept('a', 'show', 'ota-1', '--tasks', 'My tasks')).stdout).toContain('task ota-1');
  expect((await kept('a', 'tasks', '--tasks', 'cross-zh')).stdout).toContain('lr-cross-1-zh');
  expect((await kept('a', 'forget', 'My tasks')).code).toBe(0);
  expect(await kept('a', 'show', 'ota-1', '--tasks', 'My tasks')).toMatchObject({ code: 2, stderr: expect.stringContaining('no set of this name') as string });
}, 60_000);

test('a name cannot lead out of the folder, nor be that of a bundled set', async () => {
  const file = join(folder, 'x.json');
  writeFileSync(file, FIXTURE);
  expect((await kept('b', 'import', file, '--name', '../../../evil: *')).code).toBe(0);
  expect(files('b')).toHaveLength(1);
  expect((await kept('b', 'show', 'ota-1', '--tasks', '../../../evil: *')).code).toBe(0);
  expect(await kept('b', 'import', file, '--name', 'cross')).toMatchObject({ code: 2, stderr: expect.stringContaining('comes with Longrun') as string });
  expect(await kept('b', 'import', file, '--name', ' x')).toMatchObject({ code: 2, stderr: expect.stringContaining('80 visible characters') as string });
}, 60_000);

test('a name of 80 signs that file systems count several times is kept, and no other set is taken for it', async () => {
  const file = join(folder, `${'外'.repeat(80)}.json`);
  writeFileSync(file, FIXTURE);
  expect((await kept('f', 'import', file)).code).toBe(0);
  expect((await kept('f', 'show', 'ota-1', '--tasks', '外'.repeat(80))).code).toBe(0);
  expect((await kept('f', 'show', 'ota-1', '--tasks', '外'.repeat(79))).code).toBe(2);
}, 60_000);

test('a file goes before a set of its name, gzipped or not; a folder does not', async () => {
  const home = join(folder, 'g');
  mkdirSync(join(home, 'delivery'), { recursive: true });
  writeFileSync(join(home, 'cross'), gzipSync(FIXTURE));
  const list = async (tasks: string) => (await longrun(['service', 'tasks', '--tasks', tasks], { folder: home })).stdout;
  expect(await list('delivery')).toContain('lr-delivery-1');
  expect(await list('cross')).toContain('ota-1 ');
}, 60_000);

test('a damaged set is named, and hides no other', async () => {
  const file = join(folder, 'whole.json');
  writeFileSync(file, FIXTURE);
  await kept('h', 'import', file);
  writeFileSync(join(folder, 'h/tasks/set a.tasks.json.gz'), '{"name":"a"}');
  const { code, stdout, stderr } = await kept('h', 'sets');
  expect(code).toBe(2);
  expect(stdout).toMatch(/^whole .*records/m);
  expect(stderr).toContain('set a.tasks.json.gz: this is no imported set');
  expect((await kept('h', 'forget', 'a')).code).toBe(0);
  expect((await kept('h', 'sets')).code).toBe(0);
}, 60_000);

describe('from an address', () => {
  test.each(['/tasks.json', '/packed'])('%s is imported', async (path) => {
    expect((await kept(`c${path.length}`, 'import', address + path)).stdout).toMatch(/^(tasks|packed): \d+ tasks imported/);
    expect(files(`c${path.length}`)).toHaveLength(1);
  }, 60_000);

  test.each([
    ['/missing.json', 'the server answers 404'],
    ['/endless-404', 'the server answers 404'],
    ['/page', 'is a web page'],
    ['/plain-page.json', 'web page'],
    ['/broken.json', 'broken.json, line '],
    ['/cut.json', 'cannot be fetched'],
  ])('%s imports nothing and says why', async (path, words) => {
    expect(await kept('d', 'import', address + path)).toMatchObject({ code: 2, stderr: expect.stringContaining(words) as string });
    expect(files('d')).toEqual([]);
  }, 60_000);
});

test('a server that falls silent is given up', async () => {
  expect(await fetchFile(`${address}/slow.json`, 100)).toMatchObject({ ok: false, message: 'cannot be fetched: the server was silent for 0.1 s' });
});

test('Ctrl-C in the middle of a file leaves nothing behind', async () => {
  const waiting = once(server, 'waiting');
  const environment = { ...process.env, LONGRUN_HOME: join(folder, 'i') };
  const child = spawn(process.execPath, [resolve('src/cli/launch.mjs'), 'service', 'import', `${address}/slow.json`], { env: environment });
  const closed = once(child, 'close');
  await waiting;
  child.kill('SIGINT');
  expect(await closed).toEqual([null, 'SIGINT']);
  expect(files('i')).toEqual([]);
}, 60_000);

test('a file with one bad task imports nothing, and names task and path', async () => {
  const file = join(folder, 'bad.json');
  writeFileSync(file, FIXTURE.toString().replace(/"longitude":\s*[\d.]+/, '"longitude": "east"'));
  const { code, stderr } = await kept('e', 'import', file);
  expect(code).toBe(2);
  expect(stderr).toMatch(/bad\.json, task \S+, environment\..*longitude; nothing was imported/);
  expect(files('e')).toEqual([]);
}, 60_000);
