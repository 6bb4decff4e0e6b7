/** Any turn of a run can be looked at, and gone on from: by another driver, in a run of its own, or in the run itself. */
import { expect, StartupPage, test } from './longrun.ts';

test.setTimeout(180_000);

test('scrubbing shows an earlier turn; a fork goes on from it, says so, and leaves the first run in the library', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open('#/startup?preset=paper&seed=1&bot=greedy');
  await startup.runToTheEnd();
  const last = await startup.turn();
  const slider = page.getByRole('slider', { name: 'Turn shown' });
  await slider.fill('10');
  await expect.poll(() => startup.turn()).toBe(10);
  const funds = (await startup.figure('Funds').textContent()) ?? '';
  await page.getByRole('button', { name: 'One turn on' }).click();
  await expect.poll(() => startup.turn()).toBe(11);
  await page.getByRole('button', { name: 'Back to the last turn' }).click();
  await expect.poll(() => startup.turn()).toBe(last);

  await slider.fill('10');
  await expect.poll(() => startup.turn()).toBe(10);
  await page.getByRole('button', { name: 'Go on from here…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Go on from the end of turn 10' });
  await dialog.getByRole('radio', { name: 'Bot' }).check();
  await dialog.getByLabel('Bot', { exact: true }).last().selectOption('throughput');
  await dialog.getByRole('button', { name: 'Fork here' }).click();
  await expect(dialog).toBeHidden();
  await expect(startup.figure('Funds')).toHaveText(funds);
  await expect(page.getByRole('list', { name: 'Where it branched off' })).toContainText(`after turn 10 of the run of Bot greedy, which went ${last - 10} turns further`);
  await startup.runToTheEnd();
  // The run that was left is drawn behind the new one.
  await startup.view('Timeline');
  await expect(page.getByRole('figure').first()).toContainText('greedy');
  const { bytes } = await startup.download('Rollout .json');
  const { driver, lineage } = JSON.parse(bytes.toString()) as { driver: unknown; lineage: unknown };
  expect(driver).toEqual({ kind: 'bot', name: 'throughput' });
  expect(lineage).toEqual([{ turn: 10, reason: 'fork', driver: { kind: 'bot', name: 'greedy' }, abandoned_turns: last - 10 }]);
  await startup.openFile({ name: 'fork.json', mimeType: 'application/json', buffer: bytes });
  await expect(startup.verdict).toContainText('Verified');
  await page.getByRole('link', { name: 'Runs', exact: true }).click();
  await expect(page.getByRole('group', { name: 'Table of saved runs' }).locator('tbody tr')).toHaveCount(2);
});

test('the wheel changes hands in mid-run: from a bot to a person and back, and the rollout says who drove', async ({ page }) => {
  const startup = new StartupPage(page);
  await startup.open('#/startup?preset=tutorial&seed=1&bot=greedy');
  await startup.step.click();
  await expect.poll(() => startup.turn()).toBe(1);
  await startup.view('Play');
  await page.getByRole('button', { name: 'Take the wheel from here' }).click();
  await expect(startup.play).toHaveText('Your move');
  await page.getByRole('button', { name: 'Let time pass' }).click();
  await expect.poll(() => startup.turn()).toBe(2);
  await page.getByRole('button', { name: 'Go on from here…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Who goes on after turn 2?' });
  await dialog.getByRole('radio', { name: 'Bot' }).check();
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect(dialog).toBeHidden();
  await startup.step.click();
  await expect.poll(() => startup.turn()).toBe(3);
  const { bytes } = await startup.download('Rollout .json');
  const { turns } = JSON.parse(bytes.toString()) as { turns: { driver?: unknown }[] };
  expect(turns.map(({ driver }) => driver)).toEqual([undefined, { kind: 'human', name: 'player' }, undefined]);
});
