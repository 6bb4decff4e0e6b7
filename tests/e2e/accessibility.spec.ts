/** Both themes, wide and narrow: axe finds nothing, and nothing has to be scrolled sideways. */
import { startModelServer, type ModelServer } from '../tools/modelServer/index.ts';
import { expect, fitsItsWidth, hasNoViolations, StartupPage, test } from './longrun.ts';
import { ModelPage } from './scriptedModel.ts';

test.setTimeout(600_000);

let server: ModelServer;
test.beforeAll(async () => {
  server = await startModelServer();
});
test.afterAll(() => server.close());

// Each theme and each width once: axe takes its time.
for (const { width, colorScheme } of [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const) {
  test(`no violations at ${width} pixels, ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const startup = new StartupPage(page);
    const check = async (state: string) => {
      await hasNoViolations(page, state);
      await fitsItsWidth(page, state);
    };
    const model = new ModelPage(page);
    await startup.open('#/startup?preset=paper&seed=1&bot=greedy&color=red');
    await check('nothing has run, a message about the link');
    await page.getByRole('radio', { name: 'Recording' }).check();
    await expect(page.getByRole('region', { name: 'Recorded run' })).toBeVisible();
    await check('a recording to choose');
    await page.getByRole('radio', { name: 'Model' }).check();
    await expect(model.panel).toBeVisible();
    await check('an address to allow');
    await model.connect(server.url);
    await model.panel.getByRole('button', { name: 'Test connection' }).click();
    await expect(model.panel.getByRole('list')).toBeVisible();
    await model.panel.getByText('System prompt').first().click();
    await model.panel.getByText('Addresses this page').click();
    await model.panel.getByLabel('Turns').fill('2');
    await model.panel.getByLabel('Cost').fill('-1');
    await check('a model set up, and a cap that is none');
    await model.panel.getByLabel('Cost').fill('');
    await startup.play.click();
    await expect(model.transcript.getByRole('alert')).toBeVisible();
    await check('a model at its cap');
    await startup.view('Timeline');
    await page.getByLabel('Published runs').check();
    await check('published curves');
    await page.reload();
    await startup.isReady();
    await expect(page.getByRole('button', { name: 'Go on with it' })).toBeVisible();
    await check('a run left unfinished');
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByRole('radio', { name: 'Bot' }).check();
    // The careful bot's year is a file of ten megabytes, which is opened below.
    await page.getByRole('combobox', { name: 'Bot' }).selectOption('greedy');
    await startup.step.click();
    await startup.step.click();
    await expect.poll(() => startup.turn()).toBe(2);
    await check('paused');
    await page.getByRole('button', { name: 'Go on from here…' }).click();
    await check('who goes on');
    await page.keyboard.press('Escape');
    await startup.runToTheEnd();
    await page.locator('summary').first().click();
    await check('over');
    await page.getByRole('button', { name: 'One turn back' }).click();
    await expect(page.getByRole('button', { name: 'Back to the last turn' })).toBeVisible();
    for (const view of ['Play', 'Transcript', 'Hindsight'] as const) {
      await startup.view(view);
      await check(view);
    }
    const { bytes } = await startup.download('Rollout .json');
    await startup.openFile({ name: 'a-rollout-with-a-rather-long-name-that-has-to-fit.json', mimeType: 'application/json', buffer: bytes });
    await expect(startup.verdict).toBeVisible();
    await check('opened');
    await page.getByRole('button', { name: 'Help' }).click();
    await check('help');
  });
}

test('everything can be reached with the keyboard', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open('#/startup?preset=fast-test&seed=1&bot=greedy');
  await startup.runToTheEnd();
  await page.locator('body').press('Home');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const reached = new Set<string>();
  for (let i = 0; i < 150; i++) {
    await page.keyboard.press('Tab');
    reached.add(
      await page.evaluate(() => {
        const element = document.activeElement;
        return element?.getAttribute('aria-label') ?? element?.id ?? '';
      }),
    );
    reached.add(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ''));
  }
  for (const name of ['preset', 'seed', 'horizon', 'bot', 'Run again', 'Open a rollout…', 'Rollout .json', 'CSV of Funds', 'Entries, newest first', 'Help']) {
    expect([...reached]).toContain(name);
  }
});
