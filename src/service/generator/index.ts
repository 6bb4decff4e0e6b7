/** Worlds of any size from a seed, in the form of task files (spec vita §1): for tests of size, and as a crowd around hand-made records. */
import { DOMAINS, type Domain, type Language } from '../types.ts';
import { Draw } from './draw.ts';
import * as records from './records.ts';
import type { Setting } from './records.ts';
import { wishesFor } from './wishes.ts';
import { CITIES } from './words.ts';

export interface GeneratorOptions {
  readonly domains?: readonly Domain[];
  readonly language?: Language;
  /** How many products there are in all. */
  readonly size?: number;
  /** In English; chosen by the seed if there is no such city. */
  readonly city?: string;
  /** `yyyy-mm-dd HH:MM:SS` */
  readonly time?: string;
}

const DEFAULT_TIME = '2025-06-18 10:20:00';
const DEFAULT_SIZE = 200;

/** A task as a task file holds it, for `JSON.stringify`: one wish for each domain, with what it should end in and a solution. */
export function generateTask(seed: string, options: GeneratorOptions = {}) {
  const { domains = DOMAINS, language = 'english' } = options;
  const environment = generateEnvironment(seed, options);
  const id = `generated-${seed}`;
  const { instructions, ...wished } = wishesFor(new Draw(seed, 'wishes'), language, id, environment);
  return {
    id,
    domain: domains.join(','),
    language,
    message_history: [],
    environment,
    user_scenario: { user_profile: { user_id: environment.user_id } },
    instructions,
    ...wished,
  };
}

export type GeneratedEnvironment = ReturnType<typeof generateEnvironment>;

export function generateEnvironment(seed: string, options: GeneratorOptions = {}) {
  const { domains = DOMAINS, language = 'english', size = DEFAULT_SIZE, time = DEFAULT_TIME } = options;
  const draw = new Draw(seed, 'setting');
  const city = CITIES.find(({ name }) => name[0] === options.city) ?? draw.pick(CITIES);
  const setting: Setting = { language, city, today: time.slice(0, 10) };
  const cities = domains.includes('ota') ? CITIES : [city];
  const tables = domains.flatMap((domain) => TABLES[domain]);
  const made = tables.map((table, i) => fill(seed, setting, table, Math.floor(((i + 1) * size) / tables.length) - Math.floor((i * size) / tables.length)));
  return {
    time,
    user_id: `U${draw.whole(100_000, 999_999)}`,
    weather: cities.flatMap((each) => records.weather(new Draw(seed, `weather in ${each.name[0]}`), setting, each)),
    location: [records.place(draw, setting), records.place(draw, setting)],
    user_historical_behaviors: {},
    orders: {},
    ...(Object.assign({}, ...made) as Tables),
  };
}

interface Table {
  readonly name: string;
  readonly letter: string;
  readonly make: (draw: Draw, setting: Setting, id: string, size: number) => unknown;
}

const TABLES: Readonly<Record<Domain, readonly Table[]>> = {
  delivery: [{ name: 'stores', letter: 'S', make: records.store }],
  instore: [{ name: 'shops', letter: 'I', make: records.shop }],
  ota: [
    { name: 'hotels', letter: 'H', make: records.hotel },
    { name: 'attractions', letter: 'A', make: records.attraction },
    { name: 'flights', letter: 'F', make: records.flight },
    { name: 'trains', letter: 'T', make: records.train },
  ],
};

type ById<Make extends (...given: never[]) => unknown> = Readonly<Record<string, ReturnType<Make>>>;

interface Tables {
  readonly stores?: ById<typeof records.store>;
  readonly shops?: ById<typeof records.shop>;
  readonly hotels?: ById<typeof records.hotel>;
  readonly attractions?: ById<typeof records.attraction>;
  readonly flights?: ById<typeof records.flight>;
  readonly trains?: ById<typeof records.train>;
}

/** Records until they have that many products together. */
function fill(seed: string, setting: Setting, { name, letter, make }: Table, size: number): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const draw = new Draw(seed, name);
  const made: Record<string, unknown> = {};
  for (let left = size, number = 1; left > 0; number++) {
    const id = `${letter}${String(number).padStart(5, '0')}`;
    const own = Math.min(left, draw.whole(6, 12));
    made[id] = make(draw, setting, id, own);
    left -= own;
  }
  return { [name]: made };
}
