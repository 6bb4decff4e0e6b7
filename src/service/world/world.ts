/** A task's world while it is being served: its database, where its clock stands, and what is handed out next. */
import { sha256Hex } from '../../core/hash.ts';
import { openDatabase, type Database } from '../../db/database.ts';
import type { ServiceTask } from '../taskFile/types.ts';
import type { Domain, Language } from '../types.ts';
import { parseTime } from './clock.ts';
import { Journal } from './journal.ts';
import { loadEnvironment } from './load.ts';
import { Searches } from './searches.ts';
import { createTables, tablesOf, type Tables } from './tables.ts';
import { Whereabouts } from './whereabouts.ts';

/** Of a new order, booking or reservation: delivery, in-store, travel. */
export type IdPrefix = 'OT' | 'OI' | 'OO';

export class World {
  readonly database: Database;
  readonly tables: Tables;
  /** Of all writes since the world was loaded. */
  readonly journal = new Journal();
  readonly searches: Searches;
  readonly whereabouts: Whereabouts;
  readonly domains: readonly Domain[];
  readonly language: Language;
  /** The customer. */
  readonly userId: string;
  /** As the task gives it; it stands still. */
  readonly time: string;
  /** The same in milliseconds, see `parseTime`. */
  readonly now: number;
  readonly #seed: string;
  #issued = 0;

  private constructor(task: ServiceTask, seed: string, database: Database) {
    this.database = database;
    this.tables = tablesOf(database, this.journal);
    this.searches = new Searches(this.tables);
    this.whereabouts = new Whereabouts(this.tables);
    this.domains = task.domains;
    this.language = task.language;
    this.userId = task.environment.userId;
    this.time = task.environment.time;
    this.now = parseTime(this.time) ?? 0;
    this.#seed = `${task.id}\n${seed}`;
  }

  /** `seed` is the trial's: with the task it decides the ids of all that is ordered. */
  static async open(task: ServiceTask, seed: string): Promise<World> {
    const database = await openDatabase();
    const world = new World(task, seed, database);
    database.transaction(() => {
      createTables(database);
      loadEnvironment(world.tables, task.environment);
    });
    world.journal.start();
    return world;
  }

  /** An id that this world has not used: the prefix and ten hex digits. */
  newId(prefix: IdPrefix): string {
    this.#issued++;
    return `${prefix}${sha256Hex(`${this.#seed}\n${this.#issued}`).slice(0, 10)}`;
  }

  close(): void {
    this.database.close();
  }
}
