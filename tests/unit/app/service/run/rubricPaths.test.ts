import { expect, test } from 'vitest';
import { pathsOf } from '../../../../../src/app/service/run/rubricPaths.ts';

test('a rubric’s way through the windows: changes against the window before, the first one against unmet; reasons where there are new ones', () => {
  const window = (from: number, ...states: [boolean, string][]) => ({
    from, to: from + 10, quality: 'exact' as const, ignored: { unknown: 0, contradicted: 0, malformed: 0 },
    states: states.map(([isMet, justification]) => ({ isMet, justification })),
  });
  const windows = [window(0, [true, 'did it'], [false, '']), window(8, [true, 'did it'], [false, 'not yet']), window(16, [false, 'undid it'], [false, 'not yet'])];
  expect(pathsOf({ rubrics: ['A', 'B'], windows })).toEqual([
    {
      rubric: 'A',
      moments: [{ isMet: true, isChange: true }, { isMet: true, isChange: false }, { isMet: false, isChange: true }],
      reasons: [{ from: 0, to: 10, isMet: true, justification: 'did it' }, { from: 16, to: 26, isMet: false, justification: 'undid it' }],
    },
    {
      rubric: 'B',
      moments: [{ isMet: false, isChange: false }, { isMet: false, isChange: false }, { isMet: false, isChange: false }],
      reasons: [{ from: 8, to: 18, isMet: false, justification: 'not yet' }],
    },
  ]);
});
