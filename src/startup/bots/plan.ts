/** Which offer to take next, and whom to put on it. */
import type { Employee, Offer } from './answers.ts';
import type { Load } from './paceBook.ts';
import type { Member, Prospect } from './prospect.ts';
import { LARGEST_TEAM } from './team.ts';

export interface Plan {
  readonly offer: Offer;
  readonly team: readonly Employee[];
}

interface ScoredPlan extends Plan {
  readonly score: number;
}

/** The plan that earns most for the capacity it ties up; null if nothing can be finished in time. */
export function bestPlan(offers: readonly Offer[], bench: readonly Employee[], prospect: Prospect, load: Load): Plan | null {
  let best: ScoredPlan | null = null;
  for (const offer of offers) {
    const draft = new Draft(offer, prospect, load);
    const members = bench.map((employee) => prospect.member(employee, offer));
    // Those who learn most may be too slow together; then the fastest may not be.
    const plan =
      draft.grow(members, (member) => draft.scoreWith(member)) ??
      draft.restart().grow(members, (member) => -draft.hoursWith(member));
    if (plan && plan.score > (best?.score ?? 0)) best = plan;
  }
  return best;
}

/** A team in the making. */
class Draft {
  readonly #offer: Offer;
  readonly #attention: number;
  readonly #latest: number;
  readonly #quantities: readonly number[];
  readonly #reward: number;
  readonly #team: Employee[] = [];
  readonly #rates: number[] = [];
  #value = 0;
  #capacity = 0;

  constructor(offer: Offer, prospect: Prospect, load: Load) {
    const work = prospect.expectedWork(offer);
    this.#offer = offer;
    this.#quantities = work.map(({ quantity }) => quantity);
    this.#latest = prospect.latestHours(work, load);
    this.#attention = prospect.attention;
    this.#reward = prospect.valueOf(offer);
    this.restart();
  }

  restart(): this {
    this.#team.length = 0;
    this.#rates.length = 0;
    this.#quantities.forEach(() => this.#rates.push(0));
    this.#value = this.#reward;
    this.#capacity = 0;
    return this;
  }

  /** Adds the member for whom `merit` is highest until the team is full; the best of the teams on the way that is in time. */
  grow(members: readonly Member[], merit: (member: Member) => number): ScoredPlan | null {
    const left = [...members];
    let best: ScoredPlan | null = null;
    while (this.#team.length < LARGEST_TEAM && left.length > 0) {
      let highest = 0;
      const merits = left.map(merit);
      for (let i = 1; i < merits.length; i++) if ((merits[i] ?? 0) > (merits[highest] ?? 0)) highest = i;
      const [member] = left.splice(highest, 1);
      if (!member) break;
      const score = this.scoreWith(member);
      const inTime = this.hoursWith(member) <= this.#latest;
      this.#add(member);
      if (inTime && score > (best?.score ?? -Infinity)) best = { offer: this.#offer, team: [...this.#team], score };
    }
    return best;
  }

  hoursWith({ rates }: Member): number {
    let hours = 0;
    for (let i = 0; i < this.#quantities.length; i++) {
      hours = Math.max(hours, (this.#quantities[i] ?? 0) / ((this.#rates[i] ?? 0) + (rates[i] ?? 0)));
    }
    return hours;
  }

  /** Cents for a unit of capacity. */
  scoreWith(member: Member): number {
    return (this.#value + member.value) / (this.hoursWith(member) * (this.#capacity + member.capacity) + this.#attention);
  }

  #add({ employee, rates, capacity, value }: Member): void {
    this.#team.push(employee);
    rates.forEach((rate, i) => (this.#rates[i] = (this.#rates[i] ?? 0) + rate));
    this.#capacity += capacity;
    this.#value += value;
  }
}
