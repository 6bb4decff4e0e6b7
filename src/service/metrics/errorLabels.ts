/** Why trials fail: the error classes (spec vita §6), and how the failures spread over them. */
import type { Trial } from './trial.ts';

export const ERROR_CLASSES = [
  { label: 'decision', group: 'reasoning' },
  { label: 'constraint-conflict', group: 'reasoning' },
  { label: 'missed-objective', group: 'reasoning' },
  { label: 'extraction', group: 'reasoning' },
  { label: 'tool-use', group: 'tool-use' },
  { label: 'interaction', group: 'interaction' },
  { label: 'user-simulator', group: 'user-simulator' },
] as const;

export const ERROR_LABELS = ERROR_CLASSES.map(({ label }) => label);
export type ErrorLabel = (typeof ERROR_CLASSES)[number]['label'];
export type ErrorGroup = (typeof ERROR_CLASSES)[number]['group'];

/** Of labels: how many, and of all labels given, so that shares add up to 1; null where none is. */
export interface Share {
  readonly count: number;
  readonly share: number | null;
}

export interface ClassShares {
  readonly failures: number;
  /** Failures with a label: only these are counted below, once for each of their labels. */
  readonly labelled: number;
  readonly classes: Readonly<Record<ErrorLabel, Share>>;
  readonly groups: Readonly<Record<ErrorGroup, Share>>;
}

/** Neither successes nor errors (`success` null) are failures. */
export function classShares(trials: readonly Pick<Trial, 'success' | 'labels'>[]): ClassShares {
  const failures = trials.filter(({ success }) => success === false);
  const labels = failures.flatMap((trial) => [...new Set(trial.labels)]);
  const shareOf = (counts: (errorClass: (typeof ERROR_CLASSES)[number]) => boolean): Share => {
    const counted: readonly ErrorLabel[] = ERROR_CLASSES.filter(counts).map(({ label }) => label);
    const count = labels.filter((label) => counted.includes(label)).length;
    return { count, share: labels.length === 0 ? null : count / labels.length };
  };
  const classes = ERROR_CLASSES.map(({ label }) => [label, shareOf((one) => one.label === label)] as const);
  const groups = ERROR_CLASSES.map(({ group }) => [group, shareOf((one) => one.group === group)] as const);
  return {
    failures: failures.length,
    labelled: failures.filter((trial) => trial.labels.length > 0).length,
    classes: Object.fromEntries(classes) as ClassShares['classes'],
    groups: Object.fromEntries(groups) as ClassShares['groups'],
  };
}
