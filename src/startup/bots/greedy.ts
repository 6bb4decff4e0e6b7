import type { Bot } from './bot.ts';
import { oneAtATime } from './oneAtATime.ts';
import { defaultTeam } from './team.ts';

export const greedy: Bot = {
  name: 'greedy',
  summary: 'Takes the highest advertised reward, one task at a time, with the best team of four.',
  play: (briefing) =>
    oneAtATime(briefing, ({ offers, staff }) => {
      const [offer] = offers;
      return { offer, team: defaultTeam(offer, staff) };
    }),
};
