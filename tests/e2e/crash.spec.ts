/** A worker that fails says so, and can be started again. */
import { expect, serveWorker, StartupPage, test, WORKER_SCRIPT } from './longrun.ts';

test.use({ expectedOnConsole: [/on purpose|ERR_FAILED/] });

test('a crash in mid-run shows a message, keeps the page, and Restart works', async ({ page }) => {
  const startup = new StartupPage(page);
  // The tenth turn throws: turns give way through this channel or a timer, whichever the speed asks for.
  await serveWorker(
    page,
    (script) => `let timers = 0; const later = setTimeout;
      globalThis.setTimeout = (work, time) => later(() => { if (++timers === 10) throw new Error('broken on purpose'); work(); }, time);${script}`,
  );
  await startup.open('#/startup?preset=paper&seed=1&bot=greedy');
  await startup.setSpeed('50');
  await startup.play.click();
  await expect(startup.notices.last()).toContainText('The simulation stopped working: Uncaught Error: broken on purpose');
  await expect(page.getByRole('figure')).toHaveCount(5);

  await serveWorker(page, (script) => script);
  await page.getByRole('button', { name: 'Restart' }).click();
  await startup.isReady();
  await expect(page.getByText('The simulation stopped working')).toHaveCount(0);
  await startup.runToTheEnd();
  await expect(startup.score).toContainText('Final score');
});

test('a worker that cannot be loaded shows a message, and Restart works', async ({ page }) => {
  const startup = new StartupPage(page);
  await page.unroute(WORKER_SCRIPT);
  await page.route(WORKER_SCRIPT, (route) => route.abort());
  await page.goto('./');
  await expect(startup.notices.last()).toContainText('its program could not be loaded');
  await serveWorker(page, (script) => script);
  await page.getByRole('button', { name: 'Restart' }).click();
  await startup.isReady();
  await startup.step.click();
  await expect.poll(() => startup.turn()).toBe(1);
});
