/** A bot at the wheel of a recorded run, a turn at a time. */
import type { Bot, Play } from '../startup/bots/bot.ts';
import type { Recorder } from '../rollout/recorder.ts';
import type { Driver } from '../rollout/format.ts';
import { toLine } from '../startup/simulation.ts';

/** A bot that neither lets time pass nor stops is cut off: it would loop for ever. */
const MOST_COMMANDS_A_TURN = 1000;

export class BotRun {
  readonly #recorder: Recorder;
  readonly #driver: Driver;
  readonly #play: Play;
  #next: IteratorResult<readonly string[], void>;

  constructor(bot: Bot, recorder: Recorder) {
    const { preset, seed } = recorder.simulation;
    this.#recorder = recorder;
    this.#driver = { kind: 'bot', name: bot.name };
    this.#play = bot.play({ rules: preset.rules, seed });
    this.#next = this.#play.next();
  }

  /** Plays one turn: all commands up to and including the next `sim resume`. False once the run is over. */
  playTurn(): boolean {
    if (this.isOver) return false;
    this.#recorder.atWheel = this.#driver;
    for (let count = 0; count < MOST_COMMANDS_A_TURN && !this.#next.done; count++) {
      const argv = this.#next.value;
      const answer = this.#recorder.run(toLine(argv));
      this.#next = this.#play.next(answer);
      if (argv[0] === 'sim' && argv[1] === 'resume') break;
    }
    this.#recorder.endTurn(); // not empty: a run that is not over has a next command
    return !this.isOver;
  }

  get isOver(): boolean {
    return this.#recorder.isOver || this.#next.done === true;
  }
}
