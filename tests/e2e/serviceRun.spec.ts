/** A service run in the page: models over real HTTP in all three roles, and all of them by script without a key. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { STOP_MARK } from '../../src/service/message.ts';
import { longrun } from '../tools/cli.ts';
import { startModelServer, type Behaviour, type ModelServer } from '../tools/modelServer/index.ts';
import { judging, rolesScript, said, verdicts, type Part, type RoleName } from '../tools/serviceRoles.ts';
import { expect, fitsItsWidth, hasNoViolations, test } from './longrun.ts';
import { KEY } from './scriptedModel.ts';

const TASK = '#/service?set=delivery&task=lr-delivery-2&seed=1&user=model';

class RunPage {
  readonly page: Page;
  readonly bar: Locator;
  readonly talk: Locator;
  readonly side: Locator;
  readonly play: Locator;

  constructor(page: Page) {
    this.page = page;
    this.bar = page.getByRole('region', { name: 'Run', exact: true });
    this.talk = page.getByRole('log', { name: 'Conversation' });
    this.side = page.getByRole('region', { name: 'Tools and world' });
    this.play = this.bar.getByRole('button', { name: 'Play', exact: true });
  }

  async open(fragment: string): Promise<void> {
    await this.page.goto(`./${fragment}`);
    await expect(this.bar).toBeVisible();
  }

  role(name: 'Assistant' | 'Customer' | 'Judge'): Locator {
    return this.bar.locator('.roles > fieldset').filter({ has: this.page.locator('legend', { hasText: name }) });
  }

  async unfold(): Promise<void> {
    await expect(this.bar).toBeVisible();
    if (!(await this.role('Assistant').isVisible())) await this.bar.locator('summary').first().click();
  }

  /** All three roles by models of one server. */
  async connect(url: string): Promise<void> {
    await this.unfold();
    await this.role('Assistant').getByRole('radio', { name: 'Model' }).check();
    await this.role('Assistant').getByLabel('Provider').selectOption('custom');
    await this.role('Assistant').getByLabel('Base URL').fill(`${url}/v1`);
    await this.role('Assistant').getByRole('button', { name: 'Allow and reload' }).click();
    await this.page.waitForEvent('load');
    await this.enter(url);
  }

  /** What a reload does not bring back, and the other two. */
  async enter(url: string): Promise<void> {
    await this.unfold();
    for (const [name, model] of [['Assistant', 'assistant'], ['Customer', 'user'], ['Judge', 'judge']] as const) {
      const role = this.role(name);
      await role.getByRole('radio', { name: 'Model', exact: true }).check();
      await role.getByLabel('Provider').selectOption('custom');
      await role.getByLabel('Base URL').fill(`${url}/v1`);
      await role.getByLabel(/^Key/).fill(KEY);
      await role.getByRole('combobox', { name: 'Model' }).fill(model);
    }
    await expect(this.bar.getByText('Something is missing')).toHaveCount(0);
  }

  async tab(name: string): Promise<void> {
    await this.side.getByRole('tab', { name, exact: true }).click();
  }

  async rollout(): Promise<{ text: string; path: string }> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), this.page.getByRole('button', { name: 'Download rollout' }).click()]);
    const path = await download.path();
    return { text: await readFile(path, 'utf8'), path };
  }
}

let parts: Record<RoleName, Part>;
let server: ModelServer;

test.beforeEach(async () => {
  parts = {
    assistant: (_, turn) => assistantSays(turn),
    user: (_, turn) => said({ text: turn < 2 ? `This is wish number ${turn + 1}.` : `That is all. ${STOP_MARK}` }),
    judge: judging((from) => (from === 1 ? `Well: ${verdicts([1, true, 'as in [3]'], [77, true])}` : verdicts([1, false, 'undone'], [2, true, 'as in [9]']))),
  };
  server = await startModelServer({ script: (request) => rolesScript(parts)(request), key: KEY });
});

test.afterEach(() => server.close());

/** Three calls, one of them in vain, and two answers. */
function assistantSays(turn: number): Behaviour {
  const call = (name: string) => said({ text: '', thinking: `thoughts of turn ${turn}`, toolCalls: [{ name, arguments: {} }] });
  if (turn === 0) return said({ text: 'I look it up.', thinking: 'thoughts of turn 0', toolCalls: [{ name: 'get_user_all_orders', arguments: {} }] });
  if (turn === 1) return call('no_such_tool');
  if (turn === 3) return call('get_user_all_orders');
  return said({ text: `This is answer number ${turn}.`, thinking: `thoughts of turn ${turn}` });
}

const chats = (model?: RoleName) =>
  server.requests.filter(({ method, body }) => method === 'POST' && (model === undefined || (body as { model?: string }).model === model)).length;

test('models in all three roles: what each thought and cost, what each side saw, and what the judge found at which window', async ({ page }) => {
  const run = new RunPage(page);
  await run.open(TASK);
  await run.connect(server.url);
  await expect(run.bar.getByText(/^Roughly, a run of this task takes \d+ calls, .*cost without caching: unknown/)).toBeVisible();
  await run.bar.getByRole('button', { name: 'Step' }).click();
  await expect(run.talk).toContainText('This is wish number 1.');
  expect(chats()).toBe(1);
  await expect(run.bar).toContainText('The assistant is next.');
  await run.play.click();
  await expect(page.getByText('Ended: user_stop')).toBeVisible();

  // The judge has judged by itself.
  const table = run.side.getByRole('table');
  await expect(run.side.getByText(/^No success: 1 of \d+ rubrics met\.$/)).toBeVisible();
  await expect(run.side.getByText('Windows judged: 2; answers repaired: 1, unreadable: 0.')).toContainText('1 of unknown rubrics');
  await expect(table.getByRole('row').nth(1).getByRole('cell')).toHaveText([/^✓ met \(changed here\)/, /^– not met \(changed here\)/]);
  await table.getByText('Why').first().click();
  await expect(table.getByRole('listitem')).toContainText([/Messages 1–10, met: as in \[3\]/, /not met: undone/]);
  await expect(run.side.getByText('It is no verdict of a judge.')).toBeVisible();
  await expect(run.bar.getByLabel('Used so far, by role')).toContainText(/Judge.*2 calls, 2\.2K tokens, unknown/);

  // What was thought, what the customer was not shown, and the failures.
  await run.talk.getByText(/with thoughts$/).first().click();
  await expect(run.talk.getByText('thoughts of turn 0')).toBeVisible();
  await expect(run.talk.locator('.said').filter({ hasText: 'I look it up.' })).toContainText('not shown to the customer');
  await page.getByRole('checkbox', { name: /^Failures only \(1\)/ }).check();
  await expect(run.talk.locator('.call')).toHaveCount(1);
  await page.getByRole('radio', { name: 'Customer’s view' }).check();
  await expect(run.talk).toContainText('This is answer number 2.');
  await expect(run.talk).not.toContainText('I look it up.');
  await run.talk.getByText('Prompt: Customer').click();
  await expect(run.talk).toContainText('You play a customer who writes to a service assistant.');
  await page.getByRole('radio', { name: 'Assistant’s view' }).check();
  await expect(run.talk).toContainText('I look it up.');

  // Judged again: the assistant and the customer are not asked, and both judgements stay.
  const asked = chats('assistant') + chats('user');
  await run.bar.getByRole('button', { name: 'Judge', exact: true }).click();
  await expect(run.side.getByRole('combobox', { name: 'Judgements: 2' })).toBeVisible();
  expect(chats('assistant') + chats('user')).toBe(asked);
  const { text, path } = await run.rollout();
  expect(text).not.toContain(KEY);
  const rollout = JSON.parse(text) as { judgements: unknown[]; settings: unknown; messages: { call?: unknown }[]; assistant: unknown };
  expect(rollout.judgements).toHaveLength(2);
  expect(rollout.settings).toEqual({ assistant: {}, user: { has_profile: true, temperament: null } });
  expect(rollout.assistant).toEqual({ kind: 'model', name: 'custom/assistant' });
  expect(rollout.messages.filter(({ call }) => call)).toHaveLength(asked);
  expect(await longrun(['score', path])).toMatchObject({ code: 0, stdout: expect.stringContaining('verified: ') });
});

test('paused, called off, and taken over by a person, who is answered', async ({ page }) => {
  const run = new RunPage(page);
  await run.open(TASK);
  await run.connect(server.url);
  parts.assistant = () => ({ ...said({ text: 'This one takes its time to come.' }), piece: 8, stallAfter: 2 });
  await run.play.click();
  await expect(page.getByRole('article', { name: 'Assistant, under way' })).toBeVisible();
  await run.bar.getByRole('button', { name: 'Pause' }).click();
  await expect(run.bar).toContainText('Stops after this one.');
  await run.bar.getByRole('button', { name: 'Cancel' }).click();
  await expect(run.bar.getByText('Called off.')).toBeVisible();
  await expect(run.play).toBeEnabled();
  await server.left(1);
  const before = chats();
  await page.getByRole('textbox', { name: /^Say to the customer/ }).fill('A person speaks here.');
  await page.keyboard.press('Enter');
  // The customer answers, and then it is the assistant's turn again, whose model nobody has asked to go on.
  await expect(run.talk).toContainText('This is wish number 2.');
  await expect(run.bar).toContainText('The assistant is next.');
  expect(chats() - before).toBe(1);

  // In the middle of an answer, too.
  await run.play.click();
  await expect(page.getByRole('article', { name: 'Assistant, under way' })).toBeVisible();
  await page.getByRole('textbox', { name: /^Say to the customer/ }).fill('Again a person.');
  await page.keyboard.press('Enter');
  await expect(run.talk).toContainText('Again a person.');
  await expect(page.getByText('Ended: user_stop')).toBeVisible();
  await expect(run.side.getByText(/^No success/)).toBeVisible();
});

test('a reload in the middle loses no message: it goes on where it was, and nothing is paid twice', async ({ page }) => {
  const run = new RunPage(page);
  await run.open(TASK);
  await run.connect(server.url);
  const stalled = parts.assistant;
  parts.assistant = (request, turn) => (turn === 3 ? { ...stalled(request, turn), stallAfter: 1 } : stalled(request, turn));
  await run.play.click();
  await expect(run.talk).toContainText('This is wish number 2.');
  await expect.poll(() => chats('assistant')).toBe(4);
  await page.reload();
  await expect(run.bar).toBeVisible();
  parts.assistant = stalled;
  await expect(page.getByText('Opened from a file: everything recomputes to the same.')).toBeVisible();
  await expect(run.talk).toContainText('This is wish number 2.');
  const before = { assistant: chats('assistant'), user: chats('user') };
  await run.enter(server.url);
  await run.play.click();
  await expect(run.side.getByText(/^No success/)).toBeVisible();
  expect(chats('user') - before.user).toBe(1);
  expect(chats('assistant') - before.assistant).toBe(2);
  const { path } = await run.rollout();
  expect(await longrun(['score', path])).toMatchObject({ code: 0, stdout: expect.stringContaining('verified: ') });
});

test.describe('with failures', () => {
  // A browser says on its console when a call is answered with an error; no page can prevent that.
  test.use({ expectedOnConsole: [/^Failed to load resource/] });

  test('a failing model halts with advice, and so does a judge, without a score; a cap halts; each goes on once it is mended', async ({ page }) => {
    const run = new RunPage(page);
    await run.open(TASK);
    await run.connect(server.url);
    const well = { ...parts };
    parts.assistant = () => ({ status: 402, error: 'Insufficient credits' });
    await run.play.click();
    await expect(run.bar.getByRole('alert')).toContainText(/Stopped at the Assistant\. .*Insufficient credits/);
    await expect(run.bar.getByRole('alert')).toContainText('Nothing is lost');
    parts.assistant = well.assistant;
    await run.unfold();
    await run.bar.getByLabel('Turns').fill('4');
    await run.play.click();
    await expect(run.bar.getByRole('alert')).toContainText('The cap of 4 turns is reached');
    await run.bar.getByLabel('Turns').fill('');
    parts.judge = (request, turn) => (request.lastText.includes('messages 1 to') ? well.judge(request, turn) : { status: 402, error: 'No more judging' });
    await run.play.click();
    await expect(run.bar.getByRole('alert')).toContainText(/Stopped at the Judge\. .*No more judging/);
    await expect(run.side.getByText(/^No verdict: 1 of 2 windows judged\./)).toBeVisible();
    parts.judge = () => said({ text: 'I would rather not say.' });
    await run.bar.getByRole('button', { name: 'Judge', exact: true }).click();
    await expect(run.side.getByText(/^No success/)).toBeVisible();
    await expect(run.side.getByRole('columnheader', { name: /unreadable/ })).toBeVisible();
    await page.getByRole('checkbox', { name: /^Failures only/ }).check();
    await expect(run.talk).toContainText(/The answer of custom\/judge on messages \d+–\d+ could not be read\./);
  });
});

test('without a key: a whole run by script, which says so', async ({ page }) => {
  const run = new RunPage(page);
  await page.goto('./#/service');
  await expect(page.getByText('No model takes part, and the verdict is no measure.')).toBeVisible();
  await page.getByRole('button', { name: 'Demo: all roles by script' }).click();
  await expect(page.getByText('Ended: agent_stop')).toBeVisible();
  await expect(run.bar).toContainText('By script, not by a model: Assistant, Customer, Judge. The script’s verdict shows how judging works. It is no measure of service.');
  await expect(run.side.getByText(/^(S|No s)uccess: \d+ of \d+ rubrics met\.$/)).toBeVisible();
  await expect(run.side.getByText('As the task expects.')).toBeVisible();
  const { text, path } = await run.rollout();
  expect(JSON.parse(text)).toMatchObject({ assistant: { kind: 'scripted' }, user: { kind: 'scripted' }, judgements: [{ judge: { kind: 'scripted' } }] });
  expect(await longrun(['score', path])).toMatchObject({ code: 0 });
  // Its address is the conversation's: leaving and coming back shows the same one.
  await page.getByRole('link', { name: 'Judge lab' }).click();
  await page.goBack();
  await expect(page.getByText('Ended: agent_stop')).toBeVisible();
});

test('in Chinese too', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('longrun.language', 'zh'));
  await page.goto('./#/service');
  await page.getByRole('button', { name: '演示：全部角色由脚本担任' }).click();
  await expect(page.getByText('已结束：agent_stop')).toBeVisible();
  await expect(page.getByText(/^(未)?成功：\d+ 项标准满足 \d+ 项。$/)).toBeVisible();
  await expect(page.getByRole('log')).toContainText('您好');
});

for (const { width, colorScheme } of [{ width: 1440, colorScheme: 'light' }, { width: 390, colorScheme: 'dark' }] as const) {
  test(`no violations at ${width} pixels, ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const run = new RunPage(page);
    const check = async (state: string) => {
      await hasNoViolations(page, state);
      await fitsItsWidth(page, state);
    };
    await run.open(TASK);
    await run.connect(server.url);
    await check('roles');
    await run.play.click();
    await expect(page.getByText('Ended: user_stop')).toBeVisible();
    await expect(run.side.getByText(/^No success/)).toBeVisible();
    await run.side.getByText('Why').first().click();
    await run.talk.getByText(/with thoughts$/).first().click();
    await check('verdict');
    await page.getByRole('radio', { name: 'Assistant’s view' }).check();
    await run.talk.getByText('Prompt: Assistant').click();
    await check('assistant’s view');
    await page.getByRole('radio', { name: 'All', exact: true }).check();
    await page.getByRole('checkbox', { name: /^Failures only/ }).check();
    await check('failures');
  });
}
