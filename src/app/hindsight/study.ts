/** A study as a file: everything that planners answered, with the moves that lead there, and the truth. */
import type { Truth } from '../../startup/hindsight/truth.ts';
import type { ShownRun } from '../startup/shownRun.ts';
import type { Finding } from './regret.svelte.ts';

export function studyJson({ facts, latest }: ShownRun, truth: Truth, findings: readonly Finding[]): string {
  const study = {
    format: 'longrun-hindsight',
    version: 1,
    preset: facts.presetName,
    seed: facts.seed,
    driver: facts.driver,
    turns: latest.turn,
    finalFundsCents: latest.fundsCents,
    findings,
    truth,
  };
  return `${JSON.stringify(study, null, 1)}\n`;
}
