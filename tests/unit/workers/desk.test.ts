/** The desk shows what commands answer, and asking for it is no move. */
import { describe, expect, test } from 'vitest';
import { deskView } from '../../../workers/startup/desk.ts';
import { careful } from '../../../src/startup/bots/careful.ts';
import { BotRun } from '../../../src/agents/botRun.ts';
import { Recorder } from '../../../src/rollout/recorder.ts';
import { Company } from '../../tools/company.ts';

describe.each(['paper', 'tutorial'] as const)('%s', (preset) => {
  test('looking changes nothing, and two looks are alike', async () => {
    const company = await Company.found(preset);
    const offer = company.offer((task) => task.required_prestige === 1);
    company.start(offer, 1, 2);
    const before = company.state();
    expect(deskView(company.simulation)).toEqual(deskView(company.simulation));
    expect(company.state()).toEqual(before);
    expect(structuredClone(deskView(company.simulation))).toEqual(deskView(company.simulation));
  });

  test('after a hundred turns of a bot every figure is the world’s own', async () => {
    const company = await Company.found(preset, 3);
    const { simulation } = company;
    const run = new BotRun(careful, new Recorder(simulation, { kind: 'bot', name: 'careful' }));
    for (let turn = 0; turn < 100 && !run.isOver; turn++) run.playTurn();
    const [view, world] = [deskView(simulation), simulation.hiddenWorld];
    expect(view.now * 1000).toBeCloseTo(world.now, 0);
    expect(view.fundsCents).toBe(world.company.funds_cents);
    expect(view.ledger.map(({ amountCents }) => amountCents)).toEqual(world.ledger.all().map(({ amount_cents }) => amount_cents));
    expect(view.months.at(-1)?.endingFundsCents).toBe(view.fundsCents);
    expect(view.tasks).toHaveLength(world.tasks.all().filter(({ status }) => status !== 'market').length);
    expect(view.tasks.filter(({ status }) => status === 'active')).toHaveLength(world.activeTasks().length);
    for (const task of world.activeTasks()) {
      const shown = view.tasks.find(({ ref, status }) => status === 'active' && ref === company.nameOf(task));
      expect(shown?.detail?.team).toEqual(world.team(task.id).map(({ id, name }) => (preset === 'paper' ? name : id)));
      expect(shown?.detail?.work.map(({ done }) => done)).toEqual(world.requirementsOf(task.id).map(({ completed_qty }) => completed_qty));
    }
    expect(view.people.map(({ activeTasks }) => activeTasks.length)).toEqual(
      world.employees.all().map(({ id }) => world.activeTasksOf(id).length),
    );
    expect(view.clients.map(({ trust }) => trust).sort()).toEqual(world.clients.all().map(({ trust }) => trust).sort());
  });
});

test('skills are shown under the paper’s rules alone, and loyalty under none (spec, table of editions)', async () => {
  const [paper, classic] = [deskView((await Company.found('paper')).simulation), deskView((await Company.found('tutorial')).simulation)];
  expect(paper.people.every(({ rates }) => rates !== null)).toBe(true);
  expect(classic.people.every(({ rates }) => rates === null)).toBe(true);
  expect(JSON.stringify([paper.clients, paper.offers])).not.toMatch(/loyal|multiplier/);
  expect(classic.clients).toEqual([]);
});

test('a task whose title another one has taken shows no detail: commands mean the one on the market (spec §7)', async () => {
  const company = await Company.found('paper');
  company.start(company.offer(({ title }) => title === 'Task-2'), 1);
  expect(deskView(company.simulation).tasks.find(({ title }) => title === 'Task-2')?.detail).not.toBeNull();
  company.world.tasks.update(company.offer(({ title }) => title === 'Task-3'), { title: 'Task-2' });
  company.world.store.commit();
  expect(deskView(company.simulation).tasks.find(({ title }) => title === 'Task-2')?.detail).toBeNull();
});

test('the command table has every command of the edition, with the options that its help names', async () => {
  for (const preset of ['paper', 'tutorial']) {
    const company = await Company.found(preset);
    for (const { group, name, options } of deskView(company.simulation).commands) {
      const help = company.simulation.runLine(`yc-bench ${group} ${name} --help`);
      const flags = 'text' in help ? [...help.text.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, flag]) => flag) : [];
      expect(options.map(({ flag }) => flag), `${group} ${name}`).toEqual(flags);
    }
  }
});
