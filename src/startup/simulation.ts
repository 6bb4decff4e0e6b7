/**
 * The startup simulation: a world, its database, and the one road by which it changes,
 * `execute`. Every command is atomic; after each the database is complete.
 */
import type { JsonObject } from '../core/json.ts';
import { failure, invariant, success, type Result } from '../core/result.ts';
import type { Instant } from '../core/calendar.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { parseCommandLine } from './commandLine.ts';
import { companyStatus } from './commands/company.ts';
import { generateWorld } from './generate.ts';
import type { Preset } from './preset.ts';
import { validatePreset } from './presetFile.ts';
import schema from './schema.sql?raw';
import { joinWords, splitWords } from './shellWords.ts';
import { World, type TerminalReason } from './world.ts';
import { ENGINE_VERSION } from './version.ts';

const SCHEMA_VERSION = 1;

/** What a command answers: JSON (exit 0, or 1 for a refusal), or plain text (help, or a malformed line with exit 2). */
export type CommandAnswer =
  | { readonly exit: 0 | 1; readonly json: JsonObject }
  | { readonly exit: 0 | 2; readonly text: string };

export class Simulation {
  readonly #world: World;
  readonly #database: Database | null;

  private constructor(world: World, database: Database | null) {
    this.#world = world;
    this.#database = database;
  }

  /** A new world. `seed` is an integer, 0 or above. */
  static async create(preset: Preset, seed: number): Promise<Simulation> {
    const database = await newDatabase(preset, seed);
    const world = new World(preset, seed, database);
    generateWorld(world);
    world.store.commit();
    return new Simulation(world, database);
  }

  /** Goes on from a copy of a world. Takes a tenth of the time that running a year's commands again would. */
  static async from(world: World): Promise<Simulation> {
    const database = await newDatabase(world.preset, world.seed);
    return new Simulation(world.copy(database), database);
  }

  /** Goes on from a copy of a world in memory alone: for looking back and for planners. It cannot be exported. */
  static inMemory(world: World): Simulation {
    return new Simulation(world.copy(), null);
  }

  /** Goes on from an exported database. Error code: `database-foreign`. */
  static async open(bytes: Uint8Array): Promise<Result<Simulation>> {
    let database: Database | undefined;
    try {
      database = await openDatabase(bytes);
      return success(Simulation.#fromDatabase(database));
    } catch (error) {
      database?.close();
      return failure('database-foreign', `this is not the database of a startup run: ${(error as Error).message}`);
    }
  }

  /** Throws where the database does not hold what the schema says. */
  static #fromDatabase(database: Database): Simulation {
    const [version, presetText, seed] = database.rows('SELECT schema_version, preset, seed FROM run')[0] ?? [];
    if (version !== SCHEMA_VERSION) throw new Error(`schema version ${version}, this program reads ${SCHEMA_VERSION}`);
    if (typeof seed !== 'number' || !Number.isSafeInteger(seed) || seed < 0) throw new Error(`the seed is ${seed}`);
    const preset = validatePreset(JSON.parse(String(presetText)), 'run.preset');
    if (!preset.ok) throw new Error(preset.message);
    const world = new World(preset.value, seed, database);
    world.store.load();
    if (!Number.isSafeInteger(world.now)) throw new Error('the company has no time');
    return new Simulation(world, database);
  }

  execute(argv: readonly string[]): CommandAnswer {
    const parsed = parseCommandLine(argv, this.#world.preset.rules);
    if (!parsed.ok) return { exit: parsed.code === 'help' ? 0 : 2, text: parsed.message };
    const { store } = this.#world;
    try {
      const json = parsed.value.command.run(this.#world, parsed.value.values);
      if ('error' in json) {
        store.rollback();
        return { exit: 1, json };
      }
      store.commit();
      return { exit: 0, json };
    } catch (bug) {
      store.rollback();
      throw bug;
    }
  }

  /**
   * What a command answers that changes nothing: a view for people, which needs no record because it is no move. A
   * command that would change the world throws, and changes nothing.
   */
  look(argv: readonly string[]): CommandAnswer {
    const parsed = parseCommandLine(argv, this.#world.preset.rules);
    invariant(parsed.ok, `${argv.join(' ')}: ${parsed.ok ? '' : parsed.message}`);
    const { store } = this.#world;
    const json = parsed.value.command.run(this.#world, parsed.value.values);
    const isMove = store.changed;
    store.rollback();
    invariant(!isMove, `${argv.join(' ')} is a move, not a look`);
    return { exit: 'error' in json ? 1 : 0, json };
  }

  /** Runs a line as an agent writes it: `yc-bench task accept --task-id Task-1`. */
  runLine(line: string): CommandAnswer {
    const words = splitLine(line);
    return words.ok ? this.execute(words.value) : { exit: 2, text: words.message };
  }

  /** 32 hex digits over every row of the world: see `Store.hash`. */
  hash(): string {
    return this.#world.store.hash();
  }

  /** The world as a `.sqlite` file. */
  exportDatabase(): Uint8Array {
    invariant(this.#database, 'a simulation in memory has no database');
    return this.#database.export();
  }

  close(): void {
    this.#database?.close();
  }

  get preset(): Preset {
    return this.#world.preset;
  }

  get seed(): number {
    return this.#world.seed;
  }

  get simTime(): Instant {
    return this.#world.now;
  }

  get scratchpad(): string {
    return this.#world.company.scratchpad;
  }

  /** The answer of `company status`, which changes nothing and so needs no record. */
  status(): JsonObject {
    return companyStatus.run(this.#world, {});
  }

  get terminalReason(): TerminalReason | null {
    return this.#world.company.terminal_reason;
  }

  /** For scoring and the end of a run only: it holds what drivers must not see. */
  get hiddenWorld(): World {
    return this.#world;
  }
}

/** The world that a preset and a seed make, in memory. */
export function freshWorld(preset: Preset, seed: number): World {
  const world = new World(preset, seed, null);
  generateWorld(world);
  world.store.commit();
  return world;
}

async function newDatabase(preset: Preset, seed: number): Promise<Database> {
  const database = await openDatabase();
  database.script(schema);
  database.run('INSERT INTO run VALUES (1, ?, ?, ?, ?)', [SCHEMA_VERSION, ENGINE_VERSION, JSON.stringify(preset), seed]);
  return database;
}

/** The words after `yc-bench`. Error code: `usage`. */
export function splitLine(line: string): Result<string[]> {
  const words = splitWords(line);
  if (!words.ok) return words;
  const [program, ...argv] = words.value;
  return program === 'yc-bench' ? success(argv) : failure('usage', 'only top-level `yc-bench` commands are allowed');
}

/** Whether a line is one of a group's commands, however it is quoted. */
export function isCommand(line: string, group: string, ...names: string[]): boolean {
  const words = splitLine(line);
  return words.ok && words.value[0] === group && names.includes(words.value[1] ?? '');
}

/** The line that `splitLine` takes apart into `argv`. */
export function toLine(argv: readonly string[]): string {
  return joinWords(['yc-bench', ...argv]);
}
