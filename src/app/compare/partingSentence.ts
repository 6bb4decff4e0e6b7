/** Where two runs parted, in words. */
import type { Parting } from '../../rollout/compare.ts';
import { text } from '../texts.ts';
import type { ResultRow } from './results.ts';

export function partingSentence(parting: Parting, a: ResultRow, b: ResultRow): string {
  switch (parting.kind) {
    case 'other-world': {
      const seeds = { a: a.state.facts.seed, b: b.state.facts.seed };
      return parting.differs === 'preset' ? text('comparePartingPreset') : text('comparePartingSeed', seeds);
    }
    case 'same':
      return text('comparePartingSame', { turns: a.state.run.turns.length });
    case 'goes-on':
      return text('comparePartingGoesOn', { turn: parting.turn, name: (parting.longer === 'a' ? a : b).name });
    case 'commands':
      return text('comparePartingCommands', { turn: parting.turn });
    case 'states':
      return text('comparePartingStates', { turn: parting.turn });
  }
}
