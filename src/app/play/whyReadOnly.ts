/** Why nobody can move at the desk. */
import type { StartupRuns } from '../startup/runs.svelte.ts';
import { text } from '../texts.ts';

/** A sentence; null while the person at this page is at the wheel. */
export function whyReadOnly({ isMine, shownSource, shown, visited }: StartupRuns): string | null {
  if (isMine || !shown) return null;
  if (visited) return text('deskVisiting', { turn: visited.turn });
  if (shownSource === 'opened') return text('deskOpened');
  if (shown.latest.ending !== null) return text('deskOver');
  return text('deskDriven', { driver: shown.latest.driver.name });
}
