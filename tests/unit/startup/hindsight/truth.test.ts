import { describe, expect, test } from 'vitest';
import { acceptancesOf } from '../../../../src/startup/hindsight/acceptances.ts';
import { continueWithBot } from '../../../../src/startup/hindsight/bots.ts';
import { truthOf } from '../../../../src/startup/hindsight/truth.ts';
import { greedy } from '../../../../src/startup/bots/greedy.ts';
import { Simulation, toLine } from '../../../../src/startup/simulation.ts';
import { newWorld } from './worlds.ts';

describe('the truth about a run (issue 4: "true skills, loyalty, what scope creep cost")', () => {
  const start = newWorld('paper', 1);
  const lines = continueWithBot(start, greedy).moves.map(toLine);
  const simulation = Simulation.inMemory(start);
  for (const line of lines) simulation.runLine(line);
  const end = simulation.hiddenWorld;
  const acceptances = acceptancesOf(start, lines);
  const truth = truthOf(start, end, acceptances);

  test('skills are the hidden ones, at the start and at the end', () => {
    expect(truth.people.map(({ name }) => name)).toEqual(end.employees.all().map(({ name }) => name));
    const [first] = end.employees.all();
    expect(truth.people[0]?.ratesAtStart.training).toBe(start.skills.need(first?.id ?? '', 'training').rate);
    expect(truth.people[0]?.ratesAtEnd.training).toBe(end.skills.need(first?.id ?? '', 'training').rate);
  });

  test('two of the six clients of paper are adversarial, those whose loyalty is below −0.3 (spec §6)', () => {
    expect(truth.clients.filter(({ isAdversarial }) => isAdversarial).map(({ loyalty }) => loyalty).sort()).toEqual([-0.562, -0.718]);
  });

  test('every acceptance is counted once, with what the market listed', () => {
    expect(truth.clients.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(end.company.accepts);
    const [first] = acceptances;
    expect(first?.listed).toEqual(start.requirementsOf(first?.taskId ?? ''));
  });

  test('an adversarial client’s work is fourfold (spec §6: 1 + max(3, …)), and cost hours; others’ never grew above the floor', () => {
    const creeping = truth.clients.filter(({ isAdversarial, accepted }) => isAdversarial && accepted > 0);
    expect(creeping.length).toBeGreaterThan(0);
    for (const { listedUnits, realUnits, extraHours } of creeping) {
      expect(realUnits / listedUnits).toBeCloseTo(4, 1);
      expect(extraHours).toBeGreaterThan(0);
    }
    for (const { isAdversarial, listedUnits, realUnits } of truth.clients) if (!isAdversarial) expect(realUnits).toBeLessThanOrEqual(listedUnits);
  });

  test('what late tasks cost is what the ledger says, to the cent', () => {
    const negative = end.ledger.all().filter(({ amount_cents, ref_type }) => ref_type === 'task' && amount_cents < 0);
    expect(truth.clients.reduce((sum, { lateCents }) => sum + lateCents, 0)).toBe(-negative.reduce((sum, { amount_cents }) => sum + amount_cents, 0));
  });
});
