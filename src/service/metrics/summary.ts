/** What a model's trials amount to (spec vita §6): scores per task set and scenario, and what they took. */
import { TERMINATIONS, type Termination } from '../message.ts';
import { stratifiedInterval, type Interval } from './bootstrap.ts';
import { averageAtK, mean, paperPassAtK, paperPassHatK, passAtK, passHatK } from './estimators.ts';
import { ROLES, type Role } from '../roles.ts';
import { SCENARIOS, scenarioOf, type RoleSpent, type Scenario, type Trial } from './trial.ts';

/** Of a task with n valid trials, c of them successes, for k ≥ 1; null where too few are valid: fewer than k, for Avg@k none. */
const METRIC_OF_TASK = {
  averageAtK: (n: number, c: number) => averageAtK(n, c),
  /** The unbiased estimates from counts. */
  passAtK,
  passHatK,
  /** The paper's forms, of p = c/n; of the same tasks as the estimates, so that the two can be compared. */
  paperPassAtK: (n: number, c: number, k: number) => (k > n ? null : paperPassAtK(c / n, k)),
  paperPassHatK: (n: number, c: number, k: number) => (k > n ? null : paperPassHatK(c / n, k)),
} as const;

export type Metric = keyof typeof METRIC_OF_TASK;
export const METRICS = Object.keys(METRIC_OF_TASK) as readonly Metric[];

export interface Estimate {
  /** A mean over tasks, from 0 to 1. */
  readonly value: number;
  readonly tasks: number;
  /** 95 %, by bootstrap over tasks. */
  readonly interval: Interval;
}

/** Null: no task has what the metric needs. */
export type Scores = Readonly<Record<Metric, Estimate | null>>;

export interface Amount {
  /** The sum of what is known, trials without a verdict included: they were paid for too. */
  readonly known: number;
  /** Trials of which it is not known. */
  readonly unknown: number;
  /** A valid trial; null if one of them is unknown, or there are none. */
  readonly mean: number | null;
}

export interface RoleSpending {
  readonly calls: Amount;
  readonly tokens: Amount;
  readonly costUsd: Amount;
}

/** All but `trials`, `errors` and `spent` is of valid trials only; means and rates are null without any. */
export interface Group {
  readonly tasks: number;
  readonly trials: number;
  /** Trials without a valid verdict. */
  readonly errors: number;
  readonly scores: Scores;
  /** Tasks with fewer than k valid trials: left out of every Pass@k and Pass^k. */
  readonly tasksWithTooFewTrials: number;
  readonly turns: number | null;
  readonly toolCalls: number | null;
  readonly toolErrors: number | null;
  readonly spent: Readonly<Record<Role, RoleSpending>>;
  /** `none`: it had not ended. */
  readonly terminations: Readonly<Record<Termination | 'none', number>>;
  /** The share of all rubrics that are met, where a judge looked at them. */
  readonly rubricRate: number | null;
  /** The share of trials whose world ended as it should, of those checked. */
  readonly stateRate: number | null;
}

export interface ModelSummary {
  readonly model: string;
  readonly all: Group;
  /** By name. */
  readonly sets: ReadonlyMap<string, Group>;
  /** `cross` is the cross-scenario score. Null: there is no such task. */
  readonly scenarios: Readonly<Record<Scenario, Group | null>>;
  /** The average over the four scenarios, each of equal weight; null where one of them has no score. */
  readonly averageOfFour: Scores;
}

export interface SummaryOptions {
  /** Trials a task. */
  readonly k: number;
  /** Of the bootstrap. */
  readonly seed: string;
}

/** Models and sets in order of first appearance. A task's trials are those with its model, set and id. */
export function summarise(trials: readonly Trial[], options: SummaryOptions): ModelSummary[] {
  return [...groupedBy(trials, ({ model }) => model)].map(([model, own]) => {
    const sets = [...groupedBy(own, ({ set }) => set)].map(([set, some]) => [set, groupOf(some, options)] as const);
    const byScenario = groupedBy(own, scenarioOf);
    const scenarios = SCENARIOS.map((scenario) => {
      const some = byScenario.get(scenario);
      return [scenario, some ? groupOf(some, options) : null] as const;
    });
    return {
      model,
      all: groupOf(own, options),
      sets: new Map(sets),
      scenarios: Object.fromEntries(scenarios) as ModelSummary['scenarios'],
      averageOfFour: scoresOf(SCENARIOS.map((scenario) => tasksOf(byScenario.get(scenario) ?? [])), options),
    };
  });
}

function groupOf(trials: readonly Trial[], options: SummaryOptions): Group {
  const tasks = tasksOf(trials);
  const valid = trials.filter(isValid);
  const meanOf = (value: (trial: Trial) => number) => mean(valid.map(value));
  const ended = [...TERMINATIONS, 'none' as const].map((reason) => {
    return [reason, valid.filter(({ termination }) => (termination ?? 'none') === reason).length] as const;
  });
  const judged = valid.filter(({ rubricsMet }) => rubricsMet !== null);
  const rubrics = sumOf(judged, (trial) => trial.rubrics);
  return {
    tasks: tasks.length,
    trials: trials.length,
    errors: trials.length - valid.length,
    scores: scoresOf([tasks], options),
    tasksWithTooFewTrials: tasks.filter(({ n }) => n < options.k).length,
    turns: meanOf(({ turns }) => turns),
    toolCalls: meanOf(({ toolCalls }) => toolCalls),
    toolErrors: meanOf(({ toolErrors }) => toolErrors),
    spent: Object.fromEntries(ROLES.map((role) => [role, spendingOf(trials, role)])) as Group['spent'],
    terminations: Object.fromEntries(ended) as Group['terminations'],
    rubricRate: rubrics === 0 ? null : sumOf(judged, ({ rubricsMet }) => rubricsMet ?? 0) / rubrics,
    stateRate: mean(valid.flatMap(({ stateMet }) => (stateMet === null ? [] : [Number(stateMet)]))),
  };
}

/** n valid trials, c of them successes. */
interface TaskCounts {
  readonly n: number;
  readonly c: number;
}

function tasksOf(trials: readonly Trial[]): TaskCounts[] {
  return [...groupedBy(trials, ({ set, taskId }) => JSON.stringify([set, taskId])).values()].map((own) => ({
    n: own.filter(isValid).length,
    c: own.filter(({ success }) => success === true).length,
  }));
}

/** The mean over the groups' means over tasks. */
function scoresOf(groups: readonly (readonly TaskCounts[])[], { k, seed }: SummaryOptions): Scores {
  const estimates = METRICS.map((metric) => {
    const values = groups.map((tasks) => tasks.map(({ n, c }) => METRIC_OF_TASK[metric](n, c, k)).filter((value) => value !== null));
    const interval = stratifiedInterval(values, { seed });
    const value = mean(values.map(mean).filter((each) => each !== null));
    return [metric, interval === null || value === null ? null : { value, tasks: values.flat().length, interval }] as const;
  });
  return Object.fromEntries(estimates) as Scores;
}

function spendingOf(trials: readonly Trial[], role: Role): RoleSpending {
  const amountOf = (key: keyof RoleSpent): Amount => {
    const amountIn = ({ spent }: Trial) => spent[role][key];
    const valid = trials.filter(isValid).map(amountIn);
    return {
      known: sumOf(trials, (trial) => amountIn(trial) ?? 0),
      unknown: trials.filter((trial) => amountIn(trial) === null).length,
      mean: valid.every((amount) => amount !== null) ? mean(valid) : null,
    };
  };
  return { calls: amountOf('calls'), tokens: amountOf('tokens'), costUsd: amountOf('costUsd') };
}

function isValid({ success }: Trial): boolean {
  return success !== null;
}

function sumOf<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0);
}

function groupedBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
