/** Opening a rollout: the same verdict as the command line's, and nothing lost over a broken file. */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { longrun } from '../tools/cli.ts';
import { expect, StartupPage, test, underItsName } from './longrun.ts';

test.setTimeout(180_000);

let folder: string;
let original: string;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longrun-e2e-'));
  original = join(folder, 'original.json');
  const run = await longrun(['startup', 'run', '--preset', 'fast-test', '--seed', '4', '--bot', 'greedy', '--out', original]);
  expect(run.code, run.stderr).toBe(0);
});

/** A copy of the rollout, changed as text. */
async function copy(name: string, change: (text: string) => string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, change(await readFile(original, 'utf8')));
  return path;
}

test('an untouched, an edited and a wrong rollout get the verdict of the command line, line by line', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open();
  const files = [
    { path: original, exit: 0, heading: 'Verified' },
    { path: await copy('edited.json', (text) => text.replace('"name":"greedy"', '"name":"genius"')), exit: 3, heading: 'Edited' },
    {
      path: await copy('wrong.json', (text) => text.replace(/"final_funds_cents":-?\d+/, '"final_funds_cents":99900')),
      exit: 3,
      heading: 'Different',
    },
  ];
  for (const { path, exit, heading } of files) {
    const score = await longrun(['score', path]);
    expect(score.code).toBe(exit);
    await startup.openFile(path);
    await expect(startup.verdict.getByRole('heading')).toContainText(heading);
    expect(await startup.verdict.locator('pre').textContent()).toBe(underItsName(score.stdout, path));
  }
  // The charts, the log and the score are there, as recomputed.
  await expect(startup.score).not.toContainText('$999');
  await expect(page.getByRole('img', { name: /^Funds over simulated time/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Event log' }).locator('li').first()).toBeVisible();
});

test('a broken file says what is wrong with it, and the run stays', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open('#/startup?preset=fast-test&seed=2&bot=greedy');
  await startup.runToTheEnd();
  const funds = await startup.figure('Funds').textContent();
  const foreign = join(folder, 'foreign.json');
  await writeFile(foreign, '{"name": "package", "version": "1.0.0"}');
  const empty = join(folder, 'empty.json');
  await writeFile(empty, '');
  const files = [
    { path: await copy('truncated.json', (text) => text.slice(0, text.length / 2)), says: 'truncated' },
    { path: foreign, says: 'no rollout' },
    { path: empty, says: 'the file is empty' },
    { path: await copy('invalid.json', (text) => text.replace('"seed":4', '"seed":"four"')), says: 'seed: must be' },
  ];
  for (const { path, says } of files) {
    const score = await longrun(['score', path]);
    expect(score.code).toBe(2);
    await startup.openFile(path);
    await expect(startup.notices).toContainText(says);
    const message = (await startup.notices.locator('p').textContent()) ?? '';
    expect(score.stderr + score.stdout).toContain(message.split('\n', 1)[0]?.replace(/^[^:]*: /, ''));
    await expect(startup.verdict).toHaveCount(0);
    expect(await startup.figure('Funds').textContent()).toBe(funds);
  }
  await startup.notices.getByRole('button', { name: 'Dismiss' }).click();
  await expect(startup.notices).toHaveText('');
});

test('an opened rollout goes before the run, and gives its place back', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open('#/startup?preset=tutorial&seed=2&bot=random');
  await startup.step.click();
  await expect.poll(() => startup.turn()).toBe(1);
  await startup.openFile(original);
  await expect(startup.verdict).toBeVisible();
  expect(await startup.turn()).toBeGreaterThan(1);
  const { name, bytes } = await startup.download('Rollout .json');
  expect(name).toBe('startup-fast-test-s4-greedy-recomputed.json');
  expect((JSON.parse(bytes.toString()) as { seed: number }).seed).toBe(4);
  await startup.verdict.getByRole('button', { name: 'Back to the run' }).click();
  expect(await startup.turn()).toBe(1);
  await startup.step.click();
  await expect.poll(() => startup.turn()).toBe(2);
});

test('a file dropped anywhere on the page is opened', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open();
  const content = await readFile(original, 'utf8');
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'dropped.json'));
    return data;
  }, content);
  await page.dispatchEvent('main', 'dragover', { dataTransfer: transfer });
  await expect(page.getByText('Drop a rollout')).toBeVisible();
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
  await expect(startup.verdict).toContainText('dropped.json: verified');
  await expect(page.getByText('Drop a rollout')).toHaveCount(0);
});
