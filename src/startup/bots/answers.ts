/** What commands answer, read into types. A key that is missing reads as zero, empty or null. */
import { parseInstant, type Instant } from '../../core/calendar.ts';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { DOMAINS, isDomain, type Domain } from '../domains.ts';
import type { Tier } from '../preset.ts';
import type { CommandAnswer } from '../simulation.ts';

/** A number per domain: skill rates in units an hour, or prestige. */
export type PerDomain = Readonly<Record<Domain, number>>;

export interface Status {
  readonly fundsCents: number;
  readonly prestige: PerDomain;
  readonly now: Instant;
  readonly horizonEnd: Instant;
}

export interface Employee {
  /** What commands call this person: a name under the paper's rules, an id under the classic ones. */
  readonly ref: string;
  readonly tier: Tier;
  readonly salaryCents: number;
  /** Null where the rules hide skills. */
  readonly rates: PerDomain | null;
  readonly activeTasks: number;
}

/** Work in one domain, in units. */
export interface Work {
  readonly domain: Domain;
  readonly quantity: number;
}

/** A task on the market. */
export interface Offer {
  /** A title under the paper's rules, an id under the classic ones. */
  readonly ref: string;
  /** Null under the classic rules, which have no clients. */
  readonly client: string | null;
  readonly requiredPrestige: number;
  readonly rewardCents: number;
  readonly prestigeDelta: number;
  /** 0.12: everybody who counts gets 12 % faster in its domains. */
  readonly skillBoost: number;
  readonly work: readonly Work[];
}

/** An accepted task. */
export interface TaskView {
  readonly status: string;
  readonly work: readonly Work[];
  /** Units done, in the order of `work`. */
  readonly done: readonly number[];
}

export interface Completion {
  /** As in `Offer`. */
  readonly ref: string;
  readonly client: string | null;
  readonly onTime: boolean;
}

/** What `sim resume` reports. */
export interface Wake {
  readonly refused: boolean;
  readonly ended: boolean;
  readonly before: Instant;
  readonly now: Instant;
  readonly payday: boolean;
  readonly completions: readonly Completion[];
}

export function isRefused(answer: CommandAnswer): boolean {
  return answer.exit !== 0;
}

export function readStatus(answer: CommandAnswer): Status {
  const json = jsonOf(answer);
  return {
    fundsCents: number(json.funds_cents),
    prestige: perDomain(json.prestige),
    now: instant(json.sim_time) ?? 0,
    horizonEnd: instant(json.horizon_end) ?? 0,
  };
}

export function readEmployees(answer: CommandAnswer): Employee[] {
  return objects(jsonOf(answer).employees).map((row) => ({
    ref: text(row.employee_id ?? row.name),
    tier: text(row.tier) as Tier,
    salaryCents: number(row.salary_cents),
    rates: isObject(row.skill_rates) ? perDomain(row.skill_rates) : null,
    activeTasks: Array.isArray(row.active_tasks) ? row.active_tasks.length : number(row.active_task_count),
  }));
}

export function readOffers(answer: CommandAnswer): Offer[] {
  return objects(jsonOf(answer).tasks).map((row) => ({
    ref: text(row.task_id),
    client: textOrNull(row.client_name),
    requiredPrestige: number(row.required_prestige),
    rewardCents: number(row.reward_funds_cents),
    prestigeDelta: number(row.reward_prestige_delta),
    skillBoost: number(row.skill_boost_pct),
    work: readWork(row),
  }));
}

/** Trust by client; empty under the classic rules. */
export function readTrust(answer: CommandAnswer): Map<string, number> {
  return new Map(objects(jsonOf(answer).clients).map((row) => [text(row.name), number(row.trust_level)]));
}

/** The deadline that `task accept` fixed. */
export function readDeadline(answer: CommandAnswer): Instant {
  return instant(jsonOf(answer).deadline) ?? 0;
}

export function readTask(answer: CommandAnswer): TaskView {
  const json = jsonOf(answer);
  const done = objects(json.requirements).map((row) => number(row.completed_qty));
  return { status: text(json.status), work: readWork(json), done };
}

export function readWake(answer: CommandAnswer): Wake {
  const json = jsonOf(answer);
  const completions = objects(json.wake_events).filter(({ type }) => type === 'task_completed');
  return {
    refused: isRefused(answer),
    ended: textOrNull(json.terminal_reason) !== null,
    before: instant(json.old_sim_time) ?? 0,
    now: instant(json.new_sim_time) ?? 0,
    payday: number(json.payrolls_applied) > 0,
    completions: completions.map((event) => ({
      ref: text(event.task_title ?? event.task_id),
      client: textOrNull(event.client_name),
      onTime: event.success === true,
    })),
  };
}

function readWork(row: JsonObject): Work[] {
  return objects(row.requirements).flatMap(({ domain, required_qty }) => {
    const name = text(domain);
    return isDomain(name) ? [{ domain: name, quantity: number(required_qty) }] : [];
  });
}

function perDomain(value: Json | undefined): PerDomain {
  const row = isObject(value) ? value : {};
  return Object.fromEntries(DOMAINS.map((domain) => [domain, number(row[domain])])) as PerDomain;
}

function jsonOf(answer: CommandAnswer): JsonObject {
  return 'json' in answer ? answer.json : {};
}

function objects(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function number(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0;
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function textOrNull(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function instant(value: Json | undefined): Instant | null {
  return typeof value === 'string' ? parseInstant(value) : null;
}
