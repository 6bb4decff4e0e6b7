/** Clients, trust and loyalty under the paper's rules (spec §6): what the knobs mean, in one place. */
import { power } from '../core/transcendental.ts';
import { roundHalfEven } from '../core/rounding.ts';
import type { PythonRandom } from '../core/pythonRandom.ts';
import type { PaperPreset } from './preset.ts';
import type { ClientRow } from './world.ts';

type Knobs = PaperPreset['world'];

const ADVERSARIAL_BELOW = -0.3;
const SMALLEST_QUANTITY = 200;
const LARGEST_QUANTITY = 25_000;
/** Reward range for gating where the preset's distribution of rewards has no bounds. */
const DEFAULT_REWARD_RANGE = { low: 300_000, high: 4_000_000 };

export function isAdversarial(client: Pick<ClientRow, 'loyalty'>): boolean {
  return client.loyalty < ADVERSARIAL_BELOW;
}

export function clientTier(knobs: Knobs, multiplier: number): string {
  if (multiplier >= knobs.client_tier_enterprise_threshold) return 'Enterprise';
  return multiplier >= knobs.client_tier_premium_threshold ? 'Premium' : 'Standard';
}

/** The most likely loyalty of a client that is not adversarial. */
export function loyaltyMode(knobs: Knobs): number {
  return 1 - 2.6 * knobs.loyalty_rat_fraction;
}

/** The level of trust a generated task asks for; 0 for none. Draws only if the reward can be gated. */
export function drawRequiredTrust({ world: knobs }: PaperPreset, reward: number, random: PythonRandom): number {
  const distribution = knobs.dist.reward_funds_cents;
  const { low, high } = 'low' in distribution ? distribution : DEFAULT_REWARD_RANGE;
  if (reward <= low) return 0;
  const share = Math.min(1, (reward - low) / (high - low));
  const threshold = Math.max(0, 1 - 2 * knobs.trust_gating_fraction);
  const ramp = Math.min(1, 2 * knobs.trust_gating_fraction);
  const probability = ramp > 0 ? Math.max(0, (share - threshold) / ramp) : 0;
  if (random.random() >= probability) return 0;
  return Math.max(1, Math.min(Math.trunc(1 + knobs.trust_level_reward_scale * share), knobs.trust_level_max_required));
}

export function trustAfterSuccess(knobs: Knobs, trust: number): number {
  const gain = (1.6 * knobs.trust_max) / knobs.trust_build_rate;
  return trust + gain * power(1 - trust / knobs.trust_max, knobs.trust_gain_diminishing_power);
}

export function trustAfterFailure(knobs: Knobs, trust: number): number {
  return trust - 0.6 * knobs.trust_fragility;
}

export function trustAfterCancelling(knobs: Knobs, trust: number): number {
  return trust - knobs.trust_fragility;
}

/** What another client's completed task costs in trust. */
export function trustAfterNeglect(knobs: Knobs, trust: number): number {
  return trust - 0.06 * knobs.trust_focus_pressure;
}

export function trustAfterDays(knobs: Knobs, trust: number, days: number): number {
  return trust - 0.03 * knobs.trust_fragility * days;
}

export function withinTrustBounds(knobs: Knobs, trust: number): number {
  return Math.min(knobs.trust_max, Math.max(knobs.trust_min, trust));
}

export function storedTrust(knobs: Knobs, trust: number): number {
  return roundHalfEven(withinTrustBounds(knobs, trust), 3);
}

/** A trusting, loyal client asks for less. */
export function reducedQuantity(knobs: Knobs, client: ClientRow, quantity: number): number {
  if (isAdversarial(client)) return quantity;
  const factor = 1 - (knobs.trust_work_reduction_max * client.trust) / knobs.trust_max;
  return factor === 1 ? quantity : Math.max(SMALLEST_QUANTITY, Math.trunc(quantity * factor));
}

/** An adversarial client asks for more once the deadline stands. */
export function creptQuantity(knobs: Knobs, client: ClientRow, quantity: number): number {
  const factor = 1 + Math.max(3, knobs.loyalty_severity * Math.abs(client.loyalty));
  return Math.min(LARGEST_QUANTITY, Math.max(SMALLEST_QUANTITY, Math.trunc(quantity * factor)));
}
