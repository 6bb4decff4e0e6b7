/**
 * What a preset may say, as one schema: types, ranges and defaults. TypeScript types and the
 * JSON Schema of rollouts derive from it. Amounts are cents, hours are business hours.
 */
import * as v from 'valibot';
import { isDate } from '../core/calendar.ts';
import { CLIENT_NAMES } from './clientNames.ts';
import { DOMAINS } from './domains.ts';

const finite = v.pipe(v.number('a number'), v.finite('a finite number'));
const atLeastZero = v.pipe(finite, v.minValue(0, 'at least 0'));
const positive = v.pipe(finite, v.gtValue(0, 'above 0'));
const fraction = v.pipe(finite, v.minValue(0, '0 to 1'), v.maxValue(1, '0 to 1'));
const text = v.string('a text in quotes');
/** Low enough that years of them still add up exactly. */
const cents = v.pipe(finite, v.integer('whole cents'), v.minValue(0, 'at least 0'), v.maxValue(1e13, 'at most 10 000 000 000 000'));

function whole(low: number, high: number) {
  const allowed = `a whole number from ${low} to ${high}`;
  return v.pipe(v.number(allowed), v.integer(allowed), v.minValue(low, allowed), v.maxValue(high, allowed));
}

/** Checks that the named fields of a table do not fall from one to the next. */
function ordered<Table extends object>(...keys: (keyof Table & string)[]): v.CheckAction<Table, string> {
  return v.check(
    (table: Table) => keys.every((key, i) => i === 0 || table[keys[i - 1] as keyof Table] <= table[key]),
    `a table with ${keys.join(' <= ')}`,
  );
}

/** How a number is drawn when the world is made (spec §1). */
const distribution = v.variant(
  'type',
  [
    v.pipe(v.strictObject({ type: v.literal('triangular'), low: finite, high: finite, mode: finite }), ordered('low', 'mode', 'high')),
    v.pipe(
      v.strictObject({ type: v.literal('beta'), alpha: positive, beta: positive, scale: finite, low: finite, high: finite }),
      ordered('low', 'high'),
    ),
    v.pipe(
      v.strictObject({ type: v.literal('normal'), mean: finite, stdev: atLeastZero, low: finite, high: finite }),
      ordered('low', 'high'),
    ),
    v.pipe(v.strictObject({ type: v.literal('uniform'), low: finite, high: finite }), ordered('low', 'high')),
    v.strictObject({ type: v.literal('constant'), value: finite }),
  ],
  'one of triangular, beta, normal, uniform, constant',
);

/** A distribution that gives nothing outside of `low` to `high`. */
function distributionWithin(low: number, high = Infinity) {
  const allowed = high === Infinity ? `a distribution of values of at least ${low}` : `a distribution within ${low} to ${high}`;
  return v.pipe(
    distribution,
    v.check((drawn) => (drawn.type === 'constant' ? drawn.value >= low && drawn.value <= high : drawn.low >= low && drawn.high <= high), allowed),
  );
}

const tier = v.pipe(
  v.strictObject({
    name: text,
    share: fraction,
    min_cents: cents,
    max_cents: cents,
    rate_min: atLeastZero,
    rate_max: v.pipe(finite, v.maxValue(10, 'at most 10')),
  }),
  ordered('min_cents', 'max_cents'),
  ordered('rate_min', 'rate_max'),
);

const milestones = v.pipe(
  v.array(v.pipe(finite, v.gtValue(0, 'shares between 0 and 1'), v.ltValue(1, 'shares between 0 and 1')), 'a list of shares'),
  v.check((list) => list.every((share, i) => i === 0 || share > (list[i - 1] ?? 0)), 'shares in rising order'),
);

const worldOfEveryEdition = {
  num_employees: whole(1, 200),
  initial_funds_cents: cents,
  initial_prestige_level: positive,
  work_hours_per_day: positive,
  num_market_tasks: whole(1, 5000),
  market_browse_default_limit: whole(1, 5000),
  salary_bump_pct: fraction,
  prestige_max: positive,
  prestige_min: atLeastZero,
  penalty_fail_multiplier: atLeastZero,
  penalty_cancel_multiplier: atLeastZero,
  reward_prestige_scale: atLeastZero,
  prestige_decay_per_day: atLeastZero,
  prestige_qty_scale: atLeastZero,
  deadline_qty_per_day: v.pipe(finite, v.minValue(1, 'at least 1')),
  deadline_min_biz_days: whole(1, 1000),
  task_progress_milestones: milestones,
  workday_start_hour: whole(0, 23),
  workday_end_hour: whole(1, 24),
  dist: v.strictObject({
    required_prestige: distributionWithin(1),
    reward_funds_cents: distributionWithin(0, 1e11),
    domain_count: distributionWithin(1, DOMAINS.length),
    required_qty: distributionWithin(1, 1_000_000),
    reward_prestige_delta: distributionWithin(0),
    skill_boost: distributionWithin(0),
  }),
  salary_junior: tier,
  salary_mid: tier,
  salary_senior: tier,
};

/** Clients, trust, loyalty and caps: only the paper's rules know them (spec §6). */
const worldOfPaper = {
  salary_max_cents: cents,
  skill_rate_max: positive,
  penalty_fail_funds_pct: atLeastZero,
  num_clients: whole(1, CLIENT_NAMES.length),
  trust_max: positive,
  trust_build_rate: positive,
  trust_fragility: atLeastZero,
  trust_focus_pressure: atLeastZero,
  /** Published with the original's presets; no rule uses it. */
  trust_reward_ceiling: v.optional(atLeastZero, 2.6),
  trust_work_reduction_max: fraction,
  trust_gating_fraction: fraction,
  trust_gated_reward_boost: atLeastZero,
  loyalty_rat_fraction: fraction,
  loyalty_severity: atLeastZero,
  /** Published with the original's presets; no rule uses it. */
  loyalty_reveal_trust: v.optional(atLeastZero, 0),
  trust_min: v.optional(atLeastZero, 0),
  /** Published with the original's presets; no rule uses it. */
  trust_base_multiplier: v.optional(atLeastZero, 0.5),
  trust_gain_diminishing_power: v.optional(atLeastZero, 1.5),
  trust_level_reward_scale: v.optional(atLeastZero, 3),
  trust_level_max_required: v.optional(whole(1, 100), 4),
  client_reward_mult_low: v.optional(positive, 0.7),
  client_reward_mult_high: v.optional(positive, 2.5),
  client_reward_mult_mode: v.optional(positive, 1),
  client_single_specialty_prob: v.optional(fraction, 0.6),
  client_tier_premium_threshold: v.optional(atLeastZero, 1),
  client_tier_enterprise_threshold: v.optional(atLeastZero, 1.7),
  task_specialty_domain_bias: v.optional(fraction, 0.7),
};

function sharesSumToOne<World extends Record<'salary_junior' | 'salary_mid' | 'salary_senior', { share: number }>>() {
  return v.check<World, string>(
    ({ salary_junior, salary_mid, salary_senior }) =>
      Math.abs(salary_junior.share + salary_mid.share + salary_senior.share - 1) < 1e-9,
    'a table whose salary_junior, salary_mid and salary_senior have shares that sum to 1',
  );
}

function opensBeforeItCloses<World extends { workday_start_hour: number; workday_end_hour: number }>() {
  return v.check<World, string>((world) => world.workday_start_hour < world.workday_end_hour, 'a table with workday_start_hour < workday_end_hour');
}

const startDate = v.pipe(
  text,
  v.check((date) => {
    const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date);
    const year = Number(match?.[1]);
    return year >= 1970 && year <= 2999 && isDate(year, Number(match?.[2]), Number(match?.[3]));
  }, 'a date like 2025-01-01, from 1970 to 2999'),
);

const common = {
  /** Shown, and part of file names. */
  name: v.pipe(text, v.regex(/^[^\p{Cc}/\\]{1,60}$/u, 'a text of 1 to 60 characters without slashes')),
  description: v.optional(text, ''),
  /** How a model is driven; bots ignore it. */
  agent: v.strictObject({
    model: text,
    temperature: v.pipe(finite, v.minValue(0, '0 to 2'), v.maxValue(2, '0 to 2')),
    top_p: fraction,
    request_timeout_seconds: positive,
    retry_max_attempts: whole(1, 100),
    retry_backoff_seconds: atLeastZero,
    history_keep_rounds: whole(1, 10_000),
    system_prompt: v.optional(text),
  }),
  loop: v.strictObject({
    auto_advance_after_turns: whole(1, 10_000),
    max_turns: v.optional(whole(1, 1_000_000)),
    max_episodes: v.optional(whole(1, 1000), 1),
  }),
  sim: v.strictObject({
    start_date: startDate,
    horizon_years: whole(1, 20),
    company_name: text,
  }),
};

/** A preset with nothing left to fill in: what a world is made from, and what a rollout carries. */
export const presetSchema = v.variant(
  'rules',
  [
    v.strictObject({
      ...common,
      rules: v.literal('classic'),
      world: v.pipe(
        v.strictObject(worldOfEveryEdition),
        sharesSumToOne(),
        opensBeforeItCloses(),
        ordered('prestige_min', 'initial_prestige_level', 'prestige_max'),
      ),
    }),
    v.strictObject({
      ...common,
      rules: v.literal('paper'),
      world: v.pipe(
        v.strictObject({ ...worldOfEveryEdition, ...worldOfPaper }),
        sharesSumToOne(),
        opensBeforeItCloses(),
        ordered('prestige_min', 'initial_prestige_level', 'prestige_max'),
        ordered('client_reward_mult_low', 'client_reward_mult_mode', 'client_reward_mult_high'),
        ordered('trust_min', 'trust_max'),
      ),
    }),
  ],
  'one of classic, paper',
);

export type Preset = v.InferOutput<typeof presetSchema>;
export type PaperPreset = Extract<Preset, { rules: 'paper' }>;
export type Rules = Preset['rules'];
export type Distribution = v.InferOutput<typeof distribution>;
export type Tier = 'junior' | 'mid' | 'senior';

export function tierOf(preset: Preset, tierName: Tier) {
  return preset.world[`salary_${tierName}`];
}
