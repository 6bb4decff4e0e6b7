// The replay in a Chromium worker, and the page as a user meets it: time to the first command, long tasks, memory.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { chromiumArguments, provideChromium } from '../tools/chromium.mjs';
import { peakOf } from './memory.mjs';
import { scrollLongTranscript } from './scroll.mjs';

const RUNS = 8;
const page = fileURLToPath(new URL('../../dist/page', import.meta.url));
/** @type {Record<string, string>} */
const types = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html', '.svg': 'image/svg+xml' };

/**
 * @param {string} folder
 * @param {string[][]} argvs
 * @param {string} longFile a rollout with long texts
 */
export async function measureInChromium(folder, argvs, longFile) {
  const executablePath = provideChromium();
  if (!executablePath) throw new Error('no Chromium to measure in');
  const browser = await chromium.launch({ executablePath, args: chromiumArguments });
  const [bench, service] = [await serve(join(folder, 'replayWorker')), await serve(join(folder, 'serviceWorker'))];
  const site = await serve(page);
  try {
    const times = /** @type {number[]} */ (await inWorker(browser, `${bench.url}replayWorker.js`, { argvs, runs: RUNS }));
    const tools = /** @type {import('./service.ts').WorldTimes[]} */ (await inWorker(browser, `${service.url}serviceWorker.js`, {}));
    return { times, tools, ...(await measurePage(browser, site.url)), scroll: await scrollLongTranscript(browser, site.url, longFile) };
  } finally {
    await browser.close();
    bench.close();
    service.close();
    site.close();
  }
}

/**
 * What a worker answers to a message.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} script
 * @param {object} message
 * @returns {Promise<unknown>}
 */
async function inWorker(browser, script, message) {
  const tab = await browser.newPage();
  await tab.goto(new URL('.', script).href);
  const answer = await tab.evaluate(
    ([address, sent]) =>
      new Promise((resolve, reject) => {
        const worker = new Worker(address, { type: 'module' });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message: reason }) => reject(new Error(reason));
        worker.postMessage(sent);
      }),
    /** @type {const} */ ([script, message]),
  );
  await tab.close();
  return answer;
}

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url
 */
async function measurePage(browser, url) {
  const tab = await browser.newPage();
  await tab.addInitScript(() => {
    /** @type {number[]} */
    const tasks = [];
    Object.assign(globalThis, { longTasks: tasks });
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
  });
  const start = performance.now();
  await tab.goto(`${url}#/startup?preset=paper&seed=1&bot=greedy`);
  await tab.locator('button.play[aria-disabled="false"]').waitFor();
  await tab.getByRole('button', { name: 'Step' }).click();
  await tab.getByRole('button', { name: 'Resume' }).waitFor();
  const firstCommand = Math.round(performance.now() - start);
  await tab.evaluate(() => /** @type {any} */ (globalThis).longTasks.splice(0));
  await tab.getByRole('radio', { name: 'Max' }).check();
  await tab.getByRole('button', { name: 'Resume' }).click();
  await tab.getByRole('button', { name: 'Run again' }).waitFor({ timeout: 120_000 });
  const longTasks = await tab.evaluate(() => /** @type {number[]} */ (/** @type {any} */ (globalThis).longTasks).map(Math.round));
  const peakMemory = await peakOfRenderers(browser);
  await tab.close();
  return { firstCommand, longTasks, peakMemory };
}

/**
 * Megabytes of the largest renderer process so far; null where /proc does not tell.
 * @param {import('@playwright/test').Browser} browser
 */
async function peakOfRenderers(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const peaks = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => peakOf(id));
  return peaks.includes(null) ? null : Math.max(...peaks.map(Number));
}

/**
 * A folder on loopback; a bare page where it has no index.html.
 * @param {string} folder
 * @returns {Promise<{ url: string, close: () => void }>}
 */
function serve(folder) {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const name = path === '/' ? '/index.html' : path;
    let body;
    try {
      body = readFileSync(join(folder, name));
    } catch {
      body = name === '/index.html' ? '<!doctype html><title>bench</title>' : null;
    }
    response.writeHead(body === null ? 404 : 200, { 'content-type': types[extname(name)] ?? 'application/octet-stream' });
    response.end(body ?? '');
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = /** @type {import('node:net').AddressInfo} */ (server.address());
      resolve({ url: `http://127.0.0.1:${address.port}/`, close: () => server.close() });
    });
  });
}
