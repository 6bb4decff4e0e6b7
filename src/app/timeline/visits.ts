/** What charts know of visiting turns, from whoever shows them; a chart on its own knows none. */
import { getContext, setContext } from 'svelte';

export interface Visits {
  readonly visitedTurn: number | null;
  visit(turn: number): void;
  /** The figures at a time, in words. */
  readout(time: number): string;
}

const KEY = Symbol('visits');
const NONE: Visits = { visitedTurn: null, visit: () => undefined, readout: () => '' };

export function setVisits(visits: Visits): void {
  setContext(KEY, visits);
}

export function getVisits(): Visits {
  return getContext<Visits | undefined>(KEY) ?? NONE;
}
