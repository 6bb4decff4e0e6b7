import { describe, expect, test } from 'vitest';
import { Conversation } from '../../../src/service/conversation.ts';
import { walkSolution } from '../../../src/service/solution.ts';
import { generateTask, type GeneratorOptions } from '../../../src/service/generator/index.ts';
import { checkState } from '../../../src/service/stateCheck.ts';
import { readTaskFile, type ServiceTask } from '../../../src/service/taskFile/index.ts';

function generated(seed: string, options: GeneratorOptions): ServiceTask {
  const read = readTaskFile(JSON.stringify([generateTask(seed, options)]));
  if (!read.ok || !read.value[0]) throw new Error(read.ok ? 'no task' : `${read.where}: ${read.message}`);
  return read.value[0];
}

test('the same seed gives the same text, another seed another', () => {
  const textOf = (seed: string) => JSON.stringify(generateTask(seed));
  expect(textOf('a')).toBe(textOf('a'));
  expect(textOf('a')).not.toBe(textOf('b'));
});

test('a larger world keeps the beginning of the smaller one', () => {
  const [small, large] = [100, 1000].map((size) => Object.values(generateTask('a', { domains: ['delivery'], size }).environment.stores ?? {}));
  expect(large?.slice(0, 5)).toEqual(small?.slice(0, 5));
});

describe.each(['english', 'chinese'] as const)('in %s', (language) => {
  test.each([1, 7, 200, 10_000])('%i products are as many as asked for, and the solution ends in the expected state', async (size) => {
    const task = generated(`s${size}`, { language, size });
    expect(task.language).toBe(language);
    const conversation = await Conversation.open(task, '1');
    const { world, messages } = conversation;
    const { storeProducts, shopProducts, hotelRooms, attractionTickets, flightSeats, trainSeats } = world.tables;
    const counts = [storeProducts, shopProducts, hotelRooms, attractionTickets, flightSeats, trainSeats].map((table) => table.rows().length);
    expect(counts.reduce((sum, count) => sum + count)).toBe(size);
    walkSolution(conversation);
    expect(messages.filter((message) => message.role === 'tool' && message.isError)).toEqual([]);
    expect(checkState(world.tables, task).isMet).toBe(true);
    world.close();
  });
});

test('a world of one domain has nothing of the others', () => {
  const { environment, domains } = generated('one', { domains: ['instore'] });
  expect(domains).toEqual(['instore']);
  expect([environment.stores, environment.hotels, environment.attractions, environment.flights, environment.trains]).toEqual([[], [], [], [], []]);
  expect(environment.shops.length).toBeGreaterThan(10);
});
