/** How long work takes, judged by what everybody can see. */
import { creditedHours, type Instant } from '../../core/calendar.ts';
import type { Tier } from '../preset.ts';
import type { Employee, PerDomain, Work } from './answers.ts';

/** Spec §3. */
const WORKING_DAY = { startHour: 9, endHour: 18 };

/** The middle of each tier's range of rates, for when skills are hidden. Units an hour. */
const TYPICAL_RATE: Readonly<Record<Tier, number>> = { junior: 2.5, mid: 5.5, senior: 8.5 };

/** Listed rates, or what the tier suggests. */
export function apparentRates({ rates, tier }: Employee): PerDomain {
  const rate = TYPICAL_RATE[tier] ?? TYPICAL_RATE.junior;
  return rates ?? { research: rate, inference: rate, data_environment: rate, training: rate };
}

/** Hours until a team has done all of it; everybody works in every domain at once, so the slowest domain decides. */
export function hoursFor(work: readonly Work[], team: readonly PerDomain[]): number {
  return Math.max(...work.map(({ domain, quantity }) => quantity / rateOf(team, domain)));
}

/** Units an hour that a team does in a domain. */
export function rateOf(team: readonly PerDomain[], domain: Work['domain']): number {
  return team.reduce((sum, rates) => sum + rates[domain], 0);
}

/** Business hours, in which work is projected. */
export const HOURS_A_DAY = WORKING_DAY.endHour - WORKING_DAY.startHour;

/** A weekday counts from opening to midnight (spec §3). */
export const HOURS_CREDITED_A_DAY = 24 - WORKING_DAY.startHour;

/** Hours of work credited between two instants. */
export function hoursWorked(from: Instant, to: Instant): number {
  return creditedHours(from, to, WORKING_DAY).toNumber();
}
