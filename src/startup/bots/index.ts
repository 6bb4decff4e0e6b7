/** The bots that come with Longrun. */
import { failure, success, type Result } from '../../core/result.ts';
import type { Bot } from './bot.ts';
import { careful } from './careful.ts';
import { greedy } from './greedy.ts';
import { prestige } from './prestige.ts';
import { random } from './random.ts';
import { throughput } from './throughput.ts';

export const BOTS: readonly Bot[] = [greedy, random, throughput, prestige, careful];

/** Error code: `bot-unknown`. */
export function botByName(name: string): Result<Bot> {
  const bot = BOTS.find((known) => known.name === name);
  if (bot) return success(bot);
  return failure('bot-unknown', `there is no bot '${name}'; there are ${BOTS.map((known) => known.name).join(', ')}`);
}
