/** What the workers of a registration say about the page. */

/** `failed`: the browser refused, or a file could not be fetched. `updateReady`: a newer version takes over on reload. */
export type OfflineState = 'unsupported' | 'installing' | 'ready' | 'updateReady' | 'failed';

/** A worker is active, and the next one waits, only after all files of its version are kept. */
export function stateOf({ installing, waiting, active }: { installing: unknown; waiting: unknown; active: unknown }): OfflineState {
  if (active) return waiting ? 'updateReady' : 'ready';
  return installing || waiting ? 'installing' : 'failed';
}
