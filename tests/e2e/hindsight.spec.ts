/** After the end, and only then: what was hidden, and what planners would have made of it. */
import type { Page } from '@playwright/test';
import { expect, hasNoViolations, StartupPage, test } from './longrun.ts';

test.setTimeout(180_000);

async function openTab(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Hindsight' }).click();
}

async function compute(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Compute' }).click();
  await expect(page.getByText('Done.', { exact: true })).toBeVisible({ timeout: 120_000 });
}

/** Dollars; a minus sign may stand before the dollar sign. */
function dollars(shown: string): number {
  return Number(shown.replace(/[^\d-]/g, ''));
}

test('while a run can go on the tab explains, and shows no figures', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open('#/startup?preset=paper&seed=1&bot=greedy');
  await startup.step.click();
  await expect.poll(() => startup.turn()).toBe(1);
  await openTab(page);
  await expect(page.getByText('Nothing to see yet.')).toBeVisible();
  await expect(page.getByRole('heading', { name: /True skills|True clients|Regret/ })).toHaveCount(0);
});

test('after the end: the truth, and regrets that add up against both planners', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open('#/startup?preset=fast-test&seed=1&bot=greedy');
  await startup.runToTheEnd();
  await openTab(page);
  const people = page.getByRole('table', { name: 'True skills' });
  await expect(people.getByRole('row').nth(1)).toContainText('→');
  await compute(page);
  await expect(page.getByText('16 of 16 evaluations')).toBeVisible();

  const total = (await page.getByText('Funds at the end, from the same start').textContent()) ?? '';
  const fundsOf = (who: string) => dollars(new RegExp(`${who}.*?: (-?\\$[\\d,]+)`).exec(total)?.[1] ?? '');
  for (const planner of ['Best bot', 'Oracle']) {
    const table = page.getByRole('table', { name: `Against: ${planner}` });
    const shown = await table.locator('td:nth-child(2)').allTextContents();
    const costs = shown.map(dollars);
    const sum = costs.pop();
    // Whole dollars are shown, of cents that add up.
    expect(Math.abs((sum ?? 0) - costs.reduce((a, b) => a + b, 0))).toBeLessThanOrEqual(costs.length);
    expect(Math.abs((sum ?? 0) - (fundsOf(planner) - fundsOf('This run')))).toBeLessThanOrEqual(1);
    expect(costs).toEqual([...costs].sort((a, b) => b - a));
  }
  expect(fundsOf('Oracle')).toBeGreaterThanOrEqual(fundsOf('Best bot'));

  await hasNoViolations(page);
  await page.setViewportSize({ width: 390, height: 844 });
  // Charts follow the width with the next picture.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

  const { name, bytes } = await startup.download('Download the study (JSON)');
  expect(name).toBe('startup-fast-test-s1-greedy-hindsight.json');
  const study = JSON.parse(bytes.toString()) as { findings: { plans: unknown[] }[] };
  expect(study.findings.map(({ plans }) => plans.length)).toEqual([8, 8]);
});

test('under the paper’s rules: who cheated, what it cost, a row leads to its turn; cancelling stops the planners', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open('#/startup?preset=paper&seed=1&bot=greedy');
  await startup.runToTheEnd();
  await openTab(page);
  await expect(page.getByRole('table', { name: 'True clients' }).getByRole('cell', { name: 'adds work' })).toHaveCount(2);
  await expect(page.getByText(/Scope creep cost about [\d,]+ hours and \$/)).toBeVisible();

  await page.getByLabel('Oracle’s nodes').selectOption('60');
  await page.getByLabel('Turns valued').selectOption('32');
  await page.getByRole('button', { name: 'Compute' }).click();
  await expect(page.getByRole('progressbar', { name: 'Evaluations' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Cancelled. What was found until then stays.')).toBeVisible();

  await page.getByRole('checkbox', { name: 'Oracle' }).uncheck();
  await page.getByLabel('Turns valued').selectOption('8');
  await compute(page);
  const first = page.getByRole('button', { name: /^Visit turn \d+$/ }).first();
  const turn = Number(/\d+/.exec((await first.textContent()) ?? '')?.[0]);
  await first.click();
  await expect.poll(() => startup.turn()).toBe(turn);
});
