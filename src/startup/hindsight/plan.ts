/** Which job to set going next, and whom to put on it. */
import { DOMAINS } from '../domains.ts';
import type { Rules } from '../preset.ts';
import { EFFECTIVE_TEAM_SIZE } from '../work.ts';
import type { Job, Person, Scene } from './scene.ts';

/** For the rounding of sums. */
const SLACK = 1.000001;

export interface Plan {
  readonly job: Job;
  readonly team: readonly Person[];
  /** Cents for a unit of capacity. */
  readonly score: number;
}

/** Under the paper's rules more hands add nothing. */
export function largestTeam(rules: Rules, wanted: number): number {
  return rules === 'paper' ? Math.min(EFFECTIVE_TEAM_SIZE, wanted) : wanted;
}

/** The plan that earns most for the capacity it ties up; null if nothing can be finished in time. */
export function bestPlan(scene: Scene, size: number): Plan | null {
  let best: Plan | null = null;
  const fastest = DOMAINS.map((_, domain) => {
    const rates = scene.bench.map((person) => person.rates[domain] as number).sort((a, b) => b - a);
    return rates.slice(0, size).reduce((sum, rate) => sum + rate, 0);
  });
  for (const job of scene.jobs) {
    const isTooMuch = job.domains.some((domain, i) => (job.units[i] as number) > (fastest[domain] as number) * job.latest * SLACK);
    if (isTooMuch && job.team.length === 0) continue;
    const draft = new Draft(scene, job, size);
    // Those who learn most may be too slow together; then the fastest may not be.
    const plan = draft.grow((person, gain) => draft.scoreWith(person, gain)) ?? draft.grow((person) => -draft.hoursWith(person));
    if (plan && plan.score > (best?.score ?? 0)) best = plan;
  }
  return best;
}

/** A team in the making. */
class Draft {
  readonly #scene: Scene;
  readonly #job: Job;
  readonly #size: number;
  readonly #rates: number[];
  #value = 0;
  #capacity = 0;

  constructor(scene: Scene, job: Job, size: number) {
    this.#scene = scene;
    this.#job = job;
    this.#size = size;
    this.#rates = job.domains.map(() => 0);
  }

  /** Adds whoever has the highest merit until the team is full; the best of the teams on the way that is in time. */
  grow(merit: (person: Person, gain: number) => number): Plan | null {
    const job = this.#job;
    const left = this.#scene.bench.filter((person) => !job.team.includes(person));
    const gains = left.map((person) => this.#scene.gainOf(person, job));
    const team: Person[] = [];
    let best: Plan | null = null;
    const consider = () => {
      const score = this.#score(this.#value, this.#hours(), this.#capacity);
      if (this.#hours() <= job.latest && score > (best?.score ?? -Infinity)) best = { job, team: [...team], score };
    };
    this.#rates.fill(0);
    this.#value = job.valueCents;
    this.#capacity = 0;
    for (const person of job.team) this.#add(person, this.#scene.gainOf(person, job));
    if (job.team.length > 0) consider();
    while (job.team.length + team.length < this.#size && left.length > 0) {
      let highest = 0;
      let most = -Infinity;
      for (let i = 0; i < left.length; i++) {
        const value = merit(left[i] as Person, gains[i] as number);
        if (value > most) [highest, most] = [i, value];
      }
      const [person] = left.splice(highest, 1);
      const [gain = 0] = gains.splice(highest, 1);
      if (!person) break;
      this.#add(person, gain);
      team.push(person);
      consider();
    }
    return best;
  }

  hoursWith({ rates }: Person): number {
    const { domains, units } = this.#job;
    let hours = 0;
    for (let i = 0; i < domains.length; i++) {
      const rate = (this.#rates[i] as number) + (rates[domains[i] as number] as number);
      hours = Math.max(hours, (units[i] as number) / rate);
    }
    return hours;
  }

  scoreWith(person: Person, gain: number): number {
    return this.#score(this.#value + gain, this.hoursWith(person), this.#capacity + person.capacity);
  }

  #score(value: number, hours: number, capacity: number): number {
    return value / (hours * capacity + this.#scene.attention);
  }

  #hours(): number {
    return this.#job.units.reduce((hours, units, i) => (units > 0 ? Math.max(hours, units / (this.#rates[i] as number)) : hours), 0);
  }

  #add({ rates, capacity }: Person, gain: number): void {
    this.#job.domains.forEach((domain, i) => (this.#rates[i] = (this.#rates[i] as number) + (rates[domain] as number)));
    this.#capacity += capacity;
    this.#value += gain;
  }
}
