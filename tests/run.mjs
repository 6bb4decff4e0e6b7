// `npm test`: all checks in order, or those named: node tests/run.mjs [lint check unit conformance build e2e]
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled, npm, root } from '../src/cli/bootstrap.mjs';
import { howToProvideChromium, provideChromium } from './tools/chromium.mjs';
import { countPlaywright, countVitest } from './tools/counts.mjs';

/** @typedef {import('./tools/counts.mjs').Counts} Counts */

/** In the order they run, but for `lint`, which runs beside `check`. @type {Record<string, () => Counts | Promise<Counts>>} */
const steps = {
  check: () => scripts('check:core', 'check:node', 'check:app'),
  lint: async () => ((await linting) ? passed : failed),
  unit: () => vitest('unit*'),
  conformance: () => vitest('conformance'),
  build: () => scripts('build:page', 'build:cli'),
  e2e: browserTests,
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in steps));
if (unknown.length > 0) {
  process.stderr.write(`No step ${unknown.join(', ')}; there are: ${Object.keys(steps).join(', ')}\n`);
  process.exit(2);
}

ensureInstalled();
const reports = mkdtempSync(join(tmpdir(), 'longrun-test-'));
const passed = { passed: 1, failed: 0, skipped: 0 };
const failed = { passed: 0, failed: 1, skipped: 0 };
const linting = isChosen('lint') ? beside('lint') : null;
/** @type {{name: string, seconds: number, counts: Counts}[]} */
const results = [];
for (const [name, step] of Object.entries(steps)) {
  if (!isChosen(name)) continue;
  process.stdout.write(`\n── ${name}\n`);
  const started = performance.now();
  const counts = await step();
  const seconds = (performance.now() - started) / 1000;
  results.push({ name, seconds, counts });
  process.stdout.write(`── ${name}: ${describe(counts)} in ${seconds.toFixed(1)} s\n`);
}
rmSync(reports, { recursive: true });

process.stdout.write('\n');
for (const { name, seconds, counts } of results) {
  process.stdout.write(`${name.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s  ${describe(counts)}\n`);
}
const total = results.reduce(
  (sum, { counts }) => ({
    passed: sum.passed + counts.passed,
    failed: sum.failed + counts.failed,
    skipped: sum.skipped + counts.skipped,
  }),
  { passed: 0, failed: 0, skipped: 0 },
);
process.stdout.write(`${describe(total)}\n`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** @param {string} name */
function isChosen(name) {
  return chosen.length === 0 || chosen.includes(name);
}

/** Runs every script, even after one failed, and counts them as one check. @param {string[]} names @returns {Counts} */
function scripts(...names) {
  const failures = names.filter((name) => npm(['run', '--silent', name]).status !== 0);
  return failures.length === 0 ? passed : failed;
}

/** Starts a script whose words are kept until it is over; resolves to whether it was content. @param {string} name @returns {Promise<boolean>} */
function beside(name) {
  const child = spawn(`npm run --silent ${name}`, { cwd: root, shell: true });
  /** @type {Buffer[]} */
  const said = [];
  child.stdout.on('data', (chunk) => said.push(chunk));
  child.stderr.on('data', (chunk) => said.push(chunk));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(said));
      resolve(code === 0);
    });
  });
}

/** @param {string} project its name, or how several begin: `unit*` @returns {Counts} */
function vitest(project) {
  const report = join(reports, `${project.replace('*', '')}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { status } = npm(['run', '--silent', 'unit', '--', '--project', project, ...reporters]);
  return countVitest(read(report), status === 0);
}

/** @returns {Counts} */
function browserTests() {
  const nothing = { passed: 0, failed: 1, skipped: 0 };
  if (results.some(({ name, counts }) => name === 'build' && counts.failed > 0)) {
    process.stdout.write('Not run, since the build failed.\n');
    return nothing;
  }
  const chromium = provideChromium();
  if (!chromium) {
    process.stdout.write(`${howToProvideChromium()}\n`);
    return nothing;
  }
  const report = join(reports, 'e2e.json');
  const { status } = npm(['run', '--silent', 'e2e', '--', '--reporter=list,json'], {
    env: { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  return countPlaywright(read(report), status === 0);
}

/** The report as it was written, or null if the runner died before. @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** @param {Counts} counts */
function describe({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
