/** The page in Chinese: chosen, found out, changed under way, and without its texts. */
import type { Page } from '@playwright/test';
import { english } from '../../src/app/texts/en/index.ts';
import { chinese } from '../../src/app/texts/zh/index.ts';
import { expect, fitsItsWidth, hasNoViolations, StartupPage, test } from './longrun.ts';

const CHINESE_TEXTS = '**/assets/zh-*.js';

/** Texts that have no business on a Chinese page. Those with values in braces are recognized as sentences. */
const englishTexts = new Set(
  Object.entries(english)
    .filter(([name, words]) => !words.includes('{') && chinese[name as keyof typeof english] !== words)
    .map(([, words]) => words as string),
);

/** What is seen or read out in English: known texts, and three Latin words in a row of which the last two are no names. */
async function leftInEnglish(page: Page): Promise<string[]> {
  const all = await page.evaluate(() => {
    const spoken = ['aria-label', 'title', 'placeholder', 'aria-valuetext'];
    const isOtherwise = (element: Element | null) => element?.closest('script, style, code, textarea, noscript, [lang="en"]:not(html)');
    const said: string[] = [document.title];
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!isOtherwise(node.parentElement)) said.push(node.textContent ?? '');
    }
    for (const element of document.querySelectorAll(spoken.map((name) => `[${name}]`).join())) {
      if (!isOtherwise(element)) said.push(...spoken.map((name) => element.getAttribute(name) ?? ''));
    }
    return said.map((words) => words.trim());
  });
  return all.filter((words) => englishTexts.has(words) || /[A-Za-z]+([,;:.]? [a-z’']{2,}){2}/.test(words));
}

class Languages {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async choose(name: 'English' | '中文'): Promise<void> {
    await this.page.getByRole('radio', { name, exact: true }).check();
  }

  async isChinese(): Promise<void> {
    await expect(this.page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
    await expect(this.page).toHaveTitle(chinese.pageTitle);
  }

  turn(): Promise<number> {
    const figure = this.page.getByLabel(chinese.figures).locator('div', { has: this.page.getByText(chinese.turn, { exact: true }) });
    return figure.locator('dd').textContent().then(Number);
  }
}

test('changing the language under way changes all that is seen, disturbs no run, and outlives the page', async ({ page }) => {
  const startup = new StartupPage(page);
  const languages = new Languages(page);
  await startup.open('#/startup?preset=paper&seed=1&bot=careful');
  await startup.setSpeed('10');
  await startup.play.click();
  await expect(startup.play).toHaveText('Pause');
  await expect.poll(() => startup.turn()).toBeGreaterThan(1);
  const before = await startup.turn();
  expect(await leftInEnglish(page)).not.toEqual([]);
  await languages.choose('中文');
  await languages.isChinese();
  const play = page.getByRole('group', { name: chinese.controls }).getByRole('button').first();
  await expect(play).toHaveText(chinese.pause);
  await expect.poll(() => languages.turn()).toBeGreaterThan(before + 3);
  await play.click();
  await expect(play).toHaveText(chinese.resume);
  await page.locator('summary').first().click();
  await expect(page.locator('figure canvas').first()).toBeVisible();
  expect(await leftInEnglish(page)).toEqual([]);
  await expect(page.getByRole('img', { name: /^资金随模拟时间的变化：开始时 \$[\d,]+，2025年\d+月\d+日为/ })).toBeVisible();
  await page.getByRole('button', { name: chinese.stop }).click();
  await expect(page.getByRole('region', { name: chinese.scoreStopped })).toBeVisible();
  await page.getByRole('button', { name: chinese.help, exact: true }).click();
  expect(await leftInEnglish(page)).toEqual([]);
  await page.reload();
  await languages.isChinese();
  await expect(page.getByLabel(chinese.preset, { exact: true })).toBeEnabled();
  await languages.choose('English');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(startup.play).toHaveText('Run');
});

test('who reads English loads no Chinese', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await new StartupPage(page).open();
  expect(loaded.filter((url) => /\/assets\/zh-/.test(url))).toEqual([]);
  await expect(page).toHaveTitle(english.pageTitle);
});

test.describe('a browser that prefers Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('opens in Chinese, until English is chosen', async ({ page }) => {
    const languages = new Languages(page);
    await page.goto('./');
    await languages.isChinese();
    await expect(page.getByText('一年，八名员工，六个客户，其中有些不可信。')).toBeVisible();
    await languages.choose('English');
    await page.reload();
    await new StartupPage(page).isReady();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });

  for (const width of [1440, 390]) {
    test(`no violations at ${width} pixels, and nothing to scroll sideways`, async ({ page }) => {
      test.slow();
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme: width === 390 ? 'dark' : 'light', reducedMotion: 'reduce' });
      const check = async (state: string) => {
        await hasNoViolations(page, state);
        await fitsItsWidth(page, state);
      };
      await page.goto('./#/startup?preset=paper&seed=1&bot=greedy');
      await expect(page.getByText(chinese.emptyTitle)).toBeVisible();
      await check('nothing has run');
      await page.getByRole('radio', { name: chinese.speedMax }).check();
      const play = page.getByRole('group', { name: chinese.controls }).getByRole('button').first();
      await play.click();
      await expect(play).toHaveText(chinese.runAgain, { timeout: 60_000 });
      await check('over');
      for (const driver of [chinese.driver_recording, chinese.driver_model]) {
        await page.getByRole('radio', { name: driver, exact: true }).check();
        await expect(page.getByRole('region', { name: driver === chinese.driver_model ? chinese.modelPanel : chinese.recordingPanel, exact: true })).toBeVisible();
        await check(driver);
      }
    });
  }
});

test.describe('without the Chinese texts', () => {
  test.use({ locale: 'zh-CN', expectedOnConsole: [/Failed to load resource/] });

  test('the page is there in English and says what is missing; choosing Chinese again tries again', async ({ page }) => {
    await page.route(CHINESE_TEXTS, (route) => route.abort());
    const startup = new StartupPage(page);
    await startup.open('#/startup?preset=fast-test&seed=1&bot=greedy');
    await expect(page.getByText(english.languageFailed)).toBeVisible();
    await expect(page.getByRole('radio', { name: 'English' })).toBeChecked();
    await startup.step.click();
    await expect.poll(() => startup.turn()).toBe(1);
    await page.unroute(CHINESE_TEXTS);
    const languages = new Languages(page);
    await languages.choose('中文');
    await languages.isChinese();
    expect(await languages.turn()).toBe(1);
  });
});
