/** A person runs the company: by mouse alone, by typing alone, and with what goes wrong on the way. */
import type { Locator, Page } from '@playwright/test';
import { expect, fitsItsWidth, hasNoViolations, StartupPage, test } from './longrun.ts';

test.setTimeout(180_000);

const LINK = '#/startup?preset=tutorial&seed=1&driver=human';

/** The desk of a person at the wheel. */
class DeskPage {
  readonly startup: StartupPage;
  readonly desk: Locator;
  readonly input: Locator;
  readonly console: Locator;
  readonly list: Locator;
  readonly lines: Locator;
  readonly pass: Locator;

  constructor(page: Page) {
    this.startup = new StartupPage(page);
    this.desk = page.getByRole('region', { name: 'Play as CEO' });
    this.console = page.getByRole('region', { name: 'Console' });
    this.input = this.console.getByRole('combobox', { name: 'Command' });
    this.list = this.console.getByRole('listbox');
    this.lines = this.console.getByRole('listitem');
    this.pass = this.desk.getByRole('button', { name: 'Let time pass' });
  }

  async open(link = LINK): Promise<void> {
    await this.startup.open(link);
    await this.startup.play.click();
    await expect(this.desk.getByRole('tablist')).toBeVisible();
  }

  async section(name: RegExp): Promise<void> {
    await this.desk.getByRole('tab', { name }).click();
  }

  /** Accepts the first offer of the market, best paid first, by mouse; the focus ends on the way to its team. */
  async acceptFirst(): Promise<void> {
    await this.section(/^Market/);
    await this.desk.getByRole('checkbox', { name: 'Only what I can take' }).check();
    await this.desk.getByRole('button', { name: /^Accept Task/ }).first().click();
    await this.desk.getByRole('button', { name: 'Choose its team' }).click();
  }

  /** Puts everybody on the first card's task and starts it. */
  async startWithAll(): Promise<void> {
    const card = this.desk.getByRole('article').first();
    for (const box of await card.getByRole('checkbox').all()) await box.check();
    await card.getByRole('button', { name: 'Assign and start' }).click();
    await expect(card.getByText(/^active/)).toBeVisible();
  }

  /** Types a line and waits until the console has it. */
  async type(line: string, exit = 'done'): Promise<string> {
    const before = await this.lines.count();
    await this.input.fill(line);
    await this.input.press('Escape');
    await this.input.press('Enter');
    await expect(this.lines).toHaveCount(before + 1);
    await expect(this.lines.last()).toContainText(exit);
    const whole = this.lines.last().getByRole('button', { name: /^Show all/ });
    if (await whole.isVisible()) await whole.click();
    return (await this.lines.last().locator('pre').textContent()) ?? '';
  }
}

test('by mouse: accept, choose a team, start, and let time pass until the task is done', async ({ page }) => {
  const desk = new DeskPage(page);
  await desk.open();
  await desk.acceptFirst();
  await desk.startWithAll();
  for (const command of ['accept', 'dispatch']) await expect(desk.lines.filter({ hasText: `yc-bench task ${command} --task-id ` })).toHaveCount(1);
  const over = desk.desk.getByText(/^Tasks that are over/);
  for (let resumes = 0; resumes < 12 && !(await over.isVisible()); resumes++) {
    const turn = await desk.startup.turn();
    await desk.pass.click();
    await expect.poll(() => desk.startup.turn()).toBe(turn + 1);
  }
  await expect(over).toBeVisible();
  await desk.section(/^Books/);
  await expect(desk.desk.getByRole('group', { name: 'Monthly report' }).getByRole('row')).not.toHaveCount(1);
});

test('by typing: the same, without the program’s name; history brings lines back', async ({ page }) => {
  const desk = new DeskPage(page);
  await desk.open();
  const market = JSON.parse(await desk.type('market browse --limit 1 --required-prestige-lte 1')) as { tasks: [{ task_id: string }] };
  const staff = JSON.parse(await desk.type('employee list')) as { employees: { employee_id: string }[] };
  const task = market.tasks[0].task_id;
  await desk.type(`task accept --task-id ${task}`);
  for (const { employee_id } of staff.employees.slice(0, 3)) await desk.type(`task assign --task-id ${task} --employee-id ${employee_id}`);
  await desk.type(`task dispatch --task-id ${task}`);
  await desk.type('yc-bench sim resume');
  await expect.poll(() => desk.startup.turn()).toBe(1);
  await desk.input.press('ArrowUp');
  await expect(desk.input).toHaveValue('yc-bench sim resume');
  await desk.input.press('ArrowUp');
  await expect(desk.input).toHaveValue(`task dispatch --task-id ${task}`);
  await desk.input.press('ArrowDown');
  await desk.input.press('ArrowDown');
  await expect(desk.input).toHaveValue('');
});

test('Tab completes groups, commands, flags and ids; the slash key leads to the console', async ({ page }) => {
  const desk = new DeskPage(page);
  await desk.open();
  await desk.desk.getByRole('tab', { name: 'Market' }).focus();
  await page.keyboard.press('/');
  await expect(desk.input).toBeFocused();
  await page.keyboard.type('tas');
  await expect(desk.list.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await page.keyboard.type('acc');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(desk.input).toHaveValue('task accept --task-id ');
  await page.keyboard.press('ArrowDown');
  await expect(desk.list.getByRole('option', { selected: true })).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(desk.input).toHaveValue(/^task accept --task-id \S+ $/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(desk.lines.last()).toContainText('"status": "planned"');
});

test('a refusal is said where it was caused and in the console, and help is answered', async ({ page }) => {
  const desk = new DeskPage(page);
  await desk.open();
  expect(await desk.type('task accept --task-id nonsense', 'refused')).toContain('Invalid UUID: nonsense');
  expect(await desk.type('task accept', 'not understood')).toContain("Missing option '--task-id'");
  expect(await desk.type('task accept --help')).toContain('Usage: yc-bench task accept');
  await desk.section(/^Notes/);
  await desk.desk.getByLabel('Scratchpad').fill('Pay\nattention');
  await desk.section(/^People/);
  await desk.section(/^Notes/);
  await expect(desk.desk.getByLabel('Scratchpad')).toHaveValue('Pay\nattention');
  await desk.desk.getByRole('button', { name: 'Save' }).click();
  await expect(desk.lines).toHaveCount(4);
  expect(JSON.parse(await desk.type('scratchpad read'))).toEqual({ content: 'Pay\nattention' });
});

test('cancelling asks first and says what it costs; undo goes back a turn', async ({ page }) => {
  const desk = new DeskPage(page);
  await desk.open();
  await desk.acceptFirst();
  await desk.startWithAll();
  await desk.pass.click();
  await expect.poll(() => desk.startup.turn()).toBe(1);
  await desk.desk.getByRole('button', { name: 'Cancel task…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Cancel Task/ });
  await expect(dialog.getByRole('listitem').first()).toContainText('→');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(desk.desk.getByText('No task is accepted')).toBeHidden();
  await desk.desk.getByRole('button', { name: 'Cancel task…' }).click();
  await dialog.getByRole('button', { name: 'Cancel it' }).click();
  await expect(desk.desk.getByText('No task is accepted')).toBeVisible();
  // First what has been done of the turn under way is taken back, then the turn before.
  await desk.desk.getByRole('button', { name: 'Undo turn' }).click();
  await expect(desk.desk.getByRole('article')).toHaveCount(1);
  await desk.desk.getByRole('button', { name: 'Undo turn' }).click();
  await expect.poll(() => desk.startup.turn()).toBe(0);
  await expect(desk.desk.getByText('No task is accepted')).toBeVisible();
});

for (const width of [1440, 390]) {
  test(`no violations at ${width} pixels, in any part of the desk, under the paper’s rules`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    const desk = new DeskPage(page);
    await desk.open('#/startup?preset=paper&seed=1&driver=human');
    const check = async (state: string) => {
      await hasNoViolations(page, state);
      await fitsItsWidth(page, state);
    };
    await check('market');
    await desk.desk.getByRole('button', { name: /^Accept Task/ }).first().click();
    await desk.desk.getByRole('button', { name: 'Choose its team' }).click();
    const card = desk.desk.getByRole('article').first();
    await card.getByRole('checkbox').first().check();
    await card.getByText('Show the arithmetic').click();
    await expect(card.getByText(/Would be done on/)).toBeVisible();
    await check('a team, with the arithmetic');
    for (const name of [/^People/, /^Clients/, /^Books/, /^Notes/]) {
      await desk.section(name);
      await check(String(name));
    }
    await desk.input.fill('task ');
    await expect(desk.list).toBeVisible();
    await check('completions');
  });
}
