// Finds the Chromium that browser tests drive, and fetches one where it can.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const isRoot = process.getuid?.() === 0;
const MINUTE = 60_000;

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

export const chromiumArguments = [
  // Chromium refuses its sandbox to root.
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  // Nothing the tests need comes from outside.
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** For the person whose machine has none. */
export function howToProvideChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  return `${chosen ? `CHROMIUM_PATH names no Chromium that starts: ${chosen}` : 'No Chromium for the browser tests.'}
Any one of these provides it:
  - set CHROMIUM_PATH to the program file of a Chromium or Chrome,
  - npx playwright install --with-deps chromium
  - install your system's package (Debian: apt-get install chromium).`;
}

/** The path of a Chromium that starts, or null. */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  // A wrong choice is told, not quietly replaced by another browser.
  if (chosen) return starts(chosen) ? chosen : null;
  return [...usualPlaces, playwrightsOwn()].find(starts) ?? null;
}

/** As findChromium, but tries to install one before it gives up. */
export function provideChromium() {
  const found = findChromium();
  if (found || process.env.CHROMIUM_PATH) return found;
  run('npx', ['playwright', 'install', 'chromium'], 5 * MINUTE);
  if (!findChromium() && isRoot && existsSync('/etc/debian_version')) {
    run('apt-get', ['update'], 2 * MINUTE);
    run('apt-get', ['install', '-y', 'chromium'], 10 * MINUTE);
  }
  return findChromium();
}

/** A file may be there and yet not start: a snap's stand-in, or a download without its libraries. @param {string} path */
function starts(path) {
  if (!existsSync(path)) return false;
  // On Windows --version opens a window.
  return process.platform === 'win32' || spawnSync(path, ['--version'], { timeout: MINUTE }).status === 0;
}

function playwrightsOwn() {
  // Asked for only here: Playwright may not be installed yet when this file is loaded.
  return createRequire(import.meta.url)('@playwright/test').chromium.executablePath();
}

/** @param {string} command @param {string[]} args @param {number} timeout in milliseconds */
function run(command, args, timeout) {
  process.stderr.write(`No Chromium found; trying: ${command} ${args.join(' ')}\n`);
  spawnSync(command, args, {
    stdio: ['ignore', 2, 2],
    timeout,
    shell: process.platform === 'win32',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
