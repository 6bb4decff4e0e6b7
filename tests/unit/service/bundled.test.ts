import { beforeAll, describe, expect, test } from 'vitest';
import { bundledSets, bundledTasks } from '../../../src/service/bundled.ts';
import { Conversation, PATIENT_LIMITS } from '../../../src/service/conversation.ts';
import { walkSolution } from '../../../src/service/solution.ts';
import { checkState } from '../../../src/service/stateCheck.ts';
import type { ServiceTask, SolutionStep } from '../../../src/service/taskFile/index.ts';

const SETS = ['cross', 'cross-zh', 'delivery', 'delivery-zh', 'instore', 'instore-zh', 'ota', 'ota-zh'];

async function walk(task: ServiceTask, solution: readonly SolutionStep[] = task.solution ?? []) {
  const conversation = await Conversation.open({ ...task, solution }, '7', PATIENT_LIMITS);
  walkSolution(conversation);
  const verdict = checkState(conversation.world.tables, task);
  conversation.close();
  return { messages: conversation.messages, verdict };
}

test('there are six tasks in each of four sets, and three of each in Chinese too; no id occurs twice', async () => {
  expect(bundledSets).toEqual(SETS);
  const sets = await Promise.all(bundledSets.map(bundledTasks));
  expect(sets.map(({ length }) => length)).toEqual([6, 3, 6, 3, 6, 3, 6, 3]);
  const tasks = sets.flat();
  expect(new Set(tasks.map(({ id }) => id)).size).toBe(36);
  for (const [i, set] of sets.entries()) {
    const isChinese = SETS[i]?.endsWith('-zh') ?? false;
    expect(set.every(({ id, language }) => id.endsWith('-zh') === isChinese && (language === 'chinese') === isChinese)).toBe(true);
  }
});

describe.each(SETS)('%s', (set) => {
  let tasks: readonly ServiceTask[] = [];
  beforeAll(async () => {
    tasks = await bundledTasks(set);
  });

  test('every task has a persona, an instruction, rubrics, one state to end in and a crowd of at least 100 products', () => {
    for (const { id, profile, instructions, expectedStates, overallRubrics, environment } of tasks) {
      expect(profile.get('temperament'), id).toEqual(expect.any(String));
      expect(instructions.length, id).toBeGreaterThan(80);
      expect(expectedStates[0]?.stateRubrics.length, id).toBeGreaterThan(1);
      expect(overallRubrics.length, id).toBeGreaterThan(0);
      const { stores, shops, hotels, attractions, flights, trains } = environment;
      const owners: readonly { readonly products: readonly unknown[] }[] = [...stores, ...shops, ...hotels, ...attractions, ...flights, ...trains];
      expect(owners.reduce((sum, { products }) => sum + products.length, 0), id).toBeGreaterThan(100);
    }
  });

  test('every solution runs without a refusal and ends in the expected state', async () => {
    for (const task of tasks) {
      const { messages, verdict } = await walk(task);
      for (const message of messages) {
        if (message.role === 'assistant') expect(JSON.stringify(message.calls), task.id).not.toContain('{{');
        if (message.role !== 'tool') continue;
        expect(message.isError, `${task.id} ${message.name}: ${message.content}`).toBe(false);
        expect(message.content, `${task.id} ${message.name}`).not.toMatch(/^$|^No |^Error|not (?:found|exist|match|support)|incorrect|[Ii]nsufficient|must be/);
      }
      expect(verdict, task.id).toEqual({ isMet: true, states: [{ missing: [], extra: [], different: [] }] });
    }
  });

  test('no task is solved by doing nothing, nor by leaving out any single step that changes something', async () => {
    for (const task of tasks) {
      const solution = task.solution ?? [];
      expect((await walk(task, [])).verdict.isMet, task.id).toBe(false);
      for (const [i, step] of solution.entries()) {
        if ('reply' in step || !/^create_|^pay_|cancel|^instore_(?:book|reservation|modify)|modify_(?:train|flight)/.test(step.tool)) continue;
        // Whoever leaves out one order has the later ones under other numbers: each issued id is looked up by its own step.
        const { verdict } = await walk(task, solution.filter((_, at) => at !== i).map((rest) => shifted(rest, solution.slice(0, i), step)));
        expect(verdict.isMet, `${task.id} without ${step.tool}`).toBe(false);
      }
    }
  });

  test('one order, booking or reservation more is an extra', async () => {
    for (const task of tasks) {
      const solution = task.solution ?? [];
      // The first may be the last seats of a train, of which no more can be had.
      const again = solution.filter((step) => 'tool' in step && ISSUES.test(step.tool)).at(-1);
      const { verdict } = await walk(task, again ? [...solution, again] : solution);
      expect(verdict.isMet, task.id).toBe(false);
      expect(verdict.states[0]?.extra, task.id).toHaveLength(1);
    }
  });
});

const ISSUES = /^create_|^instore_(?:book|reservation)$/;

function shifted(step: SolutionStep, before: readonly SolutionStep[], left: SolutionStep): SolutionStep {
  if ('reply' in step || 'reply' in left || !ISSUES.test(left.tool)) return step;
  const number = before.filter((each) => 'tool' in each && ISSUES.test(each.tool)).length + 1;
  const renumber = (value: string) => value.replace(/\{\{order:(\d+)\}\}/, (_, n: string) => `{{order:${Number(n) > number ? Number(n) - 1 : n}}}`);
  return { ...step, arguments: new Map([...step.arguments].map(([key, value]) => [key, typeof value === 'string' ? renumber(value) : value])) };
}
