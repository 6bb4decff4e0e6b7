/** What a finished task does to the company, its people and its clients (spec §5). */
import { Decimal } from '../core/decimal.ts';
import { MICROSECONDS_PER_HOUR } from '../core/calendar.ts';
import type { JsonObject } from '../core/json.ts';
import { invariant } from '../core/result.ts';
import { roundHalfEven } from '../core/rounding.ts';
import { tierOf } from './preset.ts';
import { storedTrust, trustAfterFailure, trustAfterNeglect, trustAfterSuccess, withinTrustBounds } from './trust.ts';
import { completeWork, EFFECTIVE_TEAM_SIZE } from './work.ts';
import type { EmployeeRow, TaskRow, World } from './world.ts';

/** Settles the task and returns its wake event, without the key `bankrupt`. */
export function completeTask(world: World, task: TaskRow): JsonObject {
  invariant(task.deadline !== null, `${task.title} was accepted`);
  const success = world.now <= task.deadline;
  const team = world.team(task.id);
  completeWork(world, task);
  world.tasks.update(task, { status: success ? 'completed_success' : 'completed_fail', completed_at: world.now });
  const fundsDelta = success ? reward(world, task, team) : penalize(world, task);
  const event = { type: 'task_completed', task_id: task.id, success, funds_delta: fundsDelta };
  if (world.preset.rules === 'classic') return event;
  return {
    ...event,
    task_title: task.title,
    client_name: world.clients.need(task.client_id ?? '').name,
    listed_reward: task.reward_funds_cents,
    deadline_margin: margin(world.now, task.deadline),
    employees_assigned: team.length,
    salary_bump_total_cents: success ? reportedRaises(world, team) : 0,
    trust_delta: settleTrust(world, task, success),
  };
}

function reward(world: World, task: TaskRow, team: readonly EmployeeRow[]): number {
  world.pay('task_reward', task.reward_funds_cents, 'task', task.id);
  changePrestige(world, task, 1);
  boostSkills(world, task, team);
  raiseSalaries(world, team);
  return task.reward_funds_cents;
}

function penalize(world: World, task: TaskRow): number {
  const { preset } = world;
  changePrestige(world, task, -preset.world.penalty_fail_multiplier);
  if (preset.rules === 'classic') return 0;
  const penalty = Math.trunc(task.reward_funds_cents * preset.world.penalty_fail_funds_pct);
  if (penalty === 0) return 0;
  world.pay('task_reward', -penalty, 'task', task.id);
  return -penalty;
}

/** Adds `multiplier × prestige delta` in each required domain. */
export function changePrestige(world: World, task: TaskRow, multiplier: number): void {
  const delta = new Decimal(task.reward_prestige_delta).times(multiplier);
  for (const { domain } of world.requirementsOf(task.id)) {
    world.setPrestige(domain, delta.plus(world.prestige.need(domain).level).toNumber());
  }
}

/** Classic: everybody on the task learns. Paper: in each domain the best four, up to the cap. */
function boostSkills(world: World, task: TaskRow, team: readonly EmployeeRow[]): void {
  const factor = new Decimal(1).plus(task.skill_boost);
  for (const { domain } of world.requirementsOf(task.id)) {
    const skills = team.map(({ id }) => world.skills.need(id, domain));
    const learners = world.preset.rules === 'paper' ? [...skills].sort((a, b) => b.rate - a.rate).slice(0, EFFECTIVE_TEAM_SIZE) : skills;
    const cap = world.preset.rules === 'paper' ? world.preset.world.skill_rate_max : Infinity;
    for (const skill of learners) {
      world.skills.update(skill, { rate: Math.min(cap, roundHalfEven(factor.times(skill.rate).toNumber(), 4)) });
    }
  }
}

function raiseSalaries(world: World, team: readonly EmployeeRow[]): void {
  for (const employee of team) {
    const salary_cents = raisedSalary(world, employee);
    if (salary_cents !== employee.salary_cents) world.employees.update(employee, { salary_cents });
  }
}

function raisedSalary({ preset }: World, { salary_cents, tier }: EmployeeRow): number {
  const share = preset.world.salary_bump_pct;
  if (preset.rules === 'classic') return salary_cents + Math.trunc(salary_cents * share);
  const { min_cents, max_cents } = tierOf(preset, tier);
  const step = Math.trunc(((min_cents + max_cents) / 2) * share);
  return Math.max(salary_cents, Math.min(preset.world.salary_max_cents, salary_cents + step));
}

/** Not the raises given, but a share of the salaries after them: the original's figure (spec §9). */
function reportedRaises(world: World, team: readonly EmployeeRow[]): number {
  const share = world.preset.world.salary_bump_pct;
  return team.reduce((sum, { id }) => sum + Math.trunc(world.employees.need(id).salary_cents * share), 0);
}

/** Changes the trust of the task's client and, by neglect, of all others; returns the client's change, unrounded. */
function settleTrust(world: World, task: TaskRow, success: boolean): number {
  if (world.preset.rules === 'classic') return 0;
  const knobs = world.preset.world;
  let delta = 0;
  for (const client of world.clients.all()) {
    const own = client.id === task.client_id;
    const change = own ? (success ? trustAfterSuccess : trustAfterFailure) : trustAfterNeglect;
    const trust = change(knobs, client.trust);
    if (own) delta = withinTrustBounds(knobs, trust) - client.trust;
    world.clients.update(client, { trust: storedTrust(knobs, trust) });
  }
  return delta;
}

/** In whole wall-clock hours, rounded. */
function margin(now: number, deadline: number): string {
  const hours = roundHalfEven(Math.abs(deadline - now) / MICROSECONDS_PER_HOUR, 0);
  return now <= deadline ? `ahead by ${hours}h` : `late by ${hours}h`;
}
