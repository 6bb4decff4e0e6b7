import { expect, test } from 'vitest';
import { groupsOf } from '../../../../../src/app/service/tools/groups.ts';
import { groupMarks, nodesOf, RADIUS, type Node } from '../../../../../src/app/service/tools/layout.ts';
import { TOOLS, toolsOf } from '../../../../../src/service/catalogue/index.ts';
import { DOMAINS } from '../../../../../src/service/types.ts';

const apart = (a: Node, b: Node) => Math.hypot(a.x - b.x, a.y - b.y);

test('each group of tools stands together, farther from the next group than its tools from each other', () => {
  const nodes = new Map(nodesOf(TOOLS).map((node) => [node.name, node]));
  const groups = groupsOf(TOOLS).map(({ tools }) => tools.map(({ name }) => nodes.get(name)!));
  expect(groupsOf(TOOLS).map(({ key }) => key)).toEqual(['delivery', 'general', 'instore', 'ota']);
  const steps = groups.flatMap((group) => group.slice(1).map((node, i) => apart(node, group[i]!)));
  const gaps = groups.map((group, i) => apart(group.at(-1)!, groups[(i + 1) % groups.length]![0]!));
  expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(1e-9);
  expect(Math.min(...gaps)).toBeGreaterThan(2 * Math.max(...steps));
});

test('the name of a group stands within the circle, nearest to a tool of its own', () => {
  for (const domain of DOMAINS) {
    const tools = toolsOf([domain]);
    for (const { key, x, y } of groupMarks(tools)) {
      expect(Math.hypot(x, y)).toBeLessThan(RADIUS);
      const [closest] = nodesOf(tools).sort((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y));
      expect(groupsOf(tools).find((group) => group.key === key)?.tools.map(({ name }) => name)).toContain(closest?.name);
    }
  }
});
