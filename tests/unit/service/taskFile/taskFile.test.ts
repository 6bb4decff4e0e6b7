/** Task files are read whole or not at all, in all the spellings in which they are published (spec vita §1). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parsePlainJson } from '../../../../src/core/plainJson.ts';
import { repr } from '../../../../src/core/pythonRepr.ts';
import { readTaskFile, rubricsOf, writeTaskFile, type ServiceTask } from '../../../../src/service/taskFile/index.ts';
import { shared } from '../../../tools/shared.ts';
import { FIXTURE, smallTask, taskOf, tasksOf, type Json, type JsonObject } from './support.ts';

/** All that is understood of a task, apart from how the file spells it. */
function meaning({ raw: _, ...rest }: ServiceTask) {
  return rest;
}

function at(value: Json | undefined, ...path: (string | number)[]): JsonObject {
  return path.reduce<Json>((held, key) => (held as JsonObject)[key] as Json, value as Json) as JsonObject;
}

function asPython(value: Json | undefined): string {
  const plain = parsePlainJson(JSON.stringify(value));
  if (!plain.ok) throw new Error(plain.message);
  return repr(plain.value);
}

const official = shared('data/vita-official');
const golden = shared('golden/vita');

describe.runIf(official !== null && golden !== null)('spec vita §1: published files', () => {
  const files = [
    ...(official === null ? [] : readdirSync(official).filter((name) => name.endsWith('.json')).map((name) => join(official, name))),
    ...(golden === null ? [] : ['tasks.json', 'probe-tasks.json'].map((name) => join(golden, name))),
  ];

  test.each(files)('%s is read whole, and written is read the same', (file) => {
    const text = readFileSync(file, 'utf8');
    const tasks = tasksOf(text);
    expect(tasks.map(({ id }) => id)).toEqual((JSON.parse(text) as { id: string }[]).map(({ id }) => id));
    expect(tasksOf(writeTaskFile(tasks))).toEqual(tasks);
  });

  test.each(files.filter((file) => file.includes('official')))('%s has customers, wishes, rubrics and a world in every task', (file) => {
    for (const task of tasksOf(readFileSync(file, 'utf8'))) {
      const { environment } = task;
      expect(task.language).toBe(file.includes('-zh') ? 'chinese' : 'english');
      expect(task.instructions.length).toBeGreaterThan(20);
      expect(task.profile.size).toBeGreaterThan(0);
      expect(rubricsOf(task).length).toBeGreaterThan(0);
      expect(environment.stores.length + environment.shops.length).toBeGreaterThan(0);
      expect(environment.behaviours.size).toBeGreaterThan(0);
    }
  });
});

test('the made-up worlds of this checkout are read, and written are read the same', () => {
  const tasks = tasksOf(FIXTURE);
  expect(tasks.length).toBeGreaterThan(3);
  expect(tasksOf(writeTaskFile(tasks))).toEqual(tasks);
});

test('writing keeps what nothing reads, ints, floats, the order of keys, and numbers beyond all floats', () => {
  const text = '[{"later": {"10": 1, "2": 1.0, "__proto__": [1e999, -1e999]}, "id": "a", "domain": "ota", "environment": {"time": "2025-01-01 00:00:00", "user_id": "U"}}]';
  expect(writeTaskFile(tasksOf(text)).replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
});

describe('spec vita §1: "As published they vary, and an importer takes all of it"', () => {
  const plain = meaning(taskOf(smallTask()));
  const changed = (change: (task: JsonObject) => void) => {
    const task = smallTask();
    change(task);
    return meaning(taskOf(task));
  };

  test.each(['instore', 'in-store', 'in-store consumption', 'In-Store Consumption'])('the domain of in-store tasks spelled %s', (domain) => {
    expect(changed((task) => (task['domain'] = domain)).domains).toEqual(['instore']);
  });

  test('several domains, with spaces and repeats', () => {
    expect(changed((task) => (task['domain'] = 'delivery, in-store,ota,instore')).domains).toEqual(['delivery', 'instore', 'ota']);
  });

  test.each(['environment', 'evaluation_criteria', 'user_scenario', 'message_history'])('%s as text, in Python or in JSON', (key) => {
    expect(changed((task) => (task[key] = asPython(task[key])))).toEqual(plain);
    expect(changed((task) => (task[key] = JSON.stringify(task[key], null, 2)))).toEqual(plain);
    // JSON may write a slash with a backslash, which Python would keep.
    expect(changed((task) => (task[key] = JSON.stringify(task[key]).replaceAll('/', '\\/')))).toEqual(plain);
  });

  test('parts of the environment as texts, and tables as lists', () => {
    expect(changed((task) => {
      const environment = at(task, 'environment');
      for (const key of ['weather', 'location', 'orders', 'trains', 'user_historical_behaviors']) environment[key] = asPython(environment[key]);
      for (const key of ['stores', 'shops', 'books', 'hotels']) environment[key] = Object.values(at(environment, key));
    })).toEqual(plain);
  });

  test('a float in place of an int, in every typed field', () => {
    const floats = JSON.stringify(smallTask()).replace(/"(price|score|total_price|humidity|star_rating|quantity|book_price)":(\d+)(?=[,}])/g, '"$1":$2.0');
    expect(floats).toContain('"score":4.0');
    const [task] = tasksOf(`[${floats}]`);
    expect(task?.environment.stores).toEqual(plain.environment.stores);
    expect(task?.environment.hotels).toEqual(plain.environment.hotels);
  });

  test('attributes are a text or a list, and kept as they are', () => {
    expect(plain.environment.stores[0]?.products.map(({ attributes }) => attributes)).toEqual([['hot', 'cold'], 'hot']);
  });

  test('free parts tell 30 from 30.0', () => {
    const [task] = tasksOf(`[${JSON.stringify(smallTask()).replace('"tips":30.5', '"tips":30.0')}]`);
    expect([...(task?.environment.behaviours.entries() ?? [])].slice(0, 2)).toEqual([['budget', 30n], ['tips', 30]]);
  });

  test('a byte order mark in front', () => {
    expect(tasksOf(`\uFEFF${JSON.stringify([smallTask()])}`).map(meaning)).toEqual([plain]);
  });

  test('missing keys: only id, domain, time and user_id have to be there', () => {
    const task = taskOf({ id: 7, domain: 'ota', environment: { time: '2025-06-18 10:20:00', user_id: 5 } });
    expect(meaning(task)).toMatchObject({ id: '7', language: 'english', instructions: '', expectedStates: [], overallRubrics: [] });
    expect(task.environment).toMatchObject({ userId: '5', stores: [], trains: [], weather: [], locations: [] });
  });

  test('missing keys of records have values that say nothing', () => {
    const { environment } = changed((task) => {
      const store = at(task, 'environment', 'stores', 'S1');
      delete store['score'];
      delete store['tags'];
      store['products'] = [{ product_id: 4, name: 'Tea', price: 1 }];
    });
    expect(environment.stores[0]).toMatchObject({ score: 0, tags: [], products: [{ productId: '4', storeId: 'S1', storeName: "Ann's Soups", quantity: 0, attributes: '' }] });
  });

  test('the language is that of the instructions, or as the file says', () => {
    expect(changed((task) => (task['instructions'] = '点一份午餐')).language).toBe('chinese');
    expect(changed((task) => (task['language'] = 'chinese')).language).toBe('chinese');
  });
});

test('spec vita §5: "the union, in order and without repeats"', () => {
  expect(rubricsOf(taskOf(smallTask()))).toEqual(['Lunch is ordered.', 'Nothing else is.', 'The address is asked for.']);
});

describe('spec vita §1: "an error that names the task and the path of the first offence, and nothing is imported half"', () => {
  const without = (key: string, ...path: string[]) => (task: JsonObject) => void delete at(task, ...path)[key];
  const set = (value: Json, key: string, ...path: (string | number)[]) => (task: JsonObject) => void (at(task, ...path)[key] = value);
  const offences: [string, string, (task: JsonObject) => void][] = [
    ['id', 'an id', set('', 'id')],
    ['id', 'only one', set('first', 'id')],
    ['domain', 'missing', without('domain')],
    ['domain', 'in-store consumption', set('delivery,taxi', 'domain')],
    ['language', 'english or chinese', set('french', 'language')],
    ['environment', 'an object', set(5, 'environment')],
    ['environment', 'neither JSON nor a Python value', set('{"time": ', 'environment')],
    ['environment.time', 'a time such as', set('2025-02-30 10:00:00', 'time', 'environment')],
    ['environment.user_id', 'missing', without('user_id', 'environment')],
    ['environment.user_id', 'whole characters', set('U\0', 'user_id', 'environment')],
    ['environment.stores', 'an object', set(true, 'stores', 'environment')],
    ['environment.stores.S1.name', 'a text', set(['Soups'], 'name', 'environment', 'stores', 'S1')],
    ['environment.stores.S1.products[1].price', 'a number', set('6.5', 'price', 'environment', 'stores', 'S1', 'products', 1)],
    ['environment.stores.S1.location.latitude', 'missing', without('latitude', 'environment', 'stores', 'S1', 'location')],
    ['environment.shops.B1.enable_book', 'true or false', set('yes', 'enable_book', 'environment', 'shops', 'B1')],
    ['environment.hotels.H2', 'the only one with the id H1', set(at(smallTask(), 'environment', 'hotels', 'H1'), 'H2', 'environment', 'hotels')],
    ['environment.orders.O1.order_id', 'missing', without('order_id', 'environment', 'orders', 'O1')],
    ['environment.orders.O1.total_price', 'a number', set('12', 'total_price', 'environment', 'orders', 'O1')],
    ['environment.books.K2', 'the only one with the id K1', set({ book_id: 'K1' }, 'K2', 'environment', 'books')],
    ['environment.reservations.R1.reservation_id', 'an id', set('', 'reservation_id', 'environment', 'reservations', 'R1')],
    ['environment.weather[0].datetime', 'a date such as', set('2025-13-01', 'datetime', 'environment', 'weather', 0)],
    ['environment.weather[0].temperature', 'the highest', set([9], 'temperature', 'environment', 'weather', 0)],
    ['environment.trains.N1.products[2].date', 'a date such as', set('tomorrow', 'date', 'environment', 'trains', 'N1', 'products', 2)],
    ['user_scenario.user_profile', 'an object', set([], 'user_profile', 'user_scenario')],
    ['evaluation_criteria.expected_states[0].state_rubrics[1]', 'a text', set(['ok', 5], 'state_rubrics', 'evaluation_criteria', 'expected_states', 0)],
    ['message_history', 'a list', set({}, 'message_history')],
  ];

  test.each(offences)('%s: %s', (path, words, change) => {
    const second = { ...smallTask(), id: 'second' };
    change(second);
    const read = readTaskFile(JSON.stringify([{ ...smallTask(), id: 'first' }, second]));
    const name = second['id'] === '' ? 'task number 2' : `task ${String(second['id'])}`;
    expect(read).toMatchObject({ ok: false, code: 'bad-task', where: `${name}, ${path}` });
    expect(!read.ok && read.message).toContain(words);
  });

  test.each([
    ['{"id": "a"}', 'not-a-task-list'],
    ['null', 'not-a-task-list'],
    ['[5]', 'bad-task'],
    ['["{}"]', 'bad-task'],
    ['[{}]', 'bad-task'],
    ['', 'bad-json'],
    ['{"id": "a"}\n{"id": "b"}', 'bad-json'],
    ['['.repeat(100_000), 'too-nested'],
  ])('%.20s is no task list', (text, code) => {
    expect(readTaskFile(text)).toMatchObject({ ok: false, code, where: expect.stringMatching(/./) as string, message: expect.stringMatching(/./) as string });
  });
});

test('a file of 20 MB is read', () => {
  const [one] = JSON.parse(FIXTURE) as JsonObject[];
  const copies = Math.ceil(20_000_000 / JSON.stringify(one).length);
  const text = JSON.stringify(Array.from({ length: copies }, (_, i) => ({ ...one, id: `copy ${i}` })));
  expect(tasksOf(text)).toHaveLength(copies);
});
