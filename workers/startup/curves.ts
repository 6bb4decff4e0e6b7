/** A recorder's series, in the units and shape that charts draw, a piece at a time. */
import { parseInstant } from '../../src/core/calendar.ts';
import type { Series } from '../../src/startup/series.ts';
import type { Curves, FundsPoint, Point, SimTime } from './messages.ts';

export class CurveReader {
  #funds = 0;
  #prestige = 0;
  #payroll = 0;
  #trust = 0;

  /** The points added since the last call. */
  read(series: Series): Curves {
    const funds = series.funds.slice(this.#funds);
    const prestige = series.prestige.slice(this.#prestige);
    const payroll = series.payroll.slice(this.#payroll);
    this.#funds += funds.length;
    this.#prestige += prestige.length;
    this.#payroll += payroll.length;
    const trust = series.trust.slice(this.#trust);
    this.#trust += trust.length;
    const ofDomain = (wanted: string): Point[] =>
      prestige.filter(({ domain }) => domain === wanted).map(({ time, level }) => ({ x: simTime(time), y: level }));
    return {
      funds: lastOfEachInstant(funds.map(({ time, funds_cents, event }) => ({ x: simTime(time), y: funds_cents / 100, event }))),
      prestige: {
        research: ofDomain('research'),
        inference: ofDomain('inference'),
        data_environment: ofDomain('data_environment'),
        training: ofDomain('training'),
      },
      payroll: payroll.map(({ time, monthly_payroll_cents }) => ({ x: simTime(time), y: monthly_payroll_cents / 100 })),
      trust: byClient(trust),
    };
  }
}

function byClient(trust: Series['trust']): Record<string, Point[]> {
  const curves = new Map<string, Point[]>();
  for (const { time, client_name, trust_level } of trust) {
    const points = curves.get(client_name) ?? [];
    points.push({ x: simTime(time), y: trust_level });
    curves.set(client_name, points);
  }
  return Object.fromEntries(curves);
}

/** A payroll is an entry a person in the ledger, and one step in the curve. */
function lastOfEachInstant(points: readonly FundsPoint[]): FundsPoint[] {
  return points.filter(({ x }, i) => x !== points[i + 1]?.x);
}

function simTime(text: string): SimTime {
  return (parseInstant(text) ?? 0) / 1000;
}
