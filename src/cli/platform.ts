/** What Node lends to the model client. */
import seedrandom from 'seedrandom';
import { webPlatform, type Platform } from '../models/platform.ts';

export function nodePlatform(seed: number): Platform {
  const jitter = seedrandom(`${seed}:jitter`);
  return webPlatform({
    fetch: (url, init) => fetch(url, init),
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (timer) => clearTimeout(timer),
    now: () => performance.now(),
    random: () => jitter.quick(),
    browser: false,
  });
}
