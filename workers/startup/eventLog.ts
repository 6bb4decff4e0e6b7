/** The event log: what recorded turns say happened, as data that the page puts into words. */
import { parseInstant } from '../../src/core/calendar.ts';
import { isObject, type JsonObject } from '../../src/core/json.ts';
import type { Turn } from '../../src/rollout/format.ts';
import { isCommand } from '../../src/startup/simulation.ts';
import type { World } from '../../src/startup/world.ts';
import type { LogEntry, SimTime } from './messages.ts';

type Command = Turn['commands'][number];
type Happening = LogEntry extends infer Entry ? (Entry extends unknown ? Omit<Entry, 'turn' | 'time'> : never) : never;

export class EventLog {
  readonly #world: World;
  /** Turns read so far. */
  #turns = 0;
  #time: SimTime;

  constructor(world: World) {
    this.#world = world;
    this.#time = world.now / 1000;
  }

  /** The entries of all turns not read before. */
  read(turns: readonly Turn[]): LogEntry[] {
    const entries: LogEntry[] = [];
    for (; this.#turns < turns.length; this.#turns++) {
      const { turn, commands } = turns[this.#turns] as Turn;
      for (const command of commands) {
        this.#time = timeAfter(command) ?? this.#time;
        const happenings = happeningsOf(this.#world, command);
        entries.push(...happenings.map((happening) => ({ turn, time: this.#time, ...happening })));
      }
    }
    return entries;
  }
}

function happeningsOf(world: World, { command, exit, answer }: Command): Happening[] {
  if (exit !== 0) return [{ kind: 'refused', command, reason: reasonOf(answer) }];
  if (typeof answer === 'string') return [];
  const task = titleOf(world, answer['task_id']);
  if (isCommand(command, 'task', 'dispatch')) return [{ kind: 'started', task }];
  if (isCommand(command, 'task', 'cancel')) return [{ kind: 'cancelled', task }];
  const wakeEvents = Array.isArray(answer['wake_events']) ? answer['wake_events'].filter(isObject) : [];
  const happenings = wakeEvents.flatMap((event) => happeningOf(world, event));
  // A payroll or a completion can be what ends the company: no wake event of its own says so.
  if (wakeEvents.length > 0 && answer['terminal_reason'] === 'bankruptcy') {
    happenings.push({ kind: 'bankruptcy', fundsCents: world.company.funds_cents });
  }
  return happenings;
}

function happeningOf(world: World, event: JsonObject): Happening[] {
  const task = titleOf(world, event['task_id']);
  const client = typeof event['client_name'] === 'string' ? event['client_name'] : null;
  const { type } = event;
  switch (typeof type === 'string' ? type : '') {
    case 'monthly_payroll':
      return [{ kind: 'payroll', fundsCents: Number(event['funds_after']) }];
    case 'task_half':
      return [{ kind: 'milestone', task, percent: Number(event['milestone_pct']) }];
    case 'task_completed': {
      const kind = event['success'] === true ? 'on_time' : 'late';
      return [{ kind, task, client, fundsDeltaCents: Number(event['funds_delta']) }];
    }
    case 'horizon_end':
      return [{ kind: 'horizon_end' }];
    default:
      return [];
  }
}

/** Answers name a task by id or title; people read titles. */
function titleOf(world: World, name: unknown): string {
  return world.tasks.get(String(name))?.title ?? String(name);
}

function reasonOf(answer: Command['answer']): string {
  if (typeof answer !== 'string') return String(answer['error']);
  return answer.split('\n', 1)[0] ?? '';
}

function timeAfter({ answer }: Command): SimTime | null {
  const text = typeof answer === 'string' ? null : answer['new_sim_time'];
  const instant = typeof text === 'string' ? parseInstant(text) : null;
  return instant === null ? null : instant / 1000;
}
