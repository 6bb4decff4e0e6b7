import { describe, expect, test } from 'vitest';
import { addBusinessHours, instantOf, MICROSECONDS_PER_HOUR } from '../../../src/core/calendar.ts';
import { Decimal } from '../../../src/core/decimal.ts';
import { roundHalfEven } from '../../../src/core/rounding.ts';
import { DOMAINS, type Domain } from '../../../src/startup/domains.ts';
import { generateWorld } from '../../../src/startup/generate.ts';
import { completeWork, creditWork, progressPercent, project, tasksTouched } from '../../../src/startup/work.ts';
import { World, type TaskRow } from '../../../src/startup/world.ts';
import { CLOCKWORK, presetOf, withKnobs } from '../../tools/company.ts';
import { property, type Dice } from '../../tools/property.ts';

/** A world whose tasks and people are set by hand. */
class Bench {
  readonly world: World;

  constructor(rules: 'paper' | 'classic', milestones: readonly number[] = []) {
    const preset = withKnobs(CLOCKWORK[rules], { 'world.task_progress_milestones': milestones, 'world.num_employees': 10 });
    this.world = new World(presetOf(preset), 1, null);
    generateWorld(this.world);
    this.world.updateCompany({ sim_time: instantOf(2025, 1, 6, 9) }); // a Monday
  }

  /** The `place`th task, with this work on it and these people (by number) at it. */
  task(place: number, work: Partial<Record<Domain, [required: number, completed: number]>>, team: readonly number[]): TaskRow {
    const task = this.world.tasks.all()[place];
    if (!task) throw new Error('No such task.');
    for (const requirement of this.world.requirementsOf(task.id)) this.world.requirements.remove(requirement);
    for (const domain of DOMAINS) {
      const amounts = work[domain];
      if (amounts) this.world.requirements.put({ task_id: task.id, domain, required_qty: amounts[0], completed_qty: amounts[1] });
    }
    for (const number of team) {
      this.world.assignments.put({ task_id: task.id, employee_id: this.employee(number), assigned_at: this.world.now });
    }
    return this.world.tasks.update(task, { status: 'active', accepted_order: place + 1, accepted_at: this.world.now });
  }

  employee(number: number): string {
    return this.world.employees.all()[number - 1]?.id ?? '';
  }

  setRate(number: number, domain: Domain, rate: number): void {
    this.world.skills.update(this.world.skills.need(this.employee(number), domain), { rate });
  }

  completed(task: TaskRow, domain: Domain): number {
    return this.world.requirements.need(task.id, domain).completed_qty;
  }

  /** Business hours from now to a projected event; null if there is none. */
  hoursTo(task: TaskRow, kind: 'task_completed' | 'task_half_progress'): number | null {
    const event = this.world.events.get(task.id, kind);
    if (!event) return null;
    for (let days = 0; days < 3000; days++) {
      const evening = addBusinessHours(this.world.now, new Decimal(9 * (days + 1)), this.world.working);
      if (event.due_at <= evening) return 9 * (days + 1) - (evening - event.due_at) / MICROSECONDS_PER_HOUR;
    }
    throw new Error('Never.');
  }
}

describe('spec §4: rates', () => {
  test('classic: the rates of all employees add up', () => {
    const bench = new Bench('classic');
    const task = bench.task(0, { research: [100, 0] }, [1, 2, 3, 4, 5, 6]);
    creditWork(bench.world, new Decimal(2));
    expect(bench.completed(task, 'research')).toBe(12);
  });

  test('paper: the four largest contributions add up', () => {
    const bench = new Bench('paper');
    const task = bench.task(0, { research: [1000, 0], training: [1000, 0] }, [1, 2, 3, 4, 5, 6]);
    [1, 2, 3, 4, 5, 6].forEach((rate, index) => {
      bench.setRate(index + 1, 'research', rate);
      bench.setRate(index + 1, 'training', 7 - rate);
    });
    creditWork(bench.world, new Decimal(1));
    expect([bench.completed(task, 'research'), bench.completed(task, 'training')]).toEqual([3 + 4 + 5 + 6, 6 + 5 + 4 + 3]);
  });

  test('paper: contributions are compared after they are split', () => {
    const bench = new Bench('paper');
    bench.setRate(1, 'research', 9); // on two tasks: 4.5 each, less than the 5 of the others
    const task = bench.task(0, { research: [1000, 0] }, [1, 2, 3, 4, 5]);
    bench.task(1, { research: [1000, 0] }, [1]);
    creditWork(bench.world, new Decimal(1));
    expect(bench.completed(task, 'research')).toBe(20);
  });

  test.each(['paper', 'classic'] as const)('%s: an employee on k active tasks gives each of them rate/k', (rules) => {
    const bench = new Bench(rules);
    bench.setRate(1, 'research', 6);
    const tasks = [0, 1, 2].map((place) => bench.task(place, { research: [1000, 0] }, [1]));
    const planned = bench.task(3, { research: [1000, 0] }, [1]);
    bench.world.tasks.update(planned, { status: 'planned' });
    creditWork(bench.world, new Decimal(5));
    expect(tasks.map((task) => bench.completed(task, 'research'))).toEqual([10, 10, 10]);
    expect(bench.completed(planned, 'research')).toBe(0);
  });
});

describe('spec §5: work done', () => {
  test('is rate × business hours, capped at the requirement, kept to 4 decimals', () => {
    const bench = new Bench('classic');
    bench.setRate(1, 'research', 1.2345);
    bench.setRate(1, 'training', 9);
    const task = bench.task(0, { research: [100, 1], training: [10, 0] }, [1]);
    creditWork(bench.world, new Decimal('0.3'));
    expect(bench.completed(task, 'research')).toBe(1.3703); // 1.37035, whose double is a hair below
    expect(bench.completed(task, 'training')).toBe(2.7);
    creditWork(bench.world, new Decimal(1));
    expect(bench.completed(task, 'training')).toBe(10);
    creditWork(bench.world, new Decimal(0));
    expect(bench.completed(task, 'research')).toBe(2.6048);
  });

  property('never exceeds the requirement nor falls', (dice) => {
    for (let round = 0; round < 20; round++) {
      const { bench, task } = anyBench(dice, []);
      for (let step = 0; step < 10; step++) {
        const before = bench.world.requirementsOf(task.id);
        creditWork(bench.world, new Decimal(dice.between(0, 30)));
        for (const [index, { required_qty, completed_qty }] of bench.world.requirementsOf(task.id).entries()) {
          expect(completed_qty).toBeGreaterThanOrEqual(before[index]?.completed_qty ?? NaN);
          expect(completed_qty).toBeLessThanOrEqual(required_qty);
          expect(roundHalfEven(completed_qty, 4)).toBe(completed_qty);
        }
      }
    }
  });

  test('progress is completed over required, summed, in percent; completing makes it 100', () => {
    const bench = new Bench('paper');
    const task = bench.task(0, { research: [100, 50], training: [300, 30] }, []);
    expect(progressPercent(bench.world, task)).toBe(20);
    completeWork(bench.world, task);
    expect(progressPercent(bench.world, task)).toBe(100);
  });
});

function anyBench(dice: Dice, milestones: readonly number[]) {
  const rules = dice.pick(['paper', 'classic'] as const);
  const bench = new Bench(rules, milestones);
  const domains = dice.shuffled(DOMAINS).slice(0, dice.whole(1, 4));
  const team = dice.shuffled([1, 2, 3, 4, 5, 6]).slice(0, dice.whole(1, 6));
  for (const number of team) for (const domain of DOMAINS) bench.setRate(number, domain, roundHalfEven(dice.between(0.5, 10), 4));
  const work = Object.fromEntries(
    domains.map((domain) => {
      const required = dice.whole(1, 2000);
      return [domain, [required, dice.chance(0.3) ? roundHalfEven(dice.between(0, required), 4) : 0]] as const;
    }),
  );
  const task = bench.task(0, work, team);
  const rates = Object.fromEntries(
    domains.map((domain) => {
      const all = team.map((number) => bench.world.skills.need(bench.employee(number), domain).rate).sort((a, b) => b - a);
      return [domain, all.slice(0, rules === 'paper' ? 4 : Infinity).reduce((sum, rate) => sum + rate, 0)] as const;
    }),
  );
  return { bench, task, domains, rates };
}

describe('spec §4: projections', () => {
  test('completion is the largest over domains of remaining/rate', () => {
    const bench = new Bench('classic');
    const task = bench.task(0, { research: [30, 10], training: [40, 15], inference: [8, 8] }, [1, 2]);
    project(bench.world, [task]);
    expect(bench.hoursTo(task, 'task_completed')).toBe(12.5);
    expect(bench.world.events.need(task.id, 'task_completed').milestone).toBe(1);
    expect(bench.world.events.size).toBe(1);
  });

  test('no completion if some domain has work left and rate 0', () => {
    const bench = new Bench('paper', [0.5]);
    bench.setRate(1, 'training', 0);
    const task = bench.task(0, { research: [50, 0], training: [10, 0] }, [1]);
    project(bench.world, [task]);
    expect(bench.hoursTo(task, 'task_completed')).toBeNull();
    expect(bench.hoursTo(task, 'task_half_progress')).toBe(6); // 30 of 60 units, all of them research
  });

  test('no milestone that is never reached', () => {
    const bench = new Bench('paper', [0.9]);
    bench.setRate(1, 'training', 0);
    const task = bench.task(0, { research: [50, 0], training: [10, 0] }, [1]);
    project(bench.world, [task]);
    expect(bench.world.events.size).toBe(0);
  });

  test('a domain without work left needs no rate', () => {
    const bench = new Bench('paper');
    bench.setRate(1, 'training', 0);
    const task = bench.task(0, { research: [50, 0], training: [10, 10] }, [1]);
    project(bench.world, [task]);
    expect(bench.hoursTo(task, 'task_completed')).toBe(10);
  });

  test('work already done is due now', () => {
    const bench = new Bench('paper', [0.25]);
    const task = bench.task(0, { research: [50, 50] }, [1]);
    project(bench.world, [task]);
    expect(bench.world.events.all().map(({ due_at }) => due_at)).toEqual([bench.world.now, bench.world.now]);
  });

  test('a milestone is reached piecewise: each domain stops at its own requirement', () => {
    const bench = new Bench('classic', [0.75]);
    bench.setRate(1, 'research', 10);
    bench.setRate(1, 'training', 2);
    const task = bench.task(0, { research: [40, 0], training: [40, 0] }, [1]);
    project(bench.world, [task]);
    // 60 of 80: research is done after 4 h (48 in all), the other 12 come at 2 an hour.
    expect(bench.hoursTo(task, 'task_half_progress')).toBe(10);
    expect(bench.hoursTo(task, 'task_completed')).toBe(20);
  });

  test('only the next milestone not yet reported is scheduled', () => {
    const bench = new Bench('classic', [0.25, 0.5, 0.75]);
    const task = bench.task(0, { research: [8, 0] }, [1]);
    const reported = (milestone: number) => {
      project(bench.world, [bench.world.tasks.update(bench.world.tasks.need(task.id), { milestone_reported: milestone })]);
      return bench.world.events.get(task.id, 'task_half_progress')?.milestone;
    };
    expect([0, 0.25, 0.5, 0.75].map(reported)).toEqual([0.25, 0.5, 0.75, undefined]);
  });

  property('completion and milestones are when the work is done that far', (dice) => {
    const share = roundHalfEven(dice.between(0.05, 0.95), 2);
    for (let round = 0; round < 60; round++) {
      const { bench, task, domains, rates } = anyBench(dice, [share]);
      project(bench.world, [task]);
      const rows = domains.map((domain) => ({ ...bench.world.requirements.need(task.id, domain), rate: rates[domain] ?? 0 }));
      const total = rows.reduce((sum, { required_qty }) => sum + required_qty, 0);
      const doneAfter = (hours: number) =>
        rows.reduce((sum, { rate, required_qty, completed_qty }) => sum + Math.min(required_qty, completed_qty + rate * hours), 0);
      const [toEnd, toShare] = [bench.hoursTo(task, 'task_completed') ?? NaN, bench.hoursTo(task, 'task_half_progress') ?? NaN];
      expect(doneAfter(toEnd)).toBeCloseTo(total, 5);
      if (toEnd > 1e-3) expect(doneAfter(toEnd - 1e-3)).toBeLessThan(total);
      if (toShare > 0) expect(doneAfter(toShare)).toBeCloseTo(total * share, 5);
      else expect(doneAfter(0)).toBeGreaterThanOrEqual(total * share - 1e-9);
    }
  });
});

test('spec §4: assigning touches the task, if active, and the active tasks of the employees', () => {
  const bench = new Bench('paper');
  const [first, second, third] = [bench.task(0, { research: [9, 0] }, [1, 2]), bench.task(1, { research: [9, 0] }, [2]), bench.task(2, { research: [9, 0] }, [3])];
  const planned = bench.world.tasks.update(third, { status: 'planned' });
  const touched = (numbers: readonly number[], task?: TaskRow) =>
    tasksTouched(bench.world, numbers.map((number) => bench.employee(number)), task).map(({ title }) => title).sort();
  expect(touched([2])).toEqual([first.title, second.title].sort());
  expect(touched([3])).toEqual([]);
  expect(touched([3], planned)).toEqual([]);
  expect(touched([4], first)).toEqual([first.title]);
  expect(touched([])).toEqual([]);
});
