/** What is kept of a model's call beside what it said: so that it can be read, paid for and gone on with. */
import * as v from 'valibot';
import { exchangeSchema, usageSchema } from '../exchange.ts';

export const callSchema = v.strictObject({
  usage: usageSchema,
  elapsed_ms: v.pipe(v.number(), v.minValue(0)),
  exchange: v.pick(exchangeSchema, ['thinking', 'finish', 'provider', 'sent', 'retries']),
});

/** A call of a model, without what it answered. */
export type CallDetails = v.InferOutput<typeof callSchema>;
