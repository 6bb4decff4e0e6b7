/** Judges and their verdicts in words. */
import type { Figures, Flip, Verdict } from '../../../service/judge/compare.ts';
import type { Span } from '../../../service/judge/windows.ts';
import type { JudgeName } from '../../../../workers/service/judgeLabView.ts';
import { text } from '../../texts.ts';

export function judgeName({ kind, name }: Pick<JudgeName, 'kind' | 'name'>): string {
  if (kind === 'file') return text('judgeOfFile');
  if (kind === 'scripted') return text('judgeKind_scripted');
  return kind === 'cassette' ? text('judgeRecorded', { name }) : name;
}

/** How it judged, such as `10 messages, 2 repeated · without rubrics`. */
export function mannerText({ kind, name, window, withRubrics, hasOwnPrompt }: JudgeName): string {
  if (kind === 'file') return name;
  return [
    window ? text('judgeWindow', { size: window.size, overlap: window.overlap }) : text('judgeScope_whole'),
    ...(withRubrics ? [] : [text('judgeWithoutRubrics')]),
    ...(hasOwnPrompt ? [text('judgeOwnPrompt')] : []),
  ].join(' · ');
}

/** Messages counted from 1, `9–18`. */
export function spanText({ from, to }: Span): string {
  return from + 1 === to ? String(to) : `${from + 1}–${to}`;
}

export const SIGNS = { met: '✓', unmet: '✗', none: '–' } as const;

export function verdictKind(verdict: Verdict): keyof typeof SIGNS {
  return verdict === null ? 'none' : verdict ? 'met' : 'unmet';
}

export function flipText({ span, to }: Flip): string {
  return `${SIGNS[verdictKind(to)]} ${spanText(span)}`;
}

/** `0.83`, `–0.20`; undefined figures as a dash. */
export function kappaText({ kappa }: Pick<Figures, 'kappa'>): string {
  return kappa === null ? '–' : kappa.toFixed(2).replace(/^-/, '−');
}
