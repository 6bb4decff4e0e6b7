/** Who drives, in words: `Bot careful`. */
import type { Driver } from '../../rollout/format.ts';
import { text } from '../texts.ts';

export function driverName({ kind, name }: Driver): string {
  return text('driverNamed', { kind: text(`driver_${kind}`), name });
}
