/** The time axis that charts share: what part of the run they show, and the time that is pointed at. */
import { holding, lastAtOrBefore, monthFrom, timeAt, within, zoomed, type Span } from './span.ts';

export interface TurnEnd {
  readonly turn: number;
  readonly time: number;
}

/** What a press of `+` leaves of the window. */
const STEP = 0.5;

export class TimeAxis {
  readonly #whole: () => Span;
  readonly #turns: () => readonly TurnEnd[];
  #shown = $state.raw<Span | null>(null);
  /** The time pointed at, by pointer or keys. */
  cursor = $state<number | null>(null);
  /** What is being dragged over, to be zoomed to. */
  brush = $state.raw<Span | null>(null);

  constructor(whole: () => Span, turns: () => readonly TurnEnd[]) {
    this.#whole = whole;
    this.#turns = turns;
  }

  get whole(): Span {
    return this.#whole();
  }

  get window(): Span {
    return this.#shown ? within(this.#shown, this.whole) : this.whole;
  }

  get isWhole(): boolean {
    return this.#shown === null;
  }

  show(span: Span): void {
    const shown = within(span, this.whole);
    this.#shown = shown.from <= this.whole.from && shown.to >= this.whole.to ? null : shown;
  }

  reset(): void {
    this.#shown = null;
  }

  /** Around a time, or else the cursor, or else the middle. `factor` below 1 shows less. */
  zoom(factor: number, around: number = this.cursor ?? timeAt(0.5, this.window)): void {
    this.show(zoomed(this.window, around, factor, this.whole));
  }

  zoomIn(): void {
    this.zoom(STEP);
  }

  zoomOut(): void {
    this.zoom(1 / STEP);
  }

  /** Moves the cursor, and the window with it where it has to. */
  moveTo(time: number): void {
    this.cursor = Math.min(Math.max(time, this.whole.from), this.whole.to);
    if (!this.isWhole) this.show(holding(this.window, this.cursor, this.whole));
  }

  /** To the end of the next or last turn at another time. */
  moveByTurn(direction: 1 | -1, from: number): void {
    const turns = this.#turns();
    const timeOf = (index: number) => turns[index]?.time ?? Infinity;
    const next = direction === 1 ? lastAtOrBefore(turns.length, timeOf, from) + 1 : lastAtOrBefore(turns.length, timeOf, from - 0.001);
    const time = turns[next]?.time;
    if (time !== undefined) this.moveTo(time);
  }

  moveByMonth(direction: 1 | -1, from: number): void {
    this.moveTo(monthFrom(from, direction));
  }

  /** The last turn that was over at a time; 0 before the first. */
  turnAt(time: number): number {
    const turns = this.#turns();
    return turns[lastAtOrBefore(turns.length, (index) => turns[index]?.time ?? Infinity, time)]?.turn ?? 0;
  }

  /** When a turn ended, or null if there is no such turn yet. */
  endOf(turn: number): number | null {
    const known = this.#turns()[turn];
    return known?.turn === turn ? known.time : null;
  }
}
