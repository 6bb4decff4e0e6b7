/** A run under the page's controls: play, pause, step, stop, whoever is at the wheel. */
import { failure, success, type Result } from '../../src/core/result.ts';
import type { Driver, RunHead } from '../../src/rollout/format.ts';
import type { History } from '../../src/rollout/history.ts';
import type { Recorder } from '../../src/rollout/recorder.ts';
import { nextTask, sleep } from './eventLoop.ts';
import type { Answered, Ending, Halt, RunFacts, Snapshot, Speed } from './messages.ts';
import { Publisher } from './publisher.ts';
import { RunView } from './runView.ts';
import { HumanWheel, type Wheel } from './wheel.ts';

/** Resolves when the page has shown it. */
export type OnSnapshot = (snapshot: Snapshot) => Promise<void>;

export class LiveRun {
  readonly history: History;
  readonly facts: RunFacts;
  readonly #view: RunView;
  readonly #publisher: Publisher;
  #wheel: Wheel;
  #speed: Speed;
  #playing = false;
  #stopped = false;
  #closed = false;
  #halt: Halt | null = null;
  #turn: Promise<void> | null = null;
  /** Counts the calls of `play`: a loop that wakes up after a later one ends. */
  #loop = 0;

  constructor(history: History, wheel: Wheel, speed: Speed, onSnapshot: OnSnapshot) {
    this.history = history;
    this.#wheel = wheel;
    this.#view = new RunView(history.recorder);
    this.facts = this.#view.facts();
    this.#publisher = new Publisher(() => onSnapshot(this.takeSnapshot()));
    this.#speed = speed;
  }

  get recorder(): Recorder {
    return this.history.recorder;
  }

  get wheel(): Wheel {
    return this.#wheel;
  }

  /** Nobody can go on: a driver that gave up can be followed by another; the world's end, or Stop, cannot. */
  get isFinal(): boolean {
    return this.#stopped || this.#closed || this.recorder.isOver;
  }

  /** Somebody else takes over, between two turns. Error codes: `run-busy`, `run-over`. */
  hand(driver: Driver, wheelFor: (recorder: Recorder) => Wheel): Result<null> {
    if (this.isFinal) return failure('run-over', 'the run is over');
    if (this.#playing || this.#turn) return failure('run-busy', 'a turn is being played: pause first');
    // What a person has begun is a turn of theirs.
    if (this.recorder.openCommands.length > 0) this.#endTurn();
    this.recorder.atWheel = driver;
    this.#wheel = wheelFor(this.recorder);
    this.#publisher.publish();
    return success(null);
  }

  /** Runs a person's command. Error codes: `run-over`, `not-at-wheel`. */
  command(line: string): Result<Answered> {
    if (this.isFinal) return failure('run-over', 'the run is over');
    if (!(this.#wheel instanceof HumanWheel)) return failure('not-at-wheel', 'somebody else drives: take the wheel first');
    const answered = this.#wheel.run(line);
    this.history.note();
    this.#publisher.publish();
    return success(answered);
  }

  /** What is new since the last one; those that follow go to `onSnapshot`. */
  takeSnapshot(): Snapshot {
    return this.#view.takeSnapshot({ playing: this.#playing, turning: this.#turn !== null, halt: this.#halt, ending: this.#ending() });
  }

  head(): RunHead {
    return this.#view.head();
  }

  play(): void {
    // A person plays for themselves.
    if (this.#wheel instanceof HumanWheel) return this.step();
    if (this.#playing || this.#isOver) return;
    this.#playing = true;
    this.#playOn(++this.#loop).catch(reportError);
  }

  /** A turn under way is finished first. */
  pause(): void {
    this.#playing = false;
    this.#publisher.publish();
  }

  /** Plays one turn, and pauses. */
  step(): void {
    this.#playing = false;
    this.#playTurn().catch(reportError);
  }

  /** Ends the run for good; a turn under way is given up. */
  stop(): void {
    this.#playing = false;
    this.#stopped = true;
    this.#wheel.abort();
    this.#publisher.publish();
  }

  setSpeed(speed: Speed): void {
    this.#speed = speed;
  }

  close(): void {
    this.#playing = false;
    this.#closed = true;
    this.#wheel.abort();
    this.#publisher.close();
    this.recorder.simulation.close();
  }

  async #playOn(loop: number): Promise<void> {
    while (this.#playing && loop === this.#loop) {
      const started = performance.now();
      await this.#playTurn();
      if (!this.#wheel.isPaced || this.#speed === 'max') await nextTask();
      else await sleep(Math.max(0, started + 1000 / this.#speed - performance.now()));
    }
  }

  /** Joins the turn under way, if there is one. */
  #playTurn(): Promise<void> {
    this.#turn ??= this.#playNewTurn().finally(() => {
      this.#turn = null;
      if (!this.#closed) this.#publisher.publish();
    });
    return this.#turn;
  }

  async #playNewTurn(): Promise<void> {
    this.#halt = null;
    if (this.#isOver) return;
    const turn = this.#wheel.playTurn();
    if (turn instanceof Promise) this.#publisher.publish();
    this.#halt = await turn;
    this.history.note();
    if (this.#halt !== null || this.#isOver) this.#playing = false;
  }

  #endTurn(): void {
    this.recorder.endTurn();
    this.history.note();
  }

  get #isOver(): boolean {
    return this.isFinal || this.#wheel.isOver;
  }

  #ending(): Ending | null {
    const { terminalReason, preset } = this.recorder.simulation;
    if (terminalReason !== null) return terminalReason;
    if (this.#stopped) return 'stopped';
    if (!this.#wheel.isOver) return null;
    return this.recorder.turnCount >= (preset.loop.max_turns ?? Infinity) ? 'turn_limit' : 'gave_up';
  }
}
