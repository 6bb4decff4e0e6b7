import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
  expect(JSON.parse((await kept('a', 'sets', '--json')).stdout)).toContainEqual(expect.objectContaining({ name: 'My tasks', source: file }));
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

describe('from an address', () => {
  test.each(['/tasks.json', '/packed'])('%s is imported', async (path) => {
    expect((await kept(`c${path.length}`, 'import', address + path)).stdout).toMatch(/^(tasks|packed): \d+ tasks imported/);
    expect(files(`c${path.length}`)).toHaveLength(1);
  }, 60_000);

  test.each([
    ['/missing.json', 'the server answers 404'],
    ['/page', 'shows a web page'],
    ['/cut.json', 'cannot be fetched'],
  ])('%s imports nothing and says why', async (path, words) => {
    expect(await kept('d', 'import', address + path)).toMatchObject({ code: 2, stderr: expect.stringContaining(words) as string });
    expect(files('d')).toEqual([]);
  }, 60_000);
});

test('a file with one bad task imports nothing, and names task and path', async () => {
  const file = join(folder, 'bad.json');
  writeFileSync(file, FIXTURE.toString().replace(/"longitude":\s*[\d.]+/, '"longitude": "east"'));
  const { code, stderr } = await kept('e', 'import', file);
  expect(code).toBe(2);
  expect(stderr).toMatch(/bad\.json, task \S+, environment\..*longitude; nothing was imported/);
  expect(files('e')).toEqual([]);
}, 60_000);
