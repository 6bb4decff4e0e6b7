/** Choosing an offer by a measure. */
import type { Employee, Offer } from './answers.ts';
import { apparentRates, hoursFor } from './hours.ts';
import type { Choice, Outlook } from './oneAtATime.ts';
import { defaultTeam } from './team.ts';

/** How good an offer is for its default team. */
type Measure = (offer: Offer, team: readonly Employee[]) => number;

export function perHour(gain: (offer: Offer) => number): Measure {
  return (offer, team) => gain(offer) / hoursFor(offer.work, team.map(apparentRates));
}

/** The offer that measures highest, the better paid among equals, with its default team. */
export function bestBy(offers: Outlook['offers'], staff: readonly Employee[], measure: Measure): Choice {
  const choices = offers.map((offer) => ({ offer, team: defaultTeam(offer, staff) }));
  const scored = choices.map((choice) => ({ choice, score: measure(choice.offer, choice.team) }));
  return scored.reduce((best, other) => (other.score > best.score ? other : best)).choice;
}
