/** Charts: seen, read, taken away. */
import { createHash } from 'node:crypto';
import { expect, StartupPage, test } from './longrun.ts';

test('every chart has a summary, its data as a table, CSV and PNG', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open('#/startup?preset=fast-test&seed=1&bot=greedy');
  await startup.runToTheEnd();
  const charts = [
    { title: 'Funds', summary: /^Funds over simulated time: \$[\d,]+ at the start/, fields: 'time_utc,funds_usd,event' },
    { title: 'Prestige by domain', summary: /^Prestige over simulated time, .* Research/, fields: 'time_utc,domain,level' },
    { title: 'Monthly payroll', summary: /^Monthly payroll over simulated time/, fields: 'time_utc,monthly_payroll_usd' },
  ];
  for (const { title, summary, fields } of charts) {
    const chart = page.getByRole('figure').filter({ has: page.getByRole('heading', { name: title }) });
    await expect(chart.getByRole('img', { name: summary })).toBeVisible();
    const csv = (await startup.download(`CSV of ${title}`)).bytes.toString();
    const [heading, first] = csv.split('\r\n');
    expect(heading).toBe(fields);
    expect(first).toMatch(/^2025-01-01T09:00:00/);
    await chart.locator('summary').click();
    const rows = csv.trimEnd().split('\r\n').length - 1;
    await expect(chart.locator('tbody tr')).toHaveCount(Math.min(rows, 200));
    const png = (await startup.download(`PNG of ${title}`)).bytes;
    expect(png.subarray(1, 4).toString()).toBe('PNG');
  }
});

test('a chart is redrawn in the colours of the theme, and its legend hides lines', async ({ page }) => {
  const startup = new StartupPage(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await startup.open('#/startup?preset=fast-test&seed=1&bot=greedy');
  await startup.runToTheEnd();
  const canvas = page.locator('canvas').nth(1);
  const picture = async () => {
    const content = await canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL());
    return createHash('sha256').update(content).digest('hex');
  };
  // A chart is drawn in a frame of its own, some time after the data is there.
  const settledPicture = async () => {
    let last = '';
    await expect.poll(async () => last === (last = await picture()), { intervals: [200] }).toBe(true);
    return last;
  };
  const light = await settledPicture();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect.poll(picture).not.toBe(light);
  const dark = await settledPicture();
  const legend = page.getByRole('button', { name: 'Training' });
  await expect(legend).toHaveAttribute('aria-pressed', 'true');
  await legend.click();
  await expect(legend).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(picture).not.toBe(dark);
  await legend.click();
  await expect.poll(picture).toBe(dark);
  await page.getByRole('radio', { name: 'Light' }).check();
  await expect.poll(picture).toBe(light);
  await page.getByRole('radio', { name: 'Dark' }).check();
  // The choice of theme outlives the page.
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('published runs are drawn behind one’s own on demand, named and sourced', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open('#/startup?preset=paper&seed=1&bot=greedy');
  await startup.step.click();
  const funds = page.getByRole('figure').filter({ has: page.getByRole('heading', { name: 'Funds' }) });
  await expect(funds.getByRole('button', { name: 'glm-5', exact: true })).toHaveCount(0);
  await funds.getByLabel('Published runs').check();
  await expect(funds.getByRole('button', { name: 'glm-5', exact: true })).toBeVisible();
  await expect(funds).toContainText('Source: YC-Bench project site, mean over three seeds');
  await expect(funds.getByRole('img', { name: /Behind it are \d+ published curves/ })).toBeVisible();
  await funds.getByLabel('Published runs').uncheck();
  await expect(funds.getByRole('button', { name: 'glm-5', exact: true })).toHaveCount(0);
});

test('the log can be narrowed to problems', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open('#/startup?preset=paper&seed=1&bot=greedy');
  await startup.runToTheEnd();
  const lines = page.getByRole('region', { name: 'Event log' }).locator('li');
  await expect(lines.first()).toBeVisible();
  const all = await lines.count();
  await page.getByLabel('Problems only').check();
  await expect(lines.filter({ hasText: 'Payroll' })).toHaveCount(0);
  expect(await lines.count()).toBeLessThan(all);
});
