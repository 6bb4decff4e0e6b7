/** Both themes, wide and narrow: axe finds nothing, and nothing has to be scrolled sideways. */
import AxeBuilder from '@axe-core/playwright';
import { expect, StartupPage, test } from './longrun.ts';

test.setTimeout(120_000);

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`no violations at ${width} pixels, ${colorScheme}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const startup = new StartupPage(page);
      const check = async (state: string) => {
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => ({ state, id, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, state).toBeLessThanOrEqual(0);
      };
      await startup.open('#/startup?preset=paper&seed=1&bot=greedy&color=red');
      await check('nothing has run, a message about the link');
      await startup.step.click();
      await startup.step.click();
      await expect.poll(() => startup.turn()).toBe(2);
      await check('paused');
      await startup.runToTheEnd();
      await page.locator('summary').first().click();
      await check('over');
      const { bytes } = await startup.download('Rollout .json');
      await startup.openFile({ name: 'a-rollout-with-a-rather-long-name-that-has-to-fit.json', mimeType: 'application/json', buffer: bytes });
      await expect(startup.verdict).toBeVisible();
      await check('opened');
      await page.getByRole('button', { name: 'Help' }).click();
      await check('help');
    });
  }
}

test('everything can be reached with the keyboard', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open('#/startup?preset=fast-test&seed=1&bot=greedy');
  await startup.runToTheEnd();
  await page.locator('body').press('Home');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const reached = new Set<string>();
  for (let i = 0; i < 60; i++) {
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
