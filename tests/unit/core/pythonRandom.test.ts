import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PythonRandom, randomStream } from '../../../src/core/pythonRandom.ts';
import { property } from '../../tools/property.ts';

type Call = [method: string, given: number[], answer: number | number[]];

interface Recorded {
  readonly streams: { readonly seed: string; readonly calls: Call[] }[];
  readonly named: [seed: number, key: string, first: number][];
}

const path = resolve(import.meta.dirname, '../../fixtures/python-random.json');
const recorded = JSON.parse(readFileSync(path, 'utf8')) as Recorded;

function seeded(seed: string): PythonRandom {
  const number = BigInt(seed);
  return new PythonRandom(Number(number >> 32n), Number(number & 0xffffffffn));
}

const range = (size: number) => Array.from({ length: size }, (_, i) => i);

function answer(random: PythonRandom, method: string, [a = 0, b = 0, c = 0]: readonly number[]): number | number[] {
  switch (method) {
    case 'random':
      return random.random();
    case 'getrandbits':
      return random.bits(a);
    case 'uniform':
      return random.uniform(a, b);
    case 'triangular':
      return random.triangular(a, b, c);
    case 'gauss':
      return random.gauss(a, b);
    case 'gammavariate':
      return random.gamma(a, b);
    case 'betavariate':
      return random.beta(a, b);
    case 'choice': // of range(a), which is too long to write out beyond some size
      return a <= 1000 ? random.choice(range(a)) : random.below(a);
    case 'sample':
      return random.sample(range(a), b);
    case 'shuffle': {
      const items = range(a);
      random.shuffle(items);
      return items;
    }
    default:
      throw new Error(`No method ${method}.`);
  }
}

/** These go through log, exp, sin and cos, whose last bits are the library's own. */
const APPROXIMATE = ['gauss', 'gammavariate', 'betavariate'];

describe('spec §1: random numbers are CPython’s, call by call', () => {
  test.each(recorded.streams)('seed $seed', ({ seed, calls }) => {
    const random = seeded(seed);
    expect(calls.length).toBeGreaterThan(50);
    for (const [index, [method, given, expected]] of calls.entries()) {
      const got = answer(random, method, given);
      const call = `call ${index + 1}: ${method}(${given.join(', ')})`;
      if (APPROXIMATE.includes(method)) expect(Math.abs(Number(got) / Number(expected) - 1), call).toBeLessThan(1e-12);
      else expect(got, call).toEqual(expected);
    }
  });
});

test.each(recorded.named)('spec §1: the stream of seed %d and key %s starts as CPython’s does', (seed, key, first) => {
  expect(randomStream(seed, key).random()).toBe(first);
});

test('spec §1: triangular with low = high returns low, and uses up one draw', () => {
  const [drawn, passed] = [seeded('7'), seeded('7')];
  expect(drawn.triangular(3, 3, 3)).toBe(3);
  passed.random();
  expect(drawn.random()).toBe(passed.random());
});

test('spec §1: gauss keeps the second of each pair', () => {
  const random = seeded('7');
  random.gauss(0, 1);
  const fresh = seeded('7');
  [fresh.random(), fresh.random()].forEach(Number);
  random.gauss(0, 1); // kept from the first call: no draw
  expect(random.random()).toBe(fresh.random());
});

property('a sample has distinct members of its population, a shuffle all of them', (dice) => {
  const random = new PythonRandom(dice.whole(0, 2 ** 32 - 1), dice.whole(0, 2 ** 32 - 1));
  for (let round = 0; round < 200; round++) {
    const size = dice.whole(0, 120);
    const population = range(size);
    const sample = random.sample(population, dice.whole(0, size));
    expect(new Set(sample).size).toBe(sample.length);
    expect(sample.every((item) => item >= 0 && item < size)).toBe(true);
    const shuffled = [...population];
    random.shuffle(shuffled);
    expect([...shuffled].sort((a, b) => a - b)).toEqual(population);
  }
  expect(() => random.sample([1, 2], 3)).toThrow('sample of 3 from 2');
});
