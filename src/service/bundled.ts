/** The tasks that come with Longrun, `presets/service/*.json`, each with a solution (`solution.ts`). */
import { invariant } from '../core/result.ts';
import { readTaskFile, type ServiceTask } from './taskFile/index.ts';

const files = import.meta.glob<string>('/presets/service/*.json', { query: '?raw', import: 'default' });

/** By their names, such as `delivery` and `delivery-zh`. */
export const bundledSets: readonly string[] = Object.keys(files).map((path) => path.replace(/^.*\//, '').replace(/\.json$/, '')).sort();

/** The tasks of a set, fetched when first asked for. */
export async function bundledTasks(set: string): Promise<readonly ServiceTask[]> {
  const fetchText = files[`/presets/service/${set}.json`];
  invariant(fetchText, `there is no bundled set ${set}`);
  const tasks = readTaskFile(await fetchText());
  invariant(tasks.ok, tasks.ok ? '' : `${set}: ${tasks.where}: ${tasks.message}`);
  return tasks.value;
}
