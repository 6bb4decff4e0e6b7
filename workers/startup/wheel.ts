/** Whoever plays the turns of a live run. */
import { BotRun } from '../../src/agents/botRun.ts';
import type { Driver } from '../../src/rollout/format.ts';
import type { Recorder } from '../../src/rollout/recorder.ts';
import type { Bot } from '../../src/startup/bots/bot.ts';
import { isCommand } from '../../src/startup/simulation.ts';
import type { Answered, Halt } from './messages.ts';

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

/** A person's turn is what they do up to the next `sim resume`, command by command. */
export class HumanWheel implements Wheel {
  readonly isPaced = false;
  readonly #recorder: Recorder;

  constructor(recorder: Recorder, driver: Driver) {
    this.#recorder = recorder;
    recorder.atWheel = driver;
  }

  get isOver(): boolean {
    return this.#recorder.isOver;
  }

  run(line: string): Answered {
    const answer = this.#recorder.run(line);
    if (this.isOver || (answer.exit === 0 && isCommand(line, 'sim', 'resume'))) this.#recorder.endTurn();
    return { exit: answer.exit, answer: 'json' in answer ? answer.json : answer.text };
  }

  /** Lets time pass. */
  playTurn(): null {
    this.run('yc-bench sim resume');
    return null;
  }

  abort(): void {
    // Nothing of a person's is ever under way.
  }
}
