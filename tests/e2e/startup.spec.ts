/** A whole run in the page, against the same run in Node. */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { longrun } from '../tools/cli.ts';
import { expect, StartupPage, test } from './longrun.ts';

interface RolloutFile {
  readonly seed: number;
  readonly driver: { readonly name: string };
  readonly turns: readonly { readonly hash: string; readonly commands: readonly unknown[] }[];
  readonly outcome: { readonly final_funds_cents: number };
}

// Building the command line once may be part of the first call.
test.setTimeout(180_000);

test('a link opens ready to run, and the run agrees with Node hash by hash', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open('#/startup?preset=paper&seed=1&bot=greedy');
  await expect(page.getByLabel('Preset', { exact: true })).toHaveValue('paper');
  await expect(startup.seed).toHaveValue('1');
  await expect(page.getByRole('combobox', { name: 'Bot' })).toHaveValue('greedy');
  await startup.runToTheEnd();
  expect(await page.evaluate(() => typeof WebAssembly)).toBe('undefined');
  expect(await page.workers()[0]?.evaluate(() => typeof WebAssembly)).toBe('undefined');

  const folder = await mkdtemp(join(tmpdir(), 'longrun-e2e-'));
  const out = join(folder, 'node.json');
  const run = await longrun(['startup', 'run', '--preset', 'paper', '--seed', '1', '--bot', 'greedy', '--out', out]);
  expect(run.code, run.stderr).toBe(0);
  const inNode = JSON.parse(await readFile(out, 'utf8')) as RolloutFile;
  const exported = await startup.download('Rollout .json');
  const inPage = JSON.parse(exported.bytes.toString()) as RolloutFile;

  expect(exported.name).toBe('startup-paper-s1-greedy.json');
  expect(inPage.turns.map(({ hash }) => hash)).toEqual(inNode.turns.map(({ hash }) => hash));
  expect(inPage.turns.map(({ commands }) => commands)).toEqual(inNode.turns.map(({ commands }) => commands));
  expect(inPage.outcome).toEqual(inNode.outcome);
  const dollars = `$${Math.abs(Math.round(inNode.outcome.final_funds_cents / 100)).toLocaleString('en-US')}`;
  await expect(startup.score).toContainText(dollars);
  await expect(startup.figure('Funds')).toContainText(dollars);
  await expect(startup.figure('Turn')).toHaveText(String(inNode.turns.length));
});

test('what the page exports, the command line verifies', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open('#/startup?preset=medium&seed=3&bot=throughput');
  await startup.runToTheEnd();
  const folder = await mkdtemp(join(tmpdir(), 'longrun-e2e-'));
  for (const button of ['Rollout .json', 'Compressed rollout .json.gz']) {
    const { name, bytes } = await startup.download(button);
    const path = join(folder, name);
    await writeFile(path, bytes);
    const score = await longrun(['score', path]);
    expect(score.code, score.stdout + score.stderr).toBe(0);
  }
  const database = await startup.download('Database .sqlite');
  expect(database.name).toBe('startup-medium-s3-throughput.sqlite');
  expect(database.bytes.subarray(0, 16).toString()).toBe('SQLite format 3\0');
});

test('a horizon in the link is the horizon of the run, and a stopped run is a rollout too', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open('#/startup?preset=tutorial&seed=5&bot=random&horizon=2');
  await expect(page.getByLabel('Years')).toHaveValue('2');
  await startup.step.click();
  await expect(page.getByText('1 Jan 2027')).toBeVisible();
  await startup.step.click();
  await expect.poll(() => startup.turn()).toBe(2);
  await startup.stop.click();
  await expect(startup.score).toContainText('Score when stopped');
  const { name, bytes } = await startup.download('Rollout .json');
  const path = join(await mkdtemp(join(tmpdir(), 'longrun-e2e-')), name);
  await writeFile(path, bytes);
  const score = await longrun(['score', path]);
  expect(score.code, score.stdout + score.stderr).toBe(0);
});
