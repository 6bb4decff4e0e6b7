/** Reads what a person at the wheel may see off the answers of read-only commands. Nothing comes from the hidden world. */
import { parseInstant } from '../../src/core/calendar.ts';
import { isObject, type Json, type JsonObject } from '../../src/core/json.ts';
import { readEmployees, readOffers, readStatus, readTask } from '../../src/startup/bots/answers.ts';
import { commandsUnder } from '../../src/startup/commands/index.ts';
import type { Preset, Rules } from '../../src/startup/preset.ts';
import type { CommandAnswer, Simulation } from '../../src/startup/simulation.ts';
import { trustAfterCancelling } from '../../src/startup/trust.ts';
import { EFFECTIVE_TEAM_SIZE } from '../../src/startup/work.ts';
import type { TaskStatus } from '../../src/startup/world.ts';
import type { CommandEntry, DeskClient, DeskTask, DeskView, Person, TaskDetail, Terms } from './deskView.ts';
import type { SimTime } from './messages.ts';

/** More than any market holds. */
const WHOLE_MARKET = '5000';

type Look = (...argv: string[]) => CommandAnswer;

export function deskView(simulation: Simulation): DeskView {
  const { preset } = simulation;
  const look: Look = (...argv) => simulation.look(argv);
  const answer = look('company', 'status');
  const [status, { fundsCents, prestige }] = [jsonOf(answer), readStatus(answer)];
  const risk = isObject(status.risk) ? status.risk : {};
  const market = look('market', 'browse', '--limit', WHOLE_MARKET);
  const listed = rowsOf(market, 'tasks');
  return {
    rules: preset.rules,
    now: time(status.sim_time) ?? 0,
    horizonEnd: time(status.horizon_end) ?? 0,
    fundsCents,
    payrollCents: Number(status.monthly_payroll_cents),
    runwayMonths: typeof risk.months_runway === 'number' ? risk.months_runway : null,
    nextPayday: time(status.next_payroll),
    prestige,
    offers: readOffers(market).map((offer, i) => ({
      ...offer,
      title: textOf(listed[i]?.title ?? offer.ref),
      requiredTrust: Number(listed[i]?.required_trust ?? 0),
    })),
    tasks: rowsOf(look('task', 'list'), 'tasks').map((row) => taskOf(look, row)),
    people: peopleOf(look('employee', 'list')),
    clients: preset.rules === 'paper' ? clientsOf(look) : [],
    ledger: rowsOf(look('finance', 'ledger'), 'entries').map((row) => ({
      time: time(row.occurred_at) ?? 0,
      category: textOf(row.category),
      amountCents: Number(row.amount_cents),
      about: textOf(row.ref_id),
    })),
    months: rowsOf(look('report', 'monthly'), 'months').map((row) => ({
      start: time(`${textOf(row.month_start)}T00:00:00`) ?? 0,
      revenueCents: Number(row.revenue_cents),
      costCents: Number(row.cost_cents),
      returnCents: Number(row.return_cents),
      endingFundsCents: Number(row.ending_funds_cents),
    })),
    scratchpad: textOf(jsonOf(look('scratchpad', 'read')).content),
    terms: termsOf(preset),
    commands: commandTable(preset.rules),
  };
}

/** Every command that these rules know, in the order of help. */
export function commandTable(rules: Rules): CommandEntry[] {
  return commandsUnder(rules).map(({ group, name, summary, options }) => ({
    group,
    name,
    summary,
    options: Object.values(options)
      .filter((option) => option.rules === undefined || option.rules === rules)
      .map(({ flag, kind, required, help }) => ({ flag, kind, required: required === true, help })),
  }));
}

function taskOf(look: Look, row: JsonObject): DeskTask {
  const [ref, status] = [textOf(row.task_id), row.status as TaskStatus];
  return {
    ref,
    title: textOf(row.title),
    client: typeof row.client_name === 'string' ? row.client_name : null,
    status,
    progress: Number(row.progress_pct) / 100,
    deadline: time(row.deadline) ?? 0,
    detail: status === 'planned' || status === 'active' ? detailOf(look('task', 'inspect', '--task-id', ref), row) : null,
  };
}

/** Null if the answer is about another task of the same title. */
function detailOf(answer: CommandAnswer, row: JsonObject): TaskDetail | null {
  const json = jsonOf(answer);
  if (json.status !== row.status || json.deadline !== row.deadline) return null;
  const { work, done } = readTask(answer);
  const assignments = rowsOf(answer, 'assignments');
  const assigned = assignments.flatMap(({ assigned_at }) => time(assigned_at) ?? []);
  return {
    rewardCents: Number(json.reward_funds_cents),
    prestigeDelta: Number(json.reward_prestige_delta),
    work: work.map(({ domain, quantity }, i) => ({ domain, required: quantity, done: done[i] ?? 0 })),
    team: assignments.map(({ employee, employee_id }) => textOf(employee ?? employee_id)),
    assignedAt: assigned.length > 0 ? Math.min(...assigned) : null,
  };
}

function peopleOf(answer: CommandAnswer): Person[] {
  const rows = rowsOf(answer, 'employees');
  return readEmployees(answer).map(({ ref, tier, salaryCents, rates }, i) => {
    const { name, active_tasks, active_task_ids } = rows[i] ?? {};
    const active = active_tasks ?? active_task_ids;
    return { ref, name: textOf(name), tier, salaryCents, rates, activeTasks: Array.isArray(active) ? active.map(textOf) : [] };
  });
}

function clientsOf(look: Look): DeskClient[] {
  const histories = new Map(rowsOf(look('client', 'history'), 'client_history').map((row) => [row.client_name, row]));
  return rowsOf(look('client', 'list'), 'clients').map(({ name, tier, specialties, trust_level }) => ({
    name: textOf(name),
    tier: textOf(tier),
    specialties: Array.isArray(specialties) ? specialties.map(textOf) : [],
    trust: Number(trust_level),
    succeeded: Number(histories.get(name ?? '')?.tasks_succeeded ?? 0),
    failed: Number(histories.get(name ?? '')?.tasks_failed ?? 0),
  }));
}

function termsOf(preset: Preset): Terms {
  const { world } = preset;
  return {
    working: { startHour: world.workday_start_hour, endHour: world.workday_end_hour },
    mostHands: preset.rules === 'paper' ? EFFECTIVE_TEAM_SIZE : null,
    prestigeMin: world.prestige_min,
    cancelMultiplier: world.penalty_cancel_multiplier,
    cancelTrust: preset.rules === 'paper' ? -trustAfterCancelling(preset.world, 0) : null,
    canIdle: preset.rules === 'classic',
  };
}

function jsonOf(answer: CommandAnswer): JsonObject {
  return 'json' in answer ? answer.json : {};
}

function rowsOf(answer: CommandAnswer, key: string): JsonObject[] {
  const value = jsonOf(answer)[key];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function time(value: Json | undefined): SimTime | null {
  const instant = typeof value === 'string' ? parseInstant(value) : null;
  return instant === null ? null : instant / 1000;
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
