/** Sizes as people read them, in powers of a thousand. */
import { decimal, integer } from '../format.ts';
import { text, type TextName } from '../texts.ts';

const UNITS: readonly TextName[] = ['sizeBytes', 'sizeKB', 'sizeMB', 'sizeGB'];

/** `150 kB`, `2.1 GB` */
export function size(bytes: number): string {
  let power = 0;
  while (bytes >= 1000 ** (power + 1) && power < UNITS.length - 1) power++;
  const amount = bytes / 1000 ** power;
  return text(UNITS[power] ?? 'sizeGB', { amount: power === 0 ? integer(amount) : decimal(amount) });
}
