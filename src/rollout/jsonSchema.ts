/** The published form of the rollout formats. Checks that JSON Schema cannot express (sums, order) are left out. */
import { toJsonSchema } from '@valibot/to-json-schema';
import { rolloutSchema } from './format.ts';
import { serviceRolloutSchema } from './service/format.ts';

const OPTIONS = { errorMode: 'ignore', typeMode: 'input' } as const;

export const ROLLOUT_SCHEMAS = {
  startup: () => ({ title: 'Longrun rollout, format v1', ...toJsonSchema(rolloutSchema, OPTIONS) }),
  service: () => ({ title: 'Longrun rollout of the service arena, format v1', ...toJsonSchema(serviceRolloutSchema, OPTIONS) }),
};
