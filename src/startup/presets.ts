/** The presets that come with Longrun: `presets/startup/*.toml`, by name. */
import { canonicalJson, type Json } from '../core/json.ts';
import { failure, invariant, type Result } from '../core/result.ts';
import { readPreset, type PresetLookup } from './presetFile.ts';
import type { Preset } from './preset.ts';

const files = import.meta.glob<string>('/presets/startup/*.toml', { query: '?raw', import: 'default', eager: true });

const texts = new Map(
  Object.entries(files).map(([path, text]) => [path.replace(/^.*\//, '').replace(/\.toml$/, ''), text]),
);

/** Easiest first, then the special ones; any file added to the folder comes last. */
const ORDER = ['tutorial', 'easy', 'medium', 'hard', 'nightmare', 'classic', 'paper', 'fast-test', 'high-reward'];

export const presetNames: readonly string[] = [...texts.keys()].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));

/** Finds built-in presets for `extends`. */
export const builtInPresets: PresetLookup = Object.assign((name: string) => texts.get(name), { names: presetNames });

/** Error code: `preset-unknown`. */
export function presetByName(name: string): Result<Preset> {
  const text = texts.get(name);
  if (text === undefined) {
    return failure('preset-unknown', `there is no preset '${name}'; there are ${presetNames.join(', ')}`);
  }
  const preset = readPreset(text, `${name}.toml`, builtInPresets);
  invariant(preset.ok, preset.ok ? '' : preset.message);
  return preset;
}

/** Whether a preset that bears a built-in name says something else; its horizon may differ. */
export function differsFromBuiltIn(preset: Preset): boolean {
  const builtIn = texts.has(preset.name) ? presetByName(preset.name) : null;
  return builtIn?.ok === true && essenceOf(builtIn.value) !== essenceOf(preset);
}

/** All that the world depends on. */
function essenceOf({ rules, loop, sim, world }: Preset): string {
  return canonicalJson({ rules, loop, start: sim.start_date, world } as unknown as Json);
}

function rank(name: string): number {
  const index = ORDER.indexOf(name);
  return index < 0 ? ORDER.length : index;
}
