/** A run laid out in time: every accepted task from acceptance to its end, payrolls, and where the turns lie. */
import { parseInstant } from '../../src/core/calendar.ts';
import { isObject } from '../../src/core/json.ts';
import type { Turn } from '../../src/rollout/format.ts';
import type { History } from '../../src/rollout/history.ts';
import type { Domain } from '../../src/startup/domains.ts';
import { isCommand } from '../../src/startup/simulation.ts';
import { FATE_OF, type TaskFate } from '../../src/startup/taskFate.ts';
import type { TaskRow, World } from '../../src/startup/world.ts';
import type { SimTime } from './messages.ts';

export interface TimelineTask {
  readonly id: string;
  readonly title: string;
  /** Null where the rules know no clients. */
  readonly client: string | null;
  readonly domains: readonly Domain[];
  readonly rewardCents: number;
  readonly acceptedAt: SimTime;
  /** Null until it is dispatched. */
  readonly startedAt: SimTime | null;
  readonly deadline: SimTime;
  /** When it was completed or cancelled. */
  readonly endedAt: SimTime | null;
  readonly fate: TaskFate;
  readonly milestones: readonly { readonly time: SimTime; readonly percent: number }[];
  /** Who was assigned, and since when; by employee number. */
  readonly team: readonly { readonly name: string; readonly since: SimTime }[];
  /** What it brought or cost so far; disputes are in it. */
  readonly fundsDeltaCents: number;
}

export interface TimelineView {
  /** In order of acceptance. */
  readonly tasks: readonly TimelineTask[];
  readonly payrolls: readonly { readonly time: SimTime; readonly amountCents: number }[];
  /** The end of every turn, and turn 0 for the start. */
  readonly turns: readonly { readonly turn: number; readonly time: SimTime }[];
}

type Milestone = TimelineTask['milestones'][number];

const readers = new WeakMap<History, TimelineReader>();

/** The whole run so far. Turns are read once: a page that asks while the run plays costs little. */
export function timelineOf(history: History): TimelineView {
  const reader = readers.get(history) ?? new TimelineReader(history);
  readers.set(history, reader);
  return reader.read();
}

class TimelineReader {
  readonly #history: History;
  readonly #turns: { turn: number; time: SimTime }[];
  readonly #payrolls: { time: SimTime; amountCents: number }[] = [];
  readonly #starts = new Map<string, SimTime>();
  readonly #milestones = new Map<string, Milestone[]>();
  readonly #amounts = new Map<string, number>();
  #entries = 0;
  #time: SimTime;

  constructor(history: History) {
    this.#history = history;
    this.#time = history.recorder.simulation.hiddenWorld.company.started_at / 1000;
    this.#turns = [{ turn: 0, time: this.#time }];
  }

  read(): TimelineView {
    const { turns, simulation } = this.#history.recorder;
    const world = simulation.hiddenWorld;
    for (const turn of turns.slice(this.#turns.length - 1)) this.#readTurn(world, turn);
    this.#readLedger(world);
    const accepted = world.tasks.all().filter(({ accepted_order }) => accepted_order !== null);
    return {
      tasks: accepted.sort((a, b) => (a.accepted_order ?? 0) - (b.accepted_order ?? 0)).map((task) => this.#taskOf(world, task)),
      payrolls: [...this.#payrolls],
      turns: [...this.#turns],
    };
  }

  #readTurn(world: World, { turn, commands, sim_time }: Turn): void {
    for (const { command, exit, answer } of commands) {
      if (exit !== 0 || typeof answer === 'string') continue;
      this.#time = timeOf(answer['new_sim_time']) ?? this.#time;
      if (isCommand(command, 'task', 'dispatch')) this.#readStart(world, String(answer['task_id']));
      const events = answer['wake_events'];
      for (const event of Array.isArray(events) ? events.filter(isObject) : []) {
        const id = event['task_id'];
        if (event['type'] !== 'task_half' || typeof id !== 'string') continue;
        const reached = { time: this.#time, percent: Number(event['milestone_pct']) };
        this.#milestones.set(id, [...(this.#milestones.get(id) ?? []), reached]);
      }
    }
    this.#turns.push({ turn, time: timeOf(sim_time) ?? this.#time });
  }

  /** The paper's answers name a task by its title, which can repeat: then the oldest that waited was meant (spec §7). */
  #readStart(world: World, name: string): void {
    const titled = world.tasks.where('title', name).sort((a, b) => a.number - b.number);
    const task = world.tasks.get(name) ?? titled.find((candidate) => this.#canStart(candidate));
    if (task) this.#starts.set(task.id, this.#time);
  }

  #canStart({ id, accepted_at, completed_at }: TaskRow): boolean {
    const waits = accepted_at !== null && accepted_at / 1000 <= this.#time && !this.#starts.has(id);
    return waits && (completed_at === null || completed_at / 1000 >= this.#time);
  }

  #readLedger(world: World): void {
    for (; this.#entries < world.ledger.size; this.#entries++) {
      const { occurred_at, category, amount_cents, ref_type, ref_id } = world.ledger.need(this.#entries + 1);
      const time = occurred_at / 1000;
      if (ref_type === 'task') this.#amounts.set(ref_id, (this.#amounts.get(ref_id) ?? 0) + amount_cents);
      if (category !== 'monthly_payroll') continue;
      // A payroll is an entry a person.
      const last = this.#payrolls.at(-1);
      if (last?.time === time) last.amountCents -= amount_cents;
      else this.#payrolls.push({ time, amountCents: -amount_cents });
    }
  }

  #taskOf(world: World, task: TaskRow): TimelineTask {
    const { id, title, status, client_id, accepted_at, deadline, completed_at } = task;
    const since = new Map(world.assignments.where('task_id', id).map((row) => [row.employee_id, row.assigned_at / 1000]));
    return {
      id,
      title,
      client: client_id === null ? null : world.clients.need(client_id).name,
      domains: world.requirementsOf(id).map(({ domain }) => domain),
      rewardCents: task.reward_funds_cents,
      acceptedAt: (accepted_at ?? 0) / 1000,
      // Where it was dispatched in the turn under way, no time has passed since.
      startedAt: this.#starts.get(id) ?? (status === 'active' ? world.now / 1000 : null),
      deadline: (deadline ?? 0) / 1000,
      endedAt: completed_at === null ? null : completed_at / 1000,
      fate: FATE_OF[status],
      milestones: this.#milestones.get(id) ?? [],
      team: world.team(id).map((employee) => ({ name: employee.name, since: since.get(employee.id) ?? 0 })),
      fundsDeltaCents: this.#amounts.get(id) ?? 0,
    };
  }
}

function timeOf(text: unknown): SimTime | null {
  const instant = typeof text === 'string' ? parseInstant(text) : null;
  return instant === null ? null : instant / 1000;
}
