/** When a team would be done, by the arithmetic of spec §4: the numbers a person could work out from what commands show. */
import { addBusinessHours, creditedHours } from '../../core/calendar.ts';
import { Decimal, ZERO } from '../../core/decimal.ts';
import type { PerDomain } from '../../startup/bots/answers.ts';
import type { Domain } from '../../startup/domains.ts';
import type { DeskTask, Person, TaskDetail, Terms } from '../../../workers/startup/deskView.ts';
import type { SimTime } from '../../../workers/startup/messages.ts';

/** Somebody at work on a task. */
export interface Hand {
  readonly name: string;
  /** Units an hour, with nothing else to do. */
  readonly rates: PerDomain;
  /** Over how many active tasks their time is split. */
  readonly split: number;
}

export interface DomainSum {
  readonly domain: Domain;
  /** Units. */
  readonly remaining: number;
  /** Those who count, the fastest first. */
  readonly hands: readonly { readonly name: string; readonly rate: number; readonly split: number }[];
  /** Units an hour, of all who count. */
  readonly rate: number;
  /** Business hours; null if nobody can do what is left. */
  readonly hours: number | null;
}

export interface Estimate {
  readonly sums: readonly DomainSum[];
  /** The domain that decides; null if nothing is left, or if it never ends. */
  readonly slowest: Domain | null;
  /** Business hours; null if it never ends. */
  readonly hours: number | null;
  readonly finish: SimTime | null;
}

type Work = TaskDetail['work'];

export function estimate(work: Work, team: readonly Hand[], now: SimTime, { working, mostHands }: Terms): Estimate {
  const sums = work.map(({ domain, required, done }) => {
    const hands = team
      .map(({ name, rates, split }) => ({ name, rate: rates[domain], split, share: new Decimal(rates[domain]).div(split) }))
      .sort((a, b) => b.share.comparedTo(a.share))
      .slice(0, mostHands ?? team.length);
    return { domain, hands, remaining: Decimal.max(0, new Decimal(required).minus(done)), rate: hands.reduce((sum, { share }) => sum.plus(share), ZERO) };
  });
  const timed = sums.map(({ remaining, rate, ...rest }) => {
    const hours = remaining.isZero() ? ZERO : rate.isZero() ? null : remaining.div(rate);
    return { ...rest, remaining, rate, hours };
  });
  const longest = timed.reduce<Decimal | null>((most, { hours }) => (most && hours ? Decimal.max(most, hours) : null), ZERO);
  const slowest = longest?.gt(0) ? timed.find(({ hours }) => hours?.eq(longest)) : undefined;
  return {
    sums: timed.map(({ domain, hands, remaining, rate, hours }) => ({
      domain,
      remaining: remaining.toNumber(),
      hands: hands.map(({ name, rate: own, split }) => ({ name, rate: own, split })),
      rate: rate.toNumber(),
      hours: hours?.toNumber() ?? null,
    })),
    slowest: slowest?.domain ?? null,
    hours: longest?.toNumber() ?? null,
    finish: longest && addBusinessHours(Math.round(now * 1000), longest, working) / 1000,
  };
}

/** On how many active tasks a person will be once `task` is active with them on its team. */
export function loadAfter(task: DeskTask, { ref, activeTasks }: Person): number {
  const isCounted = task.status === 'active' && task.detail?.team.includes(ref);
  return activeTasks.length + (isCounted ? 0 : 1);
}

/** The team as it would be with `picked` on it; null where skills are hidden. */
export function teamWith(task: DeskTask, people: readonly Person[], picked: readonly string[]): Hand[] | null {
  const team = people.filter(({ ref }) => picked.includes(ref) || task.detail?.team.includes(ref));
  if (team.some(({ rates }) => rates === null)) return null;
  return team.flatMap((person) => (person.rates ? [{ name: person.name, rates: person.rates, split: loadAfter(task, person) }] : []));
}

/**
 * Where skills are hidden: when it would be done if it went on as since its team was assigned. Null while no domain with
 * work left has any done, or no time has passed. A task that was started later than that is faster than this says.
 */
export function estimateByPace({ status, detail }: DeskTask, now: SimTime, terms: Terms): SimTime | null {
  if (status !== 'active' || detail === null || detail.assignedAt === null) return null;
  const hours = creditedHours(Math.round(detail.assignedAt * 1000), Math.round(now * 1000), terms.working);
  const left = detail.work.filter(({ required, done }) => done < required);
  if (hours.isZero() || left.length === 0 || left.some(({ done }) => done === 0)) return null;
  const longest = left.reduce((most, { required, done }) => Decimal.max(most, hours.times(required - done).div(done)), ZERO);
  return addBusinessHours(Math.round(now * 1000), longest, terms.working) / 1000;
}
