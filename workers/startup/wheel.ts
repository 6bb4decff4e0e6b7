/** Whoever plays the turns of a live run. */
import { BotRun } from '../../src/agents/botRun.ts';
import type { Recorder } from '../../src/rollout/recorder.ts';
import type { Bot } from '../../src/startup/bots/bot.ts';
import type { Halt } from './messages.ts';

export interface Wheel {
  readonly isOver: boolean;
  /** Whether the chosen speed applies: a model takes the time it takes. */
  readonly isPaced: boolean;
  /** Plays one turn, or says why it could not: then nothing has changed, and it can be tried again. */
  playTurn(): Halt | null | Promise<Halt | null>;
  /** Gives up on the turn under way. */
  abort(): void;
}

export class BotWheel implements Wheel {
  readonly isPaced = true;
  readonly #run: BotRun;

  constructor(bot: Bot, recorder: Recorder) {
    this.#run = new BotRun(bot, recorder);
  }

  get isOver(): boolean {
    return this.#run.isOver;
  }

  playTurn(): null {
    this.#run.playTurn();
    return null;
  }

  abort(): void {
    // Its turns are over before anyone can ask.
  }
}
