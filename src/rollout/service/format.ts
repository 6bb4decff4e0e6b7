/**
 * The rollout file of the service arena, format v1: a task, a seed and everything that was said and called, from which
 * every tool's answer and every state of the world can be recomputed.
 */
import * as v from 'valibot';
import { canonicalJson, type Json } from '../../core/json.ts';
import { sha256Hex } from '../../core/hash.ts';
import { ERROR_LABELS } from '../../service/metrics/errorLabels.ts';
import { TERMINATIONS } from '../../service/message.ts';
import { driverSchema } from '../format.ts';
import { callSchema } from './details.ts';
import { judgementSchema } from './judgement.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));

const toolCall = v.strictObject({ id: v.string(), name: v.string(), arguments: v.record(v.string(), v.unknown()) });

const message = v.variant('role', [
  v.strictObject({ role: v.literal('user'), content: v.string(), call: v.optional(callSchema) }),
  v.strictObject({ role: v.literal('assistant'), content: v.string(), tool_calls: v.array(toolCall), call: v.optional(callSchema) }),
  v.strictObject({
    role: v.literal('tool'),
    /** Of the call that this answers. */
    id: v.string(),
    name: v.string(),
    content: v.string(),
    is_error: v.boolean(),
    /** Of the world after the call: 32 hex digits. */
    hash,
  }),
]);

const wishes = {
  temperature: v.optional(v.number()),
  top_p: v.optional(v.number()),
  thinking: v.optional(v.picklist(['off', 'low', 'medium', 'high'])),
  /** The template it was given, where it was not the usual. */
  prompt: v.optional(v.string()),
};

export const serviceRolloutSchema = v.strictObject({
  format: v.literal('longrun-rollout'),
  version: v.literal(1),
  arena: v.literal('service'),
  engine_version: v.string(),
  /** Of the rules: which oddities of the original are kept (spec vita §3, "Effects"). */
  edition: v.literal('2025'),
  /** As its file has it, as JSON text: a number that JSON reads and writes again would lose whether it is an int or a float. */
  task: v.string(),
  /** The trial's. With the task it decides the ids of all that is ordered. */
  seed: v.string(),
  limits: v.strictObject({ steps: count, errors: count, empty: count }),
  assistant: driverSchema,
  user: driverSchema,
  /** How the models were asked; absent where none was. */
  settings: v.optional(
    v.strictObject({
      assistant: v.optional(v.strictObject(wishes)),
      user: v.optional(v.strictObject({ ...wishes, has_profile: v.boolean(), temperament: v.nullable(v.string()) })),
    }),
  ),
  /** From the greeting on. */
  messages: v.array(message),
  /** Calls of the customer's model that came to no message, and are paid for all the same. */
  wasted: v.optional(v.array(callSchema)),
  /** Null: it had not ended. */
  termination: v.nullable(v.picklist(TERMINATIONS)),
  /** Whether the world ended as the task wants (spec vita §5, "State check"). */
  state_met: v.boolean(),
  /** The first one first; judging again adds one. */
  judgements: v.optional(v.array(judgementSchema)),
  /** A person's own verdicts, to compare judges with; rubrics without one are not marked. */
  marks: v.optional(v.array(v.strictObject({ rubric: v.string(), is_met: v.boolean() }))),
  /** Why it failed, in a person's or a model's opinion (spec vita §6). */
  labels: v.optional(v.array(v.strictObject({ label: v.picklist(ERROR_LABELS), by: driverSchema, note: v.string() }))),
  /** SHA-256, in hex, of the canonical JSON of everything else. */
  digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});

export type ServiceRollout = v.InferOutput<typeof serviceRolloutSchema>;
export type RecordedMessage = ServiceRollout['messages'][number];
export type ServiceSettings = NonNullable<ServiceRollout['settings']>;

export function serviceDigestOf(rollout: Omit<ServiceRollout, 'digest'>): string {
  return sha256Hex(canonicalJson(rollout as unknown as Json));
}
