/** What stands behind the name of a tool. */
import type { ToolName } from '../catalogue/index.ts';
import type { World } from '../world/world.ts';
import type { Answer } from './answer.ts';
import type { Arguments } from './arguments.ts';

/** May write to the world only when nothing stands in the way any more: a refusal changes nothing. */
export type Implementation = (world: World, given: Arguments) => Answer;
export type Implementations = Readonly<Record<ToolName, Implementation>>;
