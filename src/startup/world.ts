/** The world's tables as typed rows. One to one with `schema.sql`, where each column is explained. */
import { Store, Table } from '../db/store.ts';
import { invariant } from '../core/result.ts';
import { roundHalfEven } from '../core/rounding.ts';
import { uuidFromName } from '../core/hash.ts';
import type { Instant, WorkingDay } from '../core/calendar.ts';
import type { Database } from '../db/database.ts';
import type { Domain } from './domains.ts';
import type { Preset, Tier } from './preset.ts';

export const TASK_STATUSES = ['market', 'planned', 'active', 'completed_success', 'completed_fail', 'cancelled'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];
export type TerminalReason = 'bankruptcy' | 'horizon_end';
export type EventKind = 'task_completed' | 'task_half_progress';
export type LedgerCategory = 'monthly_payroll' | 'task_reward' | 'task_fail_penalty' | 'task_cancel_penalty' | 'payment_dispute';

export interface CompanyRow {
  readonly id: string;
  readonly name: string;
  readonly funds_cents: number;
  readonly started_at: Instant;
  readonly sim_time: Instant;
  readonly horizon_end: Instant;
  readonly terminal_reason: TerminalReason | null;
  readonly accepts: number;
  readonly scratchpad: string;
}

export interface PrestigeRow {
  readonly domain: Domain;
  readonly level: number;
}

export interface EmployeeRow {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly tier: Tier;
  readonly salary_cents: number;
}

export interface SkillRow {
  readonly employee_id: string;
  readonly domain: Domain;
  readonly rate: number;
}

export interface ClientRow {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly tier: string;
  readonly reward_multiplier: number;
  readonly loyalty: number;
  readonly trust: number;
  readonly specialties: string;
}

export interface TaskRow {
  readonly id: string;
  readonly number: number;
  readonly slot: number;
  readonly title: string;
  readonly status: TaskStatus;
  readonly client_id: string | null;
  readonly required_prestige: number;
  readonly required_trust: number;
  readonly reward_funds_cents: number;
  readonly reward_prestige_delta: number;
  readonly skill_boost: number;
  readonly accepted_order: number | null;
  readonly accepted_at: Instant | null;
  readonly deadline: Instant | null;
  readonly completed_at: Instant | null;
  readonly milestone_reported: number;
}

export interface RequirementRow {
  readonly task_id: string;
  readonly domain: Domain;
  readonly required_qty: number;
  readonly completed_qty: number;
}

export interface AssignmentRow {
  readonly task_id: string;
  readonly employee_id: string;
  readonly assigned_at: Instant;
}

export interface EventRow {
  readonly task_id: string;
  readonly kind: EventKind;
  readonly due_at: Instant;
  readonly milestone: number;
}

export interface LedgerRow {
  readonly number: number;
  readonly id: string;
  readonly occurred_at: Instant;
  readonly category: LedgerCategory;
  readonly amount_cents: number;
  readonly ref_type: 'employee' | 'task';
  readonly ref_id: string;
}

export class World {
  readonly preset: Preset;
  readonly seed: number;
  readonly working: WorkingDay;
  readonly companies = new Table<CompanyRow>({
    name: 'company',
    columns: {
      id: 'text', name: 'text', funds_cents: 'integer', started_at: 'instant', sim_time: 'instant',
      horizon_end: 'instant', terminal_reason: 'text', accepts: 'integer', scratchpad: 'text',
    },
    key: ['id'],
  });
  readonly prestige = new Table<PrestigeRow>({
    name: 'prestige',
    columns: { domain: 'text', level: 'real' },
    key: ['domain'],
  });
  readonly employees = new Table<EmployeeRow>({
    name: 'employees',
    columns: { id: 'text', number: 'integer', name: 'text', tier: 'text', salary_cents: 'integer' },
    key: ['id'],
    order: ['number'],
    groups: ['name'],
  });
  readonly skills = new Table<SkillRow>({
    name: 'employee_skills',
    columns: { employee_id: 'text', domain: 'text', rate: 'real' },
    key: ['employee_id', 'domain'],
  });
  readonly clients = new Table<ClientRow>({
    name: 'clients',
    columns: {
      id: 'text', number: 'integer', name: 'text', tier: 'text', reward_multiplier: 'real',
      loyalty: 'real', trust: 'real', specialties: 'text',
    },
    key: ['id'],
    order: ['number'],
  });
  readonly tasks = new Table<TaskRow>({
    name: 'tasks',
    columns: {
      id: 'text', number: 'integer', slot: 'integer', title: 'text', status: 'text', client_id: 'text',
      required_prestige: 'integer', required_trust: 'integer', reward_funds_cents: 'integer',
      reward_prestige_delta: 'real', skill_boost: 'real', accepted_order: 'integer', accepted_at: 'instant',
      deadline: 'instant', completed_at: 'instant', milestone_reported: 'real',
    },
    key: ['id'],
    order: ['number'],
    groups: ['status', 'title', 'slot'],
  });
  readonly requirements = new Table<RequirementRow>({
    name: 'task_requirements',
    columns: { task_id: 'text', domain: 'text', required_qty: 'real', completed_qty: 'real' },
    key: ['task_id', 'domain'],
    groups: ['task_id'],
  });
  readonly assignments = new Table<AssignmentRow>({
    name: 'assignments',
    columns: { task_id: 'text', employee_id: 'text', assigned_at: 'instant' },
    key: ['task_id', 'employee_id'],
    groups: ['task_id', 'employee_id'],
  });
  readonly events = new Table<EventRow>({
    name: 'events',
    columns: { task_id: 'text', kind: 'text', due_at: 'instant', milestone: 'real' },
    key: ['task_id', 'kind'],
  });
  readonly ledger = new Table<LedgerRow>({
    name: 'ledger',
    columns: {
      number: 'integer', id: 'text', occurred_at: 'instant', category: 'text',
      amount_cents: 'integer', ref_type: 'text', ref_id: 'text',
    },
    key: ['number'],
  });
  readonly store: Store;

  constructor(preset: Preset, seed: number, database: Database | null) {
    this.preset = preset;
    this.seed = seed;
    this.working = { startHour: preset.world.workday_start_hour, endHour: preset.world.workday_end_hour };
    this.store = new Store(this.tables, database);
  }

  /** The same world apart from this one, and in no database: what one does from here on does not touch the other. */
  copy(database: Database | null = null): World {
    const copy = new World(this.preset, this.seed, database);
    copy.store.take(this.store);
    return copy;
  }

  get tables() {
    return [
      this.companies, this.prestige, this.employees, this.skills, this.clients,
      this.tasks, this.requirements, this.assignments, this.events, this.ledger,
    ] as const;
  }

  get company(): CompanyRow {
    const [company] = this.companies.all();
    invariant(company, 'a world has a company');
    return company;
  }

  get now(): Instant {
    return this.company.sim_time;
  }

  updateCompany(changes: Partial<CompanyRow>): void {
    this.companies.update(this.company, changes);
  }

  setPrestige(domain: Domain, level: number): void {
    const row = this.prestige.need(domain);
    const { prestige_min, prestige_max } = this.preset.world;
    const rounded = roundHalfEven(Math.min(prestige_max, Math.max(prestige_min, level)), 3);
    if (rounded !== row.level) this.prestige.update(row, { level: rounded });
  }

  /** In order of acceptance. */
  activeTasksOf(employeeId: string): TaskRow[] {
    return this.assignments
      .where('employee_id', employeeId)
      .map(({ task_id }) => this.tasks.need(task_id))
      .filter(({ status }) => status === 'active')
      .sort(byAcceptance);
  }

  /** In order of acceptance. */
  activeTasks(): TaskRow[] {
    return this.tasks.where('status', 'active').sort(byAcceptance);
  }

  /** By employee number. */
  team(taskId: string): EmployeeRow[] {
    return this.assignments
      .where('task_id', taskId)
      .map(({ employee_id }) => this.employees.need(employee_id))
      .sort((a, b) => a.number - b.number);
  }

  /** By domain name. */
  requirementsOf(taskId: string): RequirementRow[] {
    return this.requirements.where('task_id', taskId).sort((a, b) => (a.domain < b.domain ? -1 : 1));
  }

  /** Changes the funds and writes the ledger entry that explains it. */
  pay(category: LedgerCategory, amount_cents: number, ref_type: LedgerRow['ref_type'], ref_id: string): void {
    const number = this.ledger.size + 1;
    const entry = { number, id: this.idOf('ledger', number), occurred_at: this.now, category, amount_cents, ref_type, ref_id };
    this.ledger.put(entry);
    this.updateCompany({ funds_cents: this.company.funds_cents + amount_cents });
  }

  /** Ids depend on seed and key alone, so that two runs agree (spec §9). */
  idOf(kind: string, key: string | number): string {
    return uuidFromName(`${this.seed}:${kind}:${key}`);
  }
}

function byAcceptance(a: TaskRow, b: TaskRow): number {
  return (a.accepted_order ?? 0) - (b.accepted_order ?? 0);
}
