/** Long runs of random commands, sensible and hostile, on every preset: what must hold after each of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'vitest';
import type { Json } from '../../../src/core/json.ts';
import { isObject } from '../../../src/core/json.ts';
import { commandsUnder } from '../../../src/startup/commands/index.ts';
import { builtInPresets, presetNames } from '../../../src/startup/presets.ts';
import { Simulation, toLine, type CommandAnswer } from '../../../src/startup/simulation.ts';
import { TASK_STATUSES, type World } from '../../../src/startup/world.ts';
import { presetOf, withKnobs } from '../../tools/company.ts';
import { property, type Dice } from '../../tools/property.ts';
import { hashOfContent } from '../../tools/sqlite.ts';

const folder = resolve(import.meta.dirname, '../../fixtures/startup');
const presets = new Map([
  ...presetNames.map((name) => [name, builtInPresets(name) ?? ''] as const),
  ...readdirSync(folder).filter((file) => file.endsWith('.toml')).map((file) => [file, readFileSync(resolve(folder, file), 'utf8')] as const),
]);

const HOSTILE = [
  '', ' ', '\n', '--', '-', '=', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'null', 'undefined', 'NaN', 'Infinity', 'true', '[]', '{}',
  "'; DROP TABLE tasks; --", "' OR '1'='1", '"; DELETE FROM ledger; --', '%', '_', '?', ':a', '\\', '`reboot`', '$(reboot)', '$HOME', '*', '~',
  '0', '-0', '-1', '+5', '007', '1e3', '1.5', '0x10', '9007199254740993', '99999999999999999999', '１２', '٣',
  '01/01/2025', '1/1/2025', '02/30/2025', '00/00/0000', '12/31/9999', '2025-01', '2025-13', '0000-01', '9999-12', '2025-01-01T09:00:00',
  'Emp_0', 'Emp_1', 'Emp_1,Emp_1', ',', ' Emp_2 , Emp_3 ', 'Emp_1;Emp_2', 'Emp_99999999999', 'Task-0', 'Task-', 'Task-1 ', 'TASK-1', 'task-1',
  '00000000-0000-0000-0000-000000000000', '00000000000000000000000000000000', 'g0000000-0000-0000-0000-000000000000',
  'ключ', '鍵', '🔑👩‍🚀', 'e\u0301', '\u202eltr', '\u2028', '\0', 'a\0b', '\x1b[31m', 'research', 'Research', 'market', 'monthly_payroll',
];

function anyText(dice: Dice): string {
  if (dice.chance(0.02)) return dice.pick(['x', "'", '"', '\\', '🔑', '\n']).repeat(dice.pick([1000, 200_000]));
  return dice.chance(0.8) ? dice.pick(HOSTILE) : dice.many(1, 4, () => dice.pick(HOSTILE)).join(dice.pick(['', ' ', ',']));
}

function anyTask(dice: Dice, world: World): string {
  const tasks = world.tasks.where('status', dice.chance(0.5) ? 'market' : dice.pick(TASK_STATUSES));
  if (tasks.length === 0 || dice.chance(0.05)) return anyText(dice);
  const task = dice.pick(tasks);
  return world.preset.rules === 'classic' || dice.chance(0.2) ? task.id : task.title;
}

/** The commands that take up a task within reach and put a team on it. */
function undertaking(dice: Dice, world: World): string[][] {
  const open = world.tasks.where('status', 'market').filter(({ id, required_prestige, required_trust, client_id }) => {
    const trust = client_id === null ? 0 : world.clients.need(client_id).trust;
    return required_trust <= trust && world.requirementsOf(id).every(({ domain }) => world.prestige.need(domain).level >= required_prestige);
  });
  if (open.length === 0) return [['sim', 'resume']];
  const task = ['--task-id', dice.pick(open).id];
  const team = dice.shuffled(world.employees.all()).slice(0, dice.whole(1, 8));
  const assign =
    world.preset.rules === 'paper'
      ? [['task', 'assign', ...task, '--employees', team.map(({ name }) => name).join(',')]]
      : team.map(({ id }) => ['task', 'assign', ...task, '--employee-id', id]);
  return [['task', 'accept', ...task], ...assign, ['task', 'dispatch', ...task]];
}

/** What a player might do next: one command or several. */
function sensible(dice: Dice, world: World): string[][] {
  if (dice.chance(0.4)) return undertaking(dice, world);
  if (dice.chance(0.6)) return [['sim', 'resume']];
  return [['task', dice.pick(['cancel', 'inspect', 'dispatch', 'accept']), '--task-id', anyTask(dice, world)]];
}

/** Some command of either edition, its options filled with anything, some of them twice or not at all. */
function hostile(dice: Dice, world: World): string[] {
  const { group, name, options } = dice.pick([...commandsUnder('paper'), ...commandsUnder('classic')]);
  const words = [dice.chance(0.97) ? group : anyText(dice), dice.chance(0.97) ? name : anyText(dice)];
  for (const { flag } of Object.values(options)) {
    if (dice.chance(0.2)) continue;
    const value = flag === '--task-id' && dice.chance(0.7) ? anyTask(dice, world) : anyText(dice);
    words.push(...(dice.chance(0.2) ? [`${flag}=${value}`] : [flag, value]));
  }
  if (dice.chance(0.1)) words.push(dice.chance(0.2) ? '--help' : anyText(dice));
  return dice.chance(0.05) ? dice.shuffled(words) : words;
}

/** Every number finite, nothing that JSON would drop. */
function isPlain(value: Json | undefined): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every((item) => isPlain(item as Json));
  return isObject(value) ? Object.values(value).every(isPlain) : value !== undefined;
}

function checkAnswer(answer: CommandAnswer, what: string): void {
  if ('text' in answer) {
    expect([0, 2], what).toContain(answer.exit);
    return;
  }
  if (!isPlain(answer.json)) expect.fail(`${what}: not plain JSON: ${JSON.stringify(answer.json).slice(0, 500)}`);
  if (answer.exit === 1) expect(answer.json, what).toEqual({ error: expect.any(String) });
  else expect('error' in answer.json, what).toBe(false);
}

function checkWorld(world: World, what: string): void {
  const { initial_funds_cents, prestige_min, prestige_max } = world.preset.world;
  const sum = world.ledger.all().reduce((total, { amount_cents }) => total + amount_cents, 0);
  expect(world.company.funds_cents, what).toBe(initial_funds_cents + sum);
  const unsound = [
    ...world.requirements.all().filter(({ completed_qty, required_qty }) => !(completed_qty >= 0 && completed_qty <= required_qty)),
    ...world.prestige.all().filter(({ level }) => !(level >= prestige_min && level <= prestige_max)),
    ...world.clients.all().filter(({ trust }) => !(world.preset.rules === 'paper' && trust >= 0 && trust <= world.preset.world.trust_max)),
    ...world.events.all().filter(({ due_at }) => !(due_at >= world.now)),
  ];
  expect(unsound, what).toEqual([]);
  expect(world.now, what).toBeLessThanOrEqual(world.company.horizon_end);
  expect(world.tasks.where('status', 'market').length, what).toBe(world.preset.world.num_market_tasks);
}

async function reopened(simulation: Simulation): Promise<Simulation> {
  const bytes = simulation.exportDatabase();
  expect(await hashOfContent(bytes)).toBe(simulation.hash());
  const opened = await Simulation.open(bytes);
  if (!opened.ok) throw new Error(opened.message);
  return opened.value;
}

const LENGTH = 120;

for (const [name, text] of presets) {
  property(`${name}: nothing throws, an error changes nothing, sums and bounds hold, twins and reopened copies agree`, async (dice) => {
    const seed = dice.whole(0, 2 ** 32);
    const preset = presetOf(withKnobs(text, { 'world.initial_funds_cents': dice.pick([10_000_000, 200_000_000]) }));
    const simulation = await Simulation.create(preset, seed);
    const world = simulation.hiddenWorld;
    let twin = await Simulation.create(preset, seed);
    let [done, refused] = [0, 0];
    let plan: string[][] = [];
    for (let step = 0; step < LENGTH; step++) {
      if (plan.length === 0) plan = sensible(dice, world);
      const argv = (dice.chance(0.25) ? undefined : plan.shift()) ?? hostile(dice, world);
      const what = `step ${step}, seed ${seed}: ${JSON.stringify(argv).slice(0, 300)}`;
      const before = simulation.hash();
      const answer = simulation.execute(argv);
      const after = simulation.hash();
      if (answer.exit === 0) done++;
      else refused++;
      checkAnswer(answer, what);
      if (answer.exit !== 0) expect(after, what).toBe(before);
      expect(twin.execute(argv), what).toEqual(answer);
      expect(twin.hash(), what).toBe(after);
      checkWorld(world, what);
      if (dice.chance(3 / LENGTH)) {
        twin.close();
        twin = await reopened(simulation); // and goes on as the twin
      }
    }
    expect(Math.min(done, refused), `${done} commands done, ${refused} refused`).toBeGreaterThan(0);
    twin.close();
    simulation.close();
  });
}

property('lines of any characters are answered, never thrown at', async (dice) => {
  const simulation = await Simulation.create(presetOf(builtInPresets('fast-test') ?? ''), 1);
  for (let count = 0; count < 500; count++) {
    const words = dice.many(0, 6, () => dice.pick([...HOSTILE, 'yc-bench', 'task', 'list', 'scratchpad', 'write', '--content']));
    const line = dice.chance(0.5) ? toLine(words) : `${dice.chance(0.8) ? 'yc-bench ' : ''}${words.join(dice.pick([' ', '', "'", '"', '\\', '\n']))}`;
    const before = simulation.hash();
    const answer = simulation.runLine(line);
    checkAnswer(answer, JSON.stringify(line));
    if (answer.exit !== 0) expect(simulation.hash(), JSON.stringify(line)).toBe(before);
  }
});
