import { join } from 'node:path';
import type { Command } from 'commander';
import { describeFailure, success, type Result } from '../../core/result.ts';
import { parseTrace, presetNameOf, replayTrace, type Trace, type TraceDivergence } from '../../rollout/trace.ts';
import type { Preset } from '../../startup/preset.ts';
import { readPreset } from '../../startup/presetFile.ts';
import { builtInPresets } from '../../startup/presets.ts';
import { EXIT_NOT_CONFORMING, EXIT_USAGE } from '../exit.ts';
import { readBytes, readText } from '../files.ts';

/** Where a checkout finds the presets that the recordings use beside our own. */
const RECORDED_PRESETS = '../shared/golden/startup/presets';

export function addConform(parent: Command): void {
  parent
    .command('conform')
    .description("replay the original program's recorded answers (.jsonl, .jsonl.gz) and compare")
    .argument('<file...>', 'recordings')
    .option('--json', 'print one JSON object a file')
    .option('--presets <dir>', 'where to look for presets that are not built in', RECORDED_PRESETS)
    .action(conform);
}

async function conform(files: readonly string[], { presets, json }: { presets: string; json?: true }): Promise<void> {
  for (const file of files) {
    const result = await replay(file, presets);
    if (!result.ok) process.exitCode = EXIT_USAGE;
    else if (result.value.divergence) process.exitCode ??= EXIT_NOT_CONFORMING;
    process.stdout.write(`${json ? JSON.stringify({ file, ...asJson(result) }) : `${file}: ${result.ok ? lineOf(result.value) : describeFailure(result)}`}\n`);
  }
}

interface Replay {
  readonly trace: Trace;
  readonly divergence: TraceDivergence | null;
}

async function replay(file: string, presets: string): Promise<Result<Replay>> {
  const text = await readText(file);
  if (!text.ok) return text;
  const trace = parseTrace(text.value, file);
  if (!trace.ok) return trace;
  const preset = await findPreset(presetNameOf(trace.value), presets);
  if (!preset.ok) return preset;
  return success({ trace: trace.value, divergence: await replayTrace(trace.value, preset.value) });
}

async function findPreset(name: string, folder: string): Promise<Result<Preset>> {
  const builtIn = builtInPresets(name);
  if (builtIn !== undefined) return readPreset(builtIn, name, builtInPresets);
  const path = join(folder, `${name}.toml`);
  const bytes = await readBytes(path);
  return bytes.ok ? readPreset(new TextDecoder().decode(bytes.value), path, builtInPresets) : bytes;
}

function asJson(result: Result<Replay>) {
  if (!result.ok) return { ok: false, code: result.code, message: describeFailure(result) };
  const { trace, divergence } = result.value;
  return { ok: divergence === null, commands: trace.steps.length, divergence };
}

function lineOf({ trace, divergence }: Replay): string {
  if (!divergence) return `ok ${trace.steps.length}`;
  const { step, command, path, expected, got } = divergence;
  return `DIFFERENT at command ${step} \`${command}\`, ${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`;
}
