/** What bots would make of a world, from any point of it: each sees no more than it would see at a terminal. */
import { invariant } from '../../core/result.ts';
import type { Bot } from '../bots/bot.ts';
import { BOTS } from '../bots/index.ts';
import type { World } from '../world.ts';
import { Attempt, isBetter, type Continuation } from './continuation.ts';

/** A world that is over stays as it is. `seed` is for bots that draw. */
export function continueWithBot(world: World, bot: Bot, seed = world.seed): Continuation {
  const attempt = new Attempt(world);
  if (attempt.isOver) return attempt.result(bot.name);
  const play = bot.play({ rules: world.preset.rules, seed });
  let step = play.next();
  while (!step.done) step = play.next(attempt.execute(step.value));
  return attempt.result(bot.name);
}

/** The best that any of the bots makes of a world, the earlier in the list among equals. They all play: seconds for a year. */
export function bestBot(world: World, bots: readonly Bot[] = BOTS): Continuation {
  const [first, ...others] = bots.map((bot) => continueWithBot(world, bot));
  invariant(first, 'there is a bot');
  return others.reduce((best, other) => (isBetter(other, best) ? other : best), first);
}
