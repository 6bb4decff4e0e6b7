/** One draw from a preset's distribution (spec §1). */
import type { PythonRandom } from '../core/pythonRandom.ts';
import { roundHalfEven } from '../core/rounding.ts';
import type { Distribution } from './preset.ts';

export function draw(distribution: Distribution, random: PythonRandom): number {
  switch (distribution.type) {
    case 'triangular':
      return clamp(random.triangular(distribution.low, distribution.high, distribution.mode), distribution);
    case 'beta':
      return roundHalfEven(clamp(distribution.scale * random.beta(distribution.alpha, distribution.beta), distribution), 4);
    case 'normal':
      return roundHalfEven(clamp(random.gauss(distribution.mean, distribution.stdev), distribution), 4);
    case 'uniform':
      return random.uniform(distribution.low, distribution.high);
    case 'constant':
      return distribution.value;
  }
}

function clamp(value: number, { low, high }: { low: number; high: number }): number {
  return Math.min(high, Math.max(low, value));
}
