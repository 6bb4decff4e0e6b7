import type { Bot } from './bot.ts';
import { bestBy, perHour } from './choice.ts';
import { oneAtATime } from './oneAtATime.ts';

/** Prestige in the best domain at which climbing ends; hardly any task asks for more. */
const GOAL = 5;

const fastestClimb = perHour(({ prestigeDelta }) => prestigeDelta);

export const prestige: Bot = {
  name: 'prestige',
  summary: `Climbs to prestige ${GOAL} in some domain by the fastest tasks, then takes the highest reward.`,
  play: (briefing) =>
    oneAtATime(briefing, ({ status, offers, staff }) => {
      const climbing = Math.max(...Object.values(status.prestige)) < GOAL;
      return bestBy(offers, staff, climbing ? fastestClimb : ({ rewardCents }) => rewardCents);
    }),
};
