import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium, howToProvideChromium } from '../tools/chromium.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const executablePath = findChromium();
if (!executablePath) throw new Error(howToProvideChromium());
if (!existsSync(`${root}/dist/page/index.html`)) throw new Error('The page is not built: run npm run build first.');

// Playwright loads this file again in each of its workers, which inherit the port from the first.
process.env['E2E_PORT'] ??= String(await freePort());
const baseURL = `http://127.0.0.1:${process.env['E2E_PORT']}/`;

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: `${root}/test-results`,
  timeout: 180_000,
  globalTimeout: 30 * 60_000,
  retries: 0,
  // No test measures time (the bench does), and each has a browser context of its own.
  fullyParallel: true,
  workers: '100%',
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
  use: {
    browserName: 'chromium',
    baseURL,
    // What passes through a service worker is out of reach for the routes of a test.
    serviceWorkers: 'block',
    launchOptions: { executablePath, args: chromiumArguments },
    screenshot: 'only-on-failure',
  },
  webServer: {
    command: `node node_modules/vite/bin/vite.js preview --host 127.0.0.1 --port ${process.env['E2E_PORT']} --strictPort`,
    cwd: root,
    url: baseURL,
    reuseExistingServer: false,
  },
});
