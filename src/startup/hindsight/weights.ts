/** What the oracle's policy gives how much weight to; its search turns these knobs. */
import type { Rules } from '../preset.ts';

export interface Weights {
  /** On what people learn from a task. 1: as if every gained unit an hour were paid like today's offers, to the end. */
  readonly practice: number;
  /** On prestige: what a level in all domains adds to every later reward, as a share of it. */
  readonly prestige: number;
  /** On the trust of clients. 1: as if their share of all later work shrank as the rules say. */
  readonly trust: number;
  /** On the number of tasks. 1: a task takes up its share of a month's work. */
  readonly attention: number;
  /** The share of the night hours before a deadline that is counted on; 0 is never late. */
  readonly nights: number;
  readonly largestTeam: number;
  /** 1: active tasks that cannot be on time any more are cancelled. */
  readonly cancelling: number;
}

/** The values that the search tries. */
export const CHOICES: Readonly<Record<keyof Weights, readonly number[]>> = {
  practice: [0, 0.25, 0.5, 0.75, 1, 1.5, 2.5, 4],
  prestige: [0, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1],
  trust: [0, 0.25, 0.5, 1, 2, 4],
  attention: [0, 0.25, 0.5, 1, 2, 4],
  nights: [0, 0.25, 0.5, 0.7, 0.85],
  largestTeam: [1, 2, 3, 4, 6],
  cancelling: [0, 1],
};

/** What matters under which rules. */
export const KNOBS: Readonly<Record<Rules, readonly (keyof Weights)[]>> = {
  paper: ['practice', 'prestige', 'trust', 'attention', 'nights', 'largestTeam', 'cancelling'],
  classic: ['practice', 'prestige', 'attention', 'nights', 'largestTeam', 'cancelling'],
};

/** A policy that does well by itself. */
export const DEFAULTS: Readonly<Record<Rules, Weights>> = {
  paper: { practice: 1, prestige: 0.05, trust: 1, attention: 0, nights: 0.5, largestTeam: 4, cancelling: 0 },
  classic: { practice: 1, prestige: 0.15, trust: 0, attention: 1, nights: 0.5, largestTeam: 4, cancelling: 0 },
};
