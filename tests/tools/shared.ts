/** What lies beside the checkout, in ../shared: recordings and published figures. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'vitest';

const root = resolve(import.meta.dirname, '../../../shared');

/**
 * The path of a file or folder in ../shared, or null where this checkout stands alone. Then a test says loudly that it is
 * skipped; under CI, where nothing may be left out, it fails.
 */
export function shared(path: string): string | null {
  const full = resolve(root, path);
  if (existsSync(full)) return full;
  const message = `NOT TESTED against ../shared/${path}: ${full} is missing`;
  if (process.env['CI']) {
    test(message, () => {
      throw new Error(`${message}, and CI leaves nothing out.`);
    });
  } else {
    console.warn(`\n${'!'.repeat(100)}\n${message}.\n${'!'.repeat(100)}\n`);
    test.skip(message, () => {});
  }
  return null;
}
