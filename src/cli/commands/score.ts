import { basename } from 'node:path';
import type { Command } from 'commander';
import type { JsonObject } from '../../core/json.ts';
import { describeFailure, success, type Result } from '../../core/result.ts';
import { decodeJson, readServiceRollout } from '../../rollout/file.ts';
import { reportLines, type Report } from '../../rollout/report.ts';
import { scoreFile } from '../../rollout/score.ts';
import { serviceReportLines } from '../../rollout/service/report.ts';
import { verifyServiceRollout } from '../../rollout/service/verify.ts';
import type { Preset } from '../../startup/preset.ts';
import { EXIT_DIVERGED, EXIT_USAGE, orFail } from '../exit.ts';
import { readBytes } from '../files.ts';
import { loadPreset } from '../scenario.ts';
import { StatusLine } from '../statusLine.ts';

interface ScoreOptions {
  readonly preset?: string;
  readonly json?: true;
}

const HELP = `
Nothing of the recorded outcome is trusted: every command is run again, every answer and every
state hash compared. Exit code: 0 everything matches, 3 something does not (the first difference
is printed), 2 a file is no rollout. With several files the highest code counts.`;

export function addScore(parent: Command): void {
  parent
    .command('score')
    .description('re-simulate rollouts and verify them')
    .argument('<file...>', "rollouts (.json, .json.gz) or result files of the original program")
    .option('--preset <name|file>', "what an original's result was made with, if not paper")
    .option('--json', 'print one JSON object a file')
    .addHelpText('after', HELP)
    .action(score);
}

async function score(files: readonly string[], options: ScoreOptions): Promise<void> {
  const preset = options.preset === undefined ? undefined : orFail(await loadPreset(options.preset));
  if (preset === null) return;
  let exitCode = 0;
  for (const file of files) {
    const found = await scoreOne(file, preset);
    if (!found.ok) process.stderr.write(options.json ? '' : `longrun: ${describeFailure(found)}\n`);
    exitCode = Math.max(exitCode, !found.ok ? EXIT_USAGE : found.value.verdict === 'match' ? 0 : EXIT_DIVERGED);
    const json = found.ok ? found.value.json : { verdict: 'unreadable', code: found.code, message: found.message };
    if (options.json) process.stdout.write(`${JSON.stringify({ file, ...json })}\n`);
    else if (found.ok) process.stdout.write(`${found.value.lines.join('\n')}\n`);
  }
  process.exitCode = exitCode;
}

/** What was found in a file of any arena. */
interface Found {
  readonly verdict: Report['verdict'];
  readonly lines: readonly string[];
  readonly json: object;
}

async function scoreOne(file: string, preset: Preset | undefined): Promise<Result<Found>> {
  const bytes = await readBytes(file);
  if (!bytes.ok) return bytes;
  const json = decodeJson(bytes.value, file);
  if (!json.ok) return json;
  return json.value['arena'] === 'service' ? scoreService(json.value, file) : scoreStartup(bytes.value, file, preset);
}

async function scoreStartup(bytes: Uint8Array, file: string, preset: Preset | undefined): Promise<Result<Found>> {
  const status = new StatusLine();
  const onTurn = (done: number, total: number) => status.show(`${basename(file)}: turn ${done} of ${total}`);
  const report = await scoreFile(bytes, file, { preset, onTurn });
  status.clear();
  if (!report.ok) return report;
  const { verdict, recomputed, unchecked } = report.value;
  const divergence = report.value.verdict === 'diverged' ? report.value.divergence : null;
  return success({ verdict, lines: reportLines(report.value, file), json: { verdict, divergence, outcome: recomputed.outcome, unchecked } });
}

async function scoreService(value: JsonObject, file: string): Promise<Result<Found>> {
  const rollout = readServiceRollout(value, file);
  if (!rollout.ok) return rollout;
  const report = await verifyServiceRollout(rollout.value, file);
  if (!report.ok) return report;
  const { verdict, divergence, state, unchecked, recomputed } = report.value;
  return success({
    verdict,
    lines: serviceReportLines(report.value, file),
    json: { verdict, divergence, termination: recomputed.termination, state, unchecked },
  });
}
