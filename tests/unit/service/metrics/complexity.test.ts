import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { edgesOf } from '../../../../src/service/catalogue/graph.ts';
import { toolsOf } from '../../../../src/service/catalogue/index.ts';
import { complexityOf, complexityTable } from '../../../../src/service/metrics/complexity.ts';
import { DOMAINS } from '../../../../src/service/types.ts';
import { shared } from '../../../tools/shared.ts';
import { smallTask, taskOf, tasksOf } from '../taskFile/support.ts';

test('spec §6: reasoning points, search space, tools, edges and density of a task', () => {
  const edges = edgesOf(toolsOf(DOMAINS)).length;
  // The rubric that stands in both lists counts once.
  expect(complexityOf(taskOf(smallTask()))).toMatchObject({ reasoningPoints: 3, tools: 66, edges, density: edges / (66 * 65) });
  const noWorld = taskOf({ ...smallTask(), domain: 'delivery', environment: { time: '2025-06-18 10:20:00', user_id: 'U1' } });
  expect(complexityOf(noWorld)).toMatchObject({ searchSpace: 0, tools: 20 });
});

test('the table has the means of each set, null where it is empty', () => {
  const cross = taskOf(smallTask());
  const delivery = taskOf({ ...smallTask(), domain: 'delivery', evaluation_criteria: { overall_rubrics: ['Lunch is ordered.'] } });
  const table = complexityTable(new Map([['both', [cross, delivery]], ['none', []]]));
  expect(table).toMatchObject([
    { set: 'both', tasks: 2, means: { reasoningPoints: 2, tools: 43, searchSpace: complexityOf(cross).searchSpace } },
    { set: 'none', tasks: 0, means: { reasoningPoints: null, searchSpace: null, tools: null, edges: null, density: null } },
  ]);
  expect(table[0]?.means.density).toBeCloseTo((complexityOf(cross).density + complexityOf(delivery).density) / 2, 14);
});

const official = shared('data/vita-official/official-delivery-en.json');

test.runIf(official !== null)('the published delivery tasks: 64 rubrics, and 86 stores, products and orders, over 8 tasks', () => {
  const [row] = complexityTable(new Map([['delivery', tasksOf(readFileSync(official ?? '', 'utf8'))]]));
  expect(row).toMatchObject({ tasks: 8, means: { reasoningPoints: 8, searchSpace: 10.75, tools: 20 } });
});
