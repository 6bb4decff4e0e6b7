/** Hostile calls: whatever a model sends, a tool answers, and only what it is for changes (spec vita §3). */
import { describe, expect, test } from 'vitest';
import { TOOLS, type Parameter, type ToolEntry } from '../../../../src/service/catalogue/index.ts';
import { callTool } from '../../../../src/service/tools/index.ts';
import { dump } from '../../../tools/worldDump.ts';
import { World } from '../../../../src/service/world/world.ts';
import { property, type Dice } from '../../../tools/property.ts';
import { FIXTURE, tasksOf } from '../taskFile/support.ts';
import { smallWorld } from './support.ts';

const HUGE = 'soup of the day '.repeat(65_536);
const DEEP = JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as unknown;
const CYCLE: unknown[] = [];
CYCLE.push(CYCLE);

const HOSTILE_TEXTS = ["'; DROP TABLE stores; --", '" OR 1=1 --', "' OR '1'='1", '%', '__proto__', 'constructor', '\ud800', 'a\0b', '', ' ', '\u202e面🍜', 'NaN'];
const USUAL_TEXTS = [
  ...['U1', 'O1', 'S1', 'P1', 'P2', 'B1', 'C1', 'K1', 'R1', 'H1', 'A1', 'T1', 'F1', 'N1', 'E1', 'E2', 'Leeds', 'York', '1 Mill Lane, Leeds', 'paid'],
  ...['2025-06-18', '2025-06-19', '2025-06-20', '2025-06-19 12:00:00', '9999-12-31 23:59:59', '0001-01-01', '2025', 'soup'],
];
const NUMBERS = [0, 1, 2, 3, -1, 1.5, 53.8, -1.5, 90, 1e308, -1e308, 5e-324, 2 ** 53, Number.MAX_SAFE_INTEGER];
const NO_ARGUMENTS: readonly unknown[] = [NaN, Infinity, -Infinity, undefined, null, true, 1n, {}, { toString: 'x' }, DEEP, CYCLE, HUGE, [HUGE], [NaN], [null], [DEEP]];

const FITTING: Readonly<Record<string, readonly string[]>> = {
  user_id: ['U1'],
  store_id: ['S1'],
  shop_id: ['B1'],
  product_id: ['P1', 'C1'],
  hotel_id: ['H1'],
  room_id: ['R1'],
  attraction_id: ['A1'],
  ticket_id: ['T1'],
  flight_id: ['F1'],
  train_id: ['N1'],
  seat_id: ['E1', 'E2'],
  date: ['2025-06-19', '2025-06-20'],
  new_date: ['2025-06-19', '2025-06-20'],
  time: ['2025-06-20 09:00:00'],
  dispatch_time: ['2025-06-20 09:00:00', '9999-12-31 23:59:59'],
  address: ['1 Mill Lane, Leeds'],
};

/** `ids`: of orders, bookings and reservations. */
function fitting(dice: Dice, { name, type }: Parameter, ids: readonly string[]): unknown {
  const text = () => dice.pick(dice.chance(0.2) ? HOSTILE_TEXTS : USUAL_TEXTS);
  if (name === 'product_ids') return dice.chance(0.8) ? [dice.pick(['P1', 'P2'])] : dice.many(0, 3, text);
  if (type === 'texts') return dice.many(0, 3, text);
  if (type === 'integers') return dice.chance(0.8) ? [dice.pick([1, 2, 2 ** 40])] : dice.many(0, 3, () => dice.pick([1, 2, 0, -1]));
  if (type === 'integer') return dice.chance(0.6) ? dice.whole(1, 2) : dice.pick(NUMBERS.filter(Number.isSafeInteger));
  if (type === 'float') return dice.pick(NUMBERS);
  if (dice.chance(0.2)) return text();
  return dice.pick(FITTING[name] ?? (name.endsWith('_id') ? ids : USUAL_TEXTS));
}

/** Mostly as the tool wants it; now and then an argument is missing, too many, of a wrong type, huge or hostile. */
function madeUp(dice: Dice, { parameters }: ToolEntry, ids: readonly string[]): unknown {
  if (dice.chance(0.02)) return dice.pick([null, undefined, 'x', 5, [], [{}], DEEP, new Map()]);
  const wanted = parameters.filter(({ isRequired }) => isRequired || dice.chance(0.5));
  const given = Object.fromEntries(wanted.map((parameter) => [parameter.name, fitting(dice, parameter, ids)]));
  const { name } = parameters.length > 0 ? dice.pick(parameters) : { name: 'x' };
  if (dice.chance(0.1)) given[name] = dice.pick([...NO_ARGUMENTS, ...HOSTILE_TEXTS, ...NUMBERS, ['x'], 'x']);
  if (dice.chance(0.03)) delete given[name];
  if (dice.chance(0.03)) Object.defineProperty(given, dice.pick(['__proto__', 'constructor', 'extra', HUGE]), { value: {}, enumerable: true });
  return given;
}

/** Rows of the tables in which a call may change at most one that is there, and remove none. */
function records({ database }: World): Map<string, string> {
  return new Map(['orders', 'books', 'reservations'].flatMap((name) => database.rows(`SELECT * FROM ${name}`).map((row) => [`${name} ${String(row[1])}`, String(row)])));
}

const NEVER_CHANGED = /^(weather|behaviours|stores|shops|hotels|attractions|flights|trains) /;

function unchanging(state: string): string[] {
  return state.split('\n').filter((line) => NEVER_CHANGED.test(line));
}

async function fuzzOneWorld(dice: Dice, tally: { errors: number; changes: number }): Promise<void> {
  const world = await smallWorld();
  const begin = dump(world.database);
  let before = begin;
  let known = records(world);
  for (let call = 0; call < 400; call++) {
    const tool = call < TOOLS.length ? (TOOLS[call] as ToolEntry) : dice.pick(TOOLS);
    const ids = [...known.keys()].map((key) => key.split(' ')[1] ?? '');
    const answer = callTool(world, tool.name, madeUp(dice, tool, ids));
    expect(answer).toEqual({ content: expect.any(String) as string, isError: expect.any(Boolean) as boolean });
    expect(answer.content.length, tool.name).toBeLessThan(200_000);
    if (answer.isError) tally.errors++;
    const after = dump(world.database);
    if (after === before) continue;
    tally.changes++;
    expect(tool.kind, `${tool.name} changed something`).toBe('write');
    expect(answer.isError, `${tool.name} changed something and failed: ${answer.content}`).toBe(false);
    const now = records(world);
    const touched = [...known].filter(([key, row]) => now.get(key) !== row);
    expect(touched.length + now.size - known.size, `${tool.name} changed records`).toBeLessThanOrEqual(1);
    expect(touched.filter(([key]) => !now.has(key))).toEqual([]);
    [before, known] = [after, now];
  }
  expect(unchanging(before)).toEqual(unchanging(begin));
  expect(world.database.rows('PRAGMA foreign_key_check')).toEqual([]);
  world.close();
}

property('any of the 66 tools answers any call; an error, and a tool that only reads, changes nothing; a write one record at most', async (dice) => {
  const tally = { errors: 0, changes: 0 };
  for (let worlds = 0; worlds < 12; worlds++) await fuzzOneWorld(dice, tally);
  expect(Math.min(tally.errors, tally.changes), JSON.stringify(tally)).toBeGreaterThan(100);
}, 120_000);

describe('spec vita §3: "A parameter that is missing, unknown or of the wrong type is an error, and changes nothing"', () => {
  test.each(TOOLS.map((tool) => [tool.name, tool] as const))('%s', async (name, { parameters }) => {
    const world = await smallWorld();
    const before = dump(world.database);
    const right = Object.fromEntries(parameters.map(({ name: key, type }) => [key, { text: 'x', integer: 1, float: 1.5, texts: ['x'], integers: [1] }[type]]));
    const wrong: [unknown, string][] = [
      [{ ...right, extra: 1 }, 'no parameter extra'],
      [[], 'takes an object'],
      ...parameters.filter(({ isRequired }) => isRequired).map(({ name: key }): [unknown, string] => {
        return [Object.fromEntries(Object.entries(right).filter(([other]) => other !== key)), `needs ${key}`];
      }),
      ...parameters.map(({ name: key, type }): [unknown, string] => [{ ...right, [key]: type === 'text' ? ['x'] : { x: 1 } }, `${key} must be a`]),
      ...parameters.filter(({ type }) => type.startsWith('text')).map(({ name: key, type }): [unknown, string] => {
        return [{ ...right, [key]: type === 'text' ? HUGE : [HUGE] }, `${key} is too long: it may have 10000 characters`];
      }),
    ];
    for (const [given, words] of wrong) {
      const { content, isError } = callTool(world, name, given);
      expect([isError, content.length < 1000, content]).toEqual([true, true, expect.stringContaining(words)]);
    }
    expect(dump(world.database)).toBe(before);
    world.close();
  });
});

test.each(['__proto__', 'constructor', 'toString', '', HUGE])('a tool called %.20s is unknown', async (name) => {
  const world = await smallWorld();
  expect(callTool(world, name, {})).toMatchObject({ isError: true, content: expect.stringMatching(/^Error: there is no tool/) as string });
  world.close();
});

test('the longest texts that are allowed are searched for in every world of this checkout', async () => {
  const longest = HUGE.slice(0, 9_990);
  for (const task of tasksOf(FIXTURE)) {
    const world = await World.open(task, '0');
    for (const { name, parameters, kind } of TOOLS.filter(({ domains }) => domains.some((domain) => task.domains.includes(domain)))) {
      if (kind === 'write' || !parameters.some(({ type }) => type.startsWith('text'))) continue;
      const given = Object.fromEntries(parameters.map(({ name: key, type }) => [key, { text: longest, integer: 1, float: 1.5, texts: [longest], integers: [1] }[type]]));
      expect(callTool(world, name, given).content).not.toContain('too long');
    }
    world.close();
  }
});
