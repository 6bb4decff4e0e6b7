/** Recorded runs: played without key and network, and never passed off as a model's. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, StartupPage, test } from './longrun.ts';

const cassettes = fileURLToPath(new URL('../../presets/cassettes/', import.meta.url));

test('a bundled recording plays, is named for what it is, and asks nobody', async ({ page }) => {
  const elsewhere: string[] = [];
  const startup = new StartupPage(page);
  await startup.open('#/startup?preset=fast-test&seed=3&driver=recording');
  const home = new URL(page.url()).origin;
  page.on('request', (request) => {
    if (!request.url().startsWith(home) && !request.url().startsWith('blob:')) elsewhere.push(request.url());
  });
  const panel = page.getByRole('region', { name: 'Recorded run' });
  await panel.getByLabel('Recording', { exact: true }).selectOption({ label: 'paper, seed 1: the whole year of a scripted driver' });
  await expect(panel).toContainText('made with: scripted driver');
  await expect(page.getByLabel('Preset', { exact: true })).toHaveValue('paper');
  await expect(startup.seed).toHaveValue('1');
  await startup.setSpeed('10');
  await startup.play.click();
  await expect.poll(() => startup.turn()).toBeGreaterThan(2);
  const transcript = page.getByRole('region', { name: 'A recording, replayed' });
  await expect(transcript).toContainText('This is a recording being replayed, no live model');
  await expect(transcript).toContainText('scripted driver');
  await startup.play.click();
  await expect(startup.play).toHaveText('Resume');
  const { bytes } = await startup.download('Rollout .json');
  const { driver } = JSON.parse(bytes.toString()) as { driver: { kind: string; name: string } };
  expect(driver.kind).toBe('cassette');
  expect(driver.name).toContain('(scripted driver)');
  expect(elsewhere).toEqual([]);
  // It can be had again for nothing, so nobody is asked to go on with it.
  await page.reload();
  await startup.isReady();
  await page.getByRole('link', { name: 'Runs', exact: true }).click();
  await expect(page.getByRole('group', { name: 'Table of saved runs' }).locator('tbody tr')).toHaveCount(1);
  await page.getByRole('link', { name: 'Startup', exact: true }).click();
  await startup.isReady();
  await expect(page.getByText('A run was left unfinished')).toHaveCount(0);
});

test('a recording of the user’s own plays; the wrong world is a clear miss, and what is no recording is not taken', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open('#/startup?preset=tutorial&seed=2&driver=recording');
  const input = page.locator('input[type=file][aria-label^="Open a recording"]');
  const panel = page.getByRole('region', { name: 'Recorded run' });
  await input.setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from('{"format": "something"}') });
  await expect(panel).toContainText('mine.json: this is no cassette');
  await input.setInputFiles({ name: 'own.json', mimeType: 'application/json', buffer: await readFile(`${cassettes}tutorial-1.json`) });
  await expect(panel).toContainText('Ready to run');
  const key = ['sk', 'ant', 'planted0planted1planted2'].join('-');
  const carrying = (await readFile(`${cassettes}tutorial-1.json`, 'utf8')).replace('"label":"', `"label":"${key} `);
  await input.setInputFiles({ name: 'carrying.json', mimeType: 'application/json', buffer: Buffer.from(carrying) });
  await expect(panel).toContainText('What looks like a key was taken out');
  await expect(panel).not.toContainText(key);
  await startup.play.click();
  const halt = page.getByRole('region', { name: 'A recording, replayed' }).getByRole('alert');
  await expect(halt).toContainText('has no answer to this request');
  await expect(halt).toContainText('take the same preset, seed');
  await startup.stop.click();
  await startup.seed.fill('1');
  await startup.setSpeed('50');
  await startup.play.click();
  await expect.poll(() => startup.turn()).toBeGreaterThan(3);
});
