/** The transcript of a whole year: what is on the page is what is in sight, and everything can be found. */
import type { Locator, Page } from '@playwright/test';
import { startModelServer } from '../tools/modelServer/index.ts';
import { expect, StartupPage, test } from './longrun.ts';
import { KEY, ModelPage } from './scriptedModel.ts';

/** The transcript as its reader sees it. */
class TranscriptView {
  readonly region: Locator;
  readonly list: Locator;
  readonly search: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Transcript' });
    this.list = this.region.getByRole('group', { name: 'Turns, oldest first' });
    this.search = this.region.getByRole('searchbox');
  }

  turn(number: number): Locator {
    return this.list.locator(`summary[data-turn="${number}"]`);
  }

  /** As a reader does it: again where the list went on to its newest turn in the same moment. */
  async scrollToTheMiddle(): Promise<void> {
    await expect(async () => {
      await this.list.evaluate((list) => list.scrollTo(0, list.scrollHeight / 2));
      await expect(this.turn(274)).toHaveCount(0, { timeout: 2000 });
    }).toPass({ timeout: 60_000 });
  }

  /** More than what is in sight and a little around it would make a long run slow. */
  async isLight(): Promise<void> {
    expect(await this.list.getByRole('listitem').count()).toBeLessThan(60);
  }
}

test('a year of 274 turns: only those in sight are on the page, at its end, in the middle and at its start', async ({ page }) => {
  const startup = new StartupPage(page);
  const transcript = new TranscriptView(page);
  await startup.open('#/startup?preset=paper&seed=1&bot=careful');
  await startup.runToTheEnd();
  await startup.view('Transcript');
  await transcript.list.scrollIntoViewIfNeeded();
  await expect(transcript.turn(274)).toBeInViewport();
  await expect(transcript.list.getByRole('button', { name: 'Look at the company after this turn' })).toHaveCount(1);
  await transcript.isLight();
  await transcript.scrollToTheMiddle();
  await transcript.isLight();
  await transcript.list.focus();
  await page.keyboard.press('Home');
  await expect(transcript.turn(1)).toBeInViewport();
  await expect(transcript.turn(1)).toHaveText(/^Turn 1: /);
  await transcript.isLight();
  await transcript.region.getByRole('button', { name: 'Newest' }).click();
  await expect(transcript.turn(274)).toBeInViewport();
});

test('words are found in turns that are not on the page, as they stand, one after the other and back', async ({ page }) => {
  const startup = new StartupPage(page);
  const transcript = new TranscriptView(page);
  await startup.open('#/startup?preset=paper&seed=1&bot=careful');
  await startup.runToTheEnd();
  await startup.view('Transcript');
  await transcript.search.fill('"HORIZON_REACHED": TRUE');
  await expect(transcript.region.getByRole('status')).toHaveText('0 of 1');
  await transcript.search.press('Enter');
  await expect(transcript.region.getByRole('status')).toHaveText('1 of 1');
  await expect(transcript.list.locator('mark')).toHaveText('"horizon_reached": true');
  await expect(transcript.list.locator('mark')).toBeInViewport();
  await transcript.search.fill('"new_sim_time": "2025-01');
  await transcript.search.press('Enter');
  await transcript.search.press('Enter');
  await expect(transcript.region.getByRole('status')).toHaveText(/^2 of \d+$/);
  await transcript.search.press('Shift+Enter');
  await expect(transcript.region.getByRole('status')).toHaveText(/^1 of \d+$/);
  await transcript.search.fill('.*');
  await expect(transcript.region.getByRole('status')).toHaveText('Nothing found');
});

test('the first loss and the biggest mistakes are a jump away', async ({ page }) => {
  const startup = new StartupPage(page);
  const transcript = new TranscriptView(page);
  await startup.open('#/startup?preset=paper&seed=1&bot=greedy');
  await startup.runToTheEnd();
  await startup.view('Transcript');
  const focused = transcript.list.locator('summary:focus');
  await transcript.region.getByRole('button', { name: 'First loss' }).click();
  await expect(focused).toContainText('-$');
  const mistakes = transcript.region.getByRole('combobox', { name: 'Biggest mistakes' });
  const worst = await mistakes.locator('option').nth(1).textContent();
  await mistakes.selectOption({ index: 1 });
  await expect(focused).toContainText(/^Turn \d+: /.exec(worst ?? '')?.[0] ?? 'no mistake');
});

test('a model’s failures are a jump away, and f goes on to the next one', async ({ page }) => {
  const call = (command: string) => ({ reply: { text: 'So be it.', toolCalls: [{ name: 'run_command', arguments: { command } }] } });
  const commands = ['yc-bench company status', 'rm -rf /', 'yc-bench company status', 'yc-bench task accept --task-id Nothing'];
  let asked = 0;
  const server = await startModelServer({ script: () => call(commands[asked++] ?? 'yc-bench company status'), key: KEY });
  const startup = new StartupPage(page);
  const model = new ModelPage(page);
  await startup.open('#/startup?preset=paper&seed=1&driver=model');
  await model.connect(server.url);
  for (let turn = 1; turn <= 4; turn++) {
    await startup.step.click();
    await expect.poll(() => startup.turn()).toBe(turn);
  }
  const focused = model.transcript.locator('summary:focus');
  await model.transcript.getByRole('button', { name: 'Next failure' }).click();
  await expect(focused).toHaveText(/^Turn 2: .*refused 1/);
  await page.keyboard.press('f');
  await expect(focused).toHaveText(/^Turn 4: .*refused 1/);
  await page.keyboard.press('f');
  await expect(focused).toHaveText(/^Turn 2: /);
  await expect(model.transcript.getByText('not understood', { exact: true })).toBeVisible();
  await server.close();
});
