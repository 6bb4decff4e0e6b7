/** The controls, by mouse and by keyboard, and the link that they are kept in. */
import { expect, StartupPage, test } from './longrun.ts';

test('run, pause, step, resume and stop by mouse', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open('#/startup?preset=paper&seed=1&bot=careful');
  await expect(page.getByText('Nothing has run yet')).toBeVisible();
  await startup.setSpeed('10');
  await startup.play.click();
  await expect.poll(() => startup.turn()).toBeGreaterThan(2);
  await expect(startup.seed).toBeDisabled();
  await expect(startup.step).toBeDisabled();

  await startup.play.click();
  await expect(startup.play).toHaveText('Resume');
  const paused = await startup.turn();
  await startup.step.click();
  await expect.poll(() => startup.turn()).toBe(paused + 1);
  await expect(startup.play).toHaveText('Resume');

  await startup.setSpeed('50');
  await startup.play.click();
  await expect.poll(() => startup.turn()).toBeGreaterThan(paused + 5);
  await startup.stop.click();
  await expect(startup.play).toHaveText('Run again');
  await expect(startup.score).toContainText('Score when stopped');
  await expect(startup.seed).toBeEnabled();
});

test('run, pause, step and help by keyboard', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open('#/startup?preset=paper&seed=1&bot=careful');
  await startup.setSpeed('10');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('Space');
  await expect(startup.play).toHaveText('Pause');
  await page.keyboard.press('Space');
  await expect(startup.play).toHaveText('Resume');
  const paused = await startup.turn();
  await page.keyboard.press('s');
  await expect.poll(() => startup.turn()).toBe(paused + 1);

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('s');
  await page.getByLabel('Single-key shortcuts on').uncheck();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('s');
  expect(await startup.turn()).toBe(paused + 1);

  // The buttons themselves need no shortcut.
  await startup.stop.focus();
  await page.keyboard.press('Enter');
  await expect(startup.play).toHaveText('Run again');
});

test('Space scrolls where there is a result to read', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open('#/startup?preset=fast-test&seed=1&bot=greedy');
  await startup.runToTheEnd();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('Space');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await expect(startup.play).toHaveText('Run again');
});

test('keys typed into a field are text, not shortcuts', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open();
  await startup.seed.fill('');
  await startup.seed.pressSequentially('s 4');
  await expect(page.getByText('A whole number from 0 to')).toBeVisible();
  await expect(startup.play).toBeDisabled();
  await expect(page.getByText('Nothing has run yet')).toBeVisible();
});

test('the address follows the controls, and the controls follow the address', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open();
  await expect(page).toHaveURL(/#\/startup\?preset=paper&seed=1&bot=careful$/);
  await page.getByLabel('Preset', { exact: true }).selectOption('hard');
  await startup.seed.fill('42');
  await page.getByLabel('Years').fill('2');
  await page.getByRole('combobox', { name: 'Bot' }).selectOption('prestige');
  await expect(page).toHaveURL(/preset=hard&seed=42&bot=prestige&horizon=2$/);
  await page.getByRole('button', { name: 'Random seed' }).click();
  await expect(startup.seed).toHaveValue(/^\d{1,6}$/);
  await page.evaluate(() => (location.hash = '#/startup?preset=easy&seed=9&bot=greedy'));
  await expect(startup.seed).toHaveValue('9');
  await expect(page.getByLabel('Years')).toHaveValue('');
  await expect(page.getByRole('combobox', { name: 'Bot' })).toHaveValue('greedy');
});

test('a link with bad values says what is allowed, and the defaults are used', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open('#/startup?preset=papper&seed=-3&bot=clever&horizon=99&color=red');
  await expect(startup.notices).toContainText('preset “papper”, which does not exist. There are tutorial, easy');
  await expect(startup.notices).toContainText('seed “-3”. A seed is a whole number from 0 to 4294967295');
  await expect(startup.notices).toContainText('bot “clever”, which does not exist. There are greedy');
  await expect(startup.notices).toContainText('“99” years. It is a whole number from 1 to 20');
  await expect(startup.notices).toContainText('a setting that does not exist: color');
  await expect(page).toHaveURL(/#\/startup\?preset=paper&seed=1&bot=careful$/);
});

test('a broken preset file has all its problems listed, and a good one can be run', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open();
  const input = page.locator('input[type=file][aria-label^="Load preset"]');
  const toml = (name: string, text: string) => ({ name, mimeType: 'application/toml', buffer: Buffer.from(text) });
  await input.setInputFiles(
    toml('broken.toml', 'extends = "paper"\nname = "broken"\n[world]\nnum_employes = 3\nnum_clients = "six"\nprestige_max = -1\n'),
  );
  await expect(startup.notices).toContainText("world.num_employes: unknown key (did you mean 'num_employees'?)");
  await expect(startup.notices).toContainText('world.num_clients: must be a whole number from 1 to 15, got "six"');
  await expect(startup.notices).toContainText('world.prestige_max: must be above 0, got -1');
  await expect(page.getByLabel('Preset', { exact: true })).toHaveValue('paper');

  await input.setInputFiles(toml('mine.toml', 'extends = "tutorial"\nname = "mine"\ndescription = "My own year."\n[loop]\nmax_turns = 5\n'));
  await expect(page.getByLabel('Preset', { exact: true })).toHaveValue('mine.toml');
  await expect(page.getByText('My own year.')).toBeVisible();
  await expect(startup.notices).toHaveText('');
  await startup.runToTheEnd();
  await expect(startup.score).toContainText('at the turn limit');
  expect(await startup.turn()).toBe(5);

  await page.reload();
  await startup.isReady();
  await expect(startup.notices).toContainText('the preset file mine.toml, which it cannot carry. Load that file again');
});
