/** Every lesson can be done in its world, by commands that a beginner could type, and is not done by doing nothing. */
import { describe, expect, test } from 'vitest';
import { LESSONS, lessonAfter, progressOf, TRUST_GOAL, type LessonId } from '../../../../src/startup/lessons/lessons.ts';
import { hasGrown } from '../../../../src/startup/lessons/view.ts';
import { lessonView } from '../../../../workers/startup/lessonView.ts';
import { ended, Player } from './players.ts';

const lessonOf = (id: LessonId) => LESSONS.find((lesson) => lesson.id === id)!;
const units = (offer: { requirements: { required_qty: number }[] }) => offer.requirements.reduce((sum, row) => sum + row.required_qty, 0);

/** Plays a lesson as its hints say. */
const PLAYS: Readonly<Record<LessonId, (player: Player) => void>> = {
  loop(player) {
    player.start(player.offers()[0]!, 10);
    player.wait((view) => ended(view) > 0);
  },
  focus(player) {
    const offers = player.offers((offer) => units(offer) <= 800);
    player.start(offers[0]!, 5);
    player.start(offers[1]!, 5);
    player.wait((view) => ended(view) === 2);
  },
  trust(player) {
    const isTheirs = (offer: { client_name?: string }) => offer.client_name === 'Cortex Intelligence';
    for (let count = 0; count < 2; count++) {
      player.start(player.offers(isTheirs)[0]!, 4);
      player.wait((view) => ended(view) > count);
    }
    player.run(`task accept --task-id ${player.offers(({ required_trust }) => required_trust! > 0)[0]!.task_id}`);
  },
  creep(player) {
    const clients = new Set<string>();
    // The market lists by reward: whoever takes its first offers, one a client, meets those to beware of.
    for (const { task_id, client_name } of player.run('market browse').tasks as { task_id: string; client_name: string }[]) {
      if (clients.has(client_name) || clients.size === 4) continue;
      clients.add(client_name);
      player.run(`task accept --task-id ${task_id}`);
      player.run(`task inspect --task-id ${task_id}`);
    }
    const honest = player.view.tasks.find((task) => !hasGrown(task))!;
    player.assign(honest.title, ['Emp_2', 'Emp_4', 'Emp_6', 'Emp_7']);
    player.run(`task dispatch --task-id ${honest.title}`);
    player.wait((view) => ended(view) > 0);
    player.suspect(player.view.tasks.find(hasGrown)!.client!);
  },
  cash(player) {
    const lively = ({ client_name }: { client_name?: string }) => client_name === 'Cortex Intelligence' || client_name === 'Helix Systems';
    player.wait((view) => {
      for (let team = 0; team < 2 && view.tasks.filter(({ fate }) => fate === 'active').length + team < 2; team++) player.start(player.offers(lively)[0]!, 4);
      return view.paydays.length >= 3;
    });
  },
};

describe.each(LESSONS)('lesson $id', (lesson) => {
  test('its goal and every step are reached by playing as its hints say, in few turns', () => {
    const player = new Player(lesson);
    expect(progressOf(lesson, player.view)).toEqual({ ticks: lesson.steps.map(() => false), goal: 'open' });
    PLAYS[lesson.id](player);
    expect(progressOf(lesson, player.view)).toEqual({ ticks: lesson.steps.map(() => true), goal: 'reached' });
    expect(player.history.recorder.turnCount).toBeLessThanOrEqual(40);
  });

  test('looking on, and letting time pass with nothing started, reaches nothing', () => {
    const player = new Player(lesson);
    for (const line of ['company status', 'employee list', 'task list', 'finance ledger']) player.run(line);
    for (let turn = 0; turn < 20; turn++) player.run('sim resume');
    const { ticks, goal } = progressOf(lesson, player.view);
    expect(goal).not.toBe('reached');
    expect(ticks).not.toContain(true);
  });

  test('what a bot has driven reaches no goal', () => {
    const player = new Player(lesson, 'bot');
    PLAYS[lesson.id](player);
    expect(progressOf(lesson, player.view).goal).toBe('missed');
  });

  test('an undo or a fork of its run is judged by the same view', async () => {
    const player = new Player(lesson);
    PLAYS[lesson.id](player);
    player.run('sim resume');
    const { history, view } = player;
    const fork = await history.fork({ turn: history.recorder.turnCount, reason: 'undo', driver: history.recorder.driver });
    expect(lessonView(fork, view.guess?.client ?? null)).toEqual(view);
  });
});

test('focus: tasks that share people do not count, however punctual (spec §4)', () => {
  const player = new Player(lessonOf('focus'));
  const [first, second] = player.offers((offer) => units(offer) <= 800);
  const everybody = player.free(10, '');
  for (const offer of [first!, second!]) {
    player.run(`task accept --task-id ${offer.task_id}`);
    player.assign(offer.task_id, everybody);
    player.run(`task dispatch --task-id ${offer.task_id}`);
  }
  player.wait((view) => ended(view) === 2);
  const { tasks } = player.view;
  expect(tasks.map(({ fate }) => fate)).toEqual(['on_time', 'on_time']);
  for (const { sharedHours } of tasks) expect(sharedHours).toBeGreaterThan(0);
  expect(progressOf(lessonOf('focus'), player.view)).toMatchObject({ goal: 'open' });
});

test('trust: its goal is the level at which the market shows what asks for it', () => {
  const player = new Player(lessonOf('trust'));
  const gated = () => player.offers(({ required_trust }) => required_trust! > 0);
  expect(gated()).toEqual([]);
  PLAYS.trust(player);
  expect(gated().every(({ required_trust }) => required_trust! >= TRUST_GOAL)).toBe(true);
});

describe('creep', () => {
  const grown = () => {
    const player = new Player(lessonOf('creep'));
    PLAYS.creep(player);
    return player;
  };

  test('a client that enlarges work is among the best paid three of its market, and its work grows fourfold (spec §6)', () => {
    const player = new Player(lessonOf('creep'));
    for (const { task_id } of (player.run('market browse --limit 3').tasks as { task_id: string }[])) player.run(`task accept --task-id ${task_id}`);
    const bad = player.view.tasks.filter(hasGrown);
    expect(bad.length).toBeGreaterThan(0);
    expect(bad.every(({ listed, required }) => required === 4 * listed)).toBe(true);
  });

  test('a wrong or an unfounded guess is not enough, and nothing is told of those who were not named', () => {
    const player = grown();
    const suspect = player.view.guess!.client;
    player.suspect('Helix Systems');
    expect(player.view.guess).toEqual({ client: 'Helix Systems', isRight: false });
    expect(progressOf(lessonOf('creep'), player.view).goal).toBe('open');
    const untouched = new Player(lessonOf('creep'));
    untouched.suspect(suspect);
    expect(untouched.view.guess?.isRight).toBe(true);
    expect(progressOf(lessonOf('creep'), untouched.view).goal).toBe('open');
    untouched.suspect('nobody');
    expect(untouched.view.guess).toBeNull();
    expect(JSON.stringify(untouched.view)).not.toMatch(/loyal|adversar|rate/i);
  });
});

test('cash: below the floor the goal is missed for good, and idling along ends there', () => {
  const player = new Player(lessonOf('cash'));
  // One person on work that has grown fourfold: it goes on for months.
  const { task_id } = player.offers(({ client_name }) => client_name === 'Vanguard ML')[0]!;
  player.run(`task accept --task-id ${task_id}`);
  player.assign(task_id, ['Emp_5']);
  player.run(`task dispatch --task-id ${task_id}`);
  player.wait(({ paydays }) => paydays.length >= 2);
  expect(progressOf(lessonOf('cash'), player.view)).toMatchObject({ goal: 'missed' });
});

test('one lesson leads to the next, and each world is another', () => {
  expect(LESSONS.map(lessonAfter)).toEqual([...LESSONS.slice(1), null]);
  expect(new Set(LESSONS.map(({ preset, seed }) => `${preset} ${seed}`)).size).toBe(LESSONS.length);
});
