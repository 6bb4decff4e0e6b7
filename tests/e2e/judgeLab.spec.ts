/** The judge lab as its user meets it: one trajectory under several judges, and beside a person. */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import type { ServiceRollout } from '../../src/rollout/service/format.ts';
import { longrun } from '../tools/cli.ts';
import { startModelServer, type Behaviour, type ModelServer } from '../tools/modelServer/index.ts';
import { expect, fitsItsWidth, hasNoViolations, test } from './longrun.ts';
import { KEY } from './scriptedModel.ts';

const RECORDED = resolve(import.meta.dirname, '../../../shared/golden/vita/results/delivery_scripted.json.gz');

/** As a judge answers; what a window says follows from its first message. */
type Judge = (from: number) => Behaviour;

function says(text: string): Behaviour {
  return { reply: { text, usage: { prompt: 1000, completion: 100 } } };
}

function verdicts(...updates: readonly (readonly [rubric: number, isMet: boolean, justification?: string])[]): string {
  return JSON.stringify(updates.map(([rubric_idx, meetExpectation, justification = '']) => ({ rubric_idx, justification, meetExpectation })));
}

const strict: Judge = (from) => {
  if (from === 9) return says(verdicts([1, true, 'see [3]'], [2, true], [3, true], [4, true]));
  return says(from === 17 ? verdicts([4, false, 'undone in [19]']) : '[]');
};

/** The example has 6 rubrics, and 21 messages: windows from 1, 9 and 17. */
const JUDGES: Readonly<Record<string, Judge>> = {
  strict,
  kind: (from) => says(from === 1 ? verdicts([1, true], [2, true], [3, true], [4, true], [5, true], [6, true], [7, true]) : 'Nothing new.'),
  broken: (from) => (from === 1 ? strict(from) : { status: 402, error: `Insufficient credits of ${KEY}` }),
  overall: () => says(verdicts([1, true, `fine, and my key is ${KEY}`])),
  critic: () => says('[{"label": "tool-use", "reason": "see [4]"}, {"label": "laziness"}]'),
};

function windowFrom(question: string): number {
  return Number(/^# .*?(\d+)\D+\d+\D+\d+\D*$/m.exec(question)?.[1]);
}

class JudgeLabPage {
  readonly page: Page;
  readonly by: Locator;
  readonly matrix: Locator;
  readonly list: Locator;

  constructor(page: Page) {
    this.page = page;
    this.by = page.getByRole('region', { name: 'Judge it by…' });
    this.matrix = page.getByRole('table', { name: 'Rubrics and judges' });
    this.list = page.getByRole('table', { name: 'Judges of this trajectory' });
  }

  async open(): Promise<void> {
    await this.page.goto('./#/service/judge');
  }

  async example(): Promise<void> {
    await this.page.getByRole('button', { name: 'Make an example' }).click();
    await expect(this.page.getByText(/^An example made on the spot/)).toBeVisible();
  }

  async openFile(file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await this.page.locator('input[type=file][aria-label^="Open"]').setInputFiles(file);
  }

  /** Chooses an OpenAI-compatible server; the page has to be reloaded for it, so the example is made again. */
  async connect(url: string): Promise<void> {
    await this.example();
    await this.by.getByRole('radio', { name: 'Model', exact: true }).check();
    await this.by.getByLabel('Provider').selectOption('custom');
    await this.by.getByLabel('Base URL').fill(`${url}/v1`);
    await this.by.getByRole('button', { name: 'Allow and reload' }).click();
    await this.page.waitForEvent('load');
    await this.example();
    await this.by.getByLabel(/^Key/).fill(KEY);
  }

  async judge(model: string): Promise<void> {
    await this.by.getByRole('combobox', { name: 'Model' }).fill(model);
    await this.by.getByRole('button', { name: 'Judge', exact: true }).click();
    await expect(this.by.getByRole('button', { name: 'Stop' })).toHaveCount(0);
    await expect(this.list.getByRole('row').filter({ hasText: model })).toContainText(/met|No verdict/);
  }

  async mark(rubric: number, name: 'Met' | 'Unmet' | 'Not marked'): Promise<void> {
    await this.page.getByRole('group', { name: `Your mark of rubric ${rubric}` }).getByRole('radio', { name, exact: true }).check();
  }

  /** Cells of a row of agreement: n, agreement and kappa by rubric, then by task. */
  async agreement(first: string, second: string): Promise<string[]> {
    const table = this.page.getByRole('table', { name: 'Agreement on this trajectory' });
    return table.getByRole('row').filter({ hasText: first }).filter({ hasText: second }).getByRole('cell').allTextContents();
  }

  async download(): Promise<Buffer> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), this.page.getByRole('button', { name: 'Download with judgements' }).click()]);
    return readFile(await download.path());
  }
}

/** Everything that this browser has stored, and all that the page shows but the key's own field. */
function everywhere(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const parts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie, location.href];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
      });
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => (all.onsuccess = resolve));
        parts.push(JSON.stringify(all.result));
      }
      database.close();
    }
    return [...parts, document.documentElement.outerHTML].join('\n');
  });
}

test.describe('with models', () => {
  // A browser says on its console when a call is answered with an error; no page can prevent that.
  test.use({ expectedOnConsole: [/^Failed to load resource/] });

  let server: ModelServer;
  test.beforeEach(async () => {
    server = await startModelServer({ script: ({ model, lastText }) => JUDGES[model]?.(windowFrom(lastText)) ?? { status: 404 }, key: KEY, models: Object.keys(JUDGES) });
  });
  test.afterEach(() => server.close());

  test('spec vita §5: judges differ, one fails, a person marks, and the file verifies', async ({ page }, info) => {
    const lab = new JudgeLabPage(page);
    await lab.open();
    await lab.connect(server.url);
    await lab.judge('strict');
    await lab.judge('kind');
    await lab.judge('broken');

    // Who differs, and where it turned.
    const row = (number: number) => lab.matrix.getByRole('row').filter({ hasText: new RegExp(`^${number}\\.`) });
    await expect(row(4)).toContainText('differ');
    await expect(row(1)).not.toContainText('differ');
    await expect(row(4).getByRole('button', { name: /^custom\/strict .*rubric 4: unmet, met after messages 9–18, unmet after messages 17–21$/ })).toBeVisible();
    await expect(row(4).getByRole('button', { name: /^custom\/kind .*rubric 4: met, met after messages 1–10$/ })).toBeVisible();
    await expect(row(1).getByRole('button', { name: /^custom\/broken .*: no verdict$/ })).toBeVisible();
    await expect(lab.list.getByRole('row').filter({ hasText: 'broken' })).toContainText(/No verdict: .*credits/);
    await expect(lab.list.getByRole('row').filter({ hasText: 'broken' })).toContainText('1/3');
    await expect(lab.list.getByRole('row').filter({ hasText: 'kind' })).toContainText('unreadable: 2, entries ignored: 1');

    // Its reasons lead to the message.
    await row(4).getByRole('button', { name: /^custom\/strict/ }).click();
    const reasons = page.getByRole('region', { name: 'custom/strict: rubric 4' });
    await reasons.getByRole('button', { name: 'Go to message 19' }).click();
    await expect(page.locator('[data-message="19"]')).toBeFocused();
    await expect(page.locator('[data-message="19"]')).toBeInViewport();

    // +++--- and ++----: 5 of 6 alike, by chance (3·2 + 3·4)/36, so κ = (30 − 18)/(36 − 18). ++++++ is no better than chance.
    for (const [rubric, name] of [[1, 'Met'], [2, 'Met'], [3, 'Unmet'], [4, 'Unmet'], [5, 'Unmet'], [6, 'Unmet']] as const) await lab.mark(rubric, name);
    await expect.poll(() => lab.agreement('strict', 'You')).toEqual(['6', '83.3%', '0.67', '1', '100%', '–']);
    expect(await lab.agreement('kind', 'You')).toEqual(['6', '33.3%', '0.00', '1', '0%', '0.00']);
    expect(await lab.agreement('strict', 'kind')).toEqual(['6', '50%', '0.00', '1', '0%', '0.00']);
    expect(await lab.agreement('broken', 'You')).toEqual(['0', '–', '–', '0', '–', '–']);
    // By keyboard.
    await page.getByRole('group', { name: 'Your mark of rubric 1' }).getByRole('radio', { name: 'Met', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await lab.agreement('strict', 'You'))[1]).toBe('66.7%');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => (await lab.agreement('strict', 'You'))[1]).toBe('83.3%');

    // Without rubrics there is one verdict, compared at the task only.
    await lab.by.getByRole('checkbox', { name: 'Show the judge the rubrics' }).uncheck();
    await lab.judge('overall');
    await expect(lab.matrix.getByRole('row', { name: /^The wish as a whole/ }).getByRole('button')).toHaveAccessibleName(/: met, met after messages 1–10$/);
    expect(await lab.agreement('overall', 'You')).toEqual(['0', '–', '–', '1', '0%', '0.00']);

    // Hidden while one marks.
    await page.getByRole('checkbox', { name: 'Hide the judges’ verdicts while I mark' }).check();
    await expect(lab.matrix.getByRole('button')).toHaveCount(0);
    await expect(lab.list).not.toContainText('of 6 met');
    await expect(page.getByRole('table', { name: 'Agreement on this trajectory' })).toHaveCount(0);
    await page.getByRole('checkbox', { name: 'Hide the judges’ verdicts while I mark' }).uncheck();

    // Published figures stand beside, named.
    await expect(page.getByRole('table', { name: 'Published: judges against people' })).toContainText('0.828');
    await expect(page.getByText(/VitaBench paper/)).toBeVisible();

    // Labels by hand and by a model.
    await page.getByLabel('Error class').selectOption('Reasoning: extraction');
    await page.getByLabel('Note').fill('missed the date');
    await page.getByRole('button', { name: 'Add label' }).click();
    await lab.by.getByRole('combobox', { name: 'Model' }).fill('critic');
    await page.getByRole('button', { name: 'Let the judge’s model label it' }).click();
    await expect(page.getByText('Labels given: 1; entries that are no label: 1')).toBeVisible();

    await hasNoViolations(page, 'judged');
    const bytes = await lab.download();
    const rollout = JSON.parse(gunzipSync(bytes).toString()) as ServiceRollout;
    expect(rollout.judgements?.map(({ judge, failure }) => [judge.name, failure === null])).toEqual([
      ['custom/strict', true], ['custom/kind', true], ['custom/broken', false], ['custom/overall', true],
    ]);
    expect(rollout.marks?.map(({ is_met }) => is_met)).toEqual([true, true, false, false, false, false]);
    expect(rollout.labels?.map(({ label, by }) => [label, by.name])).toEqual([['extraction', 'person'], ['tool-use', 'custom/critic']]);
    const file = info.outputPath('judged.rollout.json.gz');
    await writeFile(file, bytes);
    expect(await longrun(['score', file])).toMatchObject({ code: 0, stdout: expect.stringContaining('verified: ') });
    // Nobody but judges was called, and their key is nowhere.
    expect(server.requests.filter(({ method }) => method === 'POST').every(({ body }) => typeof body.model === 'string' && body.model in JUDGES)).toBe(true);
    expect(gunzipSync(bytes).includes(KEY)).toBe(false);
    expect(await everywhere(page)).not.toContain(KEY);

    // What was made here can be removed, and put back.
    await lab.list.getByRole('button', { name: /^Remove custom\/broken/ }).click();
    await expect(lab.list.getByRole('row').filter({ hasText: 'broken' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(lab.list.getByRole('row').filter({ hasText: 'broken' })).toHaveCount(1);

    // On a phone.
    await page.setViewportSize({ width: 390, height: 844 });
    await fitsItsWidth(page, 'phone');
    await hasNoViolations(page, 'phone');
  });

  test('a judge is stopped half-way, and goes on without paying twice', async ({ page }) => {
    await server.close();
    let slow = true;
    server = await startModelServer({
      script: ({ lastText }) => ({ ...strict(windowFrom(lastText)), ...(slow && windowFrom(lastText) > 1 ? { delayMs: 20_000 } : {}) }),
      key: KEY,
    });
    const lab = new JudgeLabPage(page);
    await lab.open();
    await lab.connect(server.url);
    await lab.by.getByRole('combobox', { name: 'Model' }).fill('strict');
    await lab.by.getByRole('button', { name: 'Judge', exact: true }).click();
    await expect(lab.by.getByRole('status').filter({ hasText: 'windows 1 of 3, 1.1K tokens, unknown' })).toBeVisible();
    await lab.by.getByRole('button', { name: 'Stop' }).click();
    await expect(lab.list.getByRole('row').filter({ hasText: 'strict' })).toContainText(/No verdict: .*1\/3/);
    slow = false;
    await lab.judge('strict');
    await expect(lab.list.getByRole('row').filter({ hasText: 'strict' })).toContainText('3 of 6 met');
    await expect(lab.list.getByRole('row')).toHaveCount(2);
    const asked = server.requests.flatMap(({ method, text }) => (method === 'POST' ? [/messages (\d+) to/.exec(text)?.[1]] : []));
    expect(asked).toEqual(['1', '9', '9', '17']);
  });
});

test('spec vita §7: a results file opens, shows its own verdicts, and is judged again by a script', async ({ page }) => {
  const lab = new JudgeLabPage(page);
  await lab.open();
  await lab.openFile(RECORDED);
  await expect(page.getByText(/^A results file\./)).toBeVisible();
  await expect(page.getByText(/^What looked like keys was taken out/)).toBeVisible();
  await page.getByLabel('Trajectory', { exact: true }).selectOption({ index: 1 });
  await expect(lab.list.getByRole('row').filter({ hasText: 'The file’s verdict' })).toContainText(/\d of \d+ met/);
  await lab.by.getByRole('radio', { name: 'Script: names and numbers' }).check();
  await lab.by.getByRole('radio', { name: 'Everything at once' }).check();
  await lab.by.getByRole('button', { name: 'Judge', exact: true }).click();
  await expect(lab.list.getByRole('row').filter({ hasText: 'Script: names and numbers' })).toContainText('1/1');
  await lab.mark(1, 'Met');
  await expect(page.getByRole('table', { name: 'Agreement over all trajectories of the file' }).getByRole('row').filter({ hasText: 'Script' })).toHaveCount(2);
  const bytes = await lab.download();
  expect(gunzipSync(bytes).toString()).not.toMatch(/planted|Bearer (?!\[key)/);
  const { simulations } = JSON.parse(gunzipSync(bytes).toString()) as { simulations: { reward_info: unknown; longrun_judgements?: unknown[] }[] };
  expect(simulations.map(({ reward_info, longrun_judgements = [] }) => [reward_info !== null, longrun_judgements.length])).toEqual([
    [true, 0], [true, 1], [true, 0], [true, 0], [true, 0], [true, 0],
  ]);
  await lab.openFile({ name: 'judged.results.json.gz', mimeType: 'application/gzip', buffer: bytes });
  await page.getByLabel('Trajectory', { exact: true }).selectOption({ index: 1 });
  await expect(lab.list.getByRole('row')).toHaveCount(3);
});

test('a conversation kept in this browser keeps its judgements and marks over a reload', async ({ page }) => {
  const lab = new JudgeLabPage(page);
  await page.goto('./#/service?set=delivery&task=lr-delivery-2&seed=1&user=at-once');
  await page.getByRole('button', { name: 'Next step of the solution' }).click();
  await expect(page.getByText(/^create_|^search|^delivery|^get_/).first()).toBeVisible();
  // From the desk by one press, or from what is kept.
  await page.getByRole('link', { name: 'Judge lab' }).click();
  await page.getByRole('button', { name: 'The conversation under way: lr-delivery-2' }).click();
  await expect(page.getByText(/^Judgements, marks and labels are lost when/)).toBeVisible();
  const keepOpen = async () => {
    await page.getByRole('combobox', { name: 'Kept in this browser…' }).selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Open it' }).click();
  };
  await keepOpen();
  await lab.by.getByRole('radio', { name: 'Script: names and numbers' }).check();
  await lab.by.getByRole('button', { name: 'Judge', exact: true }).click();
  await expect(lab.list.getByRole('row')).toHaveCount(2);
  await lab.mark(2, 'Unmet');
  await expect(page.getByText(/^Judgements, marks and labels are kept with/)).toBeVisible();
  await page.reload();
  await keepOpen();
  await expect(lab.list.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('group', { name: 'Your mark of rubric 2' }).getByRole('radio', { name: 'Unmet', exact: true })).toBeChecked();
});

test('what is no trajectory is refused with the reason', async ({ page }) => {
  const lab = new JudgeLabPage(page);
  await lab.open();
  await hasNoViolations(page, 'empty');
  await lab.openFile({ name: 'other.json', mimeType: 'application/json', buffer: Buffer.from('{"a": 1}') });
  await expect(page.getByRole('alert')).toContainText('other.json: this is JSON, but no rollout');
});

test.describe('in Chinese, and dark', () => {
  test.use({ locale: 'zh-CN', colorScheme: 'dark' });

  test('an example is made and judged', async ({ page }) => {
    const lab = new JudgeLabPage(page);
    await lab.open();
    await expect(page.getByRole('heading', { name: '评委实验室' })).toBeVisible();
    await page.getByRole('button', { name: '生成示例' }).click();
    await page.getByRole('radio', { name: '脚本：名称与数字' }).check();
    await page.getByRole('button', { name: '开始评判' }).click();
    await expect(page.getByRole('table', { name: '这段对话的评委' })).toContainText('3/3');
    await page.getByText('顾客想要什么').click();
    await expect(page.getByText('水饺').first()).toBeVisible();
    await hasNoViolations(page, 'Chinese, dark');
  });
});
