import { expect, test } from 'vitest';
import { classShares, ERROR_CLASSES, type ErrorLabel } from '../../../../src/service/metrics/errorLabels.ts';

const trial = (success: boolean | null, ...labels: ErrorLabel[]) => ({ success, labels });

test('spec §6: the error classes are shares of the labels of failures', () => {
  const shares = classShares([
    trial(false, 'decision'),
    trial(false, 'decision', 'extraction', 'decision'),
    trial(false, 'tool-use'),
    trial(false),
    trial(true, 'interaction'),
    trial(null, 'user-simulator'),
  ]);
  expect(shares).toMatchObject({ failures: 4, labelled: 3 });
  expect(shares.classes).toEqual({
    decision: { count: 2, share: 0.5 },
    'constraint-conflict': { count: 0, share: 0 },
    'missed-objective': { count: 0, share: 0 },
    extraction: { count: 1, share: 0.25 },
    'tool-use': { count: 1, share: 0.25 },
    interaction: { count: 0, share: 0 },
    'user-simulator': { count: 0, share: 0 },
  });
  expect(shares.groups).toEqual({
    reasoning: { count: 3, share: 0.75 },
    'tool-use': { count: 1, share: 0.25 },
    interaction: { count: 0, share: 0 },
    'user-simulator': { count: 0, share: 0 },
  });
});

test('without labels there are no shares', () => {
  const { labelled, classes, groups } = classShares([trial(false), trial(true)]);
  expect(labelled).toBe(0);
  expect([...Object.values(classes), ...Object.values(groups)].every(({ count, share }) => count === 0 && share === null)).toBe(true);
  expect(Object.keys(classes)).toEqual(ERROR_CLASSES.map(({ label }) => label));
});
