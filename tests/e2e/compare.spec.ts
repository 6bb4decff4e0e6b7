/** Runs are compared: saved ones, a class's links, files; with outcomes, curves, and where two of them parted. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, fitsItsWidth, hasNoViolations, StartupPage, test } from './longrun.ts';

// The fifty turns of `fast-test`, seed 1, played by the bots greedy and careful in the names of people.
const GREEDY = '#/run=1.AEH4KWWiKc5SovCC5VEyXLXpmvkaSlvYEaaYmtLdOLoHL1gS-F8JsWPuJV-rVIJw5_U5jJk-VDfytGAA9Ipa2YVkGyNc2gSXlKaAvGuAUlqkJRaX6JYAUwiixNDBWiiilDvpRUCllUq1sbG16IFKVqJETV-4EpQB0QmHaJUWVE-L0IglKfJwsekXtMamo2FLo7C1HA1ZGoWskQG04B85YTtA4YxSWw3XcKZjeA6J0tZsaJYJRPtvtLwlMWyJD4ZhkmoHpi02mn5pVjYMibbY0Cx3R17vbEDC2WzEJWEA.ef529a00';
const CAREFUL = '#/run=1.AEFgfK_RCJCpol7CpmdfcQaTDhDiYAhQ-obi-EaGG75EQ78MChPwnk7cVvhH8EOYZjgzXXb9wtdhAGsUtWyzllZnfe2WTQ5AMBCFL0Sifso9rC0k4gJq6e5IKgjVIW1H2tlZ2Mz3vnlTfdvUYuzWcdmpLfp2ELFYDNkbI7otxfveaZrpWY5PjiqMymXOAHMS6J-VcRllstr0lFKpIj5-O2MO5sPxs_EEOYfPjai5zNsT5oxnJLo16CiRpsnpxprhD4400D0qqbrce_6DRkKE7u5GFGGDxrE7COR2Ty7-5mQFbY77uwAmRO8fY9AZeHCC_hL6dgqu0MNrlxk.e152c510';
const PAGE = 'https://longrun.example/';

/** The page that compares runs, as its user sees it. */
class ComparePage {
  readonly page: Page;
  readonly rows: Locator;
  readonly places: Locator;
  readonly parting: Locator;

  constructor(page: Page) {
    this.page = page;
    this.rows = page.getByRole('group', { name: 'Table of outcomes' }).locator('tbody tr');
    this.places = page.getByRole('list', { name: 'Rank by final funds' }).getByRole('listitem');
    this.parting = page.getByRole('region', { name: 'Where two runs parted' });
  }

  async open(): Promise<void> {
    await this.page.goto('./#/compare');
    await expect(this.page.getByRole('heading', { name: 'Compare runs' })).toBeVisible();
  }

  async paste(text: string): Promise<void> {
    await this.page.getByLabel('Paste run links').fill(text);
    await this.page.getByRole('button', { name: 'Add links' }).click();
  }
}

async function runBot(page: Page, seed: number, bot: string): Promise<StartupPage> {
  const startup = new StartupPage(page);
  await startup.open(`#/startup?preset=fast-test&seed=${seed}&bot=${bot}`);
  await startup.runToTheEnd();
  return startup;
}

test('saved runs are compared: what each has come to, as the lab says it, and where they parted', async ({ page }) => {
  const startup = await runBot(page, 1, 'greedy');
  const funds = (await startup.figure('Funds').textContent())?.trim() ?? '';
  await runBot(page, 1, 'careful');
  await page.getByRole('link', { name: 'Compare', exact: true }).click();
  await expect(page.getByText('Nothing to compare yet')).toBeVisible();
  await page.getByLabel('fast-test · 1 · greedy').check();
  await page.getByLabel('fast-test · 1 · careful').check();
  await page.getByRole('button', { name: 'Add chosen runs (2)' }).click();

  const compare = new ComparePage(page);
  await expect(compare.rows).toHaveCount(2);
  await expect(compare.rows.filter({ hasText: 'greedy' })).toContainText([funds]);
  await expect(compare.rows.getByText('Verified')).toHaveCount(2);
  await expect(page.getByText('Mean ± sd of 2')).toBeVisible();
  await expect(page.getByRole('img', { name: /^Funds over simulated time/ })).toBeVisible();
  await expect(compare.parting.getByRole('status')).toHaveText(/^They parted at turn \d+\.$/);
  await expect(compare.parting.locator('mark').first()).toBeVisible();

  // Leaving the page loses nothing.
  await page.getByRole('link', { name: 'Runs', exact: true }).click();
  await page.getByRole('link', { name: 'Compare', exact: true }).click();
  await expect(compare.rows.getByText('Verified')).toHaveCount(2);
});

test('a class pastes its links: names, ranks, what cannot be read, and names hidden', async ({ page }) => {
  const compare = new ComparePage(page);
  await compare.open();
  await compare.paste('Hello class');
  await expect(page.getByText('There is no run link in this text.')).toBeVisible();
  const lines = Array.from({ length: 28 }, (_, i) => `${i + 1}. Pupil ${i + 1}: ${PAGE}${i % 2 === 0 ? GREEDY : CAREFUL}`);
  await compare.paste([...lines, `Late: ${PAGE}${GREEDY.slice(0, 60)}`].join('\n'));
  await expect(page.getByText('Links added: 29.')).toBeVisible();
  await expect(compare.places).toHaveCount(28, { timeout: 120_000 });
  await expect(compare.rows.filter({ hasText: 'Late' })).toContainText(['it was cut off']);
  await expect(compare.rows.getByText(/^same as Pupil/)).toHaveCount(26);
  // More lines than can be told apart: the band is shown first.
  await expect(page.getByRole('radio', { name: 'Mean and range' })).toBeChecked();

  const funds = await compare.places.allInnerTexts();
  expect(funds.filter((place) => place.startsWith('1. '))).toHaveLength(14);
  await page.getByLabel('Hide names').check();
  await expect(page.getByText(/Pupil/)).toHaveCount(0);
  await page.getByLabel('Hide names').uncheck();
  await compare.rows.first().getByRole('button', { name: /^Rename/ }).click();
  await page.getByLabel('New name').fill('Zoe');
  await page.keyboard.press('Enter');
  await expect(compare.places.filter({ hasText: 'Zoe' })).toHaveCount(1);

  await page.getByRole('button', { name: 'Name' }).first().click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV of the outcomes' }).click()]);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv.split('\r\n')[0]).toBe('name,preset,seed,driver,final_funds_usd,survived,normalized_funds,tasks_on_time,tasks_late,turns,verdict');
  expect(csv.trim().split('\r\n')).toHaveLength(29);
  await page.getByRole('button', { name: 'Remove all' }).click();
  await expect(page.getByText('Nothing to compare yet')).toBeVisible();
});

test('several files at once; one that was changed by hand is said to differ, another seed to be another world', async ({ page }) => {
  const startup = await runBot(page, 2, 'greedy');
  const { name, bytes } = await startup.download('Rollout .json');
  const forged = { ...JSON.parse(bytes.toString()), outcome: { ...JSON.parse(bytes.toString()).outcome, final_funds_cents: 1 } };
  const compare = new ComparePage(page);
  await compare.open();
  await page.locator('input[type=file][multiple]').setInputFiles([
    { name, mimeType: 'application/json', buffer: bytes },
    { name: 'forged.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(forged)) },
    { name: 'letter.json', mimeType: 'application/json', buffer: Buffer.from('Dear reader') },
  ]);
  await expect(compare.rows).toHaveCount(3);
  await expect(compare.rows.filter({ hasText: 'forged' })).toContainText(['Different']);
  await expect(compare.rows.filter({ hasText: 'letter' })).toContainText(['not JSON']);
  await expect(compare.parting.getByRole('status')).toContainText('They are the same to the end');
  await compare.paste(GREEDY);
  await expect(compare.places).toHaveCount(3);
  await page.getByLabel('Second run').selectOption({ index: 2 });
  await expect(compare.parting.getByRole('status')).toContainText('They were played with seeds 2 and 1.');
});

test.describe('where the worker cannot be loaded', () => {
  test.use({ expectedOnConsole: [/Failed to load resource/] });
  test('the page says so, and goes on once it can', async ({ page }) => {
    const script = '**/assets/comparer-*.js';
    await page.route(script, (route) => route.abort());
    const compare = new ComparePage(page);
    await compare.open();
    await compare.paste(`${GREEDY}\n${CAREFUL}`);
    await expect(page.getByRole('alert')).toContainText('its program could not be loaded');
    await page.unroute(script);
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(compare.places).toHaveCount(1);
    await expect(compare.rows.filter({ hasText: 'The worker failed at this run' })).toHaveCount(1);
  });
});

for (const { width, colorScheme } of [{ width: 1440, colorScheme: 'light' }, { width: 390, colorScheme: 'dark' }] as const) {
  test(`no violations at ${width} pixels, ${colorScheme}`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const compare = new ComparePage(page);
    await compare.open();
    await compare.paste(`Ann: ${GREEDY}\nBob: ${CAREFUL}\nCy: ${GREEDY}\nLate: ${GREEDY.slice(0, 60)}`);
    await expect(compare.places).toHaveCount(3);
    await hasNoViolations(page);
    await fitsItsWidth(page);
  });
}
