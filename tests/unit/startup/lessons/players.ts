/** Players who know a lesson's goal and play it by command, as a person would: every line is theirs. */
import { History } from '../../../../src/rollout/history.ts';
import { Recorder } from '../../../../src/rollout/recorder.ts';
import type { Lesson } from '../../../../src/startup/lessons/lessons.ts';
import type { LessonView } from '../../../../src/startup/lessons/view.ts';
import { freshWorld, Simulation } from '../../../../src/startup/simulation.ts';
import { presetByName } from '../../../../src/startup/presets.ts';
import { lessonView } from '../../../../workers/startup/lessonView.ts';

interface Offer {
  task_id: string;
  client_name?: string;
  required_trust?: number;
  reward_funds_cents: number;
  requirements: { domain: string; required_qty: number }[];
}

export class Player {
  readonly history: History;
  readonly #recorder: Recorder;
  #guess: string | null = null;

  constructor({ preset: name, seed }: Pick<Lesson, 'preset' | 'seed'>, kind: 'human' | 'bot' = 'human') {
    const preset = presetByName(name);
    if (!preset.ok) throw new Error(preset.message);
    this.#recorder = new Recorder(Simulation.inMemory(freshWorld(preset.value, seed)), { kind, name: 'test' });
    this.history = new History(this.#recorder);
  }

  get view(): LessonView {
    return lessonView(this.history, this.#guess);
  }

  suspect(client: string): void {
    this.#guess = client;
  }

  /** The JSON of a command, done or refused. */
  run(line: string) {
    const answer = this.#recorder.run(`yc-bench ${line}`);
    if (line === 'sim resume') {
      this.#recorder.endTurn();
      this.history.note();
    }
    return 'json' in answer ? JSON.parse(JSON.stringify(answer.json)) : null;
  }

  /** Best paid for a unit first. */
  offers(condition: (offer: Offer) => boolean = () => true): Offer[] {
    const pay = ({ reward_funds_cents, requirements }: Offer) => reward_funds_cents / requirements.reduce((sum, row) => sum + row.required_qty, 0);
    const { tasks } = this.run('market browse --limit 500') as { tasks: Offer[] };
    return tasks.filter(condition).sort((a, b) => pay(b) - pay(a));
  }

  /** The best of the people who are free, for a domain; nobody knows that under the classic rules, so there it is the first ones. */
  free(count: number, domain: string): string[] {
    const { employees } = this.run('employee list') as { employees: Record<string, unknown>[] };
    const rate = (row: Record<string, unknown>) => (row.skill_rates as Record<string, number> | undefined)?.[domain] ?? 0;
    return employees
      .filter((row) => (Array.isArray(row.active_tasks) ? row.active_tasks.length : Number(row.active_task_count)) === 0)
      .sort((a, b) => rate(b) - rate(a))
      .slice(0, count)
      .map((row) => String(row.employee_id ?? row.name));
  }

  assign(task: string, people: readonly string[]): void {
    if (this.#recorder.simulation.preset.rules === 'paper') this.run(`task assign --task-id ${task} --employees ${people.join(',')}`);
    else for (const person of people) this.run(`task assign --task-id ${task} --employee-id ${person}`);
  }

  /** Accepts an offer for the best people who are free, and starts it. */
  start({ task_id, requirements }: Offer, people: number): void {
    this.run(`task accept --task-id ${task_id}`);
    this.assign(task_id, this.free(people, requirements[0]?.domain ?? ''));
    this.run(`task dispatch --task-id ${task_id}`);
  }

  /** Lets time pass until something holds; false if it never does. */
  wait(condition: (view: LessonView) => boolean): boolean {
    for (let turn = 0; turn < 60; turn++) {
      if (condition(this.view)) return true;
      if (this.run('sim resume').error !== undefined) return false;
    }
    return false;
  }
}

export const ended = ({ tasks }: LessonView): number => tasks.filter(({ fate }) => fate === 'on_time' || fate === 'late').length;
