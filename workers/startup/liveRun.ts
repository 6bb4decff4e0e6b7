/** A bot's run under the page's controls: play, pause, step, stop, at a chosen speed. */
import { BotRun } from '../../src/agents/botRun.ts';
import { Recorder } from '../../src/rollout/recorder.ts';
import type { Bot } from '../../src/startup/bots/bot.ts';
import type { Preset } from '../../src/startup/preset.ts';
import { Simulation } from '../../src/startup/simulation.ts';
import { nextTask, sleep } from './eventLoop.ts';
import type { Ending, RunFacts, Snapshot, Speed } from './messages.ts';
import { Publisher } from './publisher.ts';
import { RunView } from './runView.ts';

/** Resolves when the page has shown it. */
export type OnSnapshot = (snapshot: Snapshot) => Promise<void>;

export class LiveRun {
  readonly recorder: Recorder;
  readonly facts: RunFacts;
  readonly #botRun: BotRun;
  readonly #view: RunView;
  readonly #publisher: Publisher;
  #speed: Speed;
  #playing = false;
  #stopped = false;
  /** Counts the calls of `play`: a loop that wakes up after a later one ends. */
  #loop = 0;

  static async create(
    preset: Preset,
    seed: number,
    bot: Bot,
    speed: Speed,
    onSnapshot: OnSnapshot,
  ): Promise<LiveRun> {
    return new LiveRun(await Simulation.create(preset, seed), bot, speed, onSnapshot);
  }

  private constructor(simulation: Simulation, bot: Bot, speed: Speed, onSnapshot: OnSnapshot) {
    // No clock: timings would tell the chosen speed, not the engine's.
    this.recorder = new Recorder(simulation, { kind: 'bot', name: bot.name });
    this.#view = new RunView(this.recorder);
    this.facts = this.#view.facts(bot.name);
    this.#botRun = new BotRun(bot, this.recorder);
    this.#publisher = new Publisher(() => onSnapshot(this.takeSnapshot()));
    this.#speed = speed;
  }

  /** What is new since the last one; those that follow go to `onSnapshot`. */
  takeSnapshot(): Snapshot {
    return this.#view.takeSnapshot(this.#playing, this.#ending());
  }

  play(): void {
    if (this.#playing || this.#isOver) return;
    this.#playing = true;
    this.#playOn(++this.#loop).catch(reportError);
  }

  pause(): void {
    this.#playing = false;
    this.#publisher.publish();
  }

  /** Plays one turn, and pauses. */
  step(): void {
    this.#playing = false;
    if (!this.#isOver) this.#botRun.playTurn();
    this.#publisher.publish();
  }

  /** Ends the run for good. */
  stop(): void {
    this.#playing = false;
    this.#stopped = true;
    this.#publisher.publish();
  }

  setSpeed(speed: Speed): void {
    this.#speed = speed;
  }

  close(): void {
    this.#playing = false;
    this.#publisher.close();
    this.recorder.simulation.close();
  }

  async #playOn(loop: number): Promise<void> {
    while (this.#playing && loop === this.#loop) {
      const started = performance.now();
      this.#playing = this.#botRun.playTurn();
      this.#publisher.publish();
      if (this.#speed === 'max') await nextTask();
      else await sleep(Math.max(0, started + 1000 / this.#speed - performance.now()));
    }
  }

  get #isOver(): boolean {
    return this.#stopped || this.#botRun.isOver;
  }

  #ending(): Ending | null {
    const { terminalReason, preset } = this.recorder.simulation;
    if (terminalReason !== null) return terminalReason;
    if (this.#stopped) return 'stopped';
    if (!this.#botRun.isOver) return null;
    return this.recorder.turnCount >= (preset.loop.max_turns ?? Infinity) ? 'turn_limit' : 'gave_up';
  }
}
