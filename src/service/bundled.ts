/** The tasks that come with Longrun, `presets/service/*.json`, each with a solution that can be walked through. */
import type { Plain, PlainDict } from '../core/plain.ts';
import { isDict, isList } from '../core/plain.ts';
import { invariant } from '../core/result.ts';
import { readTaskFile, type ServiceTask } from './taskFile/index.ts';
import { callTool, type Answer } from './tools/index.ts';
import type { World } from './world/world.ts';

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

/** One step of a solution, with the tool's answer; a reply has none. */
export type SolvedStep = { readonly tool: string; readonly arguments: unknown; readonly answer: Answer } | { readonly reply: string };

/** `{{order:2}}` stands for the id that was issued second, to whatever kind of order. */
const ISSUED = /\{\{order:(\d+)\}\}/g;
const NEW_ID = /\b(?:order_id:|book_id=|reservation_id=)(O[TIO][0-9a-f]{10})\b/g;

/** Walks the task's own solution in its world; stops at nothing, so look at the answers. No solution: no steps. */
export function runSolution(world: World, { solution = [] }: ServiceTask): SolvedStep[] {
  const issued: string[] = [];
  return solution.map((step) => {
    if ('reply' in step) return step;
    const given = withIds(step.arguments, issued);
    const answer = callTool(world, step.tool, given);
    for (const [, id = ''] of answer.content.matchAll(NEW_ID)) if (!issued.includes(id)) issued.push(id);
    return { tool: step.tool, arguments: given, answer };
  });
}

/** Arguments as tools take them: plain values of JavaScript. A number that was never issued stays as it is. */
function withIds(value: Plain | PlainDict, issued: readonly string[]): unknown {
  if (typeof value === 'string') return value.replace(ISSUED, (mark, number: string) => issued[Number(number) - 1] ?? mark);
  if (typeof value === 'bigint') return Number(value);
  if (isList(value)) return value.map((item) => withIds(item, issued));
  if (isDict(value)) return Object.fromEntries([...value].map(([key, item]) => [key, withIds(item, issued)]));
  return value;
}
