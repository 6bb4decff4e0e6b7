/** The published form of the rollout format. Checks that JSON Schema cannot express (sums, order) are left out. */
import { toJsonSchema } from '@valibot/to-json-schema';
import { rolloutSchema } from './format.ts';

export function rolloutJsonSchema() {
  return { title: 'Longrun rollout, format v1', ...toJsonSchema(rolloutSchema, { errorMode: 'ignore', typeMode: 'input' }) };
}
