import { describe, expect, test } from 'vitest';
import { instantOf } from '../../../../src/core/calendar.ts';
import type { Employee, Offer } from '../../../../src/startup/bots/answers.ts';
import { ClientBook } from '../../../../src/startup/bots/clientBook.ts';
import { DeadlineBook } from '../../../../src/startup/bots/deadlineBook.ts';
import { PaceBook } from '../../../../src/startup/bots/paceBook.ts';
import { SkillBook } from '../../../../src/startup/bots/skillBook.ts';

const training = (quantity: number) => [{ domain: 'training' as const, quantity }];
const offer = (client: string | null, quantity: number): Offer => ({
  ref: 'Task-1',
  client,
  requiredPrestige: 1,
  rewardCents: 500_000,
  prestigeDelta: 0.1,
  skillBoost: 0.1,
  work: training(quantity),
});

describe('what careful learns', () => {
  test('§6: a client whose work is fourfold once accepted is avoided', () => {
    const clients = new ClientBook();
    clients.noteWork(offer('Vanguard ML', 500), training(2000));
    clients.noteWork(offer('Helix Systems', 500), training(500));
    expect(['Vanguard ML', 'Helix Systems'].map((client) => clients.isAvoided(client))).toEqual([true, false]);
  });

  test('§6: work shrinks with trust, for all loyal clients alike', () => {
    const clients = new ClientBook();
    clients.noteTrust(new Map([['Helix Systems', 2], ['Stratos Cloud', 4]]));
    clients.noteWork(offer('Helix Systems', 1000), training(800));
    expect(clients.expectedShare('Stratos Cloud')).toBeCloseTo(0.6);
    expect(clients.expectedShare('Cortex Intelligence')).toBe(1);
  });

  test('§4: a deadline grows with the largest quantity, above a least number of days', () => {
    const deadlines = new DeadlineBook();
    const accepted = instantOf(2025, 1, 6, 12);
    expect(deadlines.expectedHours(training(3000))).toBe(7 * 15);
    deadlines.note(training(1500), accepted, instantOf(2025, 1, 20, 12));
    expect(deadlines.expectedHours(training(3000))).toBe(20 * 15);
    deadlines.note(training(300), accepted, instantOf(2025, 1, 9, 12));
    expect(deadlines.expectedHours(training(300))).toBe(3 * 15);
  });

  test('§3: the more tasks run, the more nights count; a late task teaches to keep more in hand', () => {
    const pace = new PaceBook('paper');
    const alone = pace.shareToCountOn({ running: 1, idle: false });
    const among = pace.shareToCountOn({ running: 6, idle: false });
    expect(alone).toBeLessThan(9 / 15);
    expect(among).toBeGreaterThan(alone);
    pace.noteLate();
    expect(pace.shareToCountOn({ running: 6, idle: false })).toBeLessThan(among);
  });

  test('classic: hidden rates are inferred from progress and grow with every success', () => {
    const skills = new SkillBook();
    const junior: Employee = { ref: 'a', tier: 'junior', salaryCents: 300_000, rates: null, activeTasks: 0 };
    skills.noteStaff([junior]);
    const before = skills.rates(junior);
    const start = instantOf(2025, 1, 6, 9);
    const job = { offer: offer(null, 1000), team: [junior], startedAt: start };
    skills.noteProgress(job, { status: 'active', work: training(1000), done: [70] }, instantOf(2025, 1, 6, 16));
    expect(skills.rates(junior).training).toBeGreaterThan(before.training * 2);
    expect(skills.rates(junior).research).toBe(before.research);
    const measured = skills.rates(junior).training;
    skills.noteSuccess(job);
    expect(skills.rates(junior).training).toBeCloseTo(measured * 1.1);
  });
});
