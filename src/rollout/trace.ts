/**
 * Recorded answers of the original program (`.jsonl`): a header, then one command a line with
 * the answer it got. Replaying one proves that this engine answers the same.
 */
import { firstDifference, isObject, type Json, type JsonObject } from '../core/json.ts';
import { failure, success, type Result } from '../core/result.ts';
import type { Preset } from '../startup/preset.ts';
import { Simulation } from '../startup/simulation.ts';

export interface Trace {
  readonly rules: string;
  readonly config: string;
  readonly seed: number;
  readonly steps: readonly TraceStep[];
  /** The hidden truth at the end, or null in a recording that stops early. */
  readonly truth: JsonObject | null;
}

export interface TraceStep {
  readonly argv: readonly string[];
  readonly exit: number;
  /** Null where only the exit status counts. */
  readonly json: Json;
}

export interface TraceDivergence {
  /** Counted from 1. */
  readonly step: number;
  readonly command: string;
  readonly path: string;
  readonly expected: Json | undefined;
  readonly got: Json | undefined;
}

/** The original's name for a preset, as ours. */
export function presetNameOf({ rules, config }: Pick<Trace, 'rules' | 'config'>): string {
  return config === 'default' ? rules : config.replaceAll('_', '-');
}

/** Error code: `trace-invalid`. */
export function parseTrace(text: string, file: string): Result<Trace> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const values: JsonObject[] = [];
  for (const [index, line] of lines.entries()) {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return failure('trace-invalid', 'not JSON', `${file}:${index + 1}`);
    }
    if (!isObject(value)) return failure('trace-invalid', 'not an object', `${file}:${index + 1}`);
    values.push(value);
  }
  const [header, ...rest] = values;
  const { rules, config, seed } = header ?? {};
  if (typeof rules !== 'string' || typeof config !== 'string' || typeof seed !== 'number') {
    return failure('trace-invalid', 'the first line must have rules, config and seed', `${file}:1`);
  }
  const steps: TraceStep[] = [];
  for (const [index, { argv, exit, json }] of rest.entries()) {
    if (!Array.isArray(argv) || typeof exit !== 'number') {
      return failure('trace-invalid', 'a command must have argv and exit', `${file}:${index + 2}`);
    }
    steps.push({ argv: argv.map(String), exit, json: json ?? null });
  }
  const { skill_rates_at_end, clients, final_funds_cents, commands } = header ?? {};
  if (typeof commands === 'number' && commands !== steps.length) {
    return failure('trace-invalid', `the header tells of ${commands} commands, the file holds ${steps.length}`, file);
  }
  const hasTruth = skill_rates_at_end !== undefined && skill_rates_at_end !== null;
  const truth = hasTruth ? { final_funds_cents: final_funds_cents ?? null, skill_rates_at_end, clients: clients ?? [] } : null;
  return success({ rules, config, seed, steps, truth });
}

/** Replays a trace on `preset`; null if every answer, and the truth at the end, is equal. */
export async function replayTrace(trace: Trace, preset: Preset): Promise<TraceDivergence | null> {
  const simulation = await Simulation.create(preset, trace.seed);
  const labels = new Labels();
  try {
    for (const [index, { argv, exit, json }] of trace.steps.entries()) {
      const answer = simulation.execute(argv.map((word) => labels.toId(word)));
      const at = { step: index + 1, command: argv.join(' ') };
      if (answer.exit !== exit) return { ...at, path: 'exit', expected: exit, got: answer.exit };
      if (json === null || argv.join(' ').startsWith('report monthly')) continue;
      if (!('json' in answer)) return { ...at, path: '', expected: json, got: answer.text };
      const got = sortTaskIds(labels.relabel(sortByName(answer.json, simulation)));
      const difference = firstDifference(withoutOldTime(json), withoutOldTime(got));
      if (difference) return { ...at, ...difference };
    }
    const difference = trace.truth && firstDifference(trace.truth, truthOf(simulation));
    return difference ? { step: trace.steps.length + 1, command: '(end of run)', ...difference } : null;
  } finally {
    simulation.close();
  }
}

/** Ids as the traces write them: `uuid#n`, numbered by first appearance, keys walked in alphabetical order. */
class Labels {
  readonly #labels = new Map<string, string>();
  readonly #ids = new Map<string, string>();

  toId(word: string): string {
    return this.#ids.get(word) ?? word;
  }

  relabel(value: Json): Json {
    if (typeof value === 'string') return value.replace(UUIDS, (id) => this.#labelOf(id));
    if (Array.isArray(value)) return value.map((item) => this.relabel(item as Json));
    if (!isObject(value)) return value;
    const keys = Object.keys(value).sort();
    return Object.fromEntries(keys.map((key) => [key, this.relabel(value[key] as Json)]));
  }

  #labelOf(id: string): string {
    let label = this.#labels.get(id);
    if (label === undefined) {
      label = `uuid#${this.#labels.size + 1}`;
      this.#labels.set(id, label);
      this.#ids.set(label, id);
    }
    return label;
  }
}

const UUIDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Lists that the traces sort by employee or task name, as text; the classic rules show ids there, which stand for names. */
const SORTED_BY_NAME: readonly string[] = ['total_assigned', 'assigned_employees', 'assignments', 'active_tasks'];

function sortByName(answer: JsonObject, { hiddenWorld: world }: Simulation): Json {
  const name = (item: Json) => {
    if (!isObject(item)) return text(item);
    const id = item['employee_id'];
    return typeof id === 'string' ? world.employees.need(id).name : text(item['employee']);
  };
  return mapLists(answer, (key, items) => (SORTED_BY_NAME.includes(key) ? sortBy(items, name) : items));
}

/** The one list that the traces sort by label number. */
function sortTaskIds(answer: Json): Json {
  const number = (item: Json) => Number(text(item).replace('uuid#', ''));
  return mapLists(answer, (key, items) => (key === 'active_task_ids' ? sortBy(items, number) : items));
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function sortBy(items: readonly Json[], sortKey: (item: Json) => string | number): Json[] {
  return [...items].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

/** A copy in which every list that stands under a key is replaced. */
function mapLists(value: Json, change: (key: string, items: readonly Json[]) => readonly Json[]): Json {
  if (Array.isArray(value)) return value.map((item) => mapLists(item as Json, change));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => {
    const inner = mapLists(item, change);
    return [key, Array.isArray(inner) ? change(key, inner as readonly Json[]) : inner];
  });
  return Object.fromEntries(entries) as JsonObject;
}

/** The original repeats the new time there (spec §9). */
function withoutOldTime(json: Json): Json {
  if (!isObject(json) || !('old_sim_time' in json)) return json;
  const { old_sim_time: _wrong, ...rest } = json;
  return rest;
}

function truthOf({ hiddenWorld: world }: Simulation): JsonObject {
  const skills = world.employees.all().map(({ id, name }) => {
    const rates = world.skills.all().filter(({ employee_id }) => employee_id === id);
    return [name, Object.fromEntries(rates.map(({ domain, rate }) => [domain, rate]))] as const;
  });
  const clients = world.clients.all().map(({ name, loyalty, reward_multiplier, tier, specialties }) => {
    return { name, loyalty, reward_multiplier, tier, specialties: specialties.split(',') };
  });
  return { final_funds_cents: world.company.funds_cents, skill_rates_at_end: skills, clients };
}
