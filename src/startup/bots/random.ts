import seedrandom from 'seedrandom';
import type { Bot } from './bot.ts';
import { oneAtATime } from './oneAtATime.ts';
import { LARGEST_TEAM } from './team.ts';

export const random: Bot = {
  name: 'random',
  summary: 'Takes any task it may, with any team of one to four.',
  play(briefing) {
    const draw = seedrandom(`${briefing.seed}:bot:random`);
    const below = (count: number) => Math.floor(draw() * count);
    return oneAtATime(briefing, ({ offers, staff }) => {
      const offer = offers[below(offers.length)] ?? offers[0];
      const bench = [...staff];
      const size = 1 + below(LARGEST_TEAM);
      const team = Array.from({ length: Math.min(size, bench.length) }, () => bench.splice(below(bench.length), 1)).flat();
      return { offer, team };
    });
  },
};
