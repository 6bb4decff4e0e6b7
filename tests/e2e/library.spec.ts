/** Runs are kept by themselves, and found again: after a reload, in another tab, in a file. */
import type { Locator, Page } from '@playwright/test';
import { expect, StartupPage, test } from './longrun.ts';

/** The page that lists saved runs, as its user sees it. */
class RunsPage {
  readonly page: Page;
  readonly rows: Locator;

  constructor(page: Page) {
    this.page = page;
    this.rows = page.getByRole('group', { name: 'Table of saved runs' }).locator('tbody tr');
  }

  async open(): Promise<void> {
    await this.page.getByRole('link', { name: 'Runs', exact: true }).click();
    await expect(this.page.getByRole('heading', { name: 'Saved runs' })).toBeVisible();
  }

  /** The run whose row says this. */
  row(words: string): Locator {
    return this.rows.filter({ hasText: words });
  }
}

async function runBot(startup: StartupPage, seed: number): Promise<void> {
  await startup.open(`#/startup?preset=fast-test&seed=${seed}&bot=greedy`);
  await startup.runToTheEnd();
}

test('a run is saved by itself, named, tagged, found, deleted, and brought back', async ({ page }) => {
  const runs = new RunsPage(page);
  const startup = new StartupPage(page);
  await startup.open();
  await runs.open();
  await expect(page.getByText('No runs yet')).toBeVisible();
  await runBot(startup, 1);
  const funds = (await startup.figure('Funds').textContent())?.trim() ?? '';
  await runBot(startup, 2);
  await runs.open();
  await expect(runs.rows).toHaveCount(2);
  const first = runs.row('fast-test · 1 · greedy');
  await expect(first).toContainText(funds);

  await first.getByRole('button', { name: /^Rename/ }).click();
  await page.getByLabel('New name').fill('the good one');
  await page.keyboard.press('Enter');
  const named = runs.row('the good one');
  await named.getByRole('button', { name: /^Add a tag/ }).click();
  await page.getByLabel('New tag').fill('class 7b');
  await page.keyboard.press('Enter');
  await page.getByLabel('Tag', { exact: true }).selectOption('class 7b');
  await expect(runs.rows).toHaveCount(1);
  await page.getByLabel('Tag', { exact: true }).selectOption('');
  await page.getByLabel('Search').fill('no such run');
  await page.getByRole('button', { name: 'Show all runs' }).click();
  await expect(runs.rows).toHaveCount(2);

  await page.reload();
  await expect(named).toContainText('class 7b');
  await page.getByLabel('Select the good one').check();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(runs.rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(runs.rows).toHaveCount(2);

  await page.getByLabel('Select all').check();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No runs yet')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No runs yet')).toBeVisible();
});

test('a saved run opens as it was', async ({ page }) => {
  const runs = new RunsPage(page);
  const startup = new StartupPage(page);
  await runBot(startup, 3);
  const [funds, turn] = [await startup.figure('Funds').textContent(), await startup.turn()];
  await page.reload();
  await startup.isReady();
  await runs.open();
  await runs.rows.getByRole('button', { name: /^Open/ }).click();
  await expect(startup.figure('Funds')).toHaveText(funds ?? '');
  expect(await startup.turn()).toBe(turn);
});

test('all runs go into one file, and come back from it', async ({ page, browser }) => {
  const runs = new RunsPage(page);
  const startup = new StartupPage(page);
  await runBot(startup, 1);
  await runBot(startup, 2);
  await runs.open();
  const { name, bytes } = await startup.download('Export all');
  expect(name).toBe('longrun-runs.zip');
  const file = { name, mimeType: 'application/zip', buffer: bytes };
  const elsewhere = await (await browser.newContext({ baseURL: new URL('./', page.url()).href })).newPage();
  await elsewhere.goto('./#/runs');
  await elsewhere.locator('input[type=file][accept=".zip"]').setInputFiles(file);
  await expect(elsewhere.getByText('Runs imported: 2.')).toBeVisible();
  await expect(new RunsPage(elsewhere).rows).toHaveCount(2);
  await elsewhere.locator('input[type=file][accept=".zip"]').setInputFiles({ ...file, buffer: bytes.subarray(0, 200) });
  await expect(elsewhere.getByText('longrun-runs.zip was not imported')).toBeVisible();
  await expect(new RunsPage(elsewhere).rows).toHaveCount(2);
  await elsewhere.context().close();
});

test('a run that is under way in one tab is not offered or deleted in another; when its tab is closed, it is offered', async ({ page, context }) => {
  const startup = new StartupPage(page);
  await startup.open('#/startup?preset=paper&seed=1&bot=careful');
  await startup.step.click();
  await startup.step.click();
  await expect.poll(() => startup.turn()).toBe(2);

  const second = await context.newPage();
  const other = new StartupPage(second);
  await other.open();
  await expect(second.getByRole('region', { name: 'A run was left unfinished' })).toHaveCount(0);
  const runs = new RunsPage(second);
  await runs.open();
  await expect(runs.rows).toContainText(['open in another tab']);
  await second.getByLabel('Select all').check();
  await second.getByRole('button', { name: 'Delete' }).click();
  await expect(second.getByText('Not deleted, since it is open')).toBeVisible();
  await expect(runs.rows).toHaveCount(1);

  await page.close();
  await other.open();
  await second.reload();
  await other.isReady();
  const offer = second.getByRole('region', { name: 'A run was left unfinished' });
  await expect(offer).toContainText('2 turns');
  await offer.getByRole('button', { name: 'Go on with it' }).click();
  await expect.poll(() => other.turn()).toBe(2);
  await other.step.click();
  await expect.poll(() => other.turn()).toBe(3);
});

test('where storage is denied the page says so, and works in memory', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  const startup = new StartupPage(page);
  await runBot(startup, 1);
  const runs = new RunsPage(page);
  await runs.open();
  await expect(page.getByText('This browser does not let the page store anything')).toBeVisible();
  await expect(runs.rows).toHaveCount(1);
  await runs.rows.getByRole('button', { name: /^Open/ }).click();
  await expect(startup.figure('Funds')).toBeVisible();
});
