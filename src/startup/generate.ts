/** Making the world from a preset and a seed (spec §2). */
import { instantOf, addYears } from '../core/calendar.ts';
import { randomStream, type PythonRandom } from '../core/pythonRandom.ts';
import { invariant } from '../core/result.ts';
import { roundHalfEven } from '../core/rounding.ts';
import { CLIENT_NAMES } from './clientNames.ts';
import { DOMAINS } from './domains.ts';
import { addMarketTask } from './market.ts';
import { tierOf, type PaperPreset, type Tier } from './preset.ts';
import { clientTier, loyaltyMode } from './trust.ts';
import type { World } from './world.ts';

const TIER_CYCLE: readonly Tier[] = [
  'junior', 'junior', 'junior', 'junior', 'junior', 'mid', 'mid', 'mid', 'senior', 'senior',
];

/** The paper's people and clients are the same in every run. */
const PAPER_PEOPLE_SEED = 1;

export function generateWorld(world: World): void {
  const { preset, seed } = world;
  generateCompany(world);
  const peopleSeed = preset.rules === 'paper' ? PAPER_PEOPLE_SEED : seed;
  generateEmployees(world, peopleSeed);
  if (preset.rules === 'paper') generateClients(world, preset, peopleSeed);
  for (let number = 1; number <= preset.world.num_market_tasks; number++) {
    const random = randomStream(seed, `task_${number}`);
    addMarketTask(world, { random, title: `Task-${number}`, slot: number - 1, replaces: null });
  }
}

function generateCompany(world: World): void {
  const { sim, world: knobs } = world.preset;
  const [year = 0, month = 0, day = 0] = sim.start_date.split('-').map(Number);
  const start = instantOf(year, month, day, knobs.workday_start_hour);
  world.companies.put({
    id: world.idOf('company', 1),
    name: sim.company_name,
    funds_cents: knobs.initial_funds_cents,
    started_at: start,
    sim_time: start,
    horizon_end: addYears(start, sim.horizon_years),
    terminal_reason: null,
    accepts: 0,
    scratchpad: '',
  });
  for (const domain of DOMAINS) world.prestige.put({ domain, level: roundHalfEven(knobs.initial_prestige_level, 3) });
}

function generateEmployees(world: World, seed: number): void {
  const count = world.preset.world.num_employees;
  const tiers = Array.from({ length: count }, (_, i) => TIER_CYCLE[i % TIER_CYCLE.length] as Tier);
  randomStream(seed, 'tier_assignment').shuffle(tiers);
  tiers.forEach((tierName, index) => {
    const number = index + 1;
    const random = randomStream(seed, `employee_${number}`);
    const tier = tierOf(world.preset, tierName);
    const rates = world.preset.rules === 'paper' ? paperRates(random, tier) : classicRates(random, tier);
    const salary = Math.trunc(roundHalfEven(random.triangular(tier.min_cents, tier.max_cents, tier.max_cents), 0));
    const id = world.idOf('employee', number);
    world.employees.put({
      id,
      number,
      name: `Emp_${number}`,
      tier: tierName,
      salary_cents: Math.min(tier.max_cents, Math.max(tier.min_cents, salary)),
    });
    DOMAINS.forEach((domain, i) => world.skills.put({ employee_id: id, domain, rate: rates[i] as number }));
  });
}

type RateRange = ReturnType<typeof tierOf>;

function paperRates(random: PythonRandom, { rate_min, rate_max }: RateRange): number[] {
  return DOMAINS.map(() => roundHalfEven(random.uniform(rate_min, rate_max), 4));
}

/** An average skill, whose surplus over 1.0 a domain is spread very unevenly. */
function classicRates(random: PythonRandom, { rate_min, rate_max }: RateRange): number[] {
  const surplus = 4 * random.uniform(rate_min, rate_max) - 4;
  let rates = DOMAINS.map(() => 1);
  if (surplus > 0) {
    const weights = DOMAINS.map(() => random.gamma(0.3, 1));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    rates = weights.map((weight) => 1 + surplus * (total > 0 ? weight / total : 1 / DOMAINS.length));
  }
  for (let pass = 0; pass < 5; pass++) rates = shareExcess(rates);
  return rates.map((rate) => roundHalfEven(rate, 4));
}

/** Cuts rates above 10 and shares the excess equally among the others, which may lift some of those above 10. */
function shareExcess(rates: readonly number[]): number[] {
  const excess = rates.reduce((sum, rate) => sum + Math.max(0, rate - 10), 0);
  const others = rates.filter((rate) => rate <= 10).length;
  return rates.map((rate) => (rate > 10 ? 10 : rate + (others > 0 ? excess / others : 0)));
}

function generateClients(world: World, { world: knobs }: PaperPreset, seed: number): void {
  const random = randomStream(seed, 'clients');
  const names = random.sample(CLIENT_NAMES, knobs.num_clients);
  const adversarial = Math.max(1, roundHalfEven(knobs.num_clients * knobs.loyalty_rat_fraction, 0));
  const clients = names.map((name, index) => {
    const { client_reward_mult_low: low, client_reward_mult_high: high, client_reward_mult_mode: mode } = knobs;
    let multiplier = roundHalfEven(random.triangular(low, high, mode), 2);
    const tier = clientTier(knobs, multiplier);
    const count = random.random() < knobs.client_single_specialty_prob ? 1 : 2;
    const specialties = random.sample(DOMAINS, count).join(',');
    let loyalty;
    if (index < adversarial) {
      loyalty = roundHalfEven(random.uniform(-1, -0.3), 3);
      multiplier = Math.max(multiplier, 0.75 * high);
    } else {
      loyalty = roundHalfEven(random.triangular(-0.3, 1, loyaltyMode(knobs)), 3);
    }
    return { name, tier, reward_multiplier: multiplier, loyalty, specialties };
  });
  random.shuffle(clients);
  invariant(clients.length === knobs.num_clients, 'every client is kept');
  clients.forEach((client, number) => {
    world.clients.put({ id: world.idOf('client', number), number, ...client, trust: 0 });
  });
}
