/**
 * The rollout file, format v1: everything needed to recompute a run and to tell whether the
 * recomputation agrees. Types and the published JSON Schema derive from the schema below.
 */
import * as v from 'valibot';
import { canonicalJson, type Json } from '../core/json.ts';
import { sha256Hex } from '../core/hash.ts';
import { outcomeSchema } from '../startup/outcome.ts';
import { presetSchema } from '../startup/preset.ts';
import { seriesSchema, timeSchema } from '../startup/series.ts';
import { exchangeSchema, usageSchema } from './exchange.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const driverSchema = v.strictObject({
  kind: v.picklist(['human', 'bot', 'model', 'scripted', 'cassette']),
  name: v.string(),
});

/** Where a run left an earlier one: its turns up to there are the earlier one's. */
const branch = v.strictObject({
  /** The last turn in common; 0: none. */
  turn: count,
  /** `undo`: the same driver took turns back. */
  reason: v.picklist(['fork', 'undo']),
  /** Who drove the run that was left. */
  driver: driverSchema,
  /** How many turns that run had gone further. */
  abandoned_turns: count,
});

const turn = v.strictObject({
  /** Counted from 1. */
  turn: v.pipe(v.number(), v.integer(), v.minValue(1)),
  commands: v.array(
    v.strictObject({
      /** The line as it was given, `yc-bench` included. */
      command: v.string(),
      /** 0 done, 1 refused, 2 not understood. */
      exit: v.picklist([0, 1, 2]),
      /** The JSON answered; a text for help (exit 0) and for lines not understood. */
      answer: v.union([v.string(), v.record(v.string(), v.unknown())]),
    }),
  ),
  /** At the end of the turn. */
  sim_time: timeSchema,
  /** State hash at the end of the turn: 32 hex digits. */
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  elapsed_ms: v.optional(count),
  /** The last command was run by the rule that time does not stand still for ever, not by the driver (spec §8). */
  forced: v.optional(v.literal(true)),
  /** Who drove this turn, where it was not the rollout's driver. */
  driver: v.optional(driverSchema),
  usage: v.optional(usageSchema),
  exchange: v.optional(exchangeSchema),
});

export const rolloutSchema = v.strictObject({
  format: v.literal('longrun-rollout'),
  version: v.literal(1),
  arena: v.literal('startup'),
  engine_version: v.string(),
  rules: v.picklist(['classic', 'paper']),
  preset: presetSchema,
  seed: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  driver: driverSchema,
  /** Present from the second on: the run before it with this preset and seed went bankrupt (spec §8). */
  episode: v.optional(v.pipe(v.number(), v.integer(), v.minValue(2))),
  /** Present in forks: every branching on the way to this run, the first one first. */
  lineage: v.optional(v.array(branch)),
  started_at: timeSchema,
  turns: v.array(turn),
  outcome: outcomeSchema,
  series: seriesSchema,
  /** SHA-256, in hex, of the canonical JSON of everything else. */
  digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});

export type Rollout = v.InferOutput<typeof rolloutSchema>;
/** What stands above a run's turns, and cannot be recomputed. */
export type RunHead = Pick<Rollout, 'preset' | 'seed' | 'driver' | 'episode' | 'lineage'>;
export type Driver = v.InferOutput<typeof driverSchema>;
export type Branch = v.InferOutput<typeof branch>;
export type Turn = v.InferOutput<typeof turn>;

export function isSameDriver(a: Driver, b: Driver): boolean {
  return a.kind === b.kind && a.name === b.name;
}

/** What no replay recomputes: how the turn came about. */
export type TurnDetails = Pick<Turn, 'elapsed_ms' | 'forced' | 'driver' | 'usage' | 'exchange'>;

export function detailsOf({ elapsed_ms, forced, driver: drivenBy, usage, exchange }: Turn): TurnDetails {
  return {
    ...(elapsed_ms === undefined ? {} : { elapsed_ms }),
    ...(forced === undefined ? {} : { forced }),
    ...(drivenBy === undefined ? {} : { driver: drivenBy }),
    ...(usage === undefined ? {} : { usage }),
    ...(exchange === undefined ? {} : { exchange }),
  };
}

export function digestOf(rollout: Omit<Rollout, 'digest'>): string {
  return sha256Hex(canonicalJson(rollout as unknown as Json));
}
