// A transcript of more than five megabytes, opened as a file and scrolled through by wheel: first folded as it comes, then back up
// with every turn and its thoughts unfolded on the way.
/* global requestAnimationFrame */

const STEP = 300;

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url of the page
 * @param {string} file
 */
export async function scrollLongTranscript(browser, url, file) {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await tab.goto(url);
  await tab.locator('button.play[aria-disabled="false"]').waitFor();
  const start = performance.now();
  await tab.locator('input[type=file][aria-label^="Open"]').setInputFiles(file);
  await tab.getByRole('region', { name: 'Opened rollout' }).waitFor({ timeout: 120_000 });
  const opened = Math.round(performance.now() - start);
  await tab.getByRole('tab', { name: 'Transcript' }).click();
  const list = tab.getByRole('group', { name: 'Turns, oldest first' });
  await list.locator('summary').first().waitFor();
  await list.scrollIntoViewIfNeeded();
  await list.hover();
  await list.evaluate((scroller) => scroller.scrollTo(0, 0));
  await list.locator('[data-turn="1"]').waitFor();
  const folded = await scrolled(tab, list, STEP, false);
  const unfolded = await scrolled(tab, list, -STEP, true);
  await tab.close();
  return { open_and_verify_ms: opened, folded, unfolded };
}

/**
 * To the end that the step leads to.
 * @param {import('@playwright/test').Page} tab
 * @param {import('@playwright/test').Locator} list
 * @param {number} step in pixels; negative: up
 * @param {boolean} isUnfolding
 */
async function scrolled(tab, list, step, isUnfolding) {
  await list.evaluate(watch, isUnfolding);
  let last = NaN;
  for (let still = 0; still < 10; ) {
    await tab.mouse.wheel(0, step);
    const top = await list.evaluate((scroller) => new Promise((resolve) => requestAnimationFrame(() => resolve(scroller.scrollTop))));
    still = top === last ? still + 1 : 0;
    last = top;
  }
  const { frames, longTasks, mostEntries, turnsSeen } = await tab.evaluate(() => /** @type {any} */ (globalThis).stopWatching());
  frames.sort((/** @type {number} */ a, /** @type {number} */ b) => a - b);
  return {
    frames: frames.length,
    median_frame_ms: Math.round(frames[Math.floor(frames.length / 2)]),
    worst_frame_ms: Math.round(frames.at(-1)),
    long_tasks_over_50_ms: longTasks,
    most_entries_on_the_page: mostEntries,
    turns_seen: turnsSeen,
  };
}

/**
 * In the page: notes every frame until `stopWatching()` is called.
 * @param {Element} scroller
 * @param {boolean} isUnfolding
 */
function watch(scroller, isUnfolding) {
  /** @type {number[]} */
  const frames = [];
  /** @type {number[]} */
  const longTasks = [];
  /** @type {Set<string | null>} */
  const seen = new Set();
  let mostEntries = 0;
  let isOver = false;
  /** @type {number | null} */
  let before = null;
  const observer = new PerformanceObserver((entries) => longTasks.push(...entries.getEntries().map(({ duration }) => Math.round(duration))));
  observer.observe({ type: 'longtask' });
  const frame = (/** @type {number} */ now) => {
    if (isOver) return;
    if (before !== null) frames.push(now - before);
    before = now;
    const turns = scroller.querySelectorAll('[data-turn]');
    mostEntries = Math.max(mostEntries, turns.length);
    for (const turn of turns) seen.add(turn.getAttribute('data-turn'));
    if (isUnfolding) for (const details of scroller.querySelectorAll('details:not([open])')) details.setAttribute('open', '');
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  Object.assign(globalThis, {
    stopWatching() {
      isOver = true;
      observer.disconnect();
      return { frames, longTasks, mostEntries, turnsSeen: seen.size };
    },
  });
}
