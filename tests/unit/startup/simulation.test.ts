import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/db/database.ts';
import { Simulation, splitLine, toLine } from '../../../src/startup/simulation.ts';
import { CLOCKWORK, Company, presetOf, withKnobs } from '../../tools/company.ts';
import { property } from '../../tools/property.ts';
import { contentOf } from '../../tools/sqlite.ts';

const SMALL = withKnobs('paper', { 'world.num_market_tasks': 12 });

async function edited(sql: string): Promise<Uint8Array> {
  const company = await Company.found(SMALL);
  const database = await openDatabase(company.simulation.exportDatabase());
  database.script(sql);
  return database.export();
}

describe('a simulation', () => {
  test('knows its preset, seed, time and end', async () => {
    const simulation = await Simulation.create(presetOf(SMALL), 77);
    expect(simulation.preset).toEqual(presetOf(SMALL));
    expect([simulation.seed, simulation.simTime, simulation.terminalReason]).toEqual([77, Date.UTC(2025, 0, 1, 9) * 1000, null]);
    expect(simulation.hash()).toMatch(/^[0-9a-f]{32}$/);
  });

  test('answers help with exit 0, a malformed line with exit 2, both as text', async () => {
    const { simulation } = await Company.found(SMALL);
    expect(simulation.execute(['--help'])).toEqual({ exit: 0, text: expect.stringContaining('Commands:') });
    expect(simulation.execute(['task', 'accept', '--help'])).toEqual({ exit: 0, text: expect.stringContaining('Usage: yc-bench task accept') });
    expect(simulation.execute(['task', 'accept'])).toEqual({ exit: 2, text: expect.stringContaining("Missing option '--task-id'.") });
    expect(simulation.runLine('ls -la')).toEqual({ exit: 2, text: expect.stringContaining('yc-bench') });
  });

  test('spec §9: ids are derived from seed and key, so that two runs agree', async () => {
    const ids = async (seed: number) => (await Company.found(SMALL, seed)).world.tasks.all().map(({ id }) => id);
    expect(await ids(1)).toEqual(await ids(1));
    expect(new Set([...(await ids(1)), ...(await ids(2))]).size).toBe(24);
  });

  test('a look answers as the command does, and a move is no look', async () => {
    const { simulation } = await Company.found(SMALL);
    const before = simulation.hash();
    expect(simulation.look(['market', 'browse'])).toEqual(simulation.execute(['market', 'browse']));
    expect(simulation.look(['task', 'inspect', '--task-id', 'Task-99']).exit).toBe(1);
    expect(() => simulation.look(['scratchpad', 'write', '--content', 'x'])).toThrow('is a move');
    expect(() => simulation.look(['nonsense'])).toThrow();
    expect([simulation.hash(), simulation.scratchpad]).toEqual([before, '']);
  });

  test('goes on from a copy of a world, which stands apart from it; with a database that is complete', async () => {
    const { simulation } = await Company.found(SMALL);
    const [copy, inMemory] = [await Simulation.from(simulation.hiddenWorld), Simulation.inMemory(simulation.hiddenWorld)];
    expect([copy.hash(), inMemory.hash()]).toEqual([simulation.hash(), simulation.hash()]);
    for (const each of [copy, inMemory]) each.execute(['scratchpad', 'write', '--content', 'mine']);
    expect([simulation.scratchpad, copy.scratchpad, inMemory.scratchpad]).toEqual(['', 'mine', 'mine']);
    expect(copy.hash()).toBe(inMemory.hash());
    const reopened = await Simulation.open(copy.exportDatabase());
    expect(reopened.ok && reopened.value.hash()).toBe(copy.hash());
    expect(() => inMemory.exportDatabase()).toThrow('no database');
  });

  test('a read changes nothing', async () => {
    const company = await Company.found(SMALL);
    const before = company.state();
    for (const line of ['company status', 'employee list', 'client list', 'client history', 'market browse', 'task list', 'task inspect --task-id Task-1', 'finance ledger', 'report monthly', 'scratchpad read']) {
      company.run(line);
    }
    expect(company.state()).toEqual(before);
  });
});

describe('an exported database', () => {
  test('is complete after every command: the engine goes on from it', async () => {
    const company = await Company.found(CLOCKWORK.paper, 5);
    company.start(company.offer((task) => company.isLoyal(task)), 1, 2, 3);
    const opened = await Simulation.open(company.simulation.exportDatabase());
    if (!opened.ok) throw new Error(opened.message);
    const copy = opened.value;
    expect([copy.hash(), copy.seed, copy.simTime]).toEqual([company.simulation.hash(), 5, company.simulation.simTime]);
    expect(copy.preset).toEqual(company.simulation.preset);
    for (const line of ['sim resume', 'market browse', 'employee list', 'company status', 'finance ledger']) {
      expect(copy.runLine(`yc-bench ${line}`)).toEqual(company.simulation.runLine(`yc-bench ${line}`));
      expect(copy.hash()).toBe(company.simulation.hash());
    }
    expect(await contentOf(copy.exportDatabase())).toEqual(await contentOf(company.simulation.exportDatabase()));
  });

  test.each([
    ['no run', 'DROP TABLE run'],
    ['no row in run', 'DELETE FROM run'],
    ['another version', 'UPDATE run SET schema_version = 99'],
    ['a seed that is none', "UPDATE run SET seed = 'x'"],
    ['a preset that is no JSON', "UPDATE run SET preset = 'x'"],
    ['a time that is none', "UPDATE company SET sim_time = 'soon'"],
    ['no company', 'DELETE FROM company'],
    ['a table too few', 'DROP TABLE assignments'],
  ])('with %s is foreign', async (_what, sql) => {
    expect(await Simulation.open(await edited(sql))).toMatchObject({ ok: false, code: 'database-foreign' });
  });

  test('bytes that are no database are foreign', async () => {
    const bytes = new TextEncoder().encode('these are not the bytes of a database, however long they go on'.repeat(50));
    expect(await Simulation.open(bytes)).toMatchObject({ ok: false, code: 'database-foreign' });
  });

  test('with a preset that is none is refused, with the place', async () => {
    const bytes = await edited(`UPDATE run SET preset = json_set(preset, '$.world.num_employees', 0)`);
    expect(await Simulation.open(bytes)).toMatchObject({
      ok: false, code: 'database-foreign', message: 'this is not the database of a startup run: run.preset: world.num_employees: must be a whole number from 1 to 200, got 0',
    });
  });
});

describe('spec §7: an agent’s line', () => {
  test.each([
    ['yc-bench task list', ['task', 'list']],
    ['  yc-bench   task\tlist\n', ['task', 'list']],
    ['yc-bench "task" \'list\'', ['task', 'list']],
    [`yc-bench scratchpad write --content "it's 5 o'clock"`, ['scratchpad', 'write', '--content', "it's 5 o'clock"]],
    [`yc-bench scratchpad write --content 'say "no"'`, ['scratchpad', 'write', '--content', 'say "no"']],
    ['yc-bench scratchpad write --content "a \\"b\\" \\\\ c"', ['scratchpad', 'write', '--content', 'a "b" \\ c']],
    ["yc-bench scratchpad write --content 'a\\b'", ['scratchpad', 'write', '--content', 'a\\b']],
    ['yc-bench scratchpad write --content a\\ b', ['scratchpad', 'write', '--content', 'a b']],
    ['yc-bench scratchpad write --content ""', ['scratchpad', 'write', '--content', '']],
    ['yc-bench scratchpad write --content "two\nlines"', ['scratchpad', 'write', '--content', 'two\nlines']],
    ["yc-bench scratchpad write --content='a b'", ['scratchpad', 'write', '--content=a b']],
    ['yc-bench', []],
    ['yc-bench task list # note', ['task', 'list', '#', 'note']],
    ['yc-bench task list; rm -rf /', ['task', 'list;', 'rm', '-rf', '/']],
  ])('%j', (line, words) => {
    expect(splitLine(line)).toEqual({ ok: true, value: words });
  });

  test.each(['', '   ', 'ls -la', 'YC-BENCH task list', './yc-bench task list', 'cd x && yc-bench task list', '"yc-bench task" list'])('%j is refused', (line) => {
    expect(splitLine(line)).toEqual({ ok: false, code: 'usage', message: 'only top-level `yc-bench` commands are allowed' });
  });

  test.each(['yc-bench "open', "yc-bench 'open", 'yc-bench open\\'])('%j cannot be split', (line) => {
    expect(splitLine(line)).toMatchObject({ ok: false, code: 'usage', message: expect.stringContaining('the command line') });
  });

  property('any words survive being written as a line', (dice) => {
    const characters = [...'abc019 \t\n\r\\\'"$`#&;|*?~!{}()[]<>=-_/🔑é\u2028\0'];
    for (let count = 0; count < 2000; count++) {
      const words = dice.many(0, 5, () => dice.many(0, 12, () => dice.pick(characters)).join(''));
      expect(splitLine(toLine(words)), JSON.stringify(words)).toEqual({ ok: true, value: words });
    }
  });
});

describe('a text that SQLite would not give back as it was', () => {
  test.each([['\ufeffnote', 'note'], ['half \ud800 a pair', 'half \ufffd a pair'], ['whole \u{1f600}', 'whole \u{1f600}']])('%j is kept as %j, here and in a reopened copy', async (text, kept) => {
    const { simulation } = await Company.found(SMALL);
    simulation.execute(['scratchpad', 'write', '--content', text]);
    expect(simulation.scratchpad).toBe(kept);
    const copy = await Simulation.open(simulation.exportDatabase());
    expect(copy.ok && [copy.value.scratchpad, copy.value.hash()]).toEqual([kept, simulation.hash()]);
  });
});
