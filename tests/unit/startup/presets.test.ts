import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/json.ts';
import { isObject } from '../../../src/core/json.ts';
import { builtInPresets, presetByName, presetNames } from '../../../src/startup/presets.ts';
import { Simulation } from '../../../src/startup/simulation.ts';
import { shared } from '../../tools/shared.ts';

interface Published {
  readonly classic: Readonly<Record<string, JsonObject>>;
  readonly paper: { readonly default: JsonObject };
  readonly schema_defaults: { readonly paper: JsonObject };
}

const NAMES = ['tutorial', 'easy', 'medium', 'hard', 'nightmare', 'classic', 'paper', 'fast-test', 'high-reward'];

test('the presets of the issue are there, easiest first', () => {
  expect(presetNames).toEqual(NAMES);
});

test.each(NAMES)('%s loads, is named after its file, says what it trains, and makes a world', async (name) => {
  const preset = presetByName(name);
  if (!preset.ok) throw new Error(preset.message);
  expect(preset.value.name).toBe(name);
  expect(preset.value.description).toMatch(/^[A-Z].{20,}\.$/);
  expect(builtInPresets(name)).toMatch(/^# /);
  const simulation = await Simulation.create(preset.value, 1);
  expect(simulation.hiddenWorld.tasks.where('status', 'market').length).toBe(preset.value.world.num_market_tasks);
  simulation.close();
});

test.each(['', 'nope', 'Paper', 'paper.toml', '__proto__', 'toString'])('there is no preset %j', (name) => {
  expect(presetByName(name)).toEqual({
    ok: false,
    code: 'preset-unknown',
    message: `there is no preset '${name}'; there are ${NAMES.join(', ')}`,
  });
});

/** Tables merge; one that names another kind of distribution replaces the old one. */
function over(base: JsonObject, changes: JsonObject): JsonObject {
  const entries = Object.entries(changes).map(([key, value]): [string, Json] => {
    const old = base[key];
    const merges = isObject(old) && isObject(value) && (value['type'] ?? old['type']) === old['type'];
    return [key, merges ? over(old, value) : value];
  });
  return { ...base, ...Object.fromEntries(entries) };
}

const path = shared('data/published/startup-presets.json');

describe.skipIf(path === null)('published values (../shared/data/published/startup-presets.json)', () => {
  const { classic, paper, schema_defaults } = JSON.parse(path === null ? '{}' : readFileSync(path, 'utf8')) as Published;

  function published(name: string): JsonObject {
    if (name === 'paper') return over({ world: schema_defaults.paper }, paper.default);
    const base = classic['default'] ?? {};
    return name === 'classic' ? base : over(base, classic[name.replace('-', '_')] ?? {});
  }

  test.each(NAMES)('%s has them all, and nothing beside', (name) => {
    const preset = presetByName(name);
    if (!preset.ok) throw new Error(preset.message);
    const { rules, name: ours, description: _text, ...values } = preset.value;
    const { name: _theirs, ...expected } = published(name);
    expect(rules).toBe(name === 'paper' ? 'paper' : 'classic');
    expect(ours).toBe(name);
    // One episode unless a preset says otherwise (spec §8).
    expect(values).toEqual(over(expected, { loop: { max_episodes: 1 } }));
  });
});
