/** The company as a person at the wheel sees it: what read-only commands answer, and the terms that its preset states. Plain data. */
import type { WorkingDay } from '../../src/core/calendar.ts';
import type { Offer, PerDomain } from '../../src/startup/bots/answers.ts';
import type { OptionKind } from '../../src/startup/commands/command.ts';
import type { Domain } from '../../src/startup/domains.ts';
import type { Rules, Tier } from '../../src/startup/preset.ts';
import type { TaskStatus } from '../../src/startup/world.ts';
import type { SimTime } from './messages.ts';

export interface DeskView {
  readonly rules: Rules;
  readonly now: SimTime;
  readonly horizonEnd: SimTime;
  readonly fundsCents: number;
  readonly payrollCents: number;
  /** Null without payroll. */
  readonly runwayMonths: number | null;
  readonly nextPayday: SimTime | null;
  readonly prestige: PerDomain;
  /** Best paid first. The paper's rules list only what can be accepted now. */
  readonly offers: readonly DeskOffer[];
  /** Accepted, newest first. */
  readonly tasks: readonly DeskTask[];
  readonly people: readonly Person[];
  /** By name; none under the classic rules. */
  readonly clients: readonly DeskClient[];
  /** Oldest first. */
  readonly ledger: readonly LedgerEntry[];
  readonly months: readonly MonthRow[];
  readonly scratchpad: string;
  readonly terms: Terms;
  /** In the order of help. */
  readonly commands: readonly CommandEntry[];
}

/** `ref` is what commands call a thing, `title` and `name` what people do. */
export interface DeskOffer extends Offer {
  readonly title: string;
  /** 0 for none. */
  readonly requiredTrust: number;
}

export interface DeskTask {
  readonly ref: string;
  readonly title: string;
  readonly client: string | null;
  readonly status: TaskStatus;
  /** 0 to 1. */
  readonly progress: number;
  readonly deadline: SimTime;
  /** Of open tasks; null too if another task has the same title, and commands mean that one. */
  readonly detail: TaskDetail | null;
}

export interface TaskDetail {
  readonly rewardCents: number;
  readonly prestigeDelta: number;
  /** Units of work. */
  readonly work: readonly { readonly domain: Domain; readonly required: number; readonly done: number }[];
  /** The `ref`s of its people. */
  readonly team: readonly string[];
  /** When the first of the team was assigned; null without one. */
  readonly assignedAt: SimTime | null;
}

export interface Person {
  readonly ref: string;
  readonly name: string;
  readonly tier: Tier;
  readonly salaryCents: number;
  /** Units an hour; null where the rules hide them. */
  readonly rates: PerDomain | null;
  /** The `ref`s of the tasks that share this person's time. */
  readonly activeTasks: readonly string[];
}

export interface DeskClient {
  readonly name: string;
  readonly tier: string;
  readonly specialties: readonly string[];
  readonly trust: number;
  readonly succeeded: number;
  readonly failed: number;
}

export interface LedgerEntry {
  readonly time: SimTime;
  readonly category: string;
  readonly amountCents: number;
  /** An employee's or a task's id. */
  readonly about: string;
}

export interface MonthRow {
  readonly start: SimTime;
  readonly revenueCents: number;
  readonly costCents: number;
  readonly returnCents: number;
  readonly endingFundsCents: number;
}

/** What the preset says of moves and their cost. */
export interface Terms {
  readonly working: WorkingDay;
  /** More people add nothing in a domain; null: everybody adds. */
  readonly mostHands: number | null;
  readonly prestigeMin: number;
  /** Times a task's prestige gain: lost in each of its domains. */
  readonly cancelMultiplier: number;
  /** What cancelling costs in the client's trust; null without clients. */
  readonly cancelTrust: number | null;
  /** Whether time can pass while nothing is active. */
  readonly canIdle: boolean;
}

export interface CommandEntry {
  readonly group: string;
  readonly name: string;
  readonly summary: string;
  readonly options: readonly { readonly flag: string; readonly kind: OptionKind; readonly required: boolean; readonly help: string }[];
}
