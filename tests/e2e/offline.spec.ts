/** The page without a network, and two versions of it: a page gets the files of one version, or none. */
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test, type Page, type Response } from '@playwright/test';
import { startModelServer } from '../tools/modelServer/index.ts';
import { expect, StartupPage } from './longrun.ts';
import { KEY, ModelPage, scriptOf } from './scriptedModel.ts';

test.use({ serviceWorkers: 'allow' });
test.setTimeout(180_000);

const built = fileURLToPath(new URL('../../dist/page', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};
/** Ends the names of the newer version's assets. */
const NEWER = 'newer';

let host: Host;

test.beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'longrun-offline-'));
  await cp(built, join(folder, 'old'), { recursive: true });
  await cp(built, join(folder, NEWER), { recursive: true });
  await makeNewer(join(folder, NEWER));
  host = new Host(folder);
  await host.start();
});

test.afterEach(async () => {
  await host.stop();
  await rm(host.folder, { recursive: true });
});

/** A host with bad manners: lets the page be cached but none of its assets, and answers with the page where a file is missing. */
class Host {
  readonly folder: string;
  deployed: 'old' | typeof NEWER = 'old';
  readonly requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  #server: Server | null = null;
  #port = 0;

  constructor(folder: string) {
    this.folder = folder;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/lab/`;
  }

  async start(): Promise<void> {
    const server = (this.#server = createServer((request, response) => {
      const path = new URL(request.url ?? '', 'http://host').pathname.replace(/^\/lab\//, '');
      this.requests.push({ path, headers: request.headers });
      const caching = path.startsWith('assets/') ? 'no-store' : 'max-age=600';
      void this.#read(path).then(({ type, bytes }) => response.writeHead(200, { 'content-type': type, 'cache-control': caching }).end(bytes));
    }));
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => {
      this.#server?.close(resolve);
      this.#server?.closeAllConnections();
    });
  }

  async #read(path: string): Promise<{ type: string; bytes: Buffer }> {
    const file = (name: string) => readFile(join(this.folder, this.deployed, name));
    try {
      return { bytes: await file(path), type: TYPES[extname(path)] ?? 'application/octet-stream' };
    } catch {
      return { bytes: await file('index.html'), type: 'text/html' };
    }
  }
}

/** Renames every asset, as a build after a change would, and every mention of it. */
async function makeNewer(folder: string): Promise<void> {
  const assets = await readdir(join(folder, 'assets'));
  const newer = (text: string) => assets.reduce((changed, name) => changed.replaceAll(name, name.replace('.', `${NEWER}.`)), text);
  for (const name of assets) await rename(join(folder, 'assets', name), join(folder, 'assets', newer(name)));
  const scripts = assets.filter((name) => name.endsWith('.js')).map((name) => join('assets', newer(name)));
  for (const name of ['index.html', 'service-worker.js', ...scripts]) {
    const path = join(folder, name);
    await writeFile(path, newer(await readFile(path, 'utf8')).replace(/"([0-9a-f]{15})[0-9a-f]"/, '"$1-"'));
  }
}

/** Opens the page, and waits until it can do without its host. */
async function visit(page: Page): Promise<StartupPage> {
  const startup = new StartupPage(page);
  await page.goto(`${host.url}#/startup?preset=paper&seed=1&bot=greedy`);
  await startup.isReady();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  return startup;
}

/** The versions that the assets of a page's answers are of. */
function versionsOf(responses: readonly Response[]): string[] {
  const assets = responses.map((response) => response.url()).filter((url) => url.includes('/assets/'));
  return [...new Set(assets.map((url) => (url.includes(NEWER) ? NEWER : 'old')))];
}

function record(page: Page): Response[] {
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  return responses;
}

const cacheNames = (page: Page) => page.evaluate(() => caches.keys());
const notice = (page: Page) => page.getByText('A new version of this page is ready.');

test('after one visit the page works without its host: a bot runs to the end, and a recording', async ({ page, context }) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const startup = await visit(page);
  expect(await page.locator('link[rel=manifest]').getAttribute('href')).toBe('./manifest.webmanifest');
  await host.stop();
  await context.setOffline(true);
  await page.reload();
  await startup.isReady();
  await startup.runToTheEnd();
  await expect(startup.score).toBeVisible();
  // Never loaded before.
  await page.getByRole('radio', { name: 'Recording' }).check();
  const recording = page.getByRole('region', { name: 'Recorded run' }).getByLabel('Recording', { exact: true });
  await recording.selectOption({ label: 'paper, seed 1: the whole year of a scripted driver' });
  await startup.runToTheEnd();
  expect(said).toEqual([]);
});

test('an open page keeps its version when a newer one is deployed, and the newer one takes over when asked', async ({ page, context }) => {
  const responses = record(page);
  const startup = await visit(page);
  host.deployed = NEWER;
  // Another visit finds the newer version, and is of the old one still.
  const other = await context.newPage();
  const otherResponses = record(other);
  const otherStartup = await visit(other);
  await expect(notice(page)).toBeVisible();
  await expect(notice(other)).toBeVisible();
  expect(await cacheNames(other)).toHaveLength(2);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state)).toBe('installed');
  expect(versionsOf(otherResponses)).toEqual(['old']);
  // The old version's file is on the host no more.
  await page.getByRole('radio', { name: 'Model' }).check();
  await expect(new ModelPage(page).panel).toBeVisible();
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(notice(page)).toBeHidden();
  await page.getByRole('radio', { name: 'Bot' }).check();
  await startup.step.click();
  await expect.poll(() => startup.turn()).toBe(1);

  await Promise.all([other.waitForEvent('load'), other.getByRole('button', { name: 'Reload' }).click()]);
  await otherStartup.isReady();
  await expect(notice(other)).toBeHidden();
  expect(versionsOf(otherResponses)).toEqual(['old', NEWER]);
  otherResponses.length = 0;
  await otherStartup.runToTheEnd();
  await other.getByRole('radio', { name: 'Model' }).check();
  await expect(new ModelPage(other).panel).toBeVisible();
  expect(versionsOf(otherResponses)).toEqual([NEWER]);

  // The run of the first page is undisturbed, and finds even now what it has not loaded yet.
  expect(await startup.turn()).toBe(1);
  await startup.runToTheEnd();
  await page.getByLabel('Published runs').first().check();
  await expect(page.getByText('Source: YC-Bench project site').first()).toBeVisible();
  expect(versionsOf(responses)).toEqual(['old']);
  await page.close();
  await other.reload();
  await otherStartup.isReady();
  await expect.poll(() => cacheNames(other)).toHaveLength(1);
  expect(versionsOf(otherResponses)).toEqual([NEWER]);
});

test('without a click the newer version takes over once the last page of the old one is closed', async ({ page, context }) => {
  await visit(page);
  host.deployed = NEWER;
  await page.reload();
  await expect(notice(page)).toBeVisible();
  const next = await context.newPage();
  await page.close();
  const responses = record(next);
  await expect
    .poll(async () => {
      responses.length = 0;
      await next.goto('about:blank');
      await visit(next);
      return versionsOf(responses);
    })
    .toEqual([NEWER]);
  await expect(notice(next)).toBeHidden();
});

test('a version whose files are not all there is not kept, and the old one stays', async ({ page }) => {
  const startup = await visit(page);
  const lost = (await readdir(join(host.folder, NEWER, 'assets'))).find((name) => name.startsWith('lazy-')) ?? '';
  await rm(join(host.folder, NEWER, 'assets', lost));
  host.deployed = NEWER;
  host.requests.length = 0;
  await page.reload();
  await startup.isReady();
  await expect.poll(() => host.requests.map(({ path }) => path)).toContain(`assets/${lost}`);
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).installing)).toBeNull();
  await host.stop();
  await page.reload();
  await startup.runToTheEnd();
  await expect(notice(page)).toBeHidden();
});

test('calls of models pass the service worker untouched and are kept nowhere', async ({ page }) => {
  const server = await startModelServer({ script: await scriptOf('paper', 1, 'greedy'), key: KEY });
  const startup = await visit(page);
  const model = new ModelPage(page);
  await model.connect(server.url);
  const responses = record(page);
  await startup.step.click();
  await expect.poll(() => startup.turn()).toBe(1);
  const call = responses.find((response) => response.url().startsWith(server.url));
  expect(call?.fromServiceWorker()).toBe(false);
  expect(server.requests.some(({ headers }) => headers['authorization'] === `Bearer ${KEY}`)).toBe(true);

  // A server that gives out both the page and a model.
  await page.evaluate(() => fetch('./v1/models', { headers: { authorization: 'Bearer planted' } }));
  expect(responses.at(-1)?.fromServiceWorker()).toBe(false);
  expect(host.requests.at(-1)).toMatchObject({ path: 'v1/models', headers: { authorization: 'Bearer planted' } });
  const kept = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => url);
  });
  const files = (await readdir(join(host.folder, 'old', 'assets'))).map((name) => `${host.url}assets/${name}`);
  expect(kept.sort()).toEqual([...files, host.url, `${host.url}manifest.webmanifest`].sort());
  await server.close();
});
