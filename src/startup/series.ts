/** What changes over a run, as curves (spec §10). Sampled after every command; a point is added where a value changed. */
import * as v from 'valibot';
import { formatInstant } from '../core/calendar.ts';
import { monthlyPayroll } from './commands/company.ts';
import { DOMAINS } from './domains.ts';
import type { World } from './world.ts';

/** Sim time, UTC without offset: `2025-01-28T15:29:01.056921`. */
export const timeSchema = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?$/));

const cents = v.pipe(v.number(), v.integer());

export const seriesSchema = v.strictObject({
  /** At the start, and after each ledger entry. */
  funds: v.array(v.strictObject({ time: timeSchema, funds_cents: cents, event: v.string() })),
  prestige: v.array(v.strictObject({ time: timeSchema, domain: v.picklist(DOMAINS), level: v.number() })),
  payroll: v.array(v.strictObject({ time: timeSchema, monthly_payroll_cents: cents })),
  trust: v.array(v.strictObject({ time: timeSchema, client_name: v.string(), trust_level: v.number() })),
});

export type Series = v.InferOutput<typeof seriesSchema>;

export class SeriesSampler {
  readonly series: Series;
  readonly #last = new Map<string, number>();
  #entries = 0;

  /** From the start of a run, or from where it stands, with what was sampled up to there. */
  constructor(world: World, past?: Series) {
    if (past) {
      this.series = { funds: [...past.funds], prestige: [...past.prestige], payroll: [...past.payroll], trust: [...past.trust] };
      this.#entries = world.ledger.size;
      for (const { domain, level } of past.prestige) this.#last.set(`prestige ${domain}`, level);
      for (const { client_name, trust_level } of past.trust) this.#last.set(`trust ${client_name}`, trust_level);
      this.#last.set('payroll', past.payroll.at(-1)?.monthly_payroll_cents ?? 0);
      return;
    }
    this.series = { funds: [], prestige: [], payroll: [], trust: [] };
    const time = formatInstant(world.now);
    this.series.funds.push({ time, funds_cents: world.preset.world.initial_funds_cents, event: 'start' });
    this.sample(world);
  }

  sample(world: World): void {
    const time = formatInstant(world.now);
    let funds = this.series.funds.at(-1)?.funds_cents ?? 0;
    for (; this.#entries < world.ledger.size; this.#entries++) {
      const { occurred_at, amount_cents, category } = world.ledger.need(this.#entries + 1);
      funds += amount_cents;
      this.series.funds.push({ time: formatInstant(occurred_at), funds_cents: funds, event: category });
    }
    for (const domain of DOMAINS) {
      const { level } = world.prestige.need(domain);
      if (this.#changed(`prestige ${domain}`, level)) this.series.prestige.push({ time, domain, level });
    }
    for (const { name, trust } of world.clients.all()) {
      if (this.#changed(`trust ${name}`, trust)) this.series.trust.push({ time, client_name: name, trust_level: trust });
    }
    const payroll = monthlyPayroll(world);
    if (this.#changed('payroll', payroll)) this.series.payroll.push({ time, monthly_payroll_cents: payroll });
  }

  #changed(key: string, value: number): boolean {
    if (this.#last.get(key) === value) return false;
    this.#last.set(key, value);
    return true;
  }
}
