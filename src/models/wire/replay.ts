/** When a provider gets its own message back. */
import type { JsonObject } from '../../core/json.ts';
import type { FamilyName } from '../families.ts';
import type { AssistantMessage } from '../types.ts';

/** The message as the provider sent it, or null if another endpoint or model is asked now: it would refuse the thoughts. */
export function ownMessage({ provider }: AssistantMessage, family: FamilyName, model: string): JsonObject | null {
  return provider !== null && provider.family === family && provider.model === model ? provider.message : null;
}
