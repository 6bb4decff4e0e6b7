import { beforeAll, describe, expect, test } from 'vitest';
import { isObject } from '../../../../src/core/json.ts';
import { readOffers, readTask, type Offer } from '../../../../src/startup/bots/answers.ts';
import { argument, play, type Played } from './play.ts';

const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

describe('careful (issue 2)', () => {
  let runs: Played[];
  beforeAll(async () => {
    runs = [];
    for (const seed of seeds) runs.push(await play('careful', 'paper', seed));
  });

  test('"must beat greedy on at least 8 of 10 seeds of paper"', async () => {
    let wins = 0;
    for (const [i, seed] of seeds.entries()) {
      const greedy = await play('greedy', 'paper', seed);
      if ((runs[i]?.rollout.outcome.final_funds_cents ?? 0) > greedy.rollout.outcome.final_funds_cents) wins++;
    }
    expect(wins).toBeGreaterThanOrEqual(8);
  });

  test('comes to the end of the year on every seed', () => {
    expect(runs.map(({ rollout }) => rollout.outcome.terminal_reason)).toEqual(seeds.map(() => 'horizon_end'));
  });

  test('"team of at most four"', () => {
    const lines = runs.flatMap(({ commands }) => commands.map(({ command }) => command));
    const teams = lines.flatMap((line) => argument(line, 'task assign', '--employees') ?? []);
    expect(teams.length).toBeGreaterThan(0);
    expect(Math.max(...teams.map((team) => team.split(',').length))).toBeLessThanOrEqual(4);
  });

  test('"never late": at most one task in a hundred', () => {
    for (const { rollout } of runs) {
      expect(rollout.outcome.tasks_failed).toBeLessThanOrEqual(rollout.outcome.tasks_succeeded / 100);
    }
  });

  test('"learns … which clients to avoid": accepts once from each adversarial client, and does not start that task', () => {
    for (const { commands } of runs) {
      const listed = new Map<string, Offer>();
      const found = new Set<string | null | undefined>();
      const clientOf = (line: string, command: string) => listed.get(argument(line, command, '--task-id') ?? '')?.client;
      for (const { command, exit, answer } of commands) {
        if (exit !== 0 || !isObject(answer)) continue;
        if (command.includes('market browse')) for (const offer of readOffers({ exit, json: answer })) listed.set(offer.ref, offer);
        for (const moving of ['task accept', 'task dispatch']) {
          const client = clientOf(command, moving);
          if (client) expect(found).not.toContain(client);
        }
        const offer = listed.get(argument(command, 'task inspect', '--task-id') ?? '');
        const actual = readTask({ exit, json: answer }).work[0]?.quantity ?? 0;
        if (offer && actual > 3 * (offer.work[0]?.quantity ?? 0)) found.add(offer.client);
      }
      expect(found.size).toBeGreaterThan(0);
    }
  });

  test('"builds trust": ends the year trusted by some client', () => {
    for (const { rollout } of runs) expect(Math.max(...Object.values(rollout.outcome.trust))).toBeGreaterThan(3);
  });

  test('infers hidden skills well enough to survive medium', async () => {
    const { rollout, commands } = await play('careful', 'medium', 8);
    expect(rollout.outcome).toMatchObject({ survived: true, terminal_reason: 'horizon_end' });
    expect(Math.max(...rollout.outcome.tasks.map(({ team_size }) => team_size))).toBeLessThanOrEqual(4);
    expect(commands.filter(({ exit }) => exit !== 0)).toEqual([]);
  });
});
