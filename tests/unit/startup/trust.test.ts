import { describe, expect, test } from 'vitest';
import { PythonRandom } from '../../../src/core/pythonRandom.ts';
import type { PaperPreset } from '../../../src/startup/preset.ts';
import {
  clientTier, creptQuantity, drawRequiredTrust, isAdversarial, loyaltyMode, reducedQuantity, storedTrust, trustAfterCancelling,
  trustAfterDays, trustAfterFailure, trustAfterNeglect, trustAfterSuccess, withinTrustBounds,
} from '../../../src/startup/trust.ts';
import type { ClientRow } from '../../../src/startup/world.ts';
import { presetOf, withKnobs } from '../../tools/company.ts';
import { property } from '../../tools/property.ts';

function paper(knobs: Readonly<Record<string, number>> = {}): PaperPreset {
  const paths = Object.fromEntries(Object.entries(knobs).map(([name, value]) => [`world.${name}`, value]));
  const preset = presetOf(withKnobs('paper', paths));
  if (preset.rules !== 'paper') throw new Error('Not the paper’s rules.');
  return preset;
}

const { world: knobs } = paper();
const client = (changes: Partial<ClientRow>): ClientRow => ({
  id: 'c', number: 0, name: 'Nexus AI', tier: 'Standard', reward_multiplier: 1, loyalty: 0.5, trust: 0, specialties: 'research', ...changes,
});

describe('spec §6: what the knobs mean', () => {
  test('success adds gain × (1 − trust/max)^1.5, with gain 1.6 × max / build rate', () => {
    expect(trustAfterSuccess(knobs, 0)).toBe(1.6);
    expect(trustAfterSuccess(knobs, 3.75)).toBe(3.75 + 1.6 * 0.125);
    expect(trustAfterSuccess(knobs, 5)).toBe(5);
    expect(trustAfterSuccess(paper({ trust_build_rate: 8, trust_max: 4 }).world, 3)).toBe(3 + 0.8 * 0.125);
  });

  test('failure costs 0.6 × fragility, cancelling fragility, a day 0.03 × fragility', () => {
    const { world } = paper({ trust_fragility: 0.5 });
    expect(trustAfterFailure(world, 2)).toBe(1.7);
    expect(trustAfterCancelling(world, 2)).toBe(1.5);
    expect(trustAfterDays(world, 2, 10)).toBeCloseTo(1.85, 12);
    expect(trustAfterDays(world, 2, 0.5)).toBeCloseTo(1.9925, 12);
  });

  test('another client’s completed task costs 0.06 × focus pressure', () => {
    expect(trustAfterNeglect(paper({ trust_focus_pressure: 0.5 }).world, 2)).toBe(1.97);
  });

  test('the most likely loyalty is 1 − 2.6 × the share of rats', () => {
    expect(loyaltyMode(paper({ loyalty_rat_fraction: 0.15 }).world)).toBe(1 - 2.6 * 0.15);
  });

  test('trust is rounded to 3 places, within 0 and the most', () => {
    expect([-0.3, 0.0004, 1.2345, 1.2355, 4.9996, 9].map((trust) => storedTrust(knobs, trust))).toEqual([0, 0, 1.234, 1.236, 5, 5]);
    expect([-1, 2.00001, 7].map((trust) => withinTrustBounds(knobs, trust))).toEqual([0, 2.00001, 5]);
  });
});

test('spec §2: tiers by the thresholds', () => {
  expect([0.7, 0.99, 1, 1.69, 1.7, 2.5].map((multiplier) => clientTier(knobs, multiplier))).toEqual([
    'Standard', 'Standard', 'Premium', 'Premium', 'Enterprise', 'Enterprise',
  ]);
});

test('spec §6: adversarial is a loyalty below −0.3', () => {
  expect([-1, -0.301, -0.3, -0.299, 1].map((loyalty) => isAdversarial({ loyalty }))).toEqual([true, true, false, false, false]);
});

describe('spec §6: a loyal client’s work shrinks with trust', () => {
  const shrunk = (trust: number, quantity: number) => reducedQuantity(knobs, client({ trust }), quantity);

  test('by work_reduction_max × trust/max, to a whole number', () => {
    expect(shrunk(5, 1001)).toBe(500);
    expect(shrunk(2, 1001)).toBe(800);
    expect(shrunk(0.001, 1001)).toBe(1000);
  });

  test('to 200 at least', () => {
    expect(shrunk(5, 300)).toBe(200);
    expect(shrunk(1, 201)).toBe(200);
  });

  test('not at all for an adversarial one', () => {
    expect(reducedQuantity(knobs, client({ trust: 5, loyalty: -0.301 }), 1001)).toBe(1001);
    expect(reducedQuantity(knobs, client({ trust: 5, loyalty: -0.3 }), 1001)).toBe(500);
  });
});

describe('spec §6: an adversarial client’s work grows once the deadline stands', () => {
  const grown = (severity: number, loyalty: number, quantity: number) =>
    creptQuantity(paper({ loyalty_severity: severity }).world, client({ loyalty }), quantity);

  test('by 1 + max(3, severity × |loyalty|)', () => {
    expect(grown(1, -0.9, 777)).toBe(4 * 777);
    expect(grown(5, -0.9, 777)).toBe(Math.trunc(777 * 5.5));
  });

  test('to 200 at least and 25 000 at most', () => {
    expect(grown(1, -0.9, 10)).toBe(200);
    expect(grown(1, -0.9, 6251)).toBe(25_000);
  });
});

describe('spec §6: required trust', () => {
  // Rewards of paper: 200 000 to 1 200 000.
  const level = (reward: number, changes: Readonly<Record<string, number>> = {}, seed = 1) =>
    drawRequiredTrust(paper(changes), reward, new PythonRandom(0, seed));

  test.each([[199_999], [200_000]])('none, and no draw, for a reward of %d, which is not above the lowest', (reward) => {
    const random = new PythonRandom(0, 1);
    expect(drawRequiredTrust(paper({ trust_gating_fraction: 1 }), reward, random)).toBe(0);
    expect(random.random()).toBe(new PythonRandom(0, 1).random());
  });

  test('one draw for a reward above the lowest, whatever comes of it', () => {
    for (const gating of [0, 0.3, 1]) {
      const [random, other] = [new PythonRandom(0, 1), new PythonRandom(0, 1)];
      drawRequiredTrust(paper({ trust_gating_fraction: gating }), 200_001, random);
      other.random();
      expect(random.random()).toBe(other.random());
    }
  });

  test('the level is 1 + 3f, to a whole number, 1 to 4', () => {
    // With all of the market gated the threshold is 0 and the ramp 1: probability f.
    const sometimes = (reward: number) => {
      const levels = Array.from({ length: 400 }, (_, seed) => level(reward, { trust_gating_fraction: 1 }, seed));
      return [...new Set(levels)].sort();
    };
    expect(sometimes(500_000)).toEqual([0, 1]);
    expect(sometimes(600_000)).toEqual([0, 2]);
    expect(sometimes(900_000)).toEqual([0, 3]);
    expect(sometimes(1_190_000)).toEqual([0, 3]);
    expect(sometimes(1_200_000)).toEqual([4]);
    expect(sometimes(9_000_000)).toEqual([4]);
  });

  property('required with probability max(0, (f − threshold)/ramp)', (dice) => {
    for (let count = 0; count < 500; count++) {
      const gating = dice.pick([0.1, 0.3, 0.5, 0.8]);
      const reward = dice.whole(200_001, 1_300_000);
      const seed = dice.whole(0, 1e9);
      const f = Math.min(1, (reward - 200_000) / 1_000_000);
      const probability = Math.max(0, (f - Math.max(0, 1 - 2 * gating)) / Math.min(1, 2 * gating));
      const required = new PythonRandom(0, seed).random() < probability;
      const expected = required ? Math.min(4, Math.trunc(1 + 3 * f)) : 0;
      expect(level(reward, { trust_gating_fraction: gating }, seed), `${reward} at ${gating}, seed ${seed}`).toBe(expected);
    }
  });

  test('where rewards have no bounds, 300 000 and 4 000 000 stand in', () => {
    const preset = presetOf('extends = "paper"\n[world]\ntrust_gating_fraction = 1.0\n[world.dist.reward_funds_cents]\ntype = "constant"\nvalue = 5_000_000');
    const asked = (reward: number) => drawRequiredTrust(preset as PaperPreset, reward, new PythonRandom(0, 1));
    expect(asked(4_000_000)).toBe(4);
    expect(asked(300_000)).toBe(0);
  });
});
