/** A small world with tools of all domains. */
import { callTool } from '../../../../src/service/tools/index.ts';
import { World } from '../../../../src/service/world/world.ts';
import { smallTask, taskOf } from '../taskFile/support.ts';

export function smallWorld(seed = '0'): Promise<World> {
  return World.open(taskOf(smallTask()), seed);
}

/** The content of an answer that is no error. */
export function ask(world: World, tool: string, given: object = {}): string {
  const { content, isError } = callTool(world, tool, given);
  if (isError) throw new Error(`${tool}: ${content}`);
  return content;
}

/** The id of the order, booking or reservation that an answer shows first. */
export function idIn(content: string): string {
  const id = /O[TIO][0-9a-f]{10}/.exec(content)?.[0];
  if (id === undefined) throw new Error(`no id in ${content}`);
  return id;
}
