/** The moves that every bot makes: look around, start a task, let time pass. */
import type { Rules } from '../preset.ts';
import type { CommandAnswer } from '../simulation.ts';
import {
  isRefused, readEmployees, readOffers, readStatus, readWake, type Employee, type Offer, type Status, type Wake,
} from './answers.ts';

/** Part of a play: yields commands, returns what it found out. */
export type Move<Found> = Generator<readonly string[], Found, CommandAnswer>;

/** More than any market holds. */
const WHOLE_MARKET = 5000;

export function* lookAtCompany(): Move<Status> {
  return readStatus(yield ['company', 'status']);
}

export function* lookAtStaff(): Move<Employee[]> {
  return readEmployees(yield ['employee', 'list']);
}

/** Every offer that may be accepted at this prestige, best paid first. */
export function* lookAtMarket(rules: Rules, { prestige }: Status): Move<Offer[]> {
  const browse = ['market', 'browse', '--limit', String(WHOLE_MARKET)];
  // The paper's market lists by itself only what can be accepted.
  if (rules === 'paper') return readOffers(yield browse);
  const highest = Math.floor(Math.max(...Object.values(prestige)));
  const offers = readOffers(yield [...browse, '--required-prestige-lte', String(highest)]);
  return offers.filter(({ requiredPrestige, work }) => work.every(({ domain }) => prestige[domain] >= requiredPrestige));
}

/** Puts a team on an accepted task and starts it. False if that was refused. */
export function* dispatch(rules: Rules, task: string, team: readonly Employee[]): Move<boolean> {
  const refs = team.map(({ ref }) => ref);
  if (rules === 'paper') {
    if (isRefused(yield ['task', 'assign', '--task-id', task, '--employees', refs.join(',')])) return false;
  } else {
    for (const ref of refs) {
      if (isRefused(yield ['task', 'assign', '--task-id', task, '--employee-id', ref])) return false;
    }
  }
  return !isRefused(yield ['task', 'dispatch', '--task-id', task]);
}

export function* letTimePass(): Move<Wake> {
  return readWake(yield ['sim', 'resume']);
}
