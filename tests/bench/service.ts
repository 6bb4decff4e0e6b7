/** How long each of the 66 tools takes in two worlds: the largest bundled one, and one of 10,000 products. Runs in Node and in a worker. */
import { bundledSets, bundledTasks } from '../../src/service/bundled.ts';
import { toolsOf, type Parameter } from '../../src/service/catalogue/index.ts';
import { generateTask } from '../../src/service/generator/index.ts';
import { recordsOf } from '../../src/service/sizes.ts';
import { readTaskFile, type ServiceTask } from '../../src/service/taskFile/index.ts';
import { callTool } from '../../src/service/tools/index.ts';
import { DOMAINS } from '../../src/service/types.ts';
import { World } from '../../src/service/world/world.ts';

export interface WorldTimes {
  readonly world: string;
  readonly records: number;
  /** Milliseconds from the text of the task file to its world. */
  readonly read: number;
  readonly load: number;
  /** Milliseconds of each call, by tool; the first search of a kind, which makes its index, is among them. */
  readonly calls: Readonly<Record<string, readonly number[]>>;
}

const CALLS = 25;

export async function timeTools(): Promise<WorldTimes[]> {
  const bundled = (await Promise.all(bundledSets.map(bundledTasks))).flat();
  const largest = bundled.reduce((best, task) => (recordsOf(task) > recordsOf(best) ? task : best));
  const generated = JSON.stringify([generateTask('bench', { domains: DOMAINS, size: 10_000 })]);
  const start = performance.now();
  const [task] = tasksOf(generated);
  const read = performance.now() - start;
  return [await timeWorld(`bundled ${largest.id}`, largest, 0), await timeWorld('generated, 10000 products', task as ServiceTask, read)];
}

async function timeWorld(name: string, task: ServiceTask, read: number): Promise<WorldTimes> {
  const start = performance.now();
  const world = await World.open(task, '1');
  const load = performance.now() - start;
  const calls: Record<string, number[]> = {};
  for (const { name: tool, parameters } of toolsOf(task.domains)) {
    calls[tool] = Array.from({ length: CALLS }, (_, i) => {
      const given = Object.fromEntries(parameters.map((parameter) => [parameter.name, likely(world, parameter, tool, i)]));
      const begin = performance.now();
      callTool(world, tool, given);
      return performance.now() - begin;
    });
  }
  world.close();
  return { world: name, records: recordsOf(task), read, load, calls };
}

function tasksOf(text: string): readonly ServiceTask[] {
  const tasks = readTaskFile(text);
  if (!tasks.ok) throw new Error(tasks.message);
  return tasks.value;
}

/** A value that the world has, another one for each call. */
function likely({ tables, userId, time }: World, { name, type, values }: Parameter, tool: string, turn: number): unknown {
  const pick = (all: readonly unknown[]) => all[(turn * 7919) % Math.max(1, all.length)] ?? 'x';
  const orders = tables.orders.rows().filter(({ orderType }) => tool.includes(orderType) || tool.includes('order_detail'));
  const known: Record<string, () => unknown> = {
    user_id: () => userId,
    store_id: () => pick(tables.stores.rows().map(({ storeId }) => storeId)),
    shop_id: () => pick(tables.shops.rows().map(({ shopId }) => shopId)),
    hotel_id: () => pick(tables.hotels.rows().map(({ hotelId }) => hotelId)),
    attraction_id: () => pick(tables.attractions.rows().map(({ attractionId }) => attractionId)),
    flight_id: () => pick(tables.flights.rows().map(({ legId }) => legId)),
    train_id: () => pick(tables.trains.rows().map(({ legId }) => legId)),
    product_id: () => pick([...tables.storeProducts.rows(), ...tables.shopProducts.rows()].map(({ productId }) => productId)),
    product_ids: () => [tables.storeProducts.rows()[0]?.productId ?? 'x'],
    order_id: () => pick(orders.map(({ orderId }) => orderId)),
    keywords: () => [pick(['spicy noodles', 'quiet room with a garden', 'tea', 'a gift for a child of six', '酸辣粉'])],
    address: () => pick(tables.places.rows().map((place) => place.address)),
    date: () => time.slice(0, 10),
    time: () => `${time.slice(0, 10)} 23:30:00`,
    dispatch_time: () => `${time.slice(0, 10)} 23:30:00`,
    city_name: () => pick([...tables.hotels.rows(), ...tables.attractions.rows()].map((place) => place.address.slice(-8))),
    departure: () => pick(tables.flights.rows().map(({ departureCity }) => departureCity)),
    destination: () => pick(tables.flights.rows().map(({ arrivalCity }) => arrivalCity)),
    longitude: () => tables.places.rows()[0]?.longitude,
    latitude: () => tables.places.rows()[0]?.latitude,
  };
  const found = known[name]?.();
  if (found !== undefined) return type === 'texts' && !Array.isArray(found) ? [found] : found;
  if (values) return values[turn % values.length];
  return { text: 'x', integer: 1, float: 1000, texts: ['x'], integers: [1] }[type];
}
