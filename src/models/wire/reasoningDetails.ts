/** OpenRouter's `reasoning_details`: blocks of thought that come in pieces and go back whole. */
import type { JsonObject } from '../../core/json.ts';
import { text } from './reading.ts';

/** Fields whose text continues in the next piece of the same block. */
const continued = ['text', 'summary', 'data'] as const;

export function mergeReasoningDetails(blocks: readonly JsonObject[], pieces: readonly JsonObject[]): JsonObject[] {
  const merged = [...blocks];
  for (const piece of pieces) {
    const at = merged.findIndex((block) => continues(block, piece, block === merged.at(-1)));
    const block = merged[at];
    if (block) merged[at] = joined(block, piece);
    else merged.push(piece);
  }
  return merged;
}

function continues(block: JsonObject, piece: JsonObject, isLast: boolean): boolean {
  if (block['type'] !== piece['type']) return false;
  const [one, other] = [text(block['id']), text(piece['id'])];
  if (one !== null && other !== null && one !== other) return false;
  return typeof piece['index'] === 'number' ? block['index'] === piece['index'] : isLast && piece['type'] !== 'reasoning.encrypted';
}

function joined(block: JsonObject, piece: JsonObject): JsonObject {
  const known = Object.fromEntries(Object.entries(piece).filter(([, value]) => value !== null));
  const texts = continued
    .filter((field) => typeof block[field] === 'string' && typeof piece[field] === 'string')
    .map((field): [string, string] => [field, `${text(block[field])}${text(piece[field])}`]);
  return { ...block, ...known, ...Object.fromEntries(texts) };
}
