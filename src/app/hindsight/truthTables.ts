/** The tables of what was hidden: what they show and what they save. */
import { DOMAINS } from '../../startup/domains.ts';
import type { ClientTruth, PersonTruth } from '../../startup/hindsight/truth.ts';
import type { Column } from '../charts/model.ts';
import { decimal, integer, level, money } from '../format.ts';
import { domainName, text, type TextName } from '../texts.ts';

export function personColumns(): Column<PersonTruth>[] {
  return [
    words('hindsightName', 'name', ({ name }) => name),
    words('hindsightTier', 'tier', ({ tier }) => tier),
    number('hindsightSalary', 'salary_usd', ({ salaryCents }) => salaryCents / 100, ({ salaryCents }) => money(salaryCents)),
    ...DOMAINS.map((domain): Column<PersonTruth> => ({
      heading: domainName(domain),
      field: `${domain}_units_per_hour`,
      shown: ({ ratesAtStart, ratesAtEnd }) => text('hindsightFromTo', { from: decimal(ratesAtStart[domain]), to: decimal(ratesAtEnd[domain]) }),
      raw: ({ ratesAtStart, ratesAtEnd }) => `${ratesAtStart[domain]} → ${ratesAtEnd[domain]}`,
      isNumber: true,
    })),
  ];
}

export function clientColumns(): Column<ClientTruth>[] {
  return [
    words('hindsightName', 'name', ({ name }) => name),
    words('hindsightTier', 'tier', ({ tier }) => tier),
    number('hindsightLoyalty', 'loyalty', ({ loyalty }) => loyalty, ({ loyalty }) => level(loyalty)),
    {
      heading: text('hindsightHonesty'),
      field: 'honesty',
      shown: ({ isAdversarial }) => text(isAdversarial ? 'hindsightCheats' : 'hindsightHonest'),
      raw: ({ isAdversarial }) => (isAdversarial ? 'adversarial' : 'honest'),
    },
    number('hindsightTrustAtEnd', 'trust_at_end', ({ trustAtEnd }) => trustAtEnd, ({ trustAtEnd }) => level(trustAtEnd)),
    number('hindsightAccepted', 'accepted', ({ accepted }) => accepted),
    number('hindsightOnTime', 'on_time', ({ onTime }) => onTime),
    number('hindsightLate', 'late', ({ late }) => late),
    number('hindsightCancelled', 'cancelled', ({ cancelled }) => cancelled),
    number('hindsightListed', 'listed_units', ({ listedUnits }) => listedUnits),
    number('hindsightReal', 'real_units', ({ realUnits }) => realUnits),
    number('hindsightExtraHours', 'extra_hours', ({ extraHours }) => extraHours),
    number('hindsightLateCost', 'late_cost_usd', ({ lateCents }) => lateCents / 100, ({ lateCents }) => money(lateCents)),
  ];
}

/** What clients that cheat have added to the work, in one sentence. */
export function scopeCreepSentence(clients: readonly ClientTruth[]): string {
  const cheats = clients.filter(({ isAdversarial, accepted }) => isAdversarial && accepted > 0);
  if (cheats.length === 0) return text('hindsightNoCreep');
  const sum = (measure: (client: ClientTruth) => number) => cheats.reduce((total, client) => total + measure(client), 0);
  return text('hindsightCreep', {
    tasks: integer(sum(({ accepted }) => accepted)),
    units: integer(sum(({ listedUnits, realUnits }) => realUnits - listedUnits)),
    hours: integer(sum(({ extraHours }) => extraHours)),
    cost: money(sum(({ lateCents }) => lateCents)),
  });
}

function words<Row>(heading: TextName, field: string, value: (row: Row) => string): Column<Row> {
  return { heading: text(heading), field, shown: value, raw: value };
}

function number<Row>(heading: TextName, field: string, raw: (row: Row) => number, shown = (row: Row) => integer(raw(row))): Column<Row> {
  return { heading: text(heading), field, shown, raw, isNumber: true };
}
