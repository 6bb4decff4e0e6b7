/** What passed between the loop and a model in one turn: kept so that a run can be read, resumed and forked. */
import * as v from 'valibot';

/** Null: the provider did not say, or the price is unknown. Never zero instead. */
const known = v.nullable(v.pipe(v.number(), v.minValue(0)));

export const usageSchema = v.strictObject({
  prompt_tokens: known,
  completion_tokens: known,
  cached_tokens: known,
  reasoning_tokens: known,
  cost_usd: known,
});

export const exchangeSchema = v.strictObject({
  /** The message that opened the turn. */
  user: v.string(),
  text: v.string(),
  /** Readable thoughts, empty if there were none. */
  thinking: v.string(),
  calls: v.array(
    v.strictObject({
      id: v.string(),
      name: v.string(),
      arguments: v.record(v.string(), v.unknown()),
      /** What the model was told in return. */
      result: v.string(),
      is_error: v.boolean(),
    }),
  ),
  finish: v.string(),
  /** The provider's own message, to be sent back verbatim while family and model stay the same. */
  provider: v.nullable(v.strictObject({ family: v.string(), model: v.string(), message: v.record(v.string(), v.unknown()) })),
  /** Which wishes (seed, temperature, …) went out with the request. */
  sent: v.record(v.string(), v.boolean()),
  retries: v.array(v.strictObject({ code: v.string(), message: v.string(), waited_ms: v.pipe(v.number(), v.minValue(0)) })),
});

export type Usage = v.InferOutput<typeof usageSchema>;
export type Exchange = v.InferOutput<typeof exchangeSchema>;
