/** A run over time: one axis and one cursor for all charts and the bars of tasks. */
import type { Locator, Page } from '@playwright/test';
import { expect, hasNoViolations, StartupPage, test } from './longrun.ts';

const CHARTS = ['Funds', 'Prestige by domain', 'Tasks over time', 'Monthly payroll', 'Trust of clients'];

function cursorOf(page: Page, title: string): Locator {
  return page.getByRole('slider', { name: `${title}: time cursor` });
}

async function pictureOf(page: Page, title: string): Promise<string> {
  const figure = page.getByRole('figure').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  return figure.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
}

async function played(page: Page): Promise<StartupPage> {
  const startup = new StartupPage(page);
  await startup.open('#/startup?preset=paper&seed=1&bot=throughput');
  await startup.runToTheEnd();
  return startup;
}

test('dragging over one chart zooms all of them; a double click shows the whole run again', async ({ page }) => {
  await played(page);
  const whole = page.getByRole('button', { name: 'Whole run' });
  await expect(whole).toBeDisabled();
  await cursorOf(page, 'Funds').scrollIntoViewIfNeeded();
  const box = await cursorOf(page, 'Funds').boundingBox();
  if (!box) throw new Error('the chart is not there');
  const before = await Promise.all(CHARTS.map((title) => pictureOf(page, title)));
  await page.mouse.move(box.x + box.width * 0.3, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + 40, { steps: 4 });
  await page.mouse.up();
  await expect(whole).toBeEnabled();
  for (const [i, title] of CHARTS.entries()) await expect.poll(() => pictureOf(page, title), title).not.toBe(before[i]);
  await page.mouse.dblclick(box.x + box.width * 0.4, box.y + 40);
  await expect(whole).toBeDisabled();
});

test('the keyboard moves one cursor, zooms, and goes from task to task', async ({ page }) => {
  await played(page);
  const funds = cursorOf(page, 'Funds');
  await funds.focus();
  await page.keyboard.press('Home');
  await expect(funds).toHaveAttribute('aria-valuetext', /^1 Jan 2025 .*, turn 0\b/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  for (const title of CHARTS) await expect(cursorOf(page, title)).toHaveAttribute('aria-valuetext', /^1 Feb 2025 /);
  await page.keyboard.press('+');
  await expect(page.getByRole('button', { name: 'Whole run' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Whole run' })).toBeDisabled();
  const tasks = cursorOf(page, 'Tasks over time');
  await tasks.focus();
  await page.keyboard.press('ArrowDown');
  await expect(tasks).toHaveAttribute('aria-valuetext', /Task-\d+.*Deadline: /);
  const first = await tasks.getAttribute('aria-valuetext');
  await page.keyboard.press('ArrowDown');
  await expect(tasks).not.toHaveAttribute('aria-valuetext', first ?? '');
});

test('the file of tasks has those of the score, and can be narrowed to who worked', async ({ page }) => {
  const startup = await played(page);
  const { bytes } = await startup.download('Rollout .json');
  const { outcome } = JSON.parse(bytes.toString()) as { outcome: { tasks: unknown[] } };
  const summary = page.getByRole('img', { name: new RegExp(`^Accepted tasks as bars over simulated time: ${outcome.tasks.length}\\.`) });
  await expect(summary).toBeVisible();
  const rows = async () => (await startup.download('CSV of Tasks over time')).bytes.toString().trimEnd().split('\r\n').slice(1);
  expect(await rows()).toHaveLength(outcome.tasks.length);
  await page.getByLabel('Who worked').selectOption('Emp_2');
  const narrowed = await rows();
  expect(narrowed.length).toBeLessThan(outcome.tasks.length);
  expect(narrowed.filter((row) => !/\bEmp_2\b/.test(row))).toEqual([]);
  expect((await startup.download('PNG of Tasks over time')).bytes.subarray(1, 4).toString()).toBe('PNG');
});

test('axe finds nothing, with a task pointed at and a part of the run shown', async ({ page }) => {
  await played(page);
  await cursorOf(page, 'Tasks over time').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('+');
  await hasNoViolations(page);
});
