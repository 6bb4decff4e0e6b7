/** What this browser keeps of experiments: their plans, and the rollout and standing of each trial. No keys. */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { TrialProgress } from '../../../agents/service/experiment.ts';
import type { ExperimentPlan, ImportedResults } from '../../../../workers/service/experimentMessages.ts';

export type KeptExperiment = {
  readonly id: string;
  /** Milliseconds of UTC since 1970-01-01. */
  readonly createdAt: number;
} & ({ readonly kind: 'planned'; readonly plan: ExperimentPlan } | { readonly kind: 'imported'; readonly results: ImportedResults });

/** Where a trial stood when it was last heard of. */
export interface KeptStanding {
  readonly experiment: string;
  readonly trial: string;
  readonly progress: TrialProgress;
  /** Of the rollout: another at each save. */
  readonly version: number;
}

interface KeptRollout {
  readonly experiment: string;
  readonly trial: string;
  /** A rollout file, gzipped. */
  readonly bytes: Uint8Array;
}

interface Kept extends DBSchema {
  experiments: { key: string; value: KeptExperiment };
  standings: { key: [string, string]; value: KeptStanding };
  rollouts: { key: [string, string]; value: KeptRollout };
}

export type ExperimentStore = ReturnType<typeof openExperimentStore>;

/** All trials of an experiment: an array is greater than every text. */
const allOf = (experiment: string) => IDBKeyRange.bound([experiment], [experiment, []]);

/** Every method throws where the browser denies storage. */
export function openExperimentStore() {
  let opening: Promise<IDBPDatabase<Kept>> | null = null;
  const database = () => {
    opening ??= openDB<Kept>('longrun-service-experiments', 1, {
      upgrade: (created) => {
        created.createObjectStore('experiments', { keyPath: 'id' });
        created.createObjectStore('standings', { keyPath: ['experiment', 'trial'] });
        created.createObjectStore('rollouts', { keyPath: ['experiment', 'trial'] });
      },
      // Another tab has a later version of this page.
      blocking: () => void opening?.then((opened) => opened.close()).then(() => (opening = null)),
      terminated: () => (opening = null),
    });
    opening.catch(() => (opening = null));
    return opening;
  };
  return {
    experiments: async () => (await database()).getAll('experiments'),
    put: async (experiment: KeptExperiment) => void (await (await database()).put('experiments', experiment)),
    remove: async (id: string) => {
      const deleting = (await database()).transaction(['experiments', 'standings', 'rollouts'], 'readwrite');
      await Promise.all([
        deleting.objectStore('experiments').delete(id),
        deleting.objectStore('standings').delete(allOf(id)),
        deleting.objectStore('rollouts').delete(allOf(id)),
        deleting.done,
      ]);
    },
    standings: async (id: string) => (await database()).getAll('standings', allOf(id)),
    putStanding: async (standing: KeptStanding) => void (await (await database()).put('standings', standing)),
    rollout: async (experiment: string, trial: string) => (await (await database()).get('rollouts', [experiment, trial]))?.bytes ?? null,
    putRollout: async (experiment: string, trial: string, bytes: Uint8Array) => {
      await (await database()).put('rollouts', { experiment, trial, bytes });
    },
  };
}
