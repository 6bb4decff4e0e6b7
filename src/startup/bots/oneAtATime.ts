/** The loop of the simple bots: one task at a time, chosen by a rule, done by a team. */
import type { Rules } from '../preset.ts';
import { isRefused, type Employee, type Offer, type Status } from './answers.ts';
import type { Briefing, Play } from './bot.ts';
import { dispatch, letTimePass, lookAtCompany, lookAtMarket, lookAtStaff, type Move } from './desk.ts';

/**
 * About one a working day. Under the classic rules skills grow without bound, and a task soon takes
 * minutes: without a limit a year would be a million commands, whose raises would ruin any company.
 */
export const MOST_TASKS_A_MONTH = 20;

/** What the rule may look at. */
export interface Outlook {
  readonly status: Status;
  readonly staff: readonly Employee[];
  /** What may be accepted, best paid first; never empty. */
  readonly offers: readonly [Offer, ...Offer[]];
}

export interface Choice {
  readonly offer: Offer;
  readonly team: readonly Employee[];
}

export type Rule = (outlook: Outlook) => Choice;

export function* oneAtATime({ rules }: Briefing, rule: Rule): Play {
  const refused = new Set<string>();
  let startedThisMonth = 0;
  for (;;) {
    const busy = startedThisMonth < MOST_TASKS_A_MONTH && (yield* startOne(rules, rule, refused));
    if (busy) startedThisMonth++;
    for (;;) {
      const wake = yield* letTimePass();
      if (wake.ended || wake.refused) return;
      if (wake.payday) startedThisMonth = 0;
      if (busy ? wake.completions.length > 0 : wake.payday) break;
    }
  }
}

/**
 * Starts what the rule chooses; false if there is nothing to start. A title that means another task
 * can be refused (spec §6), and is then not tried again.
 */
function* startOne(rules: Rules, rule: Rule, refused: Set<string>): Move<boolean> {
  const status = yield* lookAtCompany();
  const offers = yield* lookAtMarket(rules, status);
  const staff = yield* lookAtStaff();
  for (;;) {
    const [best, ...others] = offers.filter(({ ref }) => !refused.has(ref));
    if (!best) return false;
    const { offer, team } = rule({ status, staff, offers: [best, ...others] });
    if (!isRefused(yield ['task', 'accept', '--task-id', offer.ref]) && (yield* dispatch(rules, offer.ref, team))) return true;
    refused.add(offer.ref);
  }
}
