/** The desk of a person at the wheel: the view of the company, every move they make, and what they have typed so far. */
import { describeFailure } from '../../core/result.ts';
import { joinWords } from '../../startup/shellWords.ts';
import type { DeskTask, DeskView } from '../../../workers/startup/deskView.ts';
import type { RunFacts } from '../../../workers/startup/messages.ts';
import { Refresher } from '../startup/refresher.ts';
import type { StartupRuns } from '../startup/runs.svelte.ts';
import { text } from '../texts.ts';
import { wholeLine } from './completion.ts';
import type { Filter, Order } from './market.ts';

/** A line of the console, and what came of it. */
export interface ConsoleEntry {
  readonly id: number;
  readonly line: string;
  /** 0 done, 1 refused, 2 not understood; null: it did not get as far as the world. */
  readonly exit: 0 | 1 | 2 | null;
  readonly answer: string;
}

/** More would make the page slow; the rollout has everything. */
const MOST_ENTRIES = 200;
export class Desk {
  view = $state.raw<DeskView | null>(null);
  /** Why there is no view. */
  problem = $state.raw<string | null>(null);
  entries = $state.raw<readonly ConsoleEntry[]>([]);
  /** Typed lines, oldest first, each once in a row. */
  history = $state.raw<readonly string[]>([]);
  /** What was refused, by the place on the page that caused it. */
  refusals = $state.raw<Readonly<Record<string, string>>>({});
  /** A move is under way: another would race it. */
  isBusy = $state(false);
  /** People ticked for a task, by its `ref`. */
  picked = $state.raw<Readonly<Record<string, readonly string[]>>>({});
  /** How the market is sorted and narrowed down. */
  order = $state.raw<Order>({ column: 'reward', descending: true });
  filter = $state<Filter>({ domain: '', client: '', openOnly: false });
  /** The scratchpad as edited; null: as it is. */
  notes = $state<string | null>(null);
  readonly #runs: StartupRuns;
  readonly #refresher: Refresher;
  #facts: RunFacts | null = null;

  constructor(runs: StartupRuns) {
    this.#runs = runs;
    this.#refresher = new Refresher(runs, () => this.#fetch());
  }

  /** To be called whenever the run may have changed. */
  refresh(): Promise<void> {
    return this.#refresher.refresh();
  }

  /** Makes a move for a place on the page. False if it was refused, which is then said there. */
  async move(argv: readonly string[], place: string): Promise<boolean> {
    const entry = await this.#run(joinWords(['yc-bench', ...argv]));
    this.#say(place, entry.exit === 0 ? null : refusalOf(entry));
    return entry.exit === 0;
  }

  /** Runs a line as typed. */
  async type(typed: string): Promise<void> {
    const line = typed.trim();
    if (this.history.at(-1) !== line) this.history = [...this.history, line];
    await this.#run(wholeLine(line));
  }

  /** Puts the people ticked on a task's team: in one command or, under the classic rules, in one for each. */
  async assign({ ref }: DeskTask, place: string): Promise<boolean> {
    const people = this.picked[ref] ?? [];
    if (people.length === 0) return true;
    const lists = this.view?.rules === 'paper' ? [['--employees', people.join(',')]] : people.map((person) => ['--employee-id', person]);
    for (const list of lists) {
      if (!(await this.move(['task', 'assign', '--task-id', ref, ...list], place))) return false;
    }
    this.pick(ref, []);
    return true;
  }

  pick(ref: string, people: readonly string[]): void {
    this.picked = { ...this.picked, [ref]: people };
  }

  /** Goes back a turn; what was typed stays. */
  async undo(): Promise<void> {
    const problem = await this.#guarded(() => this.#runs.undo());
    this.#note(text('deskUndo'), problem === null ? 0 : null, problem ?? text('deskUndone'));
    await this.refresh();
    this.#say('time', problem);
  }

  async #fetch(): Promise<void> {
    const [source, turn, facts] = [this.#runs.shownSource, this.#runs.visited?.turn ?? null, this.#runs.shown?.facts ?? null];
    if (facts !== this.#facts) this.#begin(facts);
    const view = facts && (await this.#runs.ask((host) => host.desk(source, turn)));
    this.view = view?.ok ? view.value : null;
    this.problem = view && !view.ok ? describeFailure(view) : null;
  }

  /** Another run: what was typed for the one before does not fit it, unless this one goes on from it. */
  #begin(facts: RunFacts | null): void {
    this.#facts = facts;
    this.refusals = {};
    if (facts && facts.lineage.length > 0) return;
    this.entries = [];
    this.picked = {};
    this.notes = null;
  }

  async #run(line: string): Promise<ConsoleEntry> {
    const answered = await this.#guarded(() => this.#runs.command(line));
    if (!answered) return this.#note(line, null, text('consoleNoAnswer'));
    if (!answered.ok) return this.#note(line, null, describeFailure(answered));
    const { exit, answer } = answered.value;
    const entry = this.#note(line, exit, typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2));
    await this.refresh();
    return entry;
  }

  /** What went wrong at a place on the page; null: nothing. */
  /** What was refused before is no longer of interest once a move was made. */
  #say(place: string, problem: string | null): void {
    this.refusals = problem === null ? {} : { ...this.refusals, [place]: problem };
  }

  async #guarded<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    this.isBusy = true;
    const answer = await work();
    this.isBusy = false;
    return answer;
  }

  #note(line: string, exit: ConsoleEntry['exit'], answer: string): ConsoleEntry {
    const entry = { id: (this.entries.at(-1)?.id ?? 0) + 1, line, exit, answer };
    this.entries = [...this.entries, entry].slice(-MOST_ENTRIES);
    return entry;
  }
}

/** The reason alone, where the answer is a refusal. */
function refusalOf({ exit, answer }: ConsoleEntry): string {
  return exit === 1 ? String((JSON.parse(answer) as { error: unknown }).error) : answer;
}

const desks = new WeakMap<StartupRuns, Desk>();

/** The same desk for the same page: what was typed outlives the tab that shows it. */
export function deskOf(runs: StartupRuns): Desk {
  const desk = desks.get(runs) ?? new Desk(runs);
  desks.set(runs, desk);
  return desk;
}
