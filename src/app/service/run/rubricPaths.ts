/** A judgement by rubric: how it stood after each window, and why. */
import type { ShownJudgement } from '../../../../workers/service/messages.ts';

export interface RubricPath {
  readonly rubric: string;
  /** After each window. */
  readonly moments: readonly { readonly isMet: boolean; readonly isChange: boolean }[];
  /** Where the judge's verdict or justification was another than before. */
  readonly reasons: readonly Reason[];
}

export interface Reason {
  /** The window's messages: counted from 0, `to` is not in it. */
  readonly from: number;
  readonly to: number;
  readonly isMet: boolean;
  readonly justification: string;
}

/** Every rubric begins unmet. */
export function pathsOf({ rubrics, windows }: Pick<ShownJudgement, 'rubrics' | 'windows'>): RubricPath[] {
  return rubrics.map((rubric, i) => {
    const steps = windows.map(({ from, to, states }, w) => {
      const [now, before] = [states[i] ?? OPENING, windows[w - 1]?.states[i] ?? OPENING];
      const isChange = now.isMet !== before.isMet;
      return { from, to, ...now, isChange, isSaid: isChange || now.justification !== before.justification };
    });
    return {
      rubric,
      moments: steps.map(({ isMet, isChange }) => ({ isMet, isChange })),
      reasons: steps.filter(({ isSaid }) => isSaid).map(({ from, to, isMet, justification }) => ({ from, to, isMet, justification })),
    };
  });
}

const OPENING = { isMet: false, justification: '' };
