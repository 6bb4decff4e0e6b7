/** What an exported file is called. */
import type { ExportKind, RunFacts, RunSource } from '../../../workers/startup/messages.ts';

const FORMATS: Readonly<Record<ExportKind, { readonly ending: string; readonly type: string }>> = {
  rollout: { ending: 'json', type: 'application/json' },
  'rollout-gzip': { ending: 'json.gz', type: 'application/gzip' },
  database: { ending: 'sqlite', type: 'application/vnd.sqlite3' },
};

export function exportFile(facts: RunFacts, source: RunSource, kind: ExportKind): { name: string; type: string } {
  const { ending, type } = FORMATS[kind];
  return { name: `${runName(facts)}${source === 'opened' ? '-recomputed' : ''}.${ending}`, type };
}

/** `startup-paper-s7-careful` */
export function runName({ presetName, seed, driver }: RunFacts): string {
  return ['startup', presetName, `s${seed}`, driver.name].join('-').replace(/[^\w.-]+/g, '_');
}
