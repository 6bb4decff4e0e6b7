/** Experiments as their user meets them: the demo, models in all three roles, a crash, caps, results and results files. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { existsSync, readFileSync } from 'node:fs';
import { startModelServer, type ModelServer, type Script } from '../tools/modelServer/index.ts';
import { asked, judging, rolesScript, says, solver, verdicts, type Part } from '../tools/serviceRoles.ts';
import { readTaskFile } from '../../src/service/taskFile/index.ts';
import { expect, fitsItsWidth, hasNoViolations, test } from './longrun.ts';
import { KEY } from './scriptedModel.ts';

const TASK = 'lr-delivery-2';
const GOLDEN = resolve(import.meta.dirname, '../../../shared/golden/vita/results/delivery_scripted.json.gz');

class ExperimentsPage {
  readonly page: Page;
  readonly panel: Locator;

  constructor(page: Page) {
    this.page = page;
    this.panel = page.getByRole('tabpanel');
  }

  async open(fragment = '#/service/experiments'): Promise<void> {
    await this.page.goto(`./${fragment}`);
    await expect(this.page.getByRole('heading', { name: 'Experiments', exact: true })).toBeVisible();
  }

  async view(name: 'Trials by task' | 'Results' | 'Table' | 'Compare'): Promise<void> {
    await this.page.getByRole('tab', { name, exact: true }).click();
  }

  async isDone(done: number, all: number): Promise<void> {
    await expect(this.page.getByText(`${done} of ${all} trials done.`)).toBeVisible();
  }

  /** The text of a score's cell. */
  score(metric: string, column: number): Locator {
    return this.panel.getByRole('table', { name: 'Scores' }).first().getByRole('row').filter({ hasText: metric }).first().getByRole('cell').nth(column);
  }

  async download(button: string): Promise<string> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), this.page.getByRole('button', { name: button, exact: true }).click()]);
    return readFile(await download.path(), 'utf8');
  }

  /** An assistant, a customer and a judge of this server; prices where they are told. */
  async connect(url: string): Promise<void> {
    await this.page.getByText('Model', { exact: true }).nth(0).waitFor();
    const assistants = this.page.getByRole('group', { name: 'Assistants to compare' });
    await assistants.getByLabel('Provider').selectOption('custom');
    await assistants.getByLabel('Base URL').fill(`${url}/v1`);
    await assistants.getByRole('button', { name: 'Allow and reload' }).click();
    await this.page.waitForEvent('load');
    await assistants.getByLabel(/^Key/).fill(KEY);
    await assistants.getByRole('combobox', { name: 'Model' }).fill('assistant');
    await assistants.getByRole('button', { name: 'Add this model' }).click();
    for (const [role, model] of [['Customer', 'user'], ['Judge', 'judge']] as const) {
      const group = this.page.getByRole('group', { name: role, exact: true }).first();
      await group.getByRole('radio', { name: 'Model' }).check();
      await group.getByLabel('Provider').selectOption('custom');
      await group.getByLabel('Base URL').fill(`${url}/v1`);
      await group.getByRole('combobox', { name: 'Model' }).fill(model);
    }
  }

  async choose(set: string, task: string, values: Readonly<Record<string, string>>): Promise<void> {
    await this.page.getByLabel('Set', { exact: true }).selectOption(set);
    await this.page.getByRole('searchbox').fill(task);
    await this.page.getByRole('checkbox', { name: new RegExp(`^${task} `) }).check();
    for (const [name, value] of Object.entries(values)) await this.page.getByLabel(name, { exact: true }).fill(value);
  }
}

test('the demo runs without a key, to the metrics; its conversation opens in the desk', async ({ page }) => {
  const experiments = new ExperimentsPage(page);
  await experiments.open();
  await expect(page.getByText('None yet.')).toBeVisible();
  await hasNoViolations(page, 'empty');
  await page.getByRole('button', { name: /^Demo/ }).click();
  await experiments.isDone(8, 8);
  await expect(page.getByText('All roles are scripted: these figures measure no model.')).toBeVisible();
  await expect(experiments.panel.getByRole('button', { name: /success|failure/ })).toHaveCount(8);
  await hasNoViolations(page, 'grid');

  await experiments.view('Results');
  await expect(experiments.score('Avg@2', 0)).toContainText('%');
  await expect(experiments.panel.getByText('Cross-scenario score').first()).toBeVisible();
  await expect(experiments.panel.getByText('Average of the four sets').first()).toBeVisible();
  await expect(experiments.panel.getByRole('row', { name: /best model: Avg@4/ })).toContainText('54%');
  const published = experiments.panel.getByRole('checkbox', { name: /^Published: VitaBench paper/ });
  await expect(published).toBeChecked();
  await published.uncheck();
  await hasNoViolations(page, 'results');
  const csv = await experiments.download('Scores CSV');
  expect(csv).toContain('model,group,metric,k,value,low_95,high_95,tasks\r\n');
  expect(csv).toMatch(/,four,averageAtK,2,/);
  const trials = await experiments.download('Trials CSV');
  expect(trials.trim().split('\r\n')).toHaveLength(9);
  const results = JSON.parse(await experiments.download('Results file of script: the solution')) as { simulations: unknown[]; tasks: unknown[] };
  expect([results.tasks.length, results.simulations.length]).toEqual([4, 8]);

  await experiments.view('Table');
  await expect(page.getByText('8 of 8 trials', { exact: true })).toBeVisible();
  await page.getByLabel('Verdict').selectOption('error');
  await expect(page.getByText('0 of 8 trials', { exact: true })).toBeVisible();
  await page.getByLabel('Verdict').selectOption('');
  await hasNoViolations(page, 'table');
  await experiments.view('Compare');
  await expect(page.getByText('They say and call the same from beginning to end.')).toBeVisible();
  await hasNoViolations(page, 'compare');

  await page.setViewportSize({ width: 390, height: 800 });
  for (const view of ['Compare', 'Table', 'Results', 'Trials by task'] as const) {
    await experiments.view(view);
    await fitsItsWidth(page, view);
  }
  await page.getByRole('button', { name: 'lr-delivery-1, script: the solution, trial 1', exact: false }).click();
  await page.getByRole('button', { name: 'Open the conversation' }).click();
  await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('Mid-Autumn Festival');

  await page.goBack();
  await page.getByRole('button', { name: 'lr-delivery-1, script: the solution, trial 1', exact: false }).click();
  await page.getByRole('button', { name: 'Open in the judge lab' }).click();
  await expect(page.getByRole('main')).toContainText('lr-delivery-1-1.json.gz');
});

test('a results file of the original opens with its metrics, in both languages, without the credentials it held', async ({ page }) => {
  // As tests/tools/shared.ts: a checkout that stands alone says so, and CI leaves nothing out.
  test.skip(!existsSync(GOLDEN) && !process.env['CI'], `NOT TESTED: ${GOLDEN} is missing`);
  const experiments = new ExperimentsPage(page);
  await experiments.open();
  await page.locator('input[type=file][aria-label^="Open a results file"]').setInputFiles(GOLDEN);
  await expect(page.getByRole('alert').filter({ hasText: 'This file held credentials' })).toBeVisible();
  await expect(experiments.score('Avg@2', 0)).toContainText('33.3%');
  await expect(experiments.score('Pass@2, estimated', 0)).toContainText('66.7%');
  await expect(experiments.score('Pass^2, estimated', 0)).toContainText('0%');
  await experiments.view('Compare');
  await expect(experiments.panel.getByRole('columnheader')).toHaveCount(2);
  await hasNoViolations(page, 'imported');
  await page.reload();
  await expect(experiments.score('Avg@2', 0)).toContainText('33.3%');
  await page.getByRole('radio', { name: '中文' }).check();
  await expect(page.getByRole('columnheader', { name: '全部任务' })).toBeVisible();
  await hasNoViolations(page, 'Chinese');
  await fitsItsWidth(page, 'Chinese');
});

test.describe('with models', () => {
  // A browser says on its console when a call is answered with an error, or not at all; no page can prevent that.
  test.use({ expectedOnConsole: [/^Failed to load resource/] });

  let server: ModelServer;
  let script: Script;

  test.beforeEach(async () => {
    const tasks = readTaskFile(readFileSync('presets/service/delivery.json', 'utf8'));
    const task = tasks.ok ? tasks.value.find(({ id }) => id === TASK) : undefined;
    const walk = solver(task!);
    let isIll = true;
    const assistant: Part = (request, turn) => {
      if (isIll && turn === 1) {
        isIll = false;
        return { status: 400, error: 'too ill to serve' };
      }
      return { ...walk(request, turn), delayMs: 150 };
    };
    const customer = says('I need lunch for six.', 'Yes, please.', 'Thank you. ###STOP###');
    const judge = judging(() => verdicts([0, true], [1, true]));
    script = rolesScript({ assistant, user: customer, judge });
    server = await startModelServer({ script: (request) => script(request), key: KEY });
  });

  test.afterEach(() => server.close());

  test('one trial fails; a reload in the middle resumes at the message, a cap pauses, and no key is kept', async ({ page }) => {
    const experiments = new ExperimentsPage(page);
    await experiments.open('#/service/experiments?id=new');
    await expect(page.getByText('Choose tasks.')).toBeVisible();
    await hasNoViolations(page, 'form');
    await experiments.connect(server.url);
    await experiments.choose('delivery', TASK, { 'Trials a task': '3', 'Trials at a time': '1', Name: 'Three trials', Turns: '25' });
    const estimate = page.getByRole('region', { name: 'Estimate' });
    await expect(estimate.getByRole('row', { name: /^Judge/ })).toContainText('unknown');
    await page.setViewportSize({ width: 390, height: 800 });
    await fitsItsWidth(page, 'form');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Run the experiment' }).click();

    // The first trial fails; in the middle of the second the page goes.
    await expect(page.getByText('Failed: 1.')).toBeVisible();
    await expect(page.getByText('What is left can be told once each assistant has finished a trial.')).toBeVisible();
    await expect.poll(() => asked(server).length).toBeGreaterThan(6);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
    await expect(page.getByText('Interrupted: the page was closed')).toBeVisible();
    const before = asked(server).length;
    expect(before).toBeLessThan(25);
    await page.getByLabel(/^Key/).fill(KEY);
    await page.getByRole('button', { name: 'Resume' }).click();

    await expect(page.getByText('The cap of 25 turns is reached').first()).toBeVisible();
    // The failed call, and the one that was under way when the page went, are in no rollout.
    expect(asked(server).length).toBeLessThanOrEqual(27);
    await expect(page.getByText(/Left: about .* \(from \d\)/)).toBeVisible();
    await page.getByRole('button', { name: new RegExp(`^${TASK}, custom/assistant, trial 1: `) }).click();
    await hasNoViolations(page, 'paused');

    const stored = await page.evaluate(async () => {
      const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
      for (const { name } of await indexedDB.databases()) {
        const database = await new Promise<IDBDatabase>((done) => {
          const opening = indexedDB.open(name!);
          opening.onsuccess = () => done(opening.result);
        });
        for (const store of database.objectStoreNames) {
          const values = await new Promise<unknown[]>((done) => {
            const reading = database.transaction(store).objectStore(store).getAll();
            reading.onsuccess = () => done(reading.result);
          });
          for (const value of values as { bytes?: Uint8Array }[]) {
            texts.push(JSON.stringify(value));
            if (value.bytes) texts.push(await new Response(new Blob([value.bytes as BlobPart]).stream().pipeThrough(new DecompressionStream('gzip'))).text());
          }
        }
        database.close();
      }
      return texts.join('\n');
    });
    expect(stored).toContain('Three trials');
    expect(stored).toContain('I need lunch for six.');
    expect(stored).not.toContain(KEY);
  });
});
