import type { Command } from 'commander';
import { presetByName, presetNames } from '../../startup/presets.ts';
import { orFail } from '../exit.ts';
import { loadPreset } from '../scenario.ts';

export function addPresets(parent: Command): void {
  parent
    .command('presets')
    .description('list the presets, or check and print one in full')
    .argument('[name|file]', 'a preset, or a .toml file to check')
    .option('--json', 'print JSON')
    .action(presets);
}

async function presets(name: string | undefined, { json }: { json?: true }): Promise<void> {
  if (name !== undefined) {
    const preset = orFail(await loadPreset(name));
    if (preset) process.stdout.write(`${JSON.stringify(preset, null, 2)}\n`);
    return;
  }
  const list = presetNames.flatMap((known) => {
    const preset = presetByName(known);
    return preset.ok ? [{ name: known, rules: preset.value.rules, description: preset.value.description }] : [];
  });
  if (json) process.stdout.write(`${JSON.stringify(list)}\n`);
  else for (const preset of list) process.stdout.write(`${preset.name.padEnd(12)} ${preset.rules.padEnd(8)} ${preset.description}\n`);
}
