/** The world of a run from a link, as the page can set it up. Knows all presets, so it is loaded when it is needed. */
import { stringify } from 'smol-toml';
import { canonicalJson, type Json } from '../../core/json.ts';
import type { RunHead } from '../../rollout/format.ts';
import type { Preset } from '../../startup/preset.ts';
import { differsFromBuiltIn, presetByName } from '../../startup/presets.ts';

/** A built-in preset, with its horizon if that is another; or the text of a preset file. */
export type PresetSetup = { readonly name: string; readonly horizonYears: number | null } | { readonly file: string; readonly text: string };

export function presetSetup(preset: Preset): PresetSetup {
  const { name, sim } = preset;
  const builtIn = presetByName(name);
  if (!builtIn.ok || differsFromBuiltIn(preset)) return { file: `${name}.toml`, text: stringify(preset) };
  return { name, horizonYears: builtIn.value.sim.horizon_years === sim.horizon_years ? null : sim.horizon_years };
}

/** Whether two runs are of the same world; names and what only models are told do not count. */
export function isSameWorld(a: RunHead, b: RunHead): boolean {
  return worldOf(a) === worldOf(b);
}

function worldOf({ seed, preset: { rules, loop, sim, world } }: RunHead): string {
  return canonicalJson({ seed, rules, loop, start: sim.start_date, years: sim.horizon_years, world } as unknown as Json);
}
