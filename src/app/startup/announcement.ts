/** What a screen reader is told, and no more often than something worth telling happens. */
import { date, money } from '../format.ts';
import { text, type TextName } from '../texts.ts';
import type { OpenedView, StartupRuns } from './runs.svelte.ts';
import type { Ending } from '../../../workers/startup/messages.ts';

const VERDICTS: Readonly<Record<OpenedView['verdict'], TextName>> = {
  match: 'verdictMatch',
  diverged: 'verdictDiverged',
  edited: 'verdictEdited',
};

export function verdictName(verdict: OpenedView['verdict']): string {
  return text(VERDICTS[verdict]);
}

export function endingText(ending: Ending, time: number): string {
  return text(`ending_${ending}`, { date: date(time) });
}

export function announcementOf({ phase, live, opened }: Pick<StartupRuns, 'phase' | 'live' | 'opened'>): string {
  if (opened) return text('announceOpened', { file: opened.file, verdict: verdictName(opened.verdict) });
  if (phase === 'loading') return text('loading');
  if (!live) return '';
  const { facts, latest } = live;
  if (phase === 'playing') return text('announceStarted', { preset: facts.presetName, seed: facts.seed, driver: facts.driver.name });
  if (latest.ending !== null) {
    return text('announceOver', { ending: endingText(latest.ending, latest.time), funds: money(latest.fundsCents) });
  }
  return phase === 'paused' ? text('announcePaused', { turn: latest.turn, date: date(latest.time) }) : '';
}
