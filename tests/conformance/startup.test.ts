/** The engine answers as the original did: every recording replays number for number. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { isObject, type Json } from '../../src/core/json.ts';
import { parseTrace, presetNameOf, replayTrace, type Trace } from '../../src/rollout/trace.ts';
import type { Preset } from '../../src/startup/preset.ts';
import { readPreset } from '../../src/startup/presetFile.ts';
import { builtInPresets } from '../../src/startup/presets.ts';
import { property } from '../tools/property.ts';
import { shared } from '../tools/shared.ts';

interface Recordings {
  readonly traces: string;
  readonly presets: string;
}

/** Some of the recordings, so that a checkout alone proves conformance. */
const fixtures = resolve(import.meta.dirname, '../fixtures/startup');
const copies: Recordings = { traces: fixtures, presets: fixtures };
const golden = shared('golden/startup');

/** A recording, and the preset it was made on: ours, or one beside the recordings. */
function load({ traces, presets }: Recordings, file: string): { trace: Trace; preset: Preset } {
  const trace = parseTrace(gunzipSync(readFileSync(join(traces, file))).toString(), file);
  if (!trace.ok) throw new Error(trace.message);
  const name = presetNameOf(trace.value);
  const beside = join(presets, `${name}.toml`);
  const text = builtInPresets(name) ?? (existsSync(beside) ? readFileSync(beside, 'utf8') : '');
  const preset = readPreset(text, `${name}.toml`, builtInPresets);
  if (!preset.ok) throw new Error(preset.message);
  return { trace: trace.value, preset: preset.value };
}

const tracesIn = ({ traces }: Recordings) => readdirSync(traces).filter((file) => file.endsWith('.jsonl.gz'));

const sources: [title: string, recordings: Recordings][] = [['the copies in this checkout', copies]];
if (golden !== null) sources.push(['../shared/golden/startup', { traces: join(golden, 'traces'), presets: join(golden, 'presets') }]);

describe.each(sources)('recordings: %s', (_title, recordings) => {
  test.each(tracesIn(recordings))('%s', async (file) => {
    const { trace, preset } = load(recordings, file);
    expect(trace.steps.length).toBeGreaterThan(0);
    expect(await replayTrace(trace, preset)).toBeNull();
  });
});

test('the copies cover both editions and the four test presets', () => {
  const headers = tracesIn(copies).map((file) => load(copies, file).trace);
  expect(new Set(headers.map(({ rules }) => rules))).toEqual(new Set(['classic', 'paper']));
  expect(new Set(headers.map(({ config }) => config))).toEqual(new Set(['easy', 'default', 'families', 'gated', 'multidomain', 'thinice']));
});

describe('a corrupted recording is reported with command, path, expected and got', () => {
  interface Place {
    readonly path: string;
    readonly value: number;
    readonly set: (value: number) => void;
  }

  /** Every number in an answer that counts, and how to change it. */
  function numbersIn(value: unknown, path = ''): Place[] {
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, item]) => {
      const below = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
      if (typeof item !== 'number') return numbersIn(item, below);
      return [{ path: below, value: item, set: (changed: number) => ((value as Record<string, number>)[key] = changed) }];
    });
  }

  function places(trace: Trace): { step: number; place: Place }[] {
    return trace.steps.flatMap(({ argv, json }, index) =>
      argv.join(' ').startsWith('report monthly') ? [] : numbersIn(json).map((place) => ({ step: index + 1, place })),
    );
  }

  test('one number of one answer', async () => {
    const { trace, preset } = load(copies, 'paper-thinice-s1-greedy.jsonl.gz');
    const corrupted = places(trace).find(({ place }) => place.path === 'wake_events[0].funds_delta');
    if (!corrupted) throw new Error('The recording completes no task.');
    const { value } = corrupted.place;
    corrupted.place.set(value + 1);
    expect(await replayTrace(trace, preset)).toEqual({
      step: corrupted.step, command: 'sim resume', path: 'wake_events[0].funds_delta', expected: value + 1, got: value,
    });
  });

  property('any number of any answer, by the least that a double can change', async (dice) => {
    for (let count = 0; count < 8; count++) {
      const { trace, preset } = load(copies, dice.pick(['paper-thinice-s1-greedy.jsonl.gz', 'paper-multidomain-s5-triple.jsonl.gz', 'classic-easy-s3-fuzz.jsonl.gz']));
      const { step, place } = dice.pick(places(trace));
      const changed = place.value + Math.max(Number.EPSILON, Math.abs(place.value) * Number.EPSILON);
      place.set(changed);
      const command = trace.steps[step - 1]?.argv.join(' ');
      expect(await replayTrace(trace, preset)).toEqual({ step, command, path: place.path, expected: changed, got: place.value });
    }
  });

  test('an exit status', async () => {
    const { trace, preset } = load(copies, 'paper-thinice-s1-greedy.jsonl.gz');
    const steps = trace.steps.map((step, index) => (index === 2 ? { ...step, exit: 1 } : step));
    expect(await replayTrace({ ...trace, steps }, preset)).toMatchObject({ step: 3, path: 'exit', expected: 1, got: 0 });
  });

  test('a truth at the end', async () => {
    const { trace, preset } = load(copies, 'paper-thinice-s1-greedy.jsonl.gz');
    const [place] = numbersIn(trace.truth);
    if (!place) throw new Error('The recording has no truth.');
    place.set(place.value + 0.0001);
    expect(await replayTrace(trace, preset)).toEqual({
      step: trace.steps.length + 1, command: '(end of run)', path: place.path, expected: place.value + 0.0001, got: place.value,
    });
  });

  test('a missing key and one too many', async () => {
    const { trace, preset } = load(copies, 'paper-thinice-s1-greedy.jsonl.gz');
    const [first] = trace.steps;
    if (!first || !isObject(first.json)) throw new Error('The recording starts without JSON.');
    const [[key, value] = ['', null], ...others] = Object.entries(first.json).sort(([a], [b]) => (a < b ? -1 : 1));
    const replay = (entries: [string, Json][]) => replayTrace({ ...trace, steps: [{ ...first, json: Object.fromEntries(entries) }] }, preset);
    expect(await replay(others)).toMatchObject({ step: 1, path: key, expected: undefined, got: value });
    expect(await replay([...others, [key, value], ['!', 1]])).toMatchObject({ step: 1, path: '!', expected: 1, got: undefined });
  });
});

describe('what is no recording is named with its line', () => {
  const header = '{"rules": "paper", "config": "default", "seed": 1}';

  test.each([
    ['', 'x.jsonl:1', 'the first line must have rules, config and seed'],
    ['{}', 'x.jsonl:1', 'the first line must have rules, config and seed'],
    ['{"rules": "paper", "config": "default", "seed": "1"}', 'x.jsonl:1', 'the first line must have rules, config and seed'],
    [`${header}\n{"argv": ["task"`, 'x.jsonl:2', 'not JSON'],
    [`${header}\n[1]`, 'x.jsonl:2', 'not an object'],
    [`${header}\n{"argv": ["task", "list"], "exit": 0, "json": {}}\n{"argv": "task list", "exit": 0}`, 'x.jsonl:3', 'a command must have argv and exit'],
    [`${header}\n{"argv": ["task", "list"]}`, 'x.jsonl:2', 'a command must have argv and exit'],
  ])('%j', (text, where, message) => {
    expect(parseTrace(text, 'x.jsonl')).toEqual({ ok: false, code: 'trace-invalid', message, where });
  });
});
