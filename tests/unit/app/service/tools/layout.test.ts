import { expect, test } from 'vitest';
import { groupsOf } from '../../../../../src/app/service/tools/groups.ts';
import { edgesAt, groupMarks, nodesOf, RADIUS, type Node } from '../../../../../src/app/service/tools/layout.ts';
import { edgesOf } from '../../../../../src/service/catalogue/graph.ts';
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

test('each tool stands on the circle at a place of its own, with a name that is not upside down', () => {
  const nodes = nodesOf(TOOLS);
  expect(new Set(nodes.map(({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`)).size).toBe(66);
  for (const { x, y, turn } of nodes) {
    expect(Math.hypot(x, y)).toBeCloseTo(RADIUS, 6);
    expect(Math.cos((turn * Math.PI) / 180)).toBeGreaterThan(-1e-9);
  }
});

test('what a tool feeds and is fed by are all its edges', () => {
  const edges = edgesOf(TOOLS);
  const { feeds, fedBy } = edgesAt(edges, 'create_delivery_order');
  expect(feeds.map(({ to }) => to)).toContain('pay_delivery_order');
  expect(fedBy.map(({ from }) => from)).toContain('delivery_product_search_recommand');
  expect(feeds.length + fedBy.length).toBe(edges.filter(({ from, to }) => [from, to].includes('create_delivery_order')).length);
});
