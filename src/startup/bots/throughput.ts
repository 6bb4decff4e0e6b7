import type { Bot } from './bot.ts';
import { bestBy, perHour } from './choice.ts';
import { oneAtATime } from './oneAtATime.ts';

export const throughput: Bot = {
  name: 'throughput',
  summary: 'Takes the highest reward per estimated hour, one task at a time.',
  play: (briefing) =>
    oneAtATime(briefing, ({ offers, staff }) => bestBy(offers, staff, perHour(({ rewardCents }) => rewardCents))),
};
