/** Where the tools stand when their dependencies are drawn: on a circle, a group beside the other. */
import type { Edge } from '../../../service/catalogue/graph.ts';
import type { ToolEntry, ToolName } from '../../../service/catalogue/index.ts';
import { groupsOf, type GroupKey } from './groups.ts';

export interface Node {
  readonly name: ToolName;
  readonly kind: ToolEntry['kind'];
  readonly x: number;
  readonly y: number;
  /** Degrees by which the name is turned, so that it points outwards and is never upside down. */
  readonly turn: number;
  readonly isLeft: boolean;
}

/** Where the name of a group stands: within the circle, before the middle of its tools. */
export interface GroupMark {
  readonly key: GroupKey;
  readonly x: number;
  readonly y: number;
  /** So that it grows away from the tools. */
  readonly anchor: 'start' | 'middle' | 'end';
}

/** Units of the drawing: the circle's radius, and how far names reach beyond it. */
export const RADIUS = 260;
export const REACH = 210;
/** Of the radius. */
const MARKS = 0.88;
/** Of the radius: a name that stands farther from the middle begins or ends at its place. */
const SIDEWAYS = 0.4;
/** Places that are left free between two groups. */
const GAP = 1.5;

export function nodesOf(tools: readonly ToolEntry[]): Node[] {
  return around(tools).flatMap(({ tools, angleOf }) =>
    tools.map(({ name, kind }, i) => {
      const angle = angleOf(i);
      const [x, y] = [Math.cos(angle) * RADIUS, Math.sin(angle) * RADIUS];
      const isLeft = x < -1e-9;
      return { name, kind, x, y, turn: (angle * 180) / Math.PI + (isLeft ? 180 : 0), isLeft };
    }),
  );
}

export function groupMarks(tools: readonly ToolEntry[]): GroupMark[] {
  return around(tools).map(({ key, tools, angleOf }) => {
    const angle = angleOf((tools.length - 1) / 2);
    const across = Math.cos(angle);
    const anchor = across > SIDEWAYS ? 'end' : across < -SIDEWAYS ? 'start' : 'middle';
    return { key, x: across * RADIUS * MARKS, y: Math.sin(angle) * RADIUS * MARKS, anchor };
  });
}

/** The groups with the angle, in radians clockwise from the top, of each of their tools. */
function around(tools: readonly ToolEntry[]) {
  const groups = groupsOf(tools);
  const gap = groups.length > 1 ? GAP : 0;
  const step = (2 * Math.PI) / (tools.length + gap * groups.length);
  let before = 0;
  return groups.map((group) => {
    const first = before + gap / 2;
    before += group.tools.length + gap;
    return { ...group, angleOf: (i: number) => (first + i + 0.5) * step - Math.PI / 2 };
  });
}

/** A curve that bends towards the middle, the more so the farther it leads, as an SVG path. */
export function curve(from: Node, to: Node): string {
  const point = (value: number) => value.toFixed(1);
  const pull = 1 - 0.75 * Math.min(1, Math.hypot(from.x - to.x, from.y - to.y) / RADIUS);
  const [x, y] = [((from.x + to.x) / 2) * pull, ((from.y + to.y) / 2) * pull];
  return `M${point(from.x)} ${point(from.y)}Q${point(x)} ${point(y)} ${point(to.x)} ${point(to.y)}`;
}

/** Those that a tool is at either end of. */
export function edgesAt(edges: readonly Edge[], tool: ToolName): { readonly feeds: readonly Edge[]; readonly fedBy: readonly Edge[] } {
  return { feeds: edges.filter(({ from }) => from === tool), fedBy: edges.filter(({ to }) => to === tool) };
}
