/** The database of the service world (spec vita §2): a `.sqlite` file that holds all of a task, and whose references hold. */
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../../src/db/database.ts';
import type { ServiceTask } from '../../../../src/service/taskFile/index.ts';
import { callTool } from '../../../../src/service/tools/index.ts';
import { dump } from '../../../tools/worldDump.ts';
import { World } from '../../../../src/service/world/world.ts';
import { FIXTURE, smallTask, taskOf, tasksOf, type JsonObject } from '../taskFile/support.ts';

const worlds = [...tasksOf(FIXTURE), taskOf(smallTask())].map((task) => [task.id, task] as const);

describe('spec vita §2: "queried, diffed and exported as a `.sqlite` file at any step"', () => {
  test.each(worlds)('the file of %s opens again with the same rows, and the world goes on', async (_id, task) => {
    const world = await World.open(task, '0');
    const before = dump(world.database);
    const again = await openDatabase(world.database.export());
    expect(dump(again)).toBe(before);
    expect(dump(world.database)).toBe(before);
    expect(callTool(world, 'get_user_all_orders', {}).isError).toBe(false);
    again.close();
    world.close();
  });

  test.each(worlds)('every reference of %s names a row, and the file is sound', async (_id, task) => {
    const world = await World.open(task, '0');
    expect(world.database.rows('PRAGMA foreign_key_check')).toEqual([]);
    expect(world.database.rows('PRAGMA integrity_check')).toEqual([['ok']]);
    world.close();
  });

  test('a table per kind of record, each filled from the task', async () => {
    const world = await World.open(taskOf(smallTask()), '0');
    const filled = Object.entries(world.tables).map(([name, table]) => [name, table.rows().length > 0]);
    expect(filled.filter(([, isFilled]) => !isFilled)).toEqual([]);
    expect(filled).toHaveLength(19);
    world.close();
  });

  test('rows are in the order of the file, and free forms keep ints, floats and order', async () => {
    const world = await World.open(taskOf(smallTask()), '0');
    expect(world.database.rows('SELECT name, value FROM behaviours ORDER BY place')).toEqual([
      ['budget', '30'],
      ['tips', '30.5'],
      ["mother's dish", '["soup",null,true]'],
    ]);
    expect(callTool(world, 'get_user_historical_behaviors', {}).content).toBe(
      `{'budget': 30, 'tips': 30.5, "mother's dish": ['soup', None, True]}`,
    );
    world.close();
  });
});

describe('whatever a task file may hold, its world opens', () => {
  const open = async (change: (environment: JsonObject) => void) => {
    const task = smallTask();
    change(task['environment'] as JsonObject);
    return World.open(taskOf(task), '0');
  };

  test('numbers in place of ids', async () => {
    const world = await open((environment) => {
      const orders = { a: { order_id: 1, order_type: 'delivery', user_id: 5 }, b: { order_id: 2, order_type: 'delivery', user_id: 5 } };
      Object.assign(environment, { orders, user_id: 5, books: { a: { book_id: 1, shop_id: 'B1' }, b: { book_id: 2, shop_id: 'B1' } } });
    });
    expect(callTool(world, 'get_user_all_orders', {}).content).toMatch(/^Order\(order_id:1, .*\nOrder\(order_id:2, /);
    world.close();
  });

  test('a behaviour beyond all floats', async () => {
    const text = JSON.stringify([smallTask()]).replace('"tips":30.5', '"tips":1e999');
    const [task] = tasksOf(text);
    const world = await World.open(task as ServiceTask, '0');
    expect(callTool(world, 'get_user_historical_behaviors', {}).content).toContain("'tips': inf,");
    world.close();
  });

  test('SQL and names of prototypes as ids and names are data', async () => {
    const hostile = "__proto__'); DROP TABLE stores; --";
    const world = await open((environment) => {
      const stores = environment['stores'] as JsonObject;
      stores['__proto__x'] = { ...(stores['S1'] as JsonObject), store_id: hostile, name: hostile, products: [] };
    });
    expect(callTool(world, 'get_delivery_store_info', { store_id: hostile }).content).toContain(`Store(name=${hostile}, store_id=${hostile}`);
    expect(world.tables.stores.rows()).toHaveLength(2);
    world.close();
  });
});
