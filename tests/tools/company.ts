/** A company under test: one line in, the plain answer out, with what must hold of every refusal checked on the way. */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { readPreset, type PresetLookup } from '../../src/startup/presetFile.ts';
import type { Preset } from '../../src/startup/preset.ts';
import { builtInPresets, presetNames } from '../../src/startup/presets.ts';
import { Simulation } from '../../src/startup/simulation.ts';
import type { TaskRow, World } from '../../src/startup/world.ts';

/** Both editions made predictable: every rate 5 (classic: 1), every task 900 units of one domain, no raises, no boosts. */
export const CLOCKWORK = {
  paper: clockwork('paper', 5, 'trust_gating_fraction = 0.0'),
  classic: clockwork('classic', 1, 'prestige_decay_per_day = 0.0'),
};

function clockwork(base: string, rate: number, extra: string): string {
  const tier = (name: string) => `[world.salary_${name}]\nrate_min = ${rate}\nrate_max = ${rate}\n`;
  const constant = (name: string, value: number) => `[world.dist.${name}]\ntype = "constant"\nvalue = ${value}\n`;
  return [
    `extends = "${base}"\n[world]\nnum_market_tasks = 24\nsalary_bump_pct = 0.0\ntask_progress_milestones = []\n${extra}\n`,
    constant('required_qty', 900), constant('required_prestige', 1), constant('domain_count', 1),
    constant('skill_boost', 0), constant('reward_funds_cents', 1_000_000), constant('reward_prestige_delta', 0.2),
    tier('junior'), tier('mid'), tier('senior'),
  ].join('');
}

/** A preset's text or name with other values laid over it: `withKnobs('paper', {'world.num_clients': 3})`. */
export function withKnobs(preset: string, knobs: Readonly<Record<string, string | number | readonly number[]>>): string {
  let base = preset;
  if (builtInPresets(preset) === undefined) {
    base = `layer-${layers.size}`;
    layers.set(base, preset);
  }
  return [`extends = "${base}"`, ...Object.entries(knobs).map(([path, value]) => `${path} = ${JSON.stringify(value)}`)].join('\n');
}

/** Texts that other texts extend. */
const layers = new Map<string, string>();

export function lookupIn(find: (name: string) => string | undefined): PresetLookup {
  return Object.assign(find, { names: presetNames });
}

export function presetOf(text: string): Preset {
  const preset = readPreset(text, 'test.toml', lookupIn((name) => layers.get(name) ?? builtInPresets(name)));
  if (!preset.ok) throw new Error(preset.message);
  return preset.value;
}

export class Company {
  readonly simulation: Simulation;

  private constructor(simulation: Simulation) {
    this.simulation = simulation;
  }

  /** From a preset's text or the name of a built-in one. */
  static async found(preset: string, seed = 1): Promise<Company> {
    const text = builtInPresets(preset) ?? preset;
    return new Company(await Simulation.create(presetOf(text), seed));
  }

  get world(): World {
    return this.simulation.hiddenWorld;
  }

  /** The JSON of a command that must be done, as it would travel. */
  run(line: string) {
    const answer = this.simulation.runLine(`yc-bench ${line}`);
    expect(answer, line).toMatchObject({ exit: 0, json: expect.anything() });
    return 'json' in answer ? JSON.parse(JSON.stringify(answer.json)) : null;
  }

  /** The text of a refusal, which must be all there is of it and must leave everything as it was. */
  refusal(line: string): string {
    const before = this.state();
    const answer = this.simulation.runLine(`yc-bench ${line}`);
    expect(answer, line).toEqual({ exit: 1, json: { error: expect.any(String) } });
    expect(this.state(), `state after ${line}`).toEqual(before);
    return 'json' in answer && typeof answer.json['error'] === 'string' ? answer.json['error'] : '';
  }

  /** The message for a line that is not understood, which must leave everything as it was. */
  usage(line: string): string {
    const before = this.simulation.hash();
    const answer = this.simulation.runLine(`yc-bench ${line}`);
    expect(answer, line).toEqual({ exit: 2, text: expect.any(String) });
    expect(this.simulation.hash(), `state after ${line}`).toBe(before);
    return 'text' in answer ? answer.text : '';
  }

  /** The state hash, and the digest of the database file. */
  state(): { hash: string; file: string } {
    const file = createHash('sha256').update(this.simulation.exportDatabase()).digest('hex');
    return { hash: this.simulation.hash(), file };
  }

  /** What answers call a task: its title in the paper's edition, which may repeat, its id in the classic one. */
  nameOf(task: TaskRow): string {
    return this.world.preset.rules === 'paper' ? task.title : task.id;
  }

  employee(number: number): string {
    return this.world.preset.rules === 'paper' ? `Emp_${number}` : (this.world.employees.all()[number - 1]?.id ?? '');
  }

  /** Tasks on the market that satisfy `condition`, by number. */
  offers(condition: (task: TaskRow) => boolean = () => true): TaskRow[] {
    return this.world.tasks.all().filter((task) => task.status === 'market' && condition(task));
  }

  /** The first such task; there must be one. */
  offer(condition?: (task: TaskRow) => boolean): TaskRow {
    const [task] = this.offers(condition);
    if (!task) throw new Error('No such task on the market.');
    return task;
  }

  assign(task: TaskRow, ...numbers: number[]): void {
    if (this.world.preset.rules === 'paper') {
      this.run(`task assign --task-id ${task.id} --employees ${numbers.map((number) => this.employee(number)).join(',')}`);
    } else {
      for (const number of numbers) this.run(`task assign --task-id ${task.id} --employee-id ${this.employee(number)}`);
    }
  }

  /** Accepts a task, puts employees on it and sets it going. */
  start(task: TaskRow, ...numbers: number[]): void {
    this.run(`task accept --task-id ${task.id}`);
    this.assign(task, ...numbers);
    this.run(`task dispatch --task-id ${task.id}`);
  }

  resume() {
    return this.run('sim resume');
  }

  /** Resumes until a wake event of this type arrives, and returns it. */
  resumeUntil(type: string) {
    for (let count = 0; count < 100; count++) {
      const answer = this.resume();
      const event = answer.wake_events.find((candidate: { type: string }) => candidate.type === type);
      if (event) return event;
      if (answer.terminal_reason !== null) break;
    }
    throw new Error(`No wake event ${type} came.`);
  }

  isLoyal(task: TaskRow): boolean {
    return task.client_id === null || this.world.clients.need(task.client_id).loyalty >= -0.3;
  }

  task(task: TaskRow): TaskRow {
    return this.world.tasks.need(task.id);
  }

  trustOf(task: TaskRow): number {
    return this.world.clients.need(task.client_id ?? '').trust;
  }

  ledgerSum(): number {
    return this.world.ledger.all().reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  }
}
