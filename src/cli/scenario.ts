/** From command-line options to what a run needs: preset and seed. */
import { randomInt } from 'node:crypto';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Result } from '../core/result.ts';
import type { Preset } from '../startup/preset.ts';
import { readPreset } from '../startup/presetFile.ts';
import { builtInPresets, presetByName, presetNames } from '../startup/presets.ts';
import { readBytes } from './files.ts';

export interface ScenarioOptions {
  readonly preset: string;
  readonly seed?: number;
  readonly horizonYears?: number;
}

export function addScenarioOptions(command: Command, { presetRequired }: { presetRequired: boolean }): Command {
  const preset = new Option('--preset <name|file>', `a preset (${presetNames.join(', ')}) or a .toml file`);
  return command
    .addOption(preset.makeOptionMandatory(presetRequired))
    .addOption(new Option('--seed <n>', 'what the world is drawn from; random, and printed, if left out').argParser(wholeNumber(0, 2 ** 32 - 1)))
    .addOption(new Option('--horizon-years <n>', "years to run, instead of the preset's").argParser(wholeNumber(1, 20)));
}

/** A seed is resolved once, here, and then shown and recorded. */
export function seedOf({ seed }: ScenarioOptions): number {
  return seed ?? randomInt(2 ** 31);
}

export async function presetOf({ preset: name, horizonYears }: ScenarioOptions): Promise<Result<Preset>> {
  const preset = await loadPreset(name);
  if (!preset.ok || horizonYears === undefined) return preset;
  return { ok: true, value: { ...preset.value, sim: { ...preset.value.sim, horizon_years: horizonYears } } };
}

/** A name, or the path of a file: what ends in .toml or has a separator. */
export async function loadPreset(name: string): Promise<Result<Preset>> {
  if (!/\.toml$|[\\/]/.test(name)) return presetByName(name);
  const bytes = await readBytes(name);
  return bytes.ok ? readPreset(new TextDecoder().decode(bytes.value), name, builtInPresets) : bytes;
}

export function positiveNumber(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('It must be a number above 0.');
}

export function wholeNumber(low: number, high: number) {
  return (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= low && value <= high) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${low} to ${high}.`);
  };
}
