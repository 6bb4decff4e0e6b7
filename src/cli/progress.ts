/** The progress of a model's run: one live line with a sparkline of funds on a terminal, plain lines elsewhere. */
import type { Spent } from '../models/budget.ts';
import { dollars } from '../rollout/report.ts';
import type { Recorder } from '../rollout/recorder.ts';
import { StatusLine } from './statusLine.ts';

const BARS = '▁▂▃▄▅▆▇█';
const SPARKLINE_WIDTH = 24;

export class Progress {
  readonly #status = new StatusLine();
  readonly #recorder: Recorder;

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
  }

  turn(spent: Spent, note = ''): void {
    const { simulation, turnCount, series } = this.#recorder;
    const funds = series.funds.map(({ funds_cents }) => funds_cents);
    const date = simulation.status()['sim_time'] as string;
    const figures = `turn ${turnCount}  ${date.slice(0, 10)}  ${dollars(funds.at(-1) ?? 0)}  ${spent.tokens} tokens  ${costText(spent)}`;
    if (process.stderr.isTTY) this.#status.show(`${sparkline(funds)}  ${figures}  ${note}`, true);
    else if (note === '') process.stderr.write(`${figures}\n`);
  }

  /** A line that stays. */
  say(text: string): void {
    this.#status.clear();
    process.stderr.write(`${text}\n`);
  }

  end(): void {
    this.#status.clear();
  }
}

/** An unknown cost is never shown as zero. */
export function costText({ costUsd, callsOfUnknownCost }: Spent): string {
  const known = `$${costUsd.toFixed(4)}`;
  if (callsOfUnknownCost === 0) return known;
  return costUsd > 0 ? `${known} and ${callsOfUnknownCost} calls of unknown cost` : 'cost unknown';
}

export function sparkline(values: readonly number[]): string {
  const step = Math.max(1, values.length / SPARKLINE_WIDTH);
  const picked = Array.from({ length: Math.min(values.length, SPARKLINE_WIDTH) }, (_, i) => values[Math.floor((i + 1) * step) - 1] ?? 0);
  const [low, high] = [Math.min(...picked), Math.max(...picked)];
  return picked.map((value) => BARS[high === low ? 0 : Math.round(((value - low) / (high - low)) * (BARS.length - 1))]).join('');
}
