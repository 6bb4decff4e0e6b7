/** The one road by which a world is looked at and changed: a tool called by name. */
import { toolNamed, toolsOf, type ToolEntry } from '../catalogue/index.ts';
import type { Domain } from '../types.ts';
import type { World } from '../world/world.ts';
import { raise, say, type Answer } from './answer.ts';
import { readArguments } from './arguments.ts';
import { delivery } from './delivery.ts';
import { general } from './general.ts';
import type { Implementations } from './implementation.ts';
import { instore } from './instore.ts';
import { travelOrders } from './travelOrders.ts';
import { travelSearch } from './travelSearch.ts';

export type { Answer } from './answer.ts';

const IMPLEMENTATIONS: Implementations = { ...general, ...delivery, ...instore, ...travelSearch, ...travelOrders };

/**
 * Calls a tool. Whatever comes in, there is an answer; one with `isError` changed nothing. A tool of another domain than the
 * world's is as unknown as one that does not exist.
 */
export function callTool(world: World, name: string, given: unknown): Answer {
  const entry = toolNamed(name);
  if (!entry || !serves(entry, world.domains)) {
    const names = toolsOf(world.domains).map((tool) => tool.name);
    return raise(`there is no tool ${JSON.stringify(name.slice(0, 80))} here; there are ${names.join(', ')}`);
  }
  const misplaced = misplacedDistance(name, given);
  if (misplaced) return say(misplaced);
  const values = readArguments(entry, given);
  if (typeof values === 'string') return raise(values);
  let answer = raise('');
  world.database.transaction(() => {
    answer = IMPLEMENTATIONS[entry.name](world, values);
  });
  return answer;
}

function serves(entry: ToolEntry, domains: readonly Domain[]): boolean {
  return entry.domains.some((domain) => domains.includes(domain));
}

/** This tool alone answers a wrong type with a message of its own, as recorded. */
function misplacedDistance(name: string, given: unknown): string | null {
  const distance = name === 'delivery_distance_to_time' ? (given as { distance?: unknown } | null)?.distance : 0;
  return typeof distance === 'string' ? "distance value type should be float or int, but get <class 'str'>" : null;
}
