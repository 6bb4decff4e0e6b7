/** Where the tools stand when their dependencies are drawn: on a circle, in the order of the catalogue. */
import type { Edge } from '../../../service/catalogue/graph.ts';
import type { ToolEntry, ToolName } from '../../../service/catalogue/index.ts';

export interface Node {
  readonly name: ToolName;
  readonly kind: ToolEntry['kind'];
  readonly x: number;
  readonly y: number;
  /** Degrees by which the name is turned, so that it points outwards and is never upside down. */
  readonly turn: number;
  readonly isLeft: boolean;
}

/** Units of the drawing: the circle's radius, and how far names reach beyond it. */
export const RADIUS = 260;
export const REACH = 190;

export function nodesOf(tools: readonly ToolEntry[]): Node[] {
  return tools.map(({ name, kind }, i) => {
    const angle = (i / tools.length) * 2 * Math.PI - Math.PI / 2;
    const [x, y] = [Math.cos(angle) * RADIUS, Math.sin(angle) * RADIUS];
    const isLeft = x < -1e-9;
    return { name, kind, x, y, turn: (angle * 180) / Math.PI + (isLeft ? 180 : 0), isLeft };
  });
}

/** A curve that bends towards the middle, as an SVG path. */
export function curve(from: Node, to: Node): string {
  const point = (value: number) => value.toFixed(1);
  return `M${point(from.x)} ${point(from.y)}Q${point((from.x + to.x) / 8)} ${point((from.y + to.y) / 8)} ${point(to.x)} ${point(to.y)}`;
}

/** Those that a tool is at either end of. */
export function edgesAt(edges: readonly Edge[], tool: ToolName): { readonly feeds: readonly Edge[]; readonly fedBy: readonly Edge[] } {
  return { feeds: edges.filter(({ from }) => from === tool), fedBy: edges.filter(({ to }) => to === tool) };
}
