/** What a bot is: a deterministic driver that sees and does no more than a person at the command line. */
import type { CommandAnswer } from '../simulation.ts';
import type { Rules } from '../preset.ts';

/** What a bot is told before it starts; all else it must ask for. */
export interface Briefing {
  readonly rules: Rules;
  /** For bots that draw: the run's seed, from which they name streams of their own. */
  readonly seed: number;
}

/** Yields a command's words, receives its answer. Ends when it has nothing more to do. */
export type Play = Generator<readonly string[], void, CommandAnswer>;

export interface Bot {
  readonly name: string;
  /** One line for menus and help. */
  readonly summary: string;
  play(briefing: Briefing): Play;
}
