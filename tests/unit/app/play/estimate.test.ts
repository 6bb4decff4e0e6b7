/** The estimate of a team against what the engine projects when that team is really sent to work (spec §4). */
import { describe, expect, test } from 'vitest';
import { deskView } from '../../../../workers/startup/desk.ts';
import { estimate, estimateByPace, teamWith } from '../../../../src/app/play/estimate.ts';
import { Company } from '../../../tools/company.ts';
import { property, type Dice } from '../../../tools/property.ts';

const HOUR_MS = 3_600_000;

/** Starts a few tasks with random teams, then estimates one more and sends it to work. */
async function played(dice: Dice) {
  const company = await Company.found('paper', dice.whole(1, 1000));
  const people = company.world.employees.all().map(({ number }) => number);
  const team = () => dice.shuffled(people).slice(0, dice.whole(1, people.length));
  const offer = () => company.offer((task) => task.required_prestige === 1 && task.required_trust === 0 && dice.chance(0.5));
  for (let i = dice.whole(0, 3); i > 0; i--) company.start(offer(), ...team());
  if (dice.chance(0.5) && company.world.activeTasks().length > 0) company.resume();
  const task = offer();
  company.run(`task accept --task-id ${task.id}`);
  const picked = team().map((number) => company.employee(number));
  const view = deskView(company.simulation);
  const shown = view.tasks.find(({ status }) => status === 'planned');
  if (!shown?.detail) throw new Error('an accepted task is shown in full');
  return { company, task, picked, view, shown, work: shown.detail.work };
}

describe('paper', () => {
  property('with the rates as they are stored, the estimate is the engine’s projection', async (dice) => {
    for (let round = 0; round < 5; round++) {
      const { company, task, picked, view, shown, work } = await played(dice);
      const { world } = company;
      const people = view.people.map((person, i) => {
        const { id } = world.employees.all()[i] ?? { id: '' };
        const rates = Object.fromEntries(world.skills.all().filter((skill) => skill.employee_id === id).map(({ domain, rate }) => [domain, rate]));
        return { ...person, rates: rates as unknown as NonNullable<typeof person.rates> };
      });
      const expected = estimate(work, teamWith(shown, people, picked) ?? [], view.now, view.terms);
      company.run(`task assign --task-id ${task.id} --employees ${picked.join(',')}`);
      company.run(`task dispatch --task-id ${task.id}`);
      expect((expected.finish ?? 0) * 1000).toBeCloseTo(world.events.need(task.id, 'task_completed').due_at, -1);
    }
  });

  property('with the rates as they are shown, it misses by no more than their rounding can explain', async (dice) => {
    const { company, task, picked, view, shown, work } = await played(dice);
    const expected = estimate(work, teamWith(shown, view.people, picked) ?? [], view.now, view.terms);
    company.run(`task assign --task-id ${task.id} --employees ${picked.join(',')}`);
    company.run(`task dispatch --task-id ${task.id}`);
    const after = deskView(company.simulation);
    const again = after.tasks.find(({ status, ref, deadline }) => status === 'active' && ref === shown.ref && deadline === shown.deadline);
    // Once it is active, the same team gives the same answer: nobody's load is counted twice.
    expect(again && estimate(again.detail?.work ?? [], teamWith(again, after.people, []) ?? [], after.now, after.terms)).toEqual(expected);
    const rates = expected.sums.flatMap(({ hands }) => hands.map(({ rate }) => rate));
    const error = 0.005 / Math.min(...rates);
    const [hours, due] = [expected.hours ?? 0, company.world.events.need(task.id, 'task_completed').due_at / 1000];
    const nights = 1 + (hours * error) / 9;
    expect(Math.abs((expected.finish ?? 0) - due)).toBeLessThanOrEqual((hours * error + nights * 63) * HOUR_MS);
  });
});

test('nobody on it who can do it: it never ends; nothing left: it is done at once', async () => {
  const view = deskView((await Company.found('paper')).simulation);
  const idle = { name: 'Emp_1', rates: { research: 0, inference: 1, training: 1, data_environment: 1 }, split: 1 };
  const work = [{ domain: 'research', required: 10, done: 0 }] as const;
  expect(estimate(work, [idle], view.now, view.terms)).toMatchObject({ hours: null, finish: null, slowest: null });
  expect(estimate([{ ...work[0], done: 10 }], [], view.now, view.terms)).toMatchObject({ hours: 0, finish: view.now, slowest: null });
});

test('the four best in each domain count, each with a share of their time (spec §4)', async () => {
  const view = deskView((await Company.found('paper')).simulation);
  const hand = (rate: number, split: number) => ({ name: `${rate}/${split}`, rates: { research: rate, inference: 0, training: 0, data_environment: 0 }, split });
  const team = [hand(1, 1), hand(9, 9), hand(2, 1), hand(6, 2), hand(4, 1), hand(0.5, 1)];
  const [sum] = estimate([{ domain: 'research', required: 100, done: 0 }], team, view.now, view.terms).sums;
  expect(sum).toMatchObject({ rate: 10, hours: 10, hands: [{ name: '4/1' }, { name: '6/2' }, { name: '2/1' }, { rate: expect.any(Number) }] });
});

test('where skills are hidden there is no estimate, until progress shows a pace', async () => {
  const company = await Company.found('tutorial');
  const task = company.offer(({ required_prestige }) => required_prestige === 1);
  company.start(task, 1, 2, 3);
  const before = deskView(company.simulation);
  const [planned] = before.tasks;
  if (!planned) throw new Error('a task was started');
  expect(teamWith(planned, before.people, [])).toBeNull();
  expect(estimateByPace(planned, before.now, before.terms)).toBeNull();
  company.resume();
  const after = deskView(company.simulation);
  const running = after.tasks.find(({ status }) => status === 'active');
  const due = company.world.events.get(task.id, 'task_completed')?.due_at;
  if (running && due !== undefined) {
    // The same team at the same load: its pace is its rate, but for the rounding of what is stored.
    expect(Math.abs((estimateByPace(running, after.now, after.terms) ?? 0) - due / 1000)).toBeLessThan(HOUR_MS);
  }
  expect(running, 'a milestone comes before the end').toBeDefined();
});
