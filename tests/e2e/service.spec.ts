/** The service arena as its user meets it: choose a customer, serve them by hand, look at the world, bring tasks of one's own. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { openDatabase } from '../../src/db/database.ts';
import { longrun } from '../tools/cli.ts';
import { expect, fitsItsWidth, hasNoViolations, test } from './longrun.ts';

const FIXTURE = 'tests/fixtures/service/tasks.json';

class ServicePage {
  readonly page: Page;
  readonly talk: Locator;
  readonly side: Locator;

  constructor(page: Page) {
    this.page = page;
    this.talk = page.getByRole('log', { name: 'Conversation' });
    this.side = page.getByRole('region', { name: 'Tools and world' });
  }

  async open(fragment = '#/service'): Promise<void> {
    await this.page.goto(`./${fragment}`);
  }

  async tab(name: string): Promise<void> {
    await this.side.getByRole('tab', { name, exact: true }).click();
  }

  async call(tool: string, values: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.tab('Tools');
    await this.side.getByRole('searchbox').fill(tool);
    await this.side.getByRole('radio', { name: tool }).check();
    for (const [name, value] of Object.entries(values)) await this.side.getByLabel(name, { exact: false }).last().fill(value);
    await this.side.getByRole('button', { name: 'Call', exact: true }).click();
  }

  /** Walks the rest of the task's own solution. */
  async solve(): Promise<void> {
    const next = this.page.getByRole('button', { name: 'Next step of the solution' });
    const over = this.page.getByRole('status').filter({ hasText: 'Ended: ' });
    await expect(async () => {
      if (await next.isEnabled()) await next.click();
      await expect(over).toBeVisible({ timeout: 50 });
    }).toPass({ intervals: [10] });
  }
}

test('a customer is served by hand, everything is recorded, and the command line recomputes it', async ({ page }, info) => {
  const service = new ServicePage(page);
  await service.open();
  await expect(page.getByText('Tasks: 36')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('lr-delivery-1');
  await expect(page.getByText('Tasks: 2')).toBeVisible();
  await page.getByRole('link', { name: 'Serve the customer of lr-delivery-1', exact: true }).click();
  await expect(service.talk).toContainText(/Customer The Mid-Autumn Festival .*\./);

  // A form that is not filled in, one that is, and arguments that are wrong on purpose.
  await service.call('weather');
  await expect(service.side.getByText('This is needed.').first()).toBeVisible();
  await service.call('get_user_all_orders');
  await expect(service.talk.getByText('get_user_all_orders')).toBeVisible();
  await service.side.getByRole('button', { name: 'As JSON' }).click();
  await service.side.getByLabel(/^Arguments as JSON/).fill('{"user": "; DROP TABLE orders"}');
  await service.side.getByRole('button', { name: 'Call', exact: true }).click();
  await expect(service.talk.locator('.failed')).toContainText('error');

  // Undo takes the last move back.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(service.talk.locator('.failed')).toHaveCount(0);

  await page.getByRole('textbox', { name: /^Say to the customer/ }).fill('Let me see what there is.');
  await page.keyboard.press('Enter');
  await expect(service.talk).toContainText('Let me see what there is.');

  // Only the customer's own instruction is followed: the recorded solution begins where this one is.
  await page.getByRole('button', { name: 'All tasks' }).click();
  await page.getByRole('link', { name: 'Serve the customer of lr-delivery-1', exact: true }).click();
  await service.solve();
  await service.tab('Task');
  await service.side.getByText('How the world stands').click();
  await expect(service.side.getByText('As the task expects.')).toBeVisible();
  await service.side.getByText('Show the rubrics').click();
  await expect(service.side.getByRole('listitem').first()).toBeVisible();

  await service.tab('Changes');
  await expect(service.side.getByRole('table').filter({ hasText: 'orders new row' }).first()).toContainText('paid');
  await service.tab('Database');
  await service.side.getByRole('searchbox').fill('delivery paid');
  await expect(service.side.getByRole('cell', { name: 'paid', exact: true }).first()).toBeVisible();

  const [rollout] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download rollout' }).click()]);
  const file = info.outputPath('served.json');
  await rollout.saveAs(file);
  expect(await longrun(['score', file])).toMatchObject({ code: 0, stdout: expect.stringContaining('verified: ') });
  const [database] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download .sqlite' }).click()]);
  const world = await openDatabase(await readFile(await database.path()));
  expect(world.rows("SELECT count(*) FROM orders WHERE status = 'paid'")).not.toEqual([[0]]);

  // A closed tab loses nothing.
  await service.open('#/service');
  await page.reload();
  await page.getByRole('button', { name: 'Open', exact: true }).first().click();
  await expect(page.getByText('Opened from a file: everything recomputes to the same.')).toBeVisible();
  await expect(page.getByText('Ended: agent_stop')).toBeVisible();
});

test('the map, the graph and the tables say what the world holds', async ({ page }) => {
  const service = new ServicePage(page);
  await service.open('#/service?set=cross&task=lr-cross-1&seed=x&user=at-once');
  await expect(service.talk).toContainText('You pay for all of it today.');
  await service.tab('Map');
  await service.side.getByText('The 20 nearest').click();
  await expect(service.side.getByRole('row')).toHaveCount(21);
  await service.side.getByRole('checkbox', { name: /^flights/ }).uncheck();
  await expect(service.side.getByRole('row').filter({ hasText: 'flights' })).toHaveCount(0);
  await service.tab('Graph');
  await expect(service.side.getByText('66 tools, 515 edges, density 0.120')).toBeVisible();
  await service.side.getByRole('combobox', { name: 'Bring out' }).selectOption('pay_delivery_order');
  await expect(service.side.getByRole('listitem').filter({ hasText: 'create_delivery_order → order_id' })).toBeVisible();
  await service.tab('Database');
  await service.side.getByRole('combobox', { name: 'Table' }).selectOption('flights');
  await service.side.getByRole('button', { name: 'departure_time' }).click();
  const times = await service.side.getByRole('row').locator('td:nth-child(11)').allTextContents();
  expect(times.length).toBeGreaterThan(3);
  expect(times).toEqual([...times].sort());
});

test('an unknown task of an address is refused with the ones there are', async ({ page }) => {
  const service = new ServicePage(page);
  await service.open('#/service?set=cross&task=nothing');
  await expect(page.getByRole('alert')).toContainText('there is no task nothing here; there are lr-cross-1,');
  await expect(page.getByText('Tasks: 36')).toBeVisible();
});

test.describe('tasks of one’s own', () => {
  let server: Server;
  let address: string;
  test.beforeAll(async () => {
    const tasks = await readFile(FIXTURE);
    server = createServer(({ url }, response) => {
      if (url !== '/closed.json') response.setHeader('access-control-allow-origin', '*');
      if (url === '/missing.json') response.writeHead(404).end();
      else response.end(tasks);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  test.afterAll(() => server.close());
  test.use({ expectedOnConsole: [/CORS|Failed to load resource/] });

  test('come from a file or an address, all or none, and are there next time', async ({ page }) => {
    const service = new ServicePage(page);
    const own = page.getByRole('region', { name: 'Your own tasks' });
    await service.open();
    await expect(page.getByText('Tasks: 36')).toBeVisible();

    const broken = (await readFile(FIXTURE, 'utf8')).replace(/"longitude":\s*[\d.]+/, '"longitude": "east"');
    await own.locator('input[type=file]').setInputFiles({ name: 'broken.json', mimeType: 'application/json', buffer: Buffer.from(broken) });
    await expect(own.getByRole('alert')).toContainText(/broken\.json: nothing was imported\. .*task \S+, environment\..*longitude/);

    await own.locator('input[type=file]').setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: await readFile(FIXTURE) });
    await expect(own.getByRole('status')).toHaveText('Imported as “mine”, and kept for next time.');
    await expect(page.getByRole('combobox', { name: 'Set' })).toHaveValue('mine');

    const fetchFrom = async (path: string) => {
      await own.getByRole('textbox').fill(address + path);
      await own.getByRole('button', { name: 'Fetch' }).click();
    };
    await fetchFrom('/closed.json');
    await own.getByRole('button', { name: 'Allow and reload' }).click();
    await expect(own.getByRole('textbox')).toHaveValue(`${address}/closed.json`);
    await fetchFrom('/closed.json');
    await expect(own.getByRole('alert')).toContainText('does not let web pages read its files (CORS). Download the file');
    await fetchFrom('/missing.json');
    await expect(own.getByRole('alert')).toContainText('The server answers 404.');
    await fetchFrom('/open.json');
    await expect(own.getByRole('status')).toHaveText('Imported as “open”, and kept for next time.');

    await page.reload();
    await expect(own.getByText(/tasks, from mine\.json/)).toBeVisible();
    await page.getByRole('combobox', { name: 'Set' }).selectOption('mine');
    await page.getByRole('link', { name: /^Serve the customer of / }).first().click();
    await expect(service.talk).toBeVisible();
    // The address names an imported set, which has to be found again first.
    await page.reload();
    await expect(service.talk).toBeVisible();
    await service.open();
    await own.getByRole('button', { name: 'Forget open' }).click();
    await expect(own.getByText('open.json')).toHaveCount(0);
  });
});

for (const { width, colorScheme } of [{ width: 1440, colorScheme: 'light' }, { width: 390, colorScheme: 'dark' }] as const) {
  test(`no violations at ${width} pixels, ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const service = new ServicePage(page);
    const check = async (state: string) => {
      await hasNoViolations(page, state);
      await fitsItsWidth(page, state);
    };
    await service.open();
    await expect(page.getByText('Tasks: 36')).toBeVisible();
    await page.locator('summary').first().click();
    await page.getByRole('button', { name: 'Show the rubrics' }).first().click();
    await check('tasks');
    await page.getByRole('link', { name: 'Serve the customer of lr-cross-1', exact: true }).click();
    await service.call('create_delivery_order');
    await check('a form that is not filled in');
    await page.getByRole('button', { name: 'Next step of the solution' }).click();
    for (const tab of ['Database', 'Changes', 'Map', 'Graph', 'Task']) {
      await service.tab(tab);
      await check(tab);
    }
  });
}
