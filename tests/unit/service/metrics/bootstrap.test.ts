import { expect, test } from 'vitest';
import { bootstrapInterval, stratifiedInterval } from '../../../../src/service/metrics/bootstrap.ts';
import { property, type Dice } from '../../../tools/property.ts';

const successes = (dice: Dice, count: number, chance: number) => Array.from({ length: count }, () => Number(dice.chance(chance)));

test('spec §6: no values, no interval', () => {
  expect(bootstrapInterval([], { seed: '1' })).toBeNull();
  expect(stratifiedInterval([], { seed: '1' })).toBeNull();
  expect(stratifiedInterval([[1], []], { seed: '1' })).toBeNull();
});

test('one value, or the same value always, is its own interval', () => {
  expect(bootstrapInterval([0.25], { seed: '1' })).toEqual({ low: 0.25, high: 0.25 });
  expect(bootstrapInterval([1, 1, 1], { seed: '1' })).toEqual({ low: 1, high: 1 });
});

test('of two values the resampled mean is 0, 1/2 or 1 with chances 1/4, 1/2, 1/4', () => {
  expect(bootstrapInterval([0, 1], { seed: '1' })).toEqual({ low: 0, high: 1 });
  expect(bootstrapInterval([0, 1], { seed: '1', level: 0.4 })).toEqual({ low: 0.5, high: 0.5 });
});

property('the same seed gives the same, another seed another; a higher level is no narrower; it holds the mean', (dice) => {
  const values = Array.from({ length: 40 }, () => dice.fraction());
  const interval = bootstrapInterval(values, { seed: 'a' });
  expect(bootstrapInterval([...values], { seed: 'a' })).toEqual(interval);
  expect(bootstrapInterval(values, { seed: 'b' })).not.toEqual(interval);
  const wide = bootstrapInterval(values, { seed: 'a', level: 0.99 });
  expect(wide?.low).toBeLessThan(interval?.low as number);
  expect(wide?.high).toBeGreaterThan(interval?.high as number);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(interval?.low).toBeLessThan(mean);
  expect(interval?.high).toBeGreaterThan(mean);
});

property('95 % intervals hold the true mean about as often as they say', (dice) => {
  let held = 0;
  for (let i = 0; i < 400; i++) {
    const { low, high } = bootstrapInterval(successes(dice, 60, 0.4), { seed: `${i}`, resamples: 400 }) ?? { low: 1, high: 0 };
    if (low <= 0.4 && 0.4 <= high) held++;
  }
  expect(held / 400).toBeGreaterThan(0.88);
  expect(held / 400).toBeLessThan(0.99);
});

property('groups keep their weight whatever their size, and do not mix', (dice) => {
  const large = Array.from({ length: 200 }, () => 1);
  expect(stratifiedInterval([large, [0]], { seed: '1' })).toEqual({ low: 0.5, high: 0.5 });
  const groups = [successes(dice, 30, 0.5), successes(dice, 30, 0.5)];
  expect(stratifiedInterval(groups.slice(0, 1), { seed: '1' })).toEqual(bootstrapInterval(groups[0] ?? [], { seed: '1' }));
});
