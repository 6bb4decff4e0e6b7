/** The one run that earlier versions of this page kept, with full turns, as a saved run. */
import type { BareTurn } from '../../rollout/bare.ts';
import type { RunHead, Turn } from '../../rollout/format.ts';
import type { ModelSetup } from '../../../workers/startup/messages.ts';
import type { StoredRun } from './changes.ts';
import { defaultName } from './savedRun.ts';

export interface Beginning {
  readonly head: RunHead;
  readonly setup: ModelSetup;
}
export type KeptTurn = Turn;

/** Null if nothing had been played. What it has come to shows when it is opened. */
export function keptRun(beginning: Beginning | undefined, turns: readonly KeptTurn[]): { run: StoredRun; turns: BareTurn[] } | null {
  const last = turns.at(-1);
  if (!beginning || !last) return null;
  const { head, setup } = beginning;
  const bare = turns.map(({ turn: _turn, sim_time: _time, commands, hash, ...details }) => {
    return { lines: commands.map(({ command }) => command), hash, details };
  });
  const run: StoredRun = {
    id: crypto.randomUUID(),
    name: defaultName(head, setup.driver),
    tags: [],
    createdAt: Date.now(),
    updatedAt: Date.now(),
    head,
    setup,
    parent: null,
    openLines: [],
    standing: {
      turns: turns.length,
      time: Date.parse(`${last.sim_time}Z`),
      fundsCents: null,
      ending: null,
      tasksOnTime: null,
      tasksLate: null,
      normalized: null,
      cost: null,
    },
    bytes: JSON.stringify([head, setup, bare]).length,
  };
  return { run, turns: bare };
}
