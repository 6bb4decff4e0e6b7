/** `sim resume`: the clock moves to the next event, or to the first payroll before it (spec §§3, 5). */
import {
  creditedHours, dateParts, daysBetween, firstBusinessDay, formatInstant, instantOf, MICROSECONDS_PER_HOUR, type Instant,
} from '../core/calendar.ts';
import { Decimal } from '../core/decimal.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { completeTask } from './completion.ts';
import { storedTrust, trustAfterDays } from './trust.ts';
import { creditWork, project } from './work.ts';
import type { EventKind, EventRow, TaskRow, TerminalReason, World } from './world.ts';

const KIND_ORDER: readonly string[] = ['task_completed', 'bankruptcy', 'task_half_progress', 'horizon_end'];

interface DueEvent {
  readonly kind: EventKind | 'horizon_end';
  readonly due_at: Instant;
  /** Null for the end of the horizon. */
  readonly event: EventRow | null;
}

/** Advances the world and returns the command's answer. */
export function resume(world: World): JsonObject {
  const start = world.now;
  const fundsBefore = world.company.funds_cents;
  const wakeEvents: Json[] = [];
  const aim = nextEvent(world);
  let payrolls = 0;
  let processed = 0;

  if (world.company.terminal_reason === null) {
    const payday = nextPayday(world, start, aim.due_at);
    moveClock(world, payday ?? aim.due_at);
    if (payday !== null) {
      wakeEvents.push(runPayroll(world));
      payrolls = 1;
    }
    while (world.company.terminal_reason === null) {
      const due = nextEvent(world);
      if (due.due_at > world.now) break;
      wakeEvents.push(processEvent(world, due));
      processed++;
    }
  }

  const { funds_cents, sim_time, terminal_reason } = world.company;
  return {
    ok: true,
    old_sim_time: formatInstant(start),
    new_sim_time: formatInstant(sim_time),
    checkpoint_event_type: aim.kind,
    events_processed: processed,
    payrolls_applied: payrolls,
    balance_delta: funds_cents - fundsBefore,
    wake_events: wakeEvents,
    bankrupt: funds_cents < 0,
    horizon_reached: terminal_reason === 'horizon_end',
    terminal_reason,
  };
}

/** The first payday after `from`, up to and including `to`; null if there is none (spec §3). */
export function nextPayday(world: World, from: Instant, to: Instant): Instant | null {
  const { year, month } = dateParts(from);
  const opening = world.working.startHour * MICROSECONDS_PER_HOUR;
  for (let offset = month - 1; ; offset++) {
    const [y, m] = [year + Math.floor(offset / 12), (offset % 12) + 1];
    if (instantOf(y, m, 1) + opening >= to) return null;
    const payday = firstBusinessDay(y, m, world.working);
    if (payday > from && payday <= to) return payday;
  }
}

function nextEvent(world: World): DueEvent {
  const horizon = world.company.horizon_end;
  let next: DueEvent = { kind: 'horizon_end', due_at: horizon, event: null };
  for (const event of world.events.all()) {
    const candidate: DueEvent = { kind: event.kind, due_at: event.due_at, event };
    if (isBefore(world, candidate, next)) next = candidate;
  }
  return next;
}

/** By time, then kind, then order of acceptance (spec §§5, 9). */
function isBefore(world: World, a: DueEvent, b: DueEvent): boolean {
  if (a.due_at !== b.due_at) return a.due_at < b.due_at;
  if (a.kind !== b.kind) return KIND_ORDER.indexOf(a.kind) < KIND_ORDER.indexOf(b.kind);
  const order = (due: DueEvent) => (due.event ? (world.tasks.need(due.event.task_id).accepted_order ?? 0) : 0);
  return order(a) < order(b);
}

function moveClock(world: World, to: Instant): void {
  const from = world.now;
  creditWork(world, creditedHours(from, to, world.working));
  const days = daysBetween(from, to);
  const { preset } = world;
  const decay = days.times(preset.world.prestige_decay_per_day);
  if (decay.gt(0)) {
    for (const { domain, level } of world.prestige.all()) world.setPrestige(domain, new Decimal(level).minus(decay).toNumber());
  }
  if (preset.rules === 'paper' && days.gt(0)) {
    for (const client of world.clients.all()) {
      const trust = storedTrust(preset.world, trustAfterDays(preset.world, client.trust, days.toNumber()));
      if (trust !== client.trust) world.clients.update(client, { trust });
    }
  }
  world.updateCompany({ sim_time: to });
}

function runPayroll(world: World): Json {
  for (const employee of world.employees.all()) {
    world.pay('monthly_payroll', -employee.salary_cents, 'employee', employee.id);
  }
  endIfBankrupt(world);
  return { type: 'monthly_payroll', funds_after: world.company.funds_cents };
}

function processEvent(world: World, { kind, event }: DueEvent): Json {
  if (!event) {
    end(world, 'horizon_end');
    return { type: 'horizon_end', reached: true };
  }
  const task = world.tasks.need(event.task_id);
  world.events.remove(event);
  if (kind === 'task_half_progress') return reportMilestone(world, task, event.milestone);
  const wakeEvent = completeTask(world, task);
  endIfBankrupt(world);
  project(world, world.activeTasks());
  return { ...wakeEvent, bankrupt: world.company.funds_cents < 0 };
}

function reportMilestone(world: World, task: TaskRow, milestone: number): Json {
  world.tasks.update(task, { milestone_reported: milestone });
  project(world, world.activeTasks());
  return { type: 'task_half', task_id: task.id, milestone_pct: Math.trunc(milestone * 100), handled: true };
}

function endIfBankrupt(world: World): void {
  if (world.company.funds_cents < 0) end(world, 'bankruptcy');
}

function end(world: World, terminal_reason: TerminalReason): void {
  world.updateCompany({ terminal_reason });
}
