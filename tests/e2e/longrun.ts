/** What every browser test starts from: a page and a worker without WebAssembly, and a console that must stay silent. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect as impatient, test as base, type Locator, type Page } from '@playwright/test';

/** Waits as long as a slow and busy machine may need. */
export const expect = impatient.configure({ timeout: 60_000 });

/** Said by the browser of every page under `page.route`. */
const ALWAYS_SAID = /^Service Worker registration blocked by Playwright$/;

export const WORKER_SCRIPT = '**/assets/{startup,service}-*.js';

interface Fixtures {
  /** Console messages that a test is about; all others fail it. One pattern: Playwright takes a pair for a value and its options. */
  readonly expectedOnConsole: RegExp[];
}

export const test = base.extend<Fixtures>({
  expectedOnConsole: [[], { option: true }],
  page: async ({ page, expectedOnConsole }, use) => {
    const said: string[] = [];
    // Violations of the content security policy are said on the console too.
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) said.push(message.text());
    });
    page.on('pageerror', (error) => said.push(error.message));
    await page.addInitScript(() => {
      delete (globalThis as { WebAssembly?: unknown }).WebAssembly;
    });
    await serveWorker(page, (script) => script);
    await use(page);
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(said.filter((text) => ![ALWAYS_SAID, ...expectedOnConsole].some((pattern) => pattern.test(text)))).toEqual([]);
  },
});

/** Serves the worker without WebAssembly, and changed as a test wants it. */
export async function serveWorker(page: Page, change: (script: string) => string): Promise<void> {
  await page.unroute(WORKER_SCRIPT);
  await page.route(WORKER_SCRIPT, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `delete globalThis.WebAssembly;${change(await response.text())}` });
  });
}

/** Axe finds nothing on the page, or in a part of it. */
export async function hasNoViolations(page: Page, state = '', part?: string): Promise<void> {
  // “Legacy” is axe in the page itself, which has no frames: otherwise each analysis opens a window of its own to collect results.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
  expect(violations.map(({ id, nodes }) => ({ state, id, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
}

/** Nothing on the page has to be scrolled sideways. */
export async function fitsItsWidth(page: Page, state = ''): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), state).toBeLessThanOrEqual(0);
}

/** The page of the startup arena, as its user sees it. */
export class StartupPage {
  readonly page: Page;
  readonly seed: Locator;
  readonly play: Locator;
  readonly step: Locator;
  readonly stop: Locator;
  readonly score: Locator;
  readonly verdict: Locator;
  readonly notices: Locator;

  constructor(page: Page) {
    this.page = page;
    this.seed = page.getByRole('textbox', { name: 'Seed' });
    this.play = page.getByRole('group', { name: 'Run controls' }).getByRole('button').first();
    this.step = page.getByRole('button', { name: 'Step' });
    this.stop = page.getByRole('button', { name: 'Stop' });
    this.score = page.getByRole('region', { name: /score/i });
    this.verdict = page.getByRole('region', { name: 'Opened rollout' });
    this.notices = page.getByRole('alert');
  }

  async open(link = ''): Promise<void> {
    await this.page.goto(`./${link}`);
    await this.isReady();
  }

  async isReady(): Promise<void> {
    await expect(this.page.getByLabel('Preset', { exact: true })).toBeEnabled();
  }

  async view(name: 'Play' | 'Timeline' | 'Transcript' | 'Hindsight'): Promise<void> {
    await this.page.getByRole('tablist', { name: 'Views of the run' }).getByRole('tab', { name, exact: true }).click();
  }

  async setSpeed(label: '2' | '10' | '50' | 'Max'): Promise<void> {
    await this.page.getByRole('radio', { name: label, exact: true }).check();
  }

  /** Runs what is set to its end. */
  async runToTheEnd(): Promise<void> {
    await this.setSpeed('Max');
    await this.play.click();
    await expect(this.play).toHaveText('Run again', { timeout: 120_000 });
  }

  /** A figure of the strip above the charts. */
  figure(name: string): Locator {
    return this.page.getByLabel('The company now').locator('div', { has: this.page.getByText(name, { exact: true }) }).locator('dd');
  }

  async turn(): Promise<number> {
    return Number((await this.figure('Turn').textContent())?.replaceAll(',', ''));
  }

  async openFile(file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await this.page.locator('input[type=file][aria-label^="Open"]').setInputFiles(file);
  }

  /** The bytes that a button offers for download. */
  async download(button: string): Promise<{ name: string; bytes: Buffer; path: string }> {
    const link = this.page.getByRole('button', { name: button, exact: true });
    const [download] = await Promise.all([this.page.waitForEvent('download'), link.click()]);
    const path = await download.path();
    return { name: download.suggestedFilename(), bytes: await readFile(path), path };
  }
}

/** What the command line says about a file, with the name that the page knows it by. */
export function underItsName(output: string, path: string): string {
  return output.trimEnd().replaceAll(path, basename(path));
}
