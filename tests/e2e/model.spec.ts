/** A model at the wheel in the page, over real HTTP. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { longrun } from '../tools/cli.ts';
import { startModelServer, type ModelServer, type Script } from '../tools/modelServer/index.ts';
import { expect, StartupPage, test } from './longrun.ts';
import { KEY, ModelPage, scriptOf } from './scriptedModel.ts';

test.setTimeout(180_000);

let byScript: Script;
let server: ModelServer;
/** What the server does; a test may put something before it. */
let script: Script;

test.beforeAll(async () => {
  byScript = await scriptOf('fast-test', 1, 'greedy');
});

test.beforeEach(async () => {
  script = byScript;
  server = await startModelServer({ script: (request) => script(request), key: KEY });
});

test.afterEach(() => server.close());

const chats = () => server.requests.filter(({ method }) => method === 'POST').length;

test('a model plays a whole year, killed by a reload half-way and taken up again, and the rollout re-scores', async ({ page }) => {
  const year = await scriptOf('paper', 1, 'greedy');
  script = (request) => year(request);
  const startup = new StartupPage(page);
  const model = new ModelPage(page);
  await startup.open('#/startup?preset=paper&seed=1&driver=model');
  await model.connect(server.url);
  await startup.step.click();
  await expect.poll(() => startup.turn()).toBe(1);
  await expect(model.transcript).toContainText('It is 2025-01-01T09:00:00. <b>Not bold</b>.');
  await expect(model.transcript).toContainText('Turn 1: ');
  await expect(startup.play).toHaveText('Resume');
  await startup.play.click();
  await expect.poll(() => startup.turn(), { timeout: 60_000 }).toBeGreaterThan(30);
  await page.reload();
  await startup.isReady();
  await expect(page.getByRole('region', { name: 'A run was left unfinished' })).toContainText('paper · 1 · custom/small');
  await page.getByRole('button', { name: 'Go on with it' }).click();
  await expect.poll(() => startup.turn()).toBeGreaterThan(30);
  await model.enter();
  await startup.play.click();
  await expect(startup.play).toHaveText('Run again', { timeout: 120_000 });
  expect(await startup.turn()).toBe(64);
  // At most the one answer that was under way when the page went is asked for again.
  expect(chats()).toBeLessThanOrEqual(65);

  const { name, bytes } = await startup.download('Rollout .json');
  const path = join(await mkdtemp(join(tmpdir(), 'longrun-e2e-')), name);
  await writeFile(path, bytes);
  const score = await longrun(['score', path]);
  expect(score.code, score.stdout + score.stderr).toBe(0);
  expect(score.stdout).toContain('funds      $438,655.21');
  const rollout = JSON.parse(bytes.toString()) as { driver: unknown; turns: { usage: { cost_usd: unknown } }[] };
  expect(rollout.driver).toEqual({ kind: 'model', name: 'custom/small' });
  // The price is not known, so neither is the cost.
  expect(rollout.turns.map(({ usage }) => usage.cost_usd)).toEqual(rollout.turns.map(() => null));
  await expect(model.transcript.getByLabel('Used so far')).toContainText('unknown');
});

test.describe('with failures', () => {
  // A browser says on its console when a call is answered with an error, or not at all; no page can prevent that.
  test.use({ expectedOnConsole: [/^Failed to load resource|blocked by CORS policy/] });

  test('a 429 is tried again in sight; a failure for good pauses with advice, and Resume pays nothing twice', async ({ page }) => {
    let count = 0;
    script = (request) => {
      count++;
      if (count === 2) return { status: 429, headers: { 'retry-after-ms': '1500', 'access-control-expose-headers': 'retry-after-ms' } };
      if (count === 4) return { status: 402, error: 'Insufficient credits' };
      return byScript(request);
    };
    const startup = new StartupPage(page);
    const model = new ModelPage(page);
    await startup.open('#/startup?preset=fast-test&seed=1&driver=model');
    await model.connect(server.url);
    await startup.play.click();
    await expect(model.transcript).toContainText(/Trying again in \d+ s \(1 of \d+\)/);
    await expect(model.transcript.getByRole('alert')).toContainText('Insufficient credits');
    await expect(startup.play).toHaveText('Resume');
    expect(await startup.turn()).toBe(2);
    await model.transcript.getByText(/^Turn 2: /).first().waitFor();
    await expect(model.transcript).toContainText(/Tried again after \d+ s/);
    const asked = chats();
    await startup.play.click();
    await expect(startup.play).toHaveText('Run again', { timeout: 120_000 });
    expect(chats() - asked).toBe((await startup.turn()) - 2);
  });

  test('a server that refuses the preflight yields advice about CORS, in the test and in the run', async ({ page }) => {
    await server.close();
    server = await startModelServer({ cors: { origin: 'none' } });
    const startup = new StartupPage(page);
    const model = new ModelPage(page);
    await startup.open('#/startup?preset=fast-test&seed=1&driver=model');
    await model.connect(server.url);
    await model.panel.getByRole('button', { name: 'Test connection' }).click();
    const steps = model.panel.getByRole('list', { name: 'Result of the test' });
    await expect(steps).toContainText('Server: failed');
    await expect(steps).toContainText("the server allows this page's origin (CORS)");
  });
});

test('a cap pauses the run, which goes on with another model once it is raised', async ({ page }) => {
  const startup = new StartupPage(page);
  const model = new ModelPage(page);
  await startup.open('#/startup?preset=fast-test&seed=1&driver=model');
  await model.connect(server.url);
  await model.panel.getByLabel('Turns').fill('2');
  await model.panel.getByLabel('Input').fill('2');
  await model.panel.getByLabel('Output').fill('10');
  await model.panel.getByLabel('Output').blur();
  await expect(model.panel).toContainText(/This run would take about 2 calls, .* cost without caching: \$/);
  await startup.play.click();
  await expect(model.transcript.getByRole('alert')).toContainText('The cap of 2 turns is reached');
  await expect(model.transcript.getByLabel('Used so far')).toContainText('0 left');
  // 2 calls of 1000 tokens at $2 and 100 at $10 a million.
  await expect(model.transcript.getByLabel('Used so far')).toContainText('$0.006');
  expect(chats()).toBe(2);
  await model.unfold();
  await model.panel.getByLabel('Turns').fill('3');
  await model.model.fill('large');
  await startup.play.click();
  await expect.poll(() => startup.turn()).toBe(3);
  await expect(model.transcript.getByRole('alert')).toContainText('The cap of 3 turns is reached');
  const { bytes } = await startup.download('Rollout .json');
  const { driver, turns } = JSON.parse(bytes.toString()) as { driver: unknown; turns: { driver?: unknown }[] };
  expect(driver).toEqual({ kind: 'model', name: 'custom/small' });
  expect(turns.map((turn) => turn.driver)).toEqual([undefined, undefined, { kind: 'model', name: 'custom/large' }]);
});

test('model and caps are kept over a reload', async ({ page }) => {
  const startup = new StartupPage(page);
  const model = new ModelPage(page);
  await startup.open('#/startup?preset=fast-test&seed=1&driver=model');
  await model.connect(server.url);
  await model.panel.getByLabel('Turns').fill('7');
  await page.reload();
  await startup.isReady();
  await expect(model.panel.getByLabel('Turns')).toHaveValue('7');
  await expect(model.model).toHaveValue('small');
});

test('a browser that stores nothing says so, and the run goes on in memory', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', {
      value: {
        open() {
          throw new Error('denied on purpose');
        },
      },
    });
  });
  const startup = new StartupPage(page);
  const model = new ModelPage(page);
  await startup.open('#/startup?preset=fast-test&seed=1&driver=model');
  await model.connect(server.url);
  await startup.step.click();
  await expect(startup.notices.first()).toContainText('does not let the page store anything');
  await expect.poll(() => startup.turn()).toBe(1);
});

test('Pause ends the turn under way first, and Stop gives it up', async ({ page }) => {
  script = async (request) => ({ ...(await byScript(request)), delayMs: 1500 });
  const startup = new StartupPage(page);
  const model = new ModelPage(page);
  await startup.open('#/startup?preset=fast-test&seed=1&driver=model');
  await model.connect(server.url);
  await startup.play.click();
  await expect(model.transcript).toContainText('Waiting for the first word');
  await startup.play.click();
  await expect(model.transcript).toContainText('pauses after this turn');
  await expect.poll(() => startup.turn()).toBe(1);
  await expect(model.transcript.getByRole('article')).toHaveCount(0);
  expect(chats()).toBe(1);
  await startup.play.click();
  await expect(model.transcript).toContainText('Turn 2, under way');
  await startup.stop.click();
  await server.left(1);
  await expect(startup.play).toHaveText('Run again');
  expect(await startup.turn()).toBe(1);
});

test.describe('beyond what is allowed', () => {
  test.use({ expectedOnConsole: [/Content Security Policy|Fetch API cannot load|^Failed to load resource/] });

  test('the page connects to no origin that was not set up', async ({ page }) => {
    const other = await startModelServer();
    const startup = new StartupPage(page);
    const model = new ModelPage(page);
    await startup.open('#/startup?preset=fast-test&seed=1&driver=model');
    await model.connect(server.url);
    const reach = (url: string) => page.evaluate((address) => fetch(address, { mode: 'no-cors' }).then(() => 'reached', () => 'refused'), url);
    const violation = page.waitForEvent('console', (message) => message.text().includes('Content Security Policy'));
    expect(await reach(server.url)).toBe('reached');
    expect(await reach(other.url)).toBe('refused');
    expect((await violation).text()).toContain('connect-src');
    expect(other.requests).toEqual([]);
    await other.close();
  });
});
