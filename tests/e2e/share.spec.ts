/** Sharing by link: the run, the run as a challenge that hides its result, the seed alone; and links that arrive broken. */
import type { Locator, Page } from '@playwright/test';
import { expect, hasNoViolations, StartupPage, test } from './longrun.ts';

test.setTimeout(180_000);

const LINK = '#/startup?preset=fast-test&seed=4&bot=greedy';
const ANOTHER = '#/startup?preset=tutorial&seed=1&bot=careful';

/** What the dialog hands out; it is closed again. */
async function linkTo(page: Page, choice: RegExp): Promise<string> {
  const dialog = await openDialog(page);
  await dialog.getByRole('radio', { name: choice }).check();
  const field = dialog.getByRole('textbox', { name: 'Link' });
  const link = await field.inputValue();
  await expect(dialog.getByText(`${link.length.toLocaleString('en-US')} characters.`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  return link;
}

async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Share…' }).click();
  return page.getByRole('dialog', { name: 'Share by link' });
}

async function visit(page: Page, link: string): Promise<void> {
  // A changed fragment alone would load nothing.
  await page.goto('about:blank');
  await page.goto(link);
}

/** A page with a finished run of the greedy bot. */
async function finished(page: Page): Promise<StartupPage> {
  const startup = new StartupPage(page);
  await startup.open(LINK);
  await startup.runToTheEnd();
  return startup;
}

test('a run’s link opens the same run, verified; a damaged one says what to do', async ({ page }) => {
  const startup = await finished(page);
  const funds = (await startup.figure('Funds').textContent()) ?? '';
  const link = await linkTo(page, /^This run/);
  expect(link).toContain('#/run=');
  await visit(page, link);
  await expect(startup.verdict.getByRole('heading')).toHaveText('Verified: Linked run (fast-test, seed 4)');
  await expect(startup.figure('Funds')).toHaveText(funds);
  await visit(page, link.slice(0, -20));
  await expect(startup.notices).toContainText('Copy it again in one piece');
  await expect(startup.verdict).toHaveCount(0);
  await startup.isReady();
});

test('a challenge shows nothing of the result before it is played, and both results after', async ({ page }) => {
  const startup = await finished(page);
  const funds = (await startup.figure('Funds').textContent()) ?? '';
  const link = await linkTo(page, /^A challenge/);
  await visit(page, link);
  const challenge = page.getByRole('region', { name: 'Challenge' });
  await expect(challenge).toContainText('Preset fast-test, seed 4, years: 1.');
  await expect(challenge.getByRole('button', { name: 'Show their result' })).toBeDisabled();
  await expect(startup.verdict).toHaveCount(0);
  expect(await page.content()).not.toContain(funds);
  // Setting up leaves the driver alone: here it is the page's own default.
  await startup.runToTheEnd();
  await challenge.getByRole('button', { name: 'Show their result' }).click();
  await expect(startup.verdict.getByRole('heading')).toContainText('Verified');
  const table = challenge.getByRole('table', { name: 'Your run and theirs' });
  await expect(table.getByRole('row', { name: /^Final funds/ }).getByRole('cell').last()).toHaveText(funds);
  await hasNoViolations(page, '', 'section[aria-labelledby="challenge"]');
});

test('a person plays a challenge, or gives up and is told what that means', async ({ page }) => {
  const startup = await finished(page);
  await visit(page, await linkTo(page, /^A challenge/));
  const challenge = page.getByRole('region', { name: 'Challenge' });
  await challenge.getByRole('button', { name: 'Play it myself' }).click();
  await expect(challenge).toContainText('Your run of it is under way');
  await expect(challenge.getByRole('button', { name: 'Show their result' })).toBeDisabled();
  // Who stops has not played it.
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(challenge).not.toContainText('Your run of it is under way');
  await expect(challenge.getByRole('button', { name: 'Show their result' })).toBeDisabled();
  await challenge.getByRole('button', { name: 'Give up and show it…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Show their result without playing?' });
  await expect(dialog).toContainText('no fair comparison');
  await dialog.getByRole('button', { name: 'Give up and show it' }).click();
  await expect(startup.verdict.getByRole('heading')).toContainText('Verified');
  await expect(challenge.getByRole('table')).toHaveCount(0);
});

test('the seed’s link opens ready to run; without a run it is all there is to share', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open(ANOTHER);
  const dialog = await openDialog(page);
  await expect(dialog.getByRole('radio', { name: 'Only the seed' })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: /^This run/ })).toBeDisabled();
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(page.url());
  await dialog.getByRole('button', { name: 'Close' }).click();

  await startup.open(LINK);
  await startup.step.click();
  await expect.poll(() => startup.turn()).toBe(1);
  expect(await linkTo(page, /^Only the seed/)).toBe(page.url());
});

test('a run under way says how far its link goes; its code fills the screen, and the dialog is accessible', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open(LINK);
  await startup.step.click();
  await expect.poll(() => startup.turn()).toBe(1);
  const dialog = await openDialog(page);
  await expect(dialog).toContainText('the link goes up to turn 1.');
  await expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await hasNoViolations(page, '', 'dialog[open]');
  await dialog.getByRole('button', { name: 'Large QR code' }).click();
  const large = page.getByRole('dialog', { name: 'Large QR code' });
  const box = await large.getByRole('img').boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThan(500);
  await page.keyboard.press('Escape');
  await expect(large).toBeHidden();
  await expect(dialog).toBeVisible();
});

test('a link is copied, or selected where the browser forbids it', async ({ page, context }) => {
  const startup = new StartupPage(page);
  await startup.open(LINK);
  const dialog = await openDialog(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(dialog.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('no'));
  });
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(dialog.getByText('The link is selected')).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(page.url());
});
