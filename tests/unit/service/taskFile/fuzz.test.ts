/** Damaged task files: each is read, and then opens as a world, or is refused with a place and a reason; nothing is thrown (spec vita §1). */
import { expect } from 'vitest';
import { readTaskFile, type ServiceTask } from '../../../../src/service/taskFile/index.ts';
import { TOOLS } from '../../../../src/service/catalogue/index.ts';
import { callTool } from '../../../../src/service/tools/index.ts';
import { World } from '../../../../src/service/world/world.ts';
import { property, type Dice } from '../../../tools/property.ts';
import { smallTask, type Json, type JsonObject } from './support.ts';

const HUGE = 'word '.repeat(200_000);
const STRANGE: readonly Json[] = [
  ...[null, true, 0, -1, 1.5, 1e308, 2 ** 60, '', ' ', 'x', '5', HUGE, '\0', '\ud800', '__proto__', "'; DROP TABLE stores; --", [], {}, [[]], [null], { x: null }],
  ...['[', '{', "{'a': 1}", '{"a": 1}', "['a', 1.5]", '('.repeat(1000), 'None', '2025-06-18', '2025-06-18 10:20:00', '0001-01-01 00:00:00'],
];

/** All objects and lists of a value. */
function containers(value: Json): JsonObject[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as JsonObject, ...Object.values(value).flatMap(containers)];
}

function damage(dice: Dice, task: JsonObject): void {
  const holder = dice.pick(containers(task));
  const keys = Object.keys(holder);
  if (keys.length === 0) return;
  const key = dice.pick(keys);
  const kind = dice.whole(0, 4);
  if (kind === 0) delete holder[key];
  else if (kind === 1) holder[dice.pick(keys)] = structuredClone(holder[key] as Json);
  else if (kind === 2) holder[Array.isArray(holder) ? keys.length : `${key} again`] = structuredClone(holder[key] as Json);
  else if (kind === 3) holder[key] = JSON.stringify(holder[key]).slice(0, dice.chance(0.8) ? undefined : dice.whole(1, 100));
  else holder[key] = structuredClone(dice.pick(STRANGE));
}

/** Calls every tool that needs no more than a user, an id or a point, so that all rows are looked at. */
function lookAtAll(world: World, { environment }: ServiceTask): void {
  const ids = [environment.stores[0]?.storeId, environment.hotels[0]?.hotelId, environment.trains[0]?.trainId, environment.userId];
  for (const { name, parameters } of TOOLS) {
    for (const id of ids) {
      const texts = Object.fromEntries(parameters.map((parameter) => [parameter.name, value(parameter.type, id ?? 'x')]));
      expect(callTool(world, name, { ...texts, ...('user_id' in texts && { user_id: environment.userId }) }).content).toEqual(expect.any(String));
    }
  }
}

function value(type: string, text: string): unknown {
  return { text, texts: [text], integer: 1, float: 1e7, integers: [1] }[type];
}

property('a damaged task is read and its world answers, or it is refused by its path', async (dice) => {
  const tally = { read: 0, refused: 0 };
  for (let i = 0; i < 400; i++) {
    const task = smallTask();
    for (let count = dice.whole(1, 3); count > 0; count--) damage(dice, task);
    const read = readTaskFile(JSON.stringify([task]));
    if (!read.ok) {
      tally.refused++;
      expect(read.where, JSON.stringify(read)).toMatch(/^task .+, .+$/s);
      expect(read.message.length).toBeGreaterThan(20);
      expect(read.message.length).toBeLessThan(1000);
      continue;
    }
    tally.read++;
    const [first] = read.value;
    if (!first || i % 4 > 0) continue;
    const world = await World.open(first, '0');
    lookAtAll(world, first);
    world.close();
  }
  expect(Math.min(tally.read, tally.refused), JSON.stringify(tally)).toBeGreaterThan(50);
}, 120_000);

property('a file cut or changed anywhere is read, or refused with a place', (dice) => {
  const text = JSON.stringify([smallTask(), { ...smallTask(), id: 'other' }]);
  for (let i = 0; i < 300; i++) {
    const place = dice.whole(0, text.length);
    const put = dice.pick(['', '{', '}', '[', ']', '"', ',', ':', '0', '-', 'e', '\\', '\\u12', '\n', '\0', '\ud800', 'null', '/*', '//', '\uFEFF']);
    const read = readTaskFile(text.slice(0, place) + put + text.slice(dice.chance(0.1) ? text.length : place + dice.whole(0, 3)));
    if (!read.ok) expect([read.where, read.message]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
  }
});
