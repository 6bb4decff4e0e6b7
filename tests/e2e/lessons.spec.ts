/** A lesson from the list to its debrief, by typed commands and by mouse; what is done is remembered. */
import type { Locator, Page } from '@playwright/test';
import { expect, fitsItsWidth, hasNoViolations, test } from './longrun.ts';

test.setTimeout(180_000);

class LessonPage {
  readonly page: Page;
  readonly coach: Locator;
  readonly steps: Locator;
  readonly input: Locator;
  readonly lines: Locator;

  constructor(page: Page) {
    this.page = page;
    this.coach = page.getByRole('region', { name: /^Lesson: / });
    this.steps = this.coach.getByRole('list', { name: 'Steps' }).getByRole('listitem');
    const console = page.getByRole('region', { name: 'Console' });
    this.input = console.getByRole('combobox', { name: 'Command' });
    this.lines = console.getByRole('listitem');
  }

  async start(lesson: string): Promise<void> {
    await this.page.goto('./#/lessons');
    const button = this.page.getByRole('button', { name: `Start: ${lesson}`, exact: true });
    await expect(button).toHaveAttribute('aria-disabled', 'false');
    await button.click();
    await expect(this.coach.getByRole('heading', { level: 2 })).toHaveText(`Lesson: ${lesson}`);
  }

  /** Types a line and waits for its answer. */
  async type(line: string): Promise<string> {
    const before = await this.lines.count();
    await this.input.fill(line);
    await this.input.press('Escape');
    await this.input.press('Enter');
    await expect(this.lines).toHaveCount(before + 1);
    const whole = this.lines.last().getByRole('button', { name: /^Show all/ });
    if (await whole.isVisible()) await whole.click();
    return (await this.lines.last().locator('pre').textContent()) ?? '';
  }

  async hasTicked(count: number): Promise<void> {
    await expect(this.steps.filter({ hasText: '(done)' })).toHaveCount(count);
  }

  /** Nothing that a reader or a narrow screen would stumble over. */
  async isSound(state: string): Promise<void> {
    await hasNoViolations(this.page, state);
    await fitsItsWidth(this.page, state);
  }
}

test('the loop by typing: each step is ticked as it is done, and the debrief has the run’s figures', async ({ page }) => {
  const lesson = new LessonPage(page);
  await lesson.start('The loop');
  await lesson.hasTicked(0);
  await lesson.steps.first().getByRole('button', { name: /^Hint/ }).click();
  await expect(lesson.steps.first()).toContainText('market browse');
  const { tasks } = JSON.parse(await lesson.type('market browse --limit 1')) as { tasks: [{ task_id: string; title: string }] };
  await lesson.hasTicked(1);
  const { employees } = JSON.parse(await lesson.type('employee list')) as { employees: { employee_id: string }[] };
  const [{ task_id, title }] = tasks;
  await lesson.type(`task accept --task-id ${task_id}`);
  await lesson.hasTicked(2);
  for (const { employee_id } of employees) await lesson.type(`task assign --task-id ${task_id} --employee-id ${employee_id}`);
  await lesson.hasTicked(3);
  await lesson.type(`task dispatch --task-id ${task_id}`);
  await lesson.hasTicked(4);
  await lesson.type('sim resume');
  await lesson.hasTicked(5);
  const reached = lesson.coach.getByText(/^Goal reached/);
  for (let resumes = 0; resumes < 10 && !(await reached.isVisible()); resumes++) {
    await lesson.type('sim resume');
    await page.waitForTimeout(300);
  }
  await expect(reached).toBeVisible();
  await lesson.hasTicked(6);
  const debrief = lesson.coach.getByRole('region', { name: 'What your run shows' });
  await expect(debrief.getByRole('listitem').first()).toContainText(new RegExp(`^${title}: .* by 10 people.* On time: \\$`));
  await lesson.isSound('debrief');

  // An undo takes the run back, and the lesson with it; what was reached stays so on the list, also after a reload.
  await page.getByRole('button', { name: 'Undo turn' }).click();
  await expect(reached).toBeHidden();
  await lesson.hasTicked(5);
  await page.goto('./#/lessons');
  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: 'The loop' })).toContainText('✓ done');
  await expect(page.getByRole('button', { name: 'Start again: The loop' })).toBeVisible();
});

test('clients that ask for more: a suspect is named from what has grown; another run hides the lesson', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const lesson = new LessonPage(page);
  await page.goto('./#/lessons');
  await lesson.isSound('list');
  await lesson.start('Clients that ask for more');
  const { tasks } = JSON.parse(await lesson.type('market browse --limit 3')) as { tasks: { task_id: string }[] };
  for (const { task_id } of tasks) await lesson.type(`task accept --task-id ${task_id}`);
  await lesson.type(`task inspect --task-id ${tasks[0]?.task_id}`);
  await lesson.hasTicked(3);
  const submit = lesson.coach.getByRole('button', { name: 'Submit' });
  await lesson.coach.getByRole('combobox').selectOption('Helix Systems');
  await submit.click();
  await expect(lesson.coach.getByText('No: Helix Systems does not enlarge work.')).toBeVisible();
  await lesson.coach.getByRole('combobox').selectOption('Vanguard ML');
  await submit.click();
  await expect(lesson.coach.getByText('Right: Vanguard ML enlarges work after acceptance.')).toBeVisible();
  await lesson.hasTicked(4);
  await lesson.isSound('a suspect named');

  // Starting another lesson ends this one's run.
  await lesson.coach.getByRole('link', { name: 'All lessons' }).click();
  await expect(page.getByText(/^Starting a lesson ends the run/)).toBeVisible();
  await page.getByRole('button', { name: 'Start: Trust', exact: true }).click();
  await expect(lesson.coach.getByRole('heading', { level: 2 })).toHaveText('Lesson: Trust');
  await lesson.hasTicked(0);
  await lesson.coach.getByRole('button', { name: 'Quit the lesson' }).click();
  await expect(lesson.coach).toBeHidden();
});
