/** Figures that others have published, to stand beside one's own: shares from 0 to 1 unless said otherwise. */
import type { ErrorLabel } from './errorLabels.ts';
import type { Scenario } from './trial.ts';

export const PUBLISHED = {
  source: 'VitaBench paper (arXiv 2509.26490)',
  /** Trials a task. */
  k: 4,
  /** The best model's Avg@4. */
  bestAverageAt4: { delivery: 0.54, instore: 0.568, ota: 0.378, cross: 0.3 } satisfies Record<Scenario, number>,
  /** The best model's Pass^4 on cross-scenario tasks. */
  bestPassHat4Cross: 0.06,
  /** Of all errors looked at. */
  errorShares: {
    decision: 0.184,
    'constraint-conflict': 0.171,
    'missed-objective': 0.158,
    extraction: 0.105,
    'tool-use': 0.211,
    interaction: 0.079,
    'user-simulator': 0.092,
  } satisfies Record<ErrorLabel, number>,
  /** Against people: how often a judge is right about a task, and Cohen's kappa. */
  judges: {
    windowWithRubrics: { taskAccuracy: 0.95, kappa: 0.828 },
    wholeWithRubrics: { taskAccuracy: 0.9, kappa: 0.604 },
    windowWithoutRubrics: { taskAccuracy: 0.22, kappa: 0.018 },
    wholeWithoutRubrics: { taskAccuracy: 0.32, kappa: 0.067 },
  },
  /** Mean rubrics a task. */
  reasoningPoints: { instore: 5.6, ota: 9.7, cross: 10.3 },
  toolEdgesCross: 512,
} as const;
