/** What the first view does without is loaded later: quietly ahead, or when it is asked for, again and again if need be. */
import { expect, StartupPage, test } from './longrun.ts';

const PARTS = [
  'RunReport', 'PlayPanel', 'TimelinePanel', 'TranscriptPanel', 'HindsightPanel', 'LessonsPage', 'LessonCoach', 'RunsPage', 'ComparePage',
  'ChallengeBanner', 'link', 'qr',
];

test('the first view loads none of the parts that come later; they are fetched once the page is idle', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(/\/assets\/(\w+)-[\w-]+\.js$/.exec(request.url())?.[1] ?? ''));
  // The page is idle when the test says so.
  await page.addInitScript(() => {
    const waiting: (() => void)[] = [];
    const browser = globalThis as unknown as { requestIdleCallback: (call: () => void) => void; becomeIdle: () => void };
    browser.requestIdleCallback = (call) => waiting.push(call);
    browser.becomeIdle = () => {
      browser.requestIdleCallback = (call) => void setTimeout(call);
      for (const call of waiting) call();
    };
  });
  await new StartupPage(page).open();
  await expect(page.getByRole('heading', { name: 'Nothing has run yet' })).toBeVisible();
  expect(PARTS.filter((part) => loaded.includes(part))).toEqual([]);
  await page.evaluate(() => (globalThis as unknown as { becomeIdle: () => void }).becomeIdle());
  await expect.poll(() => PARTS.filter((part) => !loaded.includes(part))).toEqual([]);
});

test.describe('without a part', () => {
  test.use({ expectedOnConsole: [/ERR_FAILED/] });

  test('a page says that it cannot be loaded, and is there once it can; the keyboard stays where it was', async ({ page }) => {
    const runsPage = '**/assets/RunsPage-*.js';
    await page.route(runsPage, (route) => route.abort());
    const startup = new StartupPage(page);
    await startup.open('#/startup?preset=fast-test&seed=1&bot=greedy');
    await page.getByRole('link', { name: 'Runs' }).click();
    const main = page.getByRole('main');
    await expect(main.getByRole('alert')).toContainText('This part of the page could not be loaded.');
    const tryAgain = main.getByRole('button', { name: 'Try again' });
    await expect(main.getByRole('button', { name: 'Reload' })).toHaveCount(0);
    await tryAgain.press('Enter');
    await expect(main.getByRole('button', { name: 'Reload' })).toBeVisible();
    await expect(tryAgain).toBeFocused();
    await page.unroute(runsPage);
    await tryAgain.press('Enter');
    await expect(main.getByRole('heading', { name: 'Saved runs' })).toBeVisible();
    expect(await main.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await expect(main.getByRole('alert')).toHaveCount(0);

    // Nothing else has suffered.
    await page.getByRole('link', { name: 'Startup' }).click();
    await startup.step.click();
    await expect.poll(() => startup.turn()).toBe(1);
  });
});
